import {say} from '../../changes/say.ts';
import {numberOf, type Item, type Phase} from '../../ledger/item.ts';
import {toldKind} from '../../notification/operation-texts.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {jsonText} from '../command-error.ts';
import {printsResults, type ResultValues, type Running} from '../command.ts';
import type {Printed} from './schemas.ts';
import {writeRecords} from './write-records.ts';

/** The result of one change, as `-o json` and `-o jsonl` print it. */
export type ChangeResult = Printed<'result'>;

/** The cells of the line for a change that is done; undefined for no line. */
export type LineOf = (result: ChangeResult) => ReadonlyArray<string | null> | undefined;

/** The result of an item. */
export function toResult(item: Item): ChangeResult {
	const {set, of, phase, newId, place = null, issues = []} = item;
	return {
		place,
		change: set,
		number: numberOf(item),
		action: toldKind(item),
		status: phase === 'rolled-back' && of > 1 && newId === undefined ? 'skipped' : statuses[phase],
		...idsOf(item),
		message: say(item),
		issues,
	};
}

/** The IDs of an item, as results and history print them. */
export function idsOf({kind, snapshot, newId}: Item): Pick<ChangeResult, 'id' | 'oldId'> {
	const oldId = snapshot?.id ?? null;
	return kind === 'delete' ? {id: oldId, oldId: null} : {id: newId ?? null, oldId};
}

const statuses = {
	planned: 'not sent',
	creating: 'pending',
	created: 'pending',
	deleting: 'pending',
	undoing: 'pending',
	done: 'done',
	failed: 'failed',
	unfollowed: 'not followed',
	'rolled-back': 'rolled back',
} as const satisfies Readonly<Record<Phase, ChangeResult['status']>>;

/** Prints results: as JSON if the command line asks for it, or else a line for each change that is done; by default its new ID. */
export async function printResults(results: Iterable<ChangeResult>, run: Running<ResultValues>, lineOf = newIdLine) {
	const {options} = run;
	if (printsResults(options)) {
		const json = (result: ChangeResult) => jsonText(result);
		await writeRecords(results, {columns: [], json}, options.json ? 'json' : 'jsonl', run);
		return;
	}

	for (const result of results) {
		const cells = result.status === 'done' ? lineOf(result) : undefined;
		if (cells !== undefined) {
			run.print(toLine(cells));
		}
	}
}

/** What a dry run would send, as the command line asks for it: one document, which by default is the list, or a line for each. */
export const dryRunText = (
	values: readonly unknown[],
	{json, output}: ResultValues,
	document: unknown = values,
): string => (output === 'jsonl' && !json ? values.map(value => jsonText(value)).join('\n') : jsonText(document, 2));

/** Cells as a line for a program and a person, with tabs between them. */
export const toLine = (cells: ReadonlyArray<string | null>): string =>
	cells.map(cell => sanitiseCell(cell ?? '')).join('\t');

/** A line with the new ID. */
const newIdLine: LineOf = ({action, id}) =>
	action === 'delete' || action === 'park' || id === null ? undefined : [id];
