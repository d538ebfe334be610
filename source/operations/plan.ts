import {duplicateForm, rewritableForm} from '../notification/equivalence.ts';
import {
	idOfRecord,
	type ListedRecord,
	type NotificationFields,
	type NotificationInput,
} from '../notification/notification.ts';
import {failureSentence} from '../service/failure.ts';
import type {NewItem} from '../ledger/batches/batch.ts';
import {inSlices} from '../platform/time-slices.ts';
import {notificationsIn, type OperationContext, type Sighting} from './operation-context.ts';
import {
	createPendingDuplicateFinder,
	type ImpossibleResult,
	leaveProtectedOut,
	pendingDuplicateText,
	refusedAsProtected,
	refusedByPolicy,
	type RefusedResult,
	whyProtected,
} from './refusals.ts';
import {
	fetchListing,
	judgeBehind,
	listBeforeCreation,
	listBeforeDeletion,
	type ListingAttempt,
	refusedBefore,
} from './look.ts';
import type {BatchContext} from './item-set.ts';
import {isStoredRedacted} from '../ledger/stored-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {NotificationSnapshot} from '../ledger/journal/operation.ts';

/** A batch in the journal, or the reason why nothing was planned. */
export type BatchPlan =
	| RefusedResult
	| ImpossibleResult
	| {
			readonly kind: 'planned';
			readonly batch: number;
			/** The sentences about items that are left out, safe to show. */ readonly skipped?: readonly string[];
	  };

/** A result that says why nothing was sent. */
export const impossible = (reason: string): ImpossibleResult => ({kind: 'impossible', reason});

/** The result if a bulk operation has no items. `skipped`: those that are left out because they are protected. */
const nothingLeft = (reason: string, skipped: readonly string[]): ImpossibleResult =>
	skipped.length === 0
		? impossible(reason)
		: {...impossible(`Nothing was sent. ${skipped.join(' ')}`), cause: 'protected'};

/** Like `impossible`, if the reason is a pending change. */
export const pendingFirst = (reason: string): ImpossibleResult => ({...impossible(reason), isPending: true});

/** A change of one notification, of any kind. */
export type BatchItem = Omit<NewItem, 'profileName' | 'knownIds'>;

type PlanOptions = {
	/** The listed records before anything is sent; needed if an item creates something, to tell new notifications from existing ones. */
	readonly records?: readonly ListedRecord[];
	/** The IDs that must still be listed when the batch is resumed. */
	readonly keeps?: readonly string[];
};

/**
Writes all items of a batch to the journal before anything is sent.

@returns The ID of the batch; undefined if there are no items.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planBatch(
	{context: {profile, profileName}, journal}: BatchContext,
	items: Iterable<BatchItem>,
	{records = [], keeps}: PlanOptions = {},
): Promise<number | undefined> {
	const known = await idsByForm(records, rewritableForm);
	const all: BatchItem[] = [];
	for await (const slice of inSlices(items)) {
		all.push(...slice);
	}

	const batch = await journal.beginBatch(profile, keeps);
	try {
		for await (const slice of inSlices(all)) {
			await journal.addItems(
				batch,
				slice.map(item => ({
					...item,
					profileName,
					knownIds: item.input === undefined ? [] : (known.get(rewritableForm(item.input)) ?? []),
				})),
			);
		}
	} catch (error) {
		await journal.forgetBatch(batch);
		throw error;
	}

	if (journal.batch(batch).counts.planned === 0) {
		await journal.forgetBatch(batch);
		return undefined;
	}

	await journal.completeBatch(batch);
	return batch;
}

/** Lists the account before a batch creates anything: only a complete listing can distinguish new notifications from existing ones. */
export const listBefore = async (context: OperationContext): Promise<ListedBefore> =>
	requireListed(context, await fetchListing(context));

/** A complete listing, or the reason why nothing is sent. */
type ListedBefore = RefusedResult | ImpossibleResult | (Sighting & {readonly kind: 'listed'});

/** Refuses an attempt that gave no complete listing. */
function requireListed(context: OperationContext, before: ListingAttempt): ListedBefore {
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before || !before.listing.complete) {
		const why =
			'failure' in before ? failureSentence(before.failure) : before.listing.complete ? '' : before.listing.reason;
		return impossible(
			`Nothing was sent: only a complete listing can tell new notifications from existing ones. ${why}`,
		);
	}

	return {kind: 'listed', ...before};
}

