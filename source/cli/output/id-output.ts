import type {ListedRecord} from '../../domain/notification.ts';
import type {OutputKind} from './write-records.ts';

/** Matches an ID that xargs and shells pass on as it is, and that no command takes for an option. */
const plainWord = /^(?!-(?!\d))[^\s"'\\\p{C}]+$/v;

/** The output of IDs, one on each line. */
export const idOutput: OutputKind<{readonly id: string}> = {
	columns: [{title: 'id', priority: 1, cut: 'end', read: ({id}) => id}],
	json: ({id}) => JSON.stringify(id),
};

/** Separates records whose IDs can be printed, one on each line, from the others: those that cannot be read, and those with an ID that would be split or changed. */
export function plainIds(records: readonly ListedRecord[]): {readonly printed: ReadonlyArray<{readonly id: string}>; readonly leftOut: number} {
	const printed = records.flatMap(record => record.kind === 'notification' && plainWord.test(record.id) ? [{id: record.id}] : []);
	return {printed, leftOut: records.length - printed.length};
}
