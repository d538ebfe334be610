import {batchNumber, itemNumber, nounOfChange} from '../domain/change-name.ts';
import {countTexts, stateTexts} from '../domain/operation-texts.ts';
import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Batch} from '../storage/batches/batch.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {colleagueText} from '../storage/journal/colleague.ts';
import type {CommandContext} from './command.ts';
import {itemsOf, toResult, type ChangeResult} from './output/result.ts';

/** A pending operation or batch, with its number. */
export type Pending =
	| {readonly number: string; readonly operation: Operation; readonly batch?: never}
	| {readonly number: string; readonly batch: Batch; readonly operation?: never};

/** The pending operations and batches of an account, except what another process or a colleague is working on. `isOfAll`: also what colleagues left, not only what was begun on this machine. */
export function pendingIn(
	{journal}: Pick<AwaitedLedger, 'journal'>,
	profileKey: string,
	isOfAll = true,
): readonly Pending[] {
	const all: readonly Pending[] = [
		...journal
			.unfinished(profileKey)
			.filter(({id}) => journal.ownerElsewhere(id) === undefined)
			.map(operation => ({number: String(operation.id), operation})),
		...journal.unfinishedBatches(profileKey).map(batch => ({number: batchNumber(batch.id), batch})),
	];
	return all.filter(({operation, batch}) => isOfAll || (operation ?? batch).by === undefined);
}

/** The open items of a batch, with their numbers. */
export function openItemsIn({journal}: Pick<AwaitedLedger, 'journal'>, batch: number): readonly Pending[] {
	const items = journal.itemIds(batch);
	return journal
		.openItems(batch, {after: 0, limit: items.length})
		.map(operation => ({number: itemNumber(batch, items.indexOf(operation.id)), operation}));
}

/** The failed items of a batch, with their numbers. */
export function failedItemsIn({journal}: Pick<AwaitedLedger, 'journal'>, batch: number): readonly Pending[] {
	const items = journal.itemIds(batch);
	return journal
		.itemsIn(batch, 'failed', {after: 0, limit: items.length})
		.map(operation => ({number: itemNumber(batch, items.indexOf(operation.id)), operation}));
}

/** A result of `recover`, with the number of its change. */
export type NumberedResult = ChangeResult & {readonly number: string};

/** The results of changes, with one for each item of a bulk operation that `isWanted` accepts. */
export function numberedResults(
	{journal}: Pick<AwaitedLedger, 'journal'>,
	changes: readonly Pending[],
	isWanted = (_item: Operation): boolean => true,
): NumberedResult[] {
	return changes.flatMap(({number, operation, batch}) =>
		batch === undefined
			? [toNumbered(number, journal.get(operation.id) ?? operation)]
			: itemsOf({journal}, batch.id)
					.flatMap((item, index) => (isWanted(item) ? [toNumbered(itemNumber(batch.id, index), item)] : []))
					.toArray(),
	);
}

const toNumbered = (number: string, operation: Operation): NumberedResult => ({
	number,
	...aboutOf(operation),
	...toResult(operation),
});

/** Describes the notification of a pending change. */
function aboutOf({startedAt, input, snapshot}: Operation) {
	const {name, channel, recipient} = input ?? snapshot!.input;
	return {startedAt: new Date(startedAt).toISOString(), name, recipient: maskRecipient(channel, recipient)};
}

/** Prints pending changes as lines, and how to end them. */
export function printPending(pending: readonly Pending[], context: Pick<CommandContext, 'print' | 'printError'>): void {
	printChanges(pending, context);
	if (pending.length > 0) {
		context.printError(
			'Run chainbell recover --finish or --roll-back, with a number for one of them; chainbell recover b3 lists the open items of a bulk operation.',
		);
	}
}

/** Prints changes as lines. */
export function printChanges(changes: readonly Pending[], {print}: Pick<CommandContext, 'print'>): void {
	for (const {number, operation, batch} of changes) {
		const {startedAt, by} = operation ?? batch;
		const {kind, about} =
			operation === undefined
				? {kind: nounOfChange(batch.kind, true), about: countTexts(batch.counts).join(', ')}
				: {kind: nounOfChange(operation.kind, false), about: operationText(operation)};
		print(
			[number, kind, new Date(startedAt).toISOString(), about, ...(by === undefined ? [] : [`by ${colleagueText(by)}`])]
				.map(text => sanitiseCell(text))
				.join('\t'),
		);
	}
}

const operationText = ({snapshot, newId, input, state, detail}: Operation): string =>
	[snapshot?.id, newId, (input ?? snapshot?.input)?.name, stateTexts[state], detail]
		.filter(text => text !== undefined && text !== '')
		.join(' · ');