/**
Writes a set of creations, replacements and deletions to the journal before anything is sent.

@param batchContext - The account and its journal.
@param items - The changes.
@param whyChanged - Says why the set no longer fits a new listing; undefined if it does.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planSet(
	batchContext: BatchContext,
	items: readonly BatchItem[],
	whyChanged: (records: readonly ListedRecord[]) => string | undefined,
): Promise<BatchPlan> {
	const redacted = items.find(item => isStoredRedacted(item));
	if (redacted !== undefined) {
		return impossible(
			`Nothing was sent: ${sanitise(redacted.place ?? redacted.snapshot?.id ?? 'a notification')} contains the API key, which is never stored, so a bulk operation cannot send it.`,
		);
	}

	const before = await listBefore(batchContext.context);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const {context, journal} = batchContext;
	const behind = judgeBehind({...context, journal}, before);
	if (behind !== undefined) {
		return {...impossible(`Nothing was sent: ${behind.why} ${behind.advice}`), cause: 'behind'};
	}

	const why = whyChanged(records);
	if (why !== undefined) {
		return impossible(`Nothing was sent: ${why}`);
	}

	return planItems(batchContext, items, records);
}

/**
Writes changes to the journal that a listing has shown to fit, unless a rule forbids one of them, or a pending change may have created or may create the same.

@param batchContext - The account and its journal.
@param items - The changes.
@param records - The listed records.
@throws LedgerError as `planSet` does.
*/
async function planItems(
	batchContext: BatchContext,
	items: readonly BatchItem[],
	records: readonly ListedRecord[],
): Promise<BatchPlan> {
	const {context} = batchContext;
	const findPendingDuplicate = createPendingDuplicateFinder(context);
	for (const [index, {kind, snapshot, input, place}] of items.entries()) {
		const kept = snapshot === undefined || kind === 'recreate' ? undefined : whyProtected(context, snapshot, records);
		const refusal = input === undefined ? undefined : refusedByPolicy(context, input, place ?? `number ${index + 1}`);
		if (kept !== undefined || refusal !== undefined) {
			return refusal ?? refusedAsProtected(kept!);
		}

		const pending = kind === 'create' ? findPendingDuplicate(input!) : undefined;
		if (pending !== undefined) {
			return pendingFirst(`Nothing was sent. ${pendingDuplicateText(pending, context.now())}`);
		}
	}

	const batch = await planBatch(batchContext, items, {records});
	return batch === undefined ? impossible('Nothing to change.') : {kind: 'planned', batch};
}

/** A notification in the input of a bulk create that exists already or that occurs twice in the input. */
export type BulkDuplicate = {
	/** Its index in the input, from 0. */
	readonly index: number;
	/** The IDs of identical notifications in the listing. */
	readonly ids: readonly string[];
	/** The index of an identical notification earlier in the input. */
	readonly earlier: number | undefined;
};

/** The result when nothing was sent because of duplicates. */
export type DuplicatesResult = {readonly kind: 'duplicates'; readonly duplicates: readonly BulkDuplicate[]};

type CreatePlanOptions = {
	/** Whether duplicates are planned as well. */
	readonly canRepeat?: boolean;
	/** The position of each notification in the input of the command. */
	readonly places?: ReadonlyArray<string | undefined>;
};

/**
Writes a bulk create to the journal before anything is sent. A complete listing, a new one or one of a moment ago, shows which notifications exist already.

@throws LedgerError when the journal cannot be written: then nothing was started.
*/
export async function planCreates(
	batchContext: BatchContext,
	inputs: readonly NotificationInput[],
	{canRepeat = false, places = []}: CreatePlanOptions = {},
): Promise<BatchPlan | DuplicatesResult> {
	const {context} = batchContext;
	const redacted = inputs.findIndex(input => isStoredRedacted(input));
	if (redacted !== -1) {
		return impossible(
			`Nothing was sent: number ${redacted + 1} contains the API key, which is never stored, so a bulk operation cannot send it.`,
		);
	}

	const {before: attempt, isPriorRecent} = await listBeforeCreation(context);
	const before = requireListed(context, attempt);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const duplicates = canRepeat ? [] : findBulkDuplicates(inputs, await idsByForm(records, duplicateForm));
	if (duplicates.length > 0) {
		return {kind: 'duplicates', duplicates};
	}

	return planItems(
		batchContext,
		inputs.map((input, index) => ({kind: 'create', input, isPriorRecent, place: places[index]})),
		records,
	);
}

function findBulkDuplicates(
	inputs: readonly NotificationInput[],
	listed: ReadonlyMap<string, readonly string[]>,
): BulkDuplicate[] {
	const first = new Map<string, number>();
	return inputs.flatMap((input, index) => {
		const form = duplicateForm(input);
		const ids = listed.get(form) ?? [];
		const earlier = first.get(form);
		if (earlier === undefined) {
			first.set(form, index);
		}

		return ids.length > 0 || earlier !== undefined ? [{index, ids, earlier}] : [];
	});
}

/** A notification to edit and the input that replaces it. */
export type BulkEdit = {readonly snapshot: NotificationSnapshot; readonly input: NotificationInput};

