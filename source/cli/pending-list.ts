import {countTexts, stateTexts} from '../domain/operation-texts.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Batch} from '../storage/batches/batch.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import type {CommandContext} from './command.ts';
import {batchNumber, itemNumber} from './operation-number.ts';

/** A pending operation or batch, with its number. */
export type Pending = {readonly number: string; readonly operation: Operation; readonly batch?: never} | {readonly number: string; readonly batch: Batch; readonly operation?: never};

/** The pending operations and batches of an account, except those of other running processes. */
export function pendingIn({journal}: Pick<AwaitedLedger, 'journal'>, profileKey: string): readonly Pending[] {
	return [
		...journal.unfinished(profileKey).filter(({id}) => !journal.isBusyElsewhere(id)).map(operation => ({number: String(operation.id), operation})),
		...journal.unfinishedBatches(profileKey).map(batch => ({number: batchNumber(batch.id), batch})),
	];
}

/** The open items of a batch, with their numbers. */
export function openItemsIn({journal}: Pick<AwaitedLedger, 'journal'>, batch: number): readonly Pending[] {
	const items = journal.itemIds(batch);
	return journal.openItems(batch, {after: 0, limit: items.length}).map(operation => ({number: itemNumber(operation, items), operation}));
}

/** Prints pending changes: as lines, or as one JSON document. */
export function printPending(pending: readonly Pending[], isJson: boolean, {print, printError}: Pick<CommandContext, 'print' | 'printError'>): void {
	const rows = pending.map(({number, operation, batch}) => {
		const of = operation?.input ?? operation?.snapshot?.input;
		return batch === undefined
			? {number, kind: operation.kind, startedAt: new Date(operation.startedAt).toISOString(), state: operation.state, oldId: operation.snapshot?.id ?? null, newId: operation.newId ?? null, name: of?.name ?? '', recipient: of === undefined ? '' : maskRecipient(of.channel, of.recipient), detail: operation.detail ?? ''}
			: {number, kind: `bulk ${batch.kind}`, startedAt: new Date(batch.startedAt).toISOString(), counts: batch.counts};
	});
	if (isJson) {
		print(safeJson(JSON.stringify(rows, undefined, 2)));
		return;
	}

	for (const row of rows) {
		const what = 'counts' in row
			? countTexts(row.counts).join(', ')
			: [row.oldId ?? '', row.newId ?? '', row.name, stateTexts[row.state], row.detail].filter(text => text !== '').join(' · ');
		print([row.number, row.kind, row.startedAt, what].map(text => sanitiseCell(text)).join('\t'));
	}

	if (rows.length > 0) {
		printError('Run chainbell recover --finish or --roll-back, with a number for one of them; chainbell recover b3 lists the open items of a bulk operation.');
	}
}
