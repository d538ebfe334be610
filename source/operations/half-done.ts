import {byOperation, deleteItem, sendAllowed, type ItemStates, type Run} from './send-items.ts';
import type {Failure} from '../service/failure.ts';
import {namesTwins} from '../notification/operation-texts.ts';
import {recordsById} from '../query/changes.ts';
import type {ItemChange} from '../ledger/batches/batch-items.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {fetchListing, type ListingAttempt, pollListing} from './look.ts';
import {type BatchContext, type ItemSet, toItemChange} from './item-set.ts';
import {afterRejection, newIsKept, waitingText, withOverwritten, withTwins} from './transitions.ts';
import {
	alreadyGone,
	isDeletedElsewhere,
	isGoneReported,
	otherContentText,
	rollBackHalfDone,
	whyOldIsKept,
} from './after-delete.ts';
import {judgeCreation, twinsOf} from './judge-creation.ts';
import {judgeDeletion} from './judge-deletion.ts';
import {changedMembers, isChangeReported} from './sent.ts';
import {
	certifyChoice,
	deletesOf,
	isListedIn,
	pendingChange,
	untilSecondListing,
	waitFor,
	type CertifiedId,
	type CreationVerdict,
	type OperationContext,
	type Sighting,
} from './operation-context.ts';
import {whyProtected} from './refusals.ts';
import {verifyItems, viewsOf, type Way} from './settle-items.ts';

/** Deletes the old notification of each replacement whose new one is listed. */
export async function deleteOldNotifications(run: Run): Promise<Failure | undefined> {
	const {bulk, set} = run;
	const find = async (attempt: ListingAttempt) =>
		'failure' in attempt ? attempt : byOperation(await oldNotificationsToDelete(run, attempt), ({id}) => id);
	const open = await verifyItems(bulk, set, {intent: 'continue'});
	run.lookProblem = open?.failure && open.problem;
	if (run.lookProblem !== undefined || set.itemsIn('created').next().done === true) {
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
export async function deleteNewNotifications(
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
export const newOnesIn = (set: ItemSet, {intent}: Way): IteratorObject<Operation, void> =>
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
			if (creation.kind === 'certified' && creation.isUnconfirmed) {
				// The operator was asked to name it.
				continue;
			}

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
		((verdict.kind === 'certified' || verdict.kind === 'overwritten') && verdict.id !== newId) ||
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
