import {deleteNewNotifications, deleteOldNotifications, newOnesIn} from './half-done.ts';
import {createNext, deleteItem, keepCurrent, queuesIn, type Run} from './send-items.ts';
import type {Failure} from '../service/failure.ts';
import {idOfRecord, type ListedRecord} from '../notification/notification.ts';
import {inSlices} from '../platform/time-slices.ts';
import {recordsById} from '../query/changes.ts';
import type {BatchCounts} from '../ledger/batches/batch.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fetchListing, listBeforeDeletion, whyNotAsConfirmed} from './look.ts';
import {
	type BatchContext,
	type BulkContext,
	type BulkResult,
	createProgressCounter,
	type ItemSet,
	itemsOfBatch,
	pagedRows,
	toItemChange,
} from './item-set.ts';
import {createPauseControl, runPool} from './pool.ts';
import type {Sighting} from './operation-context.ts';
import {dropped, mayHaveEffect} from './transitions.ts';
import {whyProtected} from './refusals.ts';
import {noteKnown, verifyItems, type Way} from './settle-items.ts';

/** The default number of concurrent requests. */
const limits = {POST: 4, DELETE: 8} as const;

/** How a run ended. */
export type RunResult = {
	/** The failure that stopped it early; undefined if it was complete or the operator stopped it. */
	readonly failure: Failure | undefined;
	/** The failure of the last forbidden request, if any was forbidden. */
	readonly refusal: Failure | undefined;
	/** The reason why the outcome of some items is unknown; not yet safe to show. */
	readonly unresolvedReason: string | undefined;
};

/** What the operator wants. */
export type RunWay = Way & {
	/** Only decides what earlier requests did. */
	readonly isOnlyVerified?: boolean;
	/** The listing that was just read and shows what is deleted: the first DELETE needs no other. */
	readonly shown?: Sighting | undefined;
};

/**
Runs a set from its state in the journal to its end, or until it is stopped. A listing first decides the outcome of earlier requests; then the planned items are sent; finally a listing decides the items of unknown outcome. A stopped set can be run again.

@throws LedgerError when the journal cannot be written. The outcome of requests sent by then is unknown until the set is run again.
*/
export async function runSet(
	given: BulkContext,
	set: ItemSet,
	{isOnlyVerified = false, shown, ...way}: RunWay = {intent: 'resend'},
): Promise<RunResult> {
	const {bulk, takeListing} = withListedBefore(given);
	const run = startRun(bulk, set);
	const count = () => {
		const counts = set.counts();
		run.counter.set(counts);
		return counts;
	};

	const verify = async (next: Way) => {
		const open = await verifyItems(bulk, set, next);
		count();
		return open?.problem;
	};

	count();
	let unresolvedReason = await verify(way);
	let failure: Failure | undefined;
	if (!isOnlyVerified) {
		await noteKnown(bulk, set);
		await endProtected(bulk, set);
		let left = remainingSteps(count());
		let before = Infinity;
		// An item identical to one of unknown outcome waits for the next round, and replacements are sent in limited numbers.
		while (left > 0 && left < before && failure === undefined && !isStopped(bulk) && !hasFailed(bulk)) {
			before = left;
			takeListing();
			failure = await sendRound(run, shown);
			unresolvedReason = run.lookProblem ?? (await verify({intent: 'continue'}));
			left = run.lookProblem === undefined ? remainingSteps(count()) : 0;
		}
	}

	return {
		failure,
		refusal: run.refusal(),
		unresolvedReason: unresolvedReason ?? halfDoneReason(set) ?? heldReason(run, failure),
	};
}

/**
Ends a set as it is: a listing decides the outcome of earlier requests, the planned items are skipped, and the new notification of each half-done replacement is deleted. With the intent `roll-back` so is what was created alone. Items whose outcome stays unknown keep the set open.

@throws LedgerError as `runSet` does.
*/
export async function takeBack(
	bulk: BulkContext,
	set: ItemSet,
	way: Way,
	details: Parameters<ItemSet['leavePlanned']>[0],
): Promise<RunResult> {
	const run = startRun(bulk, set);
	await set.leavePlanned(details);
	let open = await verifyItems(bulk, set, way);
	let failure: Failure | undefined;
	if (newOnesIn(set, way).some(() => true)) {
		const deleted = await deleteNewNotifications(run, way);
		failure = deleted.failure;
		open = deleted.hasSent ? await verifyItems(bulk, set, way) : undefined;
	}

	return {failure, refusal: run.refusal(), unresolvedReason: open?.problem ?? halfDoneReason(set)};
}

