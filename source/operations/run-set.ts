import {createNotification, deleteNotification} from '../service/writes.ts';
import {refusedMembers, toSentBody} from '../service/body.ts';
import {failureText, issuesOf, succeed, type Failure, type Result} from '../service/failure.ts';
import {rewritableForm} from '../notification/equivalence.ts';
import {idOfRecord, type ListedRecord} from '../notification/notification.ts';
import {namesTwins} from '../notification/operation-texts.ts';
import {inSlices} from '../platform/time-slices.ts';
import {recordsById} from '../query/changes.ts';
import type {ItemChange} from '../storage/batches/batch-items.ts';
import type {BatchCounts} from '../storage/batches/batch.ts';
import type {NotificationSnapshot, Operation, OperationState, RequestEntry} from '../storage/journal/operation.ts';
import type {SentRequest} from '../storage/journal/requests.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {whyNotAsConfirmed} from './as-confirmed.ts';
import {
	createProgressCounter,
	toItemChange,
	type BatchContext,
	type BulkContext,
	type BulkResult,
	type ProgressCounter,
} from './bulk/bulk-context.ts';
import {createPauseControl} from './bulk/pause-control.ts';
import {runPool, type PoolDecision} from './bulk/pool.ts';
import {waitingText} from './conclude.ts';
import {alreadyGone, isGoneReported} from './contested.ts';
import {twinsOf} from './creation-matches.ts';
import {isDeletedElsewhere, otherContentText, rollBackHalfDone, whyOldIsKept} from './half-done.ts';
import {itemsOfBatch, pagedRows, type ItemSet} from './item-set.ts';
import {judgeCreation} from './judge-creation.ts';
import {judgeDeletion} from './judge-deletion.ts';
import {changedMembers, isChangeReported} from './kept-members.ts';
import {
	certifyChoice,
	deletesOf,
	isAwaited,
	isListedIn,
	pendingChange,
	untilSecondListing,
	waitFor,
	type AcceptedAnswer,
	type CertifiedId,
	type CreationVerdict,
	type OperationContext,
	type Sighting,
} from './operation-context.ts';
import {whyProtected} from './protected.ts';
import {listBeforeDeletion} from './recent-listing.ts';
import {listedRecord, overwrittenFinder, toAnswer} from './send.ts';
import {noteKnown, verifyItems, viewsOf, type OpenItems, type Way} from './settle-items.ts';
import {afterRejection, dropped, mayHaveEffect, newIsKept, withOverwritten, withTwins} from './transitions.ts';
import {fetchListing, pollListing, type ListingAttempt} from './verify.ts';

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

/** A set in progress. */
type Run = {
	readonly bulk: BulkContext;
	readonly set: ItemSet;
	readonly counter: ProgressCounter;
	/** Sends requests for the items of an iterator concurrently. Returns the failure that stopped it early. */
	readonly send: <T>(
		method: RequestEntry['method'],
		items: Iterator<T, void>,
		work: (item: T) => Promise<PoolDecision>,
	) => Promise<Failure | undefined>;
	/** The replacements whose old notification is kept in this run: what was found is told first. */
	readonly held: Set<number>;
	readonly refusal: () => Failure | undefined;
	/** The last look at what was sent, if nothing was sent since. */
	looked?: OpenItems | undefined;
};

/** What the operator wants. */
type RunWay = Way & {
	/** Only decides what earlier requests did. */
	readonly isOnlyVerified?: boolean;
};

