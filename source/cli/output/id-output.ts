import type {ListedRecord} from '../../domain/notification.ts';
import {numberText} from '../../platform/text.ts';
import {writeRecords, type OutputKind} from './write-records.ts';

/** Matches an ID that xargs and shells pass on as it is, and that no command takes for an option. */
const plainWord = /^(?!-(?!\d))[^\s"'\\\p{C}]+$/v;

/** The output of IDs, one on each line. */
const idOutput: OutputKind<{readonly id: string}> = {
	columns: [{title: 'id', priority: 1, cut: 'end', read: ({id}) => id}],
	json: ({id}) => JSON.stringify(id),
};

/** Separates records whose IDs can be printed, one on each line, from the others: those that cannot be read, and those with an ID that would be split or changed. */
function plainIds(records: readonly ListedRecord[]): {
	readonly printed: ReadonlyArray<{readonly id: string}>;
	readonly leftOut: number;
} {
	const printed = records.flatMap(record =>
		record.kind === 'notification' && plainWord.test(record.id) ? [{id: record.id}] : [],
	);
	return {printed, leftOut: records.length - printed.length};
}

/** Prints IDs, one on each line, with a warning about those that are left out. Returns whether all are printed. */
export async function printIds(
	records: readonly ListedRecord[],
	printing: Parameters<typeof writeRecords>[3],
): Promise<boolean> {
	const {printed, leftOut} = plainIds(records);
	await writeRecords(printed, idOutput, 'tsv', printing);
	if (leftOut > 0) {
		printing.context.printError(
			`${leftOut === 1 ? '1 record is' : `${numberText(leftOut)} records are`} left out: without an ID, or with one that a shell or xargs would split or change. -o jsonl prints all.`,
		);
	}

	return leftOut === 0;
}