/** Compares all listings of a run with those before the requests, also if they are not displayed yet: what a service overwrites is known from there. `takeListing`: takes over what the last listing showed besides. */
function withListedBefore(bulk: BulkContext): {readonly bulk: BulkContext; readonly takeListing: () => void} {
	const {context} = bulk;
	let before: readonly ListedRecord[] | undefined = context.lastListed?.();
	return {
		bulk: before === undefined ? bulk : {...bulk, context: {...context, listed: () => before!}},
		takeListing() {
			const known = recordsById(before ?? []);
			const appeared = context.lastListed?.().filter(record => !known.has(idOfRecord(record) ?? '')) ?? [];
			before = appeared.length === 0 ? before : [...before!, ...appeared];
		},
	};
}

/** The reason why a replacement is half done; undefined if there is no such replacement. */
const halfDoneReason = (set: ItemSet): string | undefined => set.itemsIn('created').next().value?.detail;

/** The reason why a mixed set has sent no DELETE although nothing stopped it; undefined if it has. */
const heldReason = ({bulk, set}: Run, failure: Failure | undefined): string | undefined =>
	set.kind === 'mixed' && failure === undefined && !isStopped(bulk) && set.counts().planned > 0
		? 'Nothing is deleted until everything else is done: retry what failed, or skip the rest.'
		: undefined;

function startRun(bulk: BulkContext, set: ItemSet): Run {
	const {context, pauseControl, limit, notes} = bulk;
	const counter = createProgressCounter(bulk, set.counts());
	let refusal: Failure | undefined;
	return {
		bulk,
		set,
		counter,
		held: new Set(),
		refusal: () => refusal,
		send: async (method, items, work) =>
			runPool({
				items,
				async work(item) {
					const decision = await work(item);
					if ('verdict' in decision && typeof decision.verdict === 'object') {
						refusal = decision.verdict.refusal;
					}

					// One alone is not sent again by itself: its failure says what to do.
					return decision.kind === 'wait' && notes !== undefined ? {...decision, kind: 'stop'} : decision;
				},
				limit: limit ?? limits[method],
				pauseControl,
				signal: context.signal,
				sleep: context.retry.sleep,
				onWait: counter.wait,
			}),
	};
}

/** Whether a request of one that is acted on alone has failed: the operator decides. */
const hasFailed = ({notes}: BulkContext): boolean =>
	notes?.values().some(({failure}) => failure !== undefined) === true;

/** The number of requests still to be sent, if each takes effect. */
const remainingSteps = ({planned, created}: BatchCounts): number => 2 * planned + created;

const isStopped = ({context, pauseControl}: BulkContext) => context.signal.aborted || pauseControl.signal.aborted;

/** Sends everything that can be sent before the next listing: creations, then the DELETE of each replaced notification, then the deletions. Returns the failure that stopped it early. */
async function sendRound(run: Run, shown: Sighting | undefined): Promise<Failure | undefined> {
	const {bulk, set, send} = run;
	const isEnded = (failure: Failure | undefined) => failure !== undefined || isStopped(bulk);
	let failure =
		set.kind === 'delete' ? undefined : await send('POST', await queuesIn(set), async queue => createNext(run, queue));
	if ((set.kind === 'replace' || set.kind === 'mixed') && !isEnded(failure)) {
		failure = await deleteOldNotifications(run);
	}

	if (isEnded(failure) || (set.kind === 'mixed' && (await mayMissCreations(run)))) {
		return failure;
	}

	return deletePlannedItems(run, shown);
}

/** Whether a creation or a replacement of a mixed set is not done, so that nothing may be deleted yet. */
async function mayMissCreations({bulk, set}: Run): Promise<boolean> {
	await verifyItems(bulk, set, {intent: 'continue'});
	return set.missesCreations();
}