/**
Runs a set from its state in the journal to its end, or until it is stopped. A listing first decides the outcome of earlier requests; then the planned items are sent; finally a listing decides the items of unknown outcome. A stopped set can be run again.

@throws LedgerError when the journal cannot be written. The outcome of requests sent by then is unknown until the set is run again.
*/
export async function runSet(
	given: BulkContext,
	set: ItemSet,
	{isOnlyVerified = false, ...way}: RunWay = {intent: 'resend'},
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
			failure = await sendRound(run);
			unresolvedReason = run.looked?.failure === undefined ? await verify({intent: 'continue'}) : run.looked.problem;
			left = run.looked?.failure === undefined ? remainingSteps(count()) : 0;
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
async function sendRound(run: Run): Promise<Failure | undefined> {
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

	return deletePlannedItems(run);
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

/** A queue of items that a listing could not tell apart. One of them is sent at a time, so that a listing can tell which notification each created. */
type IdenticalItemsQueue = {
	/** The journal IDs of the items to send; items are removed once sent. */
	readonly items: number[];
};

/** The maximum number of replacements sent before their old notifications are deleted, so that few notifications exist twice at a time. */
const replacementsAtOnce = 100;

/** Returns queues of the items still to be created, up to a number of replacements, without items identical to one whose outcome is unknown. */
async function queuesIn(set: ItemSet): Promise<Iterator<IdenticalItemsQueue, void>> {
	const queues = new Map<string, IdenticalItemsQueue>();
	for await (const slice of inSlices(plannedCreations(set))) {
		for (const {id, input} of slice) {
			const form = rewritableForm(input!);
			const queue = queues.get(form) ?? {items: []};
			queue.items.push(id);
			queues.set(form, queue);
		}
	}

	for await (const slice of inSlices(set.itemsIn('creating'))) {
		for (const {input} of slice) {
			queues.delete(rewritableForm(input!));
		}
	}

	return queues.values();
}

/**
Reads the items still to be created.

@yields The items in their order, until there are as many replacements as are sent at once.
*/
function* plannedCreations(set: ItemSet): Generator<Operation, void, void> {
	let replacements = 0;
	for (const item of set.plannedIn('POST')) {
		replacements += Number(item.kind === 'replace');
		if (replacements > replacementsAtOnce) {
			return;
		}

		yield item;
	}
}

/** Sends the POST of the first item of a queue. It is sent again only if the service refused to process it. If its outcome is unknown, the rest of the queue waits until a listing has decided. */
async function createNext(run: Run, {items}: IdenticalItemsQueue): Promise<PoolDecision> {
	const {context, journal, refused} = run.bulk;
	const item = items[0]!;
	const operation = journal.get(item)!;
	const input = operation.input!;
	const {outcome, decision} = await sendItem(run, {
		item,
		request: {method: 'POST'},
		async send() {
			const listed = listedRecord(operation, journal);
			const overwrittenBy = overwrittenFinder(context, operation);
			const toAccepted = answerReader(context);
			context.onPhase?.('creating');
			const created = await createNotification(context.connection, input, context.signal, listed);
			context.onPhase?.('finding', created.ok ? {accepted: toAccepted(created.value.id)} : undefined);
			const paths = created.ok ? [] : refusedMembers(created.failure, toSentBody(input, listed));
			if (paths.length > 0) {
				refused?.set(item, paths);
			}

			return created.ok
				? succeed({
						newId: created.value.id,
						isUnidentified: created.value.id === undefined,
						overwritten: overwrittenBy(created.value.id),
					})
				: created;
		},
		mayRepeat: () => false,
		// A replacement is done only when the old notification is deleted.
		isLast: operation.kind !== 'replace',
	});
	if (outcome === 'done' || outcome === 'failed') {
		items.shift();
		return decision.kind === 'next' && items.length > 0 ? {...decision, kind: 'more'} : decision;
	}

	return decision;
}

/** Returns a function that says what an answer to the POST claims. Call this before the POST, as `overwrittenFinder`. */
function answerReader({
	listed,
	lastListed = listed,
}: Pick<OperationContext, 'listed' | 'lastListed'>): (id: string | undefined) => AcceptedAnswer {
	const records = lastListed?.() ?? [];
	return id => ({id, wasListed: id !== undefined && recordsById(records).has(id)});
}

/** Sends the planned deletions whose notification a listing shows as it was confirmed. A wait or a pause can be long: then the account is listed again. */
async function deletePlannedItems(run: Run): Promise<Failure | undefined> {
	const {bulk, set, counter, send} = run;
	const {context, journal} = bulk;
	if (set.plannedIn('DELETE').next().done === true) {
		return undefined;
	}

	const currentListing = keepCurrent(context, await listBeforeDeletion(context), async () => fetchListing(context));
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

/** Deletes the old notification of each replacement whose new one is listed. */
async function deleteOldNotifications(run: Run): Promise<Failure | undefined> {
	const {bulk, set} = run;
	const find = async (attempt: ListingAttempt) =>
		'failure' in attempt ? attempt : byOperation(await oldNotificationsToDelete(run, attempt), ({id}) => id);
	const open = await verifyItems(bulk, set, {intent: 'continue'});
	run.looked = open;
	if (open?.failure !== undefined || set.itemsIn('created').next().done === true) {
		return undefined;
	}

	const again = async () => find(await fetchListing(bulk.context));
	return sendAllowed(run, open?.sighting === undefined ? await again() : await find(open.sighting), again, async item =>
		deleteItem(run, item.id, item.snapshot!, halfDone(item, 'deleting')),
	);
}

/** Finds the half-done replacements whose old notification can be deleted: the listing shows the new one, and no earlier DELETE of the new one can still take effect. Records why the others wait. */
export async function oldNotificationsToDelete(
	{bulk, set, held}: Pick<Run, 'set' | 'held'> & {readonly bulk: BatchContext},
	sighting: Sighting,
): Promise<readonly Operation[]> {
	const {context, journal} = bulk;
	const byId = recordsById(sighting.listing.records);
	// Another notification with its ID is not it: some services use IDs again.
	const isOldListed = ({snapshot}: Operation) => isListedIn(sighting, snapshot!.id, snapshot!.input);
	const isGone = (item: Operation) =>
		isDeletedElsewhere(item, journal.requestsOf(item.id), sighting.listing, isOldListed(item));
	const problemOf = (item: Operation): string | undefined => {
		const {id, detail} = item;
		const newId = item.newId!;
		const changed = changedMembers(item, byId.get(newId), journal);
		const isHeld = changed !== undefined && (held.has(id) || !isChangeReported(detail, newId));
		const wait = waitFor(context, deletesOf(journal.requestsOf(id), newId), sighting);
		const isOldGone = isGone(item);
		if (isHeld || isOldGone) {
			held.add(id);
		}

		return whyOldIsKept(item, {
			isNewListed: byId.has(newId),
			isOldMissing: !isOldListed(item),
			isOldGone,
			changed: isHeld ? changed : undefined,
			waiting: wait === 0 ? undefined : waitingText(context, {wait}),
			problem: partialReason(sighting),
		});
	};

	// By continuing, the operator accepts changes that an earlier run has reported.
	const accepted = set
		.itemsIn('created')
		.filter(item => byId.has(item.newId) && isGone(item) && isGoneReported(item.detail, item) && !held.has(item.id))
		.toArray();
	const viewOf = await viewsOf(set, accepted, sighting.listing);
	await journal.changeItems(
		accepted.map(item => {
			const requests = journal.requestsOf(item.id);
			const twins = twinsOf(context, item, requests, {...sighting, listing: viewOf(item, requests)});
			return toItemChange(item, withOverwritten(withTwins(alreadyGone, twins, item), item));
		}),
	);
	const judged = set
		.itemsIn('created')
		.map(item => ({item, problem: problemOf(item)}))
		.toArray();
	await journal.changeItems(
		judged.flatMap(({item: {id}, problem}) => (problem === undefined ? [] : [{id, detail: sanitise(problem)}])),
	);
	return judged.filter(({problem}) => problem === undefined).map(({item}) => item);
}

/** Deletes the new notification of each half-done replacement again, and what is rolled back. Repeats the listing for several seconds, because a later one may allow more. */
async function deleteNewNotifications(
	run: Run,
	way: Way,
): Promise<{readonly failure: Failure | undefined; readonly hasSent: boolean}> {
	const {bulk} = run;
	const find = async () => {
		const attempt = await fetchListing(bulk.context);
		return 'failure' in attempt ? attempt : newNotificationsToDelete(run, way, attempt);
	};

	const again = async () => {
		const found = await find();
		return 'failure' in found ? found : byOperation(found.deletes, ({item}) => item.id);
	};

	const last = await pollListing(bulk.context, find, found => ('wait' in found && found.wait > 0 ? found : undefined));
	let hasSent = false;
	const failure = await sendAllowed(
		run,
		'failure' in last ? last : byOperation(last.deletes, ({item}) => item.id),
		again,
		async ({item, newId}) => {
			hasSent = true;
			return deleteItem(run, item.id, newId, halfDone(item, 'undoing'));
		},
	);
	return {failure, hasSent};
}

/** An item and the ID of its new notification. */
type TakenBack = {readonly item: Operation; readonly newId: CertifiedId};

/** The items whose new notification may be deleted again. */
const newOnesIn = (set: ItemSet, {intent}: Way): IteratorObject<Operation, void> =>
	intent === 'roll-back'
		? (['created', 'creating'] as const)
				.values()
				.flatMap(state => set.itemsIn(state))
				.filter(({newId, kind, snapshot}) => newId !== undefined && !(kind === 'replace' && newId === snapshot!.id))
		: set.itemsIn('created');

/** Finds the new notifications that can be deleted again: the listing shows them with the content that was sent, it shows the old one of a replacement too, and no DELETE of the old one can still take effect. Records why the others wait, and ends those whose new notification is gone. `wait`: milliseconds until a listing can decide more. */
export async function newNotificationsToDelete(
	{bulk, set}: Pick<Run, 'set'> & {readonly bulk: BatchContext},
	way: Way,
	sighting: Sighting,
): Promise<{readonly deletes: readonly TakenBack[]; readonly wait: number}> {
	const {context, journal, notes} = bulk;
	const {chosenId} = way;
	const items = newOnesIn(set, way).toArray();
	const viewOf = await viewsOf(set, items, sighting.listing);
	const ids = recordsById(sighting.listing.records);
	const deletes: TakenBack[] = [];
	const changes: ItemChange[] = [];
	let wait = 0;
	for (const item of items) {
		const {id, kind, snapshot} = item;
		const requests = journal.requestsOf(id);
		const judged = judgeCreation(context, item, requests, {...sighting, listing: viewOf(item, requests)});
		const chosen = chosenId === undefined ? undefined : certifyChoice(judged, chosenId);
		const creation: CreationVerdict =
			chosen === undefined ? (whenGone(context, item, judged, sighting) ?? judged) : {kind: 'certified', id: chosen};
		const newId = chosen ?? certifyChoice(creation, item.newId!);
		if (kind !== 'replace') {
			const why =
				newId === undefined
					? otherContentText(item.newId!)
					: whyProtected(context, {id: newId, input: item.input!}, sighting.listing.records);
			if (newId !== undefined && why === undefined) {
				deletes.push({item, newId});
			} else {
				notes?.set(id, {...notes.get(id), ...(newId !== undefined && {cause: 'protected'})});
				changes.push(toItemChange(item, {detail: newId === undefined ? why! : `${newId} was kept. ${why!}`}));
			}

			continue;
		}

		const old = judgeDeletion(context, snapshot!.id, requests, sighting, {
			content: snapshot!.input,
			missingSince: item.missingSince,
		});
		const transition = rollBackHalfDone(
			{...item, newId: newId ?? item.newId},
			{
				creation,
				old,
				isNewListed: ids.has(item.newId),
				waiting: pending => waitingText(context, {...pending, problem: partialReason(sighting)}),
			},
		);
		if (transition.state === 'undoing' && newId !== undefined) {
			deletes.push({item, newId});
			continue;
		}

		wait = Math.max(
			wait,
			...[creation, old].map(verdict =>
				verdict.kind === 'pending' && transition.state === undefined ? verdict.wait : 0,
			),
		);
		notes?.set(id, {...notes.get(id), candidates: transition.candidates});
		const missing = [creation, old].find(verdict => verdict.kind === 'pending' && verdict.isMissing === true);
		changes.push({...toItemChange(item, transition), ...pendingChange(item, missing ?? creation, sighting)});
	}

	await journal.changeItems(changes);
	return {deletes, wait};
}

/** The verdict on a new notification that is not listed any more, where another one with its content is: that is not it. Undefined if the verdict is on the new one. */
function whenGone(
	context: OperationContext,
	{newId, missingSince}: Operation,
	verdict: CreationVerdict,
	sighting: Sighting,
): CreationVerdict | undefined {
	const {listing} = sighting;
	const isAnother =
		(verdict.kind === 'certified' && verdict.id !== newId) ||
		(verdict.kind === 'ambiguous' && !verdict.ids.includes(newId!));
	if (!isAnother || !listing.complete || isListedIn(sighting, newId!)) {
		return undefined;
	}

	const wait = untilSecondListing(context, missingSince, sighting);
	return wait > 0 ? {kind: 'pending', wait, isMissing: true} : {kind: 'absent'};
}

/** The reason why a listing is partial; undefined if it is complete. */
const partialReason = ({listing}: Sighting): string | undefined => (listing.complete ? undefined : listing.reason);

/** Returns the states to record while one notification of an item is being deleted, and the twins to name after that: a replacement is half done again if the DELETE has no effect. */
const halfDone = (item: Operation, sentState: 'deleting' | 'undoing'): ItemStates => ({
	sentState,
	sentDetail: namesTwins(item.detail) ? item.detail : undefined,
	noEffectState: item.kind === 'replace' ? 'created' : 'creating',
	noEffectText: failure =>
		(sentState === 'undoing' ? newIsKept(item, failure) : afterRejection({...item, state: sentState}, failure)).detail,
});

/** The time, in milliseconds, for which DELETEs rely on a listing after it was read. A wait or a pause can be longer. */
const maxListingAge = 60_000;

/** Returns what a listing says, and reads it again once it is too old. */
function keepCurrent<T>(
	{elapsed}: Pick<OperationContext, 'elapsed'>,
	first: T,
	again: () => Promise<T>,
): () => Promise<T> {
	let reading = (async () => first)();
	let readAt = elapsed.now();
	const renew = async () => {
		const found = await again();
		readAt = elapsed.now();
		return found;
	};

	return async () => {
		const last = reading;
		await last;
		if (reading === last && elapsed.between(readAt, elapsed.now()) > maxListingAge) {
			reading = renew();
		}

		return reading;
	};
}

/** The items for which a listing allows a DELETE, by the operation. */
type Allowed<T> = ReadonlyMap<number, T> | {readonly failure: Failure};

/** Items by the number of their operation. */
const byOperation = <T>(items: readonly T[], idOf: (item: T) => number): ReadonlyMap<number, T> =>
	new Map(items.map(item => [idOf(item), item]));

/** Sends the requests that a listing allows. What a later one does not allow any more is left for the next round. */
async function sendAllowed<T>(
	{bulk: {context}, send}: Run,
	first: Allowed<T>,
	again: () => Promise<Allowed<T>>,
	work: (item: T) => Promise<PoolDecision>,
): Promise<Failure | undefined> {
	if ('failure' in first) {
		return first.failure;
	}

	const current = keepCurrent(context, first as Allowed<T>, again);
	return send('DELETE', first.keys(), async id => {
		const allowed = await current();
		if ('failure' in allowed) {
			return {kind: 'stop', failure: allowed.failure};
		}

		const item = allowed.get(id);
		return item === undefined ? {kind: 'next'} : work(item);
	});
}

/** Sends the DELETE of an item, for a notification that the operator chose or that a listing certified as the item's own. If the outcome is unknown or the service answers 404, a listing decides. */
async function deleteItem(
	run: Run,
	item: number,
	target: NotificationSnapshot | CertifiedId,
	states: ItemStates = {},
): Promise<PoolDecision> {
	const {connection, signal, onPhase} = run.bulk.context;
	const id = typeof target === 'string' ? target : target.id;
	const {decision} = await sendItem(run, {
		...states,
		item,
		request: {method: 'DELETE', target: id},
		async send() {
			onPhase?.('deleting');
			const deleted = await deleteNotification(connection, id, signal);
			return deleted.ok ? succeed({}) : deleted;
		},
		// A 503 with Retry-After means that the request was not processed (RFC 9110, section 15.6.4).
		mayRepeat: ({status, retryAfter}) => status === 503 && retryAfter !== undefined,
	});
	return decision;
}

/** The outcome of a request for its item. */
type ItemOutcome = 'done' | 'failed' | 'planned' | 'unknown';

type ItemStates = {
	/** The item's state while the outcome is open; by default derived from the method. */
	readonly sentState?: OperationState;
	/** The item's detail while the outcome is open; by default none. */
	readonly sentDetail?: string | undefined;
	/** The item's state if the request had no effect; by default `planned` or `failed`. */
	readonly noEffectState?: OperationState;
	/** Returns the detail if the request had no effect; by default the service's answer. Not yet safe to show. */
	readonly noEffectText?: (failure: Failure) => string | undefined;
};

type ItemRequest = ItemStates & {
	readonly item: number;
	readonly request: SentRequest;
	/** Sends it. `newId`: what the service created; `isUnidentified`: it did not say which. `overwritten`: see `Operation`. */
	readonly send: () => Promise<
		Result<{
			readonly newId?: string | undefined;
			readonly isUnidentified?: boolean;
			readonly overwritten?: NotificationSnapshot | undefined;
		}>
	>;
	/** Returns true for further failures that mean that the request was not processed and may be sent again. */
	readonly mayRepeat: (failure: Failure) => boolean;
	/** Whether the item is done when the request took effect; true by default. Otherwise it is done when a listing shows it. */
	readonly isLast?: boolean;
};

const states: Readonly<Record<ItemOutcome, OperationState | undefined>> = {
	done: 'done',
	failed: 'failed',
	planned: 'planned',
	unknown: undefined,
};

type ItemResult = {readonly outcome: ItemOutcome; readonly decision: PoolDecision};

/** Sends the request of one item. The journal records it before it is sent, and its outcome with the item's new state afterwards, each in one transaction. */
export async function sendItem(
	{bulk: {context, journal, notes}, counter}: Pick<Run, 'bulk' | 'counter'>,
	{item, request, send, mayRepeat, sentState, sentDetail, noEffectState, noEffectText, isLast = true}: ItemRequest,
): Promise<ItemResult> {
	const {elapsed} = context;
	const earlier = journal
		.requestsOf(item)
		.filter(
			({method, target}) => method === request.method && (request.target === undefined || target === request.target),
		);
	const hasEarlier = earlier.some(one => isAwaited(one));
	const entry = await journal.itemSent(item, {...request, moment: elapsed.now()}, sentState, sentDetail);
	counter.add({inFlight: 1});
	const result = await send();
	if (result.ok) {
		const {newId, isUnidentified = false, overwritten} = result.value;
		const outcome = isUnidentified ? 'unknown' : 'done';
		notes?.delete(item);
		// A successful response is not proof: a listing ends the item.
		await journal.itemAnswered(entry, {outcome: 'ok', target: newId, moment: elapsed.now()}, {overwritten});
		counter.add({inFlight: -1, ...(isLast && {[isUnidentified ? 'unknown' : 'accepted']: 1})});
		return {outcome, decision: {kind: 'next', verdict: 'effective'}};
	}

	const {failure} = result;
	notes?.set(item, {failure});
	const answered = judge(request.method, failure, mayRepeat);
	// An earlier request may still take effect.
	const judged = hasEarlier && answered.outcome === 'failed' ? ({...answered, outcome: 'unknown'} as const) : answered;
	const isUnknown = judged.outcome === 'unknown';
	await journal.itemAnswered(
		entry,
		{...toAnswer(failure), moment: elapsed.now()},
		{
			state: isUnknown ? undefined : (noEffectState ?? states[judged.outcome]),
			detail: isUnknown ? failure.summary : sanitise(noEffectText?.(failure) ?? failureText(failure)),
			issues: isUnknown ? undefined : issuesOf(failure),
		},
	);
	counter.add({inFlight: -1, ...((noEffectState === undefined || isUnknown) && {[judged.outcome]: 1})});
	return judged;
}

function judge(method: SentRequest['method'], failure: Failure, mayRepeat: ItemRequest['mayRepeat']): ItemResult {
	const {kind, outcome} = failure;
	if (kind === 'unauthorized' || failure.isLasting === true) {
		return {outcome: 'planned', decision: {kind: 'stop', failure}};
	}

	if (kind === 'forbidden') {
		return {outcome: 'failed', decision: {kind: 'next', verdict: {refusal: failure}}};
	}

	// The request was cancelled before it was sent.
	if (kind === 'cancelled' && outcome === 'not-sent') {
		return {outcome: 'planned', decision: {kind: 'next'}};
	}

	if (kind === 'rate-limited' || (kind === 'unreachable' && outcome === 'not-sent') || mayRepeat(failure)) {
		return {outcome: 'planned', decision: {kind: 'wait', failure}};
	}

	// A DELETE that is answered with 404 may have taken effect earlier.
	const isUnknown = outcome === 'unknown' || (method === 'DELETE' && kind === 'not-found');
	return {outcome: isUnknown ? 'unknown' : 'failed', decision: {kind: 'next'}};
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
