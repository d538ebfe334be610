import {batchNumber, type NamedIssue, type OperationKind} from '../../notification/operation-texts.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {Operation} from '../../ledger/journal/operation.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {jsonText} from '../command-error.ts';
import {printsResults, type ResultValues, type Running} from '../command.ts';
import {writeRecords} from './write-records.ts';

/** The result of one change, as `-o json` and `-o jsonl` print it. */
export type ChangeResult = {
	/** The position in the input: `line 3`. */
	readonly place: string | null;
	/** The number of the change, for `undo` and `recover`: `12`, or `b3` of an item of a bulk operation; null where nothing was to be sent. */
	readonly change: number | string | null;
	readonly action: OperationKind;
	readonly status: 'done' | 'failed' | 'pending' | 'not sent' | 'skipped' | 'rolled back';
	/** The ID of the new notification, or of the one to delete. */
	readonly id: string | null;
	/** The ID of the notification that was replaced, or that is recreated. */
	readonly oldId: string | null;
	/** How it ended, with what the service said. */
	readonly message: string;
	/** The fields that the service refused. */
	readonly issues: readonly NamedIssue[];
	/** Why the query probably was not meant to choose it. */
	readonly warning?: string;
};

/** The cells of the line for a change that is done; undefined for no line. */
export type LineOf = (result: ChangeResult) => ReadonlyArray<string | null> | undefined;

/** Adds the results of inputs to which nothing was sent. */
export type CompleteResults = (results: Iterable<ChangeResult>) => Iterable<ChangeResult>;

/** The result of an operation. */
export function toResult(operation: Operation): ChangeResult {
	const {id, batch, kind, state, snapshot, newId, place = null, detail = '', issues = []} = operation;
	const oldId = snapshot?.id ?? null;
	return {
		place,
		change: batch === undefined ? id : batchNumber(batch),
		action: kind,
		status: state === 'rolled-back' && batch !== undefined && newId === undefined ? 'skipped' : statuses[state],
		...(kind === 'delete' ? {id: oldId, oldId: null} : {id: newId ?? null, oldId}),
		message: detail,
		issues,
	};
}

const statuses = {
	planned: 'not sent',
	creating: 'pending',
	created: 'pending',
	deleting: 'pending',
	undoing: 'pending',
	done: 'done',
	failed: 'failed',
	'rolled-back': 'rolled back',
} as const satisfies Readonly<Record<Operation['state'], ChangeResult['status']>>;

/** The operations of a batch, in the order of its input. */
export const itemsOf = (journal: AwaitedLedger['journal'], batch: number): IteratorObject<Operation, undefined> =>
	journal
		.itemIds(batch)
		.values()
		.map(id => journal.get(id)!);

/** Prints results: as JSON if the command line asks for it, or else a line for each change that is done. */
export async function printResults(
	results: Iterable<ChangeResult>,
	lineOf: LineOf,
	run: Running<ResultValues>,
): Promise<void> {
	const {options} = run;
	if (printsResults(options)) {
		const json = (result: ChangeResult) => jsonText(result);
		await writeRecords(results, {columns: [], json}, options.json ? 'json' : 'jsonl', run);
		return;
	}

	for (const result of results) {
		const cells = result.status === 'done' ? lineOf(result) : undefined;
		if (cells !== undefined) {
			run.print(cells.map(cell => sanitiseCell(cell ?? '')).join('\t'));
		}
	}
}

/** A line with the new ID. */
export const newIdLine: LineOf = ({action, id}) => (action === 'delete' || id === null ? undefined : [id]);

/** No line: only JSON says what was changed. */
export const noLine: LineOf = () => undefined;