/**
Writes a bulk edit to the journal before anything is sent.

@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planReplaces(batchContext: BatchContext, edits: Iterable<BulkEdit>): Promise<BatchPlan> {
	const {context} = batchContext;
	const all: BulkEdit[] = [];
	for await (const slice of inSlices(edits)) {
		const redacted = slice.find(edit => isStoredRedacted(edit));
		if (redacted !== undefined) {
			return containsKey(redacted);
		}

		all.push(...slice);
	}

	const before = await listBefore(context);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const listed = new Set(records.map(record => idOfRecord(record)));
	const missing = all.map(({snapshot}) => snapshot.id).filter(id => !listed.has(id));
	if (missing.length > 0) {
		return impossible(`Nothing was sent: no longer listed: ${missing.map(id => sanitise(id)).join(', ')}.`);
	}

	const {left, skipped} = leaveProtectedOut(context, all, ({snapshot}) => snapshot, records);
	const refusal = left
		.values()
		.map(({snapshot, input}) => refusedByPolicy(context, input, snapshot.id))
		.find(found => found !== undefined);
	if (refusal !== undefined) {
		return refusal;
	}

	const batch = await planBatch(
		batchContext,
		left.map(({snapshot, input}) => ({kind: 'replace', snapshot, input})),
		{records},
	);
	return batch === undefined ? nothingLeft('Nothing to edit.', skipped) : {kind: 'planned', batch, skipped};
}

/** The result for a notification that contains the API key. */
const containsKey = ({snapshot: {id}}: BulkEdit): BatchPlan =>
	impossible(
		`Nothing was sent: ${sanitise(id)} contains the API key, which is never stored, so a bulk operation cannot send it. Edit it alone.`,
	);

/**
Writes all items of a bulk delete to the journal before anything is sent. `keeps`: the IDs that must still be listed when the batch is resumed.

@returns The batch.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started. TypeError when there are none.
*/
export async function planDeletes(
	batchContext: BatchContext,
	targets: Iterable<NotificationSnapshot>,
	keeps: ReadonlySet<string> = new Set(),
): Promise<number> {
	const batch = await planBatch(
		batchContext,
		Iterator.from(targets).map(snapshot => ({kind: 'delete', snapshot})),
		{keeps: [...keeps]},
	);
	if (batch === undefined) {
		throw new TypeError('There is nothing to delete.');
	}

	return batch;
}

/** Leaves out what is protected of notifications that are to be deleted, by a listing. `skipped`: what is left out, in sentences that are safe to show. */
export async function withoutProtected(
	context: OperationContext,
	targets: readonly NotificationSnapshot[],
): Promise<
	| ImpossibleResult
	| {readonly kind: 'left'; readonly left: readonly NotificationSnapshot[]; readonly skipped: readonly string[]}
> {
	if (context.guards?.canProtect !== true) {
		return {kind: 'left', left: targets, skipped: []};
	}

	const before = await listBeforeDeletion(context);
	if ('failure' in before) {
		return {
			kind: 'impossible',
			reason: `Nothing was sent: a listing must show first that nothing of it is protected. ${failureSentence(before.failure)}`,
		};
	}

	const {left, skipped} = leaveProtectedOut(context, targets, snapshot => snapshot, before.listing.records);
	return left.length === 0 ? nothingLeft('Nothing to delete.', skipped) : {kind: 'left', left, skipped};
}

/** Returns the reason why nothing (more) may be deleted: a new complete listing lacks some of `keeps` because somebody else deleted them, or there is no such listing. Undefined if all are listed, or `keeps` is empty. */
export async function refusalWithout(
	context: OperationContext,
	keeps: ReadonlySet<string> = new Set(),
	isResumed = false,
): Promise<RefusedResult | ImpossibleResult | undefined> {
	if (keeps.size === 0) {
		return undefined;
	}

	const nothing = isResumed ? 'Nothing more was deleted' : 'Nothing was deleted';
	const sighting = await fetchListing(context);
	if ('failure' in sighting) {
		return (
			refusedBefore(context, sighting, true) ?? {
				kind: 'refused',
				failure: {
					...sighting.failure,
					outcome: 'not-sent',
					nextStep: `${nothing}: a listing must show first that what is to stay still exists. ${sighting.failure.nextStep}`,
				},
			}
		);
	}

	if (!sighting.listing.complete) {
		return {kind: 'impossible', reason: `${nothing}: the listing is partial. ${sanitise(sighting.listing.reason)}`};
	}

	const listed = new Set(notificationsIn(sighting.listing).map(({id}) => id));
	const missing = keeps.values().find(id => !listed.has(id));
	return missing === undefined
		? undefined
		: {
				kind: 'impossible',
				reason: `${nothing}: ${sanitise(missing)}, which was to stay, is not listed any more. ${isResumed ? 'End the operation without the rest, and look' : 'Look'} for duplicates again.`,
			};
}

/** Returns the IDs of the listed notifications, grouped by a form of their content. */
export async function idsByForm(
	records: readonly ListedRecord[],
	formOf: (fields: NotificationFields) => string,
): Promise<Map<string, string[]>> {
	const ids = new Map<string, string[]>();
	for await (const slice of inSlices(records)) {
		const notifications = slice.filter(record => record.kind === 'notification');
		for (const notification of notifications) {
			const form = formOf(notification);
			const alike = ids.get(form) ?? [];
			alike.push(notification.id);
			ids.set(form, alike);
		}
	}

	return ids;
}