/** Ends the planned deletions and replacements of notifications that are protected by now, of which nothing was sent yet. */
async function endProtected({context, journal}: BulkContext, set: ItemSet): Promise<void> {
	if (context.guards?.canProtect !== true) {
		return;
	}

	const records = context.lastListed?.() ?? [];
	for await (const slice of inSlices((['POST', 'DELETE'] as const).values().flatMap(method => set.plannedIn(method)))) {
		await journal.changeItems(
			slice.flatMap(item => {
				const why =
					item.snapshot === undefined || item.kind === 'recreate' || mayHaveEffect(journal.requestsOf(item.id))
						? undefined
						: whyProtected(context, item.snapshot, records);
				return why === undefined ? [] : [toItemChange(item, {state: 'failed', detail: why})];
			}),
		);
	}
}

/** Sends the planned deletions whose notification a listing shows as it was confirmed. A wait or a pause can be long: then the account is listed again. */
async function deletePlannedItems(run: Run, shown: Sighting | undefined): Promise<Failure | undefined> {
	const {bulk, set, counter, send} = run;
	const {context, journal} = bulk;
	if (set.plannedIn('DELETE').next().done === true) {
		return undefined;
	}

	const currentListing = keepCurrent(context, shown ?? (await listBeforeDeletion(context)), async () =>
		fetchListing(context),
	);
	return send('DELETE', set.plannedIn('DELETE'), async item => {
		const sighting = await currentListing();
		if ('failure' in sighting) {
			return {kind: 'stop', failure: sighting.failure};
		}

		const snapshot = item.snapshot!;
		const why = whyNotAsConfirmed(sighting, snapshot);
		// It may be missing because of an earlier request, whose outcome was judged before this.
		if (why === undefined || mayHaveEffect(journal.requestsOf(item.id))) {
			return deleteItem(run, item.id, snapshot);
		}

		await journal.changeItems([toItemChange(item, {state: 'failed', detail: `Not deleted: ${why}.`})]);
		counter.add({failed: 1});
		return {kind: 'next'};
	});
}

/** The details of the items that are skipped. */
const skippedDetails = {
	create: 'It was not created.',
	replace: 'It was not replaced.',
	delete: 'It was not deleted.',
	recreate: 'It was not created.',
} as const;

/** Runs a batch, as `runSet` does. */
export async function runBatch(bulk: BulkContext, batch: number): Promise<BulkResult> {
	const refused = new Map<number, readonly string[]>();
	const set = setOf(bulk, batch);
	const {refusal, ...result} = await runSet({...bulk, refused}, set);
	return {
		kind: 'ended',
		batch,
		counts: set.counts(),
		...result,
		...(refusal !== undefined && {refusal}),
		...(refused.size > 0 && {refused}),
	};
}

/** Ends a batch as it is, as `takeBack` does: existing notifications stay. */
export async function skipRest(batchContext: BatchContext, batch: number): Promise<BulkResult> {
	const set = setOf(batchContext, batch);
	const bulk = {...batchContext, pauseControl: createPauseControl(), onProgress: () => undefined};
	const {failure, unresolvedReason} = await takeBack(bulk, set, {intent: 'skip'}, skippedDetails);
	return {kind: 'ended', batch, counts: set.counts(), failure, unresolvedReason};
}

/** Ends a batch without following it any further: what was not sent is skipped, and what was sent may still take effect. It sends nothing. */
export async function dropBatch({journal}: BatchContext, batch: number): Promise<BulkResult> {
	await journal.leavePlanned(batch, skippedDetails);
	for await (const slice of inSlices(pagedRows(page => journal.openItems(batch, page)))) {
		await journal.changeItems(slice.map(item => toItemChange(item, dropped(item))));
	}

	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure: undefined, unresolvedReason: undefined};
}

/** The items of a batch. Throws if it belongs to another account: sending it would delete the wrong notifications. */
function setOf({context, journal}: BatchContext, batch: number): ItemSet {
	if (journal.batch(batch).profile !== hideSecrets(context.profile)) {
		throw new Error(`Batch ${batch} belongs to another account.`);
	}

	return itemsOfBatch(journal, batch);
}
