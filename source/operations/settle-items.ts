import {failureSentence, issuesOf, type Failure} from '../service/failure.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import {canonicalForm, findRewritten, rewritableForm} from '../notification/equivalence.ts';
import {idOfRecord, type ListedRecord, type NotificationFields} from '../notification/notification.ts';
import {kindWords} from '../notification/operation-texts.ts';
import {inSlices} from '../platform/time-slices.ts';
import type {ItemChange} from '../ledger/batches/batch-items.ts';
import type {Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {afterDelete, keptIdText, rollBackHalfDone} from './after-delete.ts';
import {afterPost} from './after-post.ts';
import {type BatchContext, type ItemSet, itemsOfBatch, toItemChange} from './item-set.ts';
import {
	type Facts,
	type Intent,
	listingProblem,
	mayHaveEffect,
	nameFirst,
	type OrNoListing,
	type Transition,
	twinsText,
	waitingText,
} from './transitions.ts';
import {judgeCreation, twinsOf} from './judge-creation.ts';
import {judgeDeletion} from './judge-deletion.ts';
import {changedMembers} from './sent.ts';
import {
	certifyChoice,
	contentOfDeleted,
	deletesOf,
	notificationsIn,
	pendingChange,
	recordWithId,
	saveSentContent,
	waitFor,
	type CertifiedId,
	type CreationVerdict,
	type DeletionVerdict,
	type Sighting,
} from './operation-context.ts';
import {fetchListing, pollListing} from './look.ts';

/** Why items are judged, and the ID that the operator chose as the new notification of one of them. */
export type Way = {readonly intent: Intent; readonly chosenId?: string | undefined};

/** The items that a listing leaves undecided. */
export type OpenItems = {
	/** The reason why the outcome of some items is still unknown; safe to show. */
	readonly problem: string | undefined;
	/** Milliseconds until a listing can decide the last item; undefined if no item waits for one. */
	readonly wait: number | undefined;
	/** Whether one that waits is listed. What is no longer listed needs more time, not more listings. */
	readonly isListed?: boolean;
	readonly sighting?: Sighting;
	readonly failure?: Failure;
};

type Pending = {readonly wait: number; readonly isMissing?: true; readonly isListed?: boolean};

/** Concludes from one listing the outcome of the items of unknown outcome. It sends nothing. */
export async function settleItems(
	batchContext: BatchContext,
	set: ItemSet,
	way: Way,
	sighting: Sighting,
): Promise<OpenItems> {
	const {context} = batchContext;
	const {listing} = sighting;
	const pending: Pending[] = [];
	const reasons: string[] = [];
	for (const settle of [settleCreations, settleDeletions]) {
		await settle(batchContext, set, way, sighting, (verdict, change) => {
			if (verdict.kind === 'pending') {
				pending.push(verdict);
			} else if (change.state === undefined && change.detail !== undefined) {
				reasons.push(change.detail);
			}
		});
	}

	const last = pending.toSorted((a, b) => b.wait - a.wait)[0];
	const reason = reasons[0];
	if (last === undefined) {
		return {problem: reason, wait: undefined, sighting};
	}

	return {
		problem: reason ?? waitingText(context, {...last, problem: listing.complete ? undefined : listing.reason}),
		wait: last.wait,
		isListed: batchContext.notes === undefined || pending.some(({isListed}) => isListed !== false),
		sighting,
	};
}

type OnJudged = (verdict: CreationVerdict | DeletionVerdict, change: Pick<ItemChange, 'state' | 'detail'>) => void;

async function settleCreations(
	{context, journal, notes}: BatchContext,
	set: ItemSet,
	{intent, chosenId}: Way,
	sighting: Sighting,
	onJudged: OnJudged,
): Promise<void> {
	const creating = () => set.itemsIn('creating');
	const viewOf = await viewsOf(set, creating(), sighting.listing);
	// A notification that one item has adopted is not the new one of another, also if the service named it to both.
	const adopted = new Set<string | undefined>();
	const judge = (item: Operation) => {
		const requests = journal.requestsOf(item.id);
		const listing = viewOf(item, requests);
		const view =
			adopted.size === 0
				? {...sighting, listing}
				: {...sighting, listing: {...listing, records: listing.records.filter(one => !adopted.has(idOfRecord(one)))}};
		return {requests, view, verdict: judgeCreation(context, item, requests, view)};
	};

	const toChange = async (item: Operation): Promise<ItemChange | undefined> => {
		let {requests, view, verdict} = judge(item);
		while (verdict.kind === 'certified' && journal.otherItemOf(item, verdict.id) !== undefined) {
			adopted.add(verdict.id);
			({requests, view, verdict} = judge(item));
		}

		if (chosenId !== undefined) {
			const chosen = chooseIn(verdict, chosenId);
			if (chosen === undefined) {
				const change = {detail: sanitise(`${chosenId} is not listed with the content that was sent.`)};
				onJudged({kind: 'ambiguous', ids: [], isRewritten: false}, change);
				return {id: item.id, ...change};
			}

			verdict = chosen;
		}

		if (verdict.kind === 'pending') {
			onJudged(verdict, {});
			notes?.set(item.id, {...notes.get(item.id), verdict});
			const missing = pendingChange(item, verdict, view);
			return missing && {id: item.id, ...missing};
		}

		if (verdict.kind === 'certified' || verdict.kind === 'overwritten') {
			adopted.add(verdict.id);
			await saveSentContent(context, verdict.id, item.input!);
		}

		const transition = takesBack(item, verdict, intent, chosenId)
			? takenBack(item, verdict as Extract<CreationVerdict, {kind: 'certified'}>, chosenId)
			: afterPost(item, verdict, {
					intent,
					requests,
					sighting,
					isOldMissing: item.kind === 'replace' && recordWithId(sighting, item.snapshot!.id) === undefined,
					failure: notes?.get(item.id)?.failure,
					changed:
						verdict.kind === 'certified'
							? changedMembers(item, recordWithId(sighting, verdict.id), journal)
							: undefined,
					settlingTime: context.settlingTime,
				});
		const change = toItemChange(item, transition);
		// The answer to its POST is told no more: what a listing shows counts.
		notes?.set(item.id, transition.candidates === undefined ? {} : {candidates: transition.candidates});
		onJudged(verdict, change);
		return isNothingNew(item, change) ? undefined : change;
	};

	for await (const slice of inSlices(creating())) {
		const changes: ItemChange[] = [];
		for (const item of slice) {
			const change = await toChange(item);
			changes.push(...(change === undefined ? [] : [change]));
		}

		await journal.changeItems(changes);
	}
}

/** The verdict, if the operator chose this notification as the new one. Undefined if it cannot be it. */
function chooseIn(verdict: CreationVerdict, chosenId: string): CreationVerdict | undefined {
	const id = certifyChoice(verdict, chosenId);
	const others = verdict.kind === 'ambiguous' ? verdict.ids.filter(other => other !== id) : [];
	return id === undefined
		? undefined
		: {kind: 'certified', id, twins: others, ...('former' in verdict && {former: verdict.former})};
}

/** Whether a new notification is to be deleted again, because its creation is rolled back. */
const takesBack = (
	{kind, snapshot}: Operation,
	verdict: CreationVerdict,
	intent: Intent,
	chosenId: string | undefined,
): boolean =>
	intent === 'roll-back' &&
	verdict.kind === 'certified' &&
	(kind !== 'replace' || verdict.id === snapshot!.id || (verdict.isUnconfirmed === true && chosenId === undefined));

/** Names the new notification: it is deleted next, unless the operator has to name it first. */
const takenBack = (
	{kind, snapshot}: Operation,
	{id, isUnconfirmed, twins = []}: Extract<CreationVerdict, {kind: 'certified'}>,
	chosenId: string | undefined,
): Transition => {
	if (kind === 'replace' && id === snapshot!.id) {
		return {newId: id, detail: keptIdText(id)};
	}

	return isUnconfirmed === true && chosenId === undefined
		? nameFirst(id)
		: {newId: id, ...(twins.length > 0 && {detail: twinsText(twins)})};
};

async function settleDeletions(
	{context, journal, notes}: BatchContext,
	set: ItemSet,
	{intent}: Way,
	sighting: Sighting,
	onJudged: OnJudged,
): Promise<void> {
	const made = (['deleting', 'undoing'] as const).flatMap(state =>
		set
			.itemsIn(state)
			.filter(({input}) => input !== undefined)
			.toArray(),
	);
	const viewOf = await viewsOf(set, made, sighting.listing);
	const twinsIn = (item: Operation, requests: readonly RequestEntry[]) =>
		item.input === undefined ? [] : twinsOf(context, item, requests, {...sighting, listing: viewOf(item, requests)});
	const toChange = (item: Operation): ItemChange | undefined => {
		const requests = journal.requestsOf(item.id);
		const verdict = judgeDeletion(context, deletedId(item), requests, sighting, {
			content: contentOfDeleted(item),
			missingSince: item.missingSince,
		});
		const failure = notes?.get(item.id)?.failure;
		const transition = afterDelete(item, verdict, {
			intent,
			requests,
			failure,
			twins: verdict.kind === 'gone' ? twinsIn(item, requests) : undefined,
			isNewMissing: item.newId !== undefined && recordWithId(sighting, item.newId) === undefined,
			settlingTime: context.settlingTime,
		});
		if (verdict.kind === 'pending' && transition.state === undefined) {
			onJudged(verdict, {});
			notes?.set(item.id, {...notes.get(item.id), verdict});
			const missing = pendingChange(item, verdict, sighting);
			return missing && {id: item.id, ...missing};
		}

		// Of several, the service's answer to one that failed is shown nowhere else.
		const answer =
			notes === undefined && transition.state === 'failed' && verdict.kind === 'kept'
				? `${requests.at(-1)?.summary ?? ''} `.trimStart()
				: '';
		const change = toItemChange(
			item,
			answer === '' ? transition : {...transition, detail: `${answer}${transition.detail ?? ''}`},
		);
		notes?.set(
			item.id,
			verdict.kind === 'kept' && failure !== undefined ? {failure: stillListed(failure, change)} : {},
		);
		onJudged(verdict, change);
		return isNothingNew(item, change) ? undefined : change;
	};

	for (const state of ['deleting', 'undoing'] as const) {
		for await (const slice of inSlices(set.itemsIn(state))) {
			await journal.changeItems(slice.map(item => toChange(item)).filter(change => change !== undefined));
		}
	}
}

/** The failure of a DELETE whose notification is still listed. */
const stillListed = (failure: Failure, {state}: ItemChange): Failure =>
	state === 'failed'
		? {...failure, outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'}
		: failure;

/** Whether a change says only what the journal has. */
const isNothingNew = (item: Operation, {state, newId = item.newId, detail, overwritten}: ItemChange): boolean =>
	state === undefined && newId === item.newId && detail === item.detail && overwritten === undefined;

/** The notification that an operation in the state `deleting` or `undoing` deletes. */
const deletedId = ({state, snapshot, newId}: Operation): string => (state === 'deleting' ? snapshot!.id : newId!);

/** Checks listings over several seconds for all items of unknown outcome, as `settleItems` does; undefined if there are none. */
export async function verifyItems(batchContext: BatchContext, set: ItemSet, way: Way): Promise<OpenItems | undefined> {
	const {context} = batchContext;
	if (set.counts().unknown === 0) {
		return undefined;
	}

	const open = await pollListing<OpenItems>(
		context,
		async () => {
			const attempt = await fetchListing(context);
			return 'failure' in attempt
				? {problem: failureSentence(attempt.failure), failure: attempt.failure, wait: undefined}
				: settleItems(batchContext, set, way, attempt);
		},
		({sighting, wait, isListed}) =>
			wait === undefined || ((wait === 0 || batchContext.notes !== undefined) && sighting?.listing.complete !== true)
				? undefined
				: {wait, isListed: isListed !== false},
	);
	await sayWhatPends(batchContext, set, way, open);
	return open;
}

/** Says of one that is acted on alone why nothing decides, and until when a listing can. */
async function sayWhatPends(
	{context, journal, notes}: BatchContext,
	set: ItemSet,
	{intent}: Way,
	{sighting, failure}: OpenItems,
): Promise<void> {
	if (notes === undefined) {
		return;
	}

	for (const item of (['creating', 'deleting', 'undoing'] as const).flatMap(state => set.itemsIn(state).toArray())) {
		const note = notes.get(item.id) ?? {};
		const requests = journal.requestsOf(item.id);
		const awaited =
			item.state === 'creating'
				? requests.filter(({method}) => method === 'POST')
				: deletesOf(requests, deletedId(item));
		const verdict: OrNoListing<CreationVerdict & DeletionVerdict> | undefined =
			failure === undefined
				? (note.verdict as (CreationVerdict & DeletionVerdict) | undefined)
				: {kind: 'pending', wait: waitFor(context, awaited, {startedAt: context.elapsed.now()})};
		if (verdict?.kind !== 'pending') {
			continue;
		}

		const partial = sighting?.listing.complete === false ? sighting.listing.reason : undefined;
		const problem = failure === undefined ? partial : failureSentence(failure);
		const facts = {
			intent,
			requests,
			sighting,
			failure: note.failure,
			isOldMissing:
				item.kind === 'replace' && (sighting === undefined || recordWithId(sighting, item.snapshot!.id) === undefined),
			waiting: waitingText(context, {
				...verdict,
				problem: listingProblem(problem, awaited, note.failure),
				isCreation: item.state === 'creating',
			}),
			settlingTime: context.settlingTime,
		};
		const transition = transitionOf(item, verdict, facts);
		const shown = note.failure ?? failure;
		notes.set(item.id, {...note, failure: shown, isAccepted: transition.isAccepted});
		await journal.changeItems([{...toItemChange(item, transition), issues: shown && issuesOf(shown)}]);
	}
}

/** What is said of an item that nothing decides. A replacement that is rolled back says which of the two is kept. */
function transitionOf(
	item: Operation,
	verdict: Extract<OrNoListing<CreationVerdict & DeletionVerdict>, {kind: 'pending'}>,
	facts: Facts & {readonly waiting: string},
): Transition {
	if (item.state === 'creating') {
		return afterPost(item, verdict, facts);
	}

	return facts.intent === 'roll-back' && item.state === 'deleting' && item.kind === 'replace'
		? rollBackHalfDone(item, {
				creation: {kind: 'certified', id: item.newId as CertifiedId},
				old: verdict,
				isNewListed: true,
				waiting: () => facts.waiting,
			})
		: afterDelete(item, verdict, facts);
}

/** Adds to the planned creations the identical notifications that were listed since they were planned: what existed before a POST is not what that creates. A set can be run long after it was planned. If somebody else has created one of them since, it is not created once more. */
export async function noteKnown({context, journal}: BatchContext, set: ItemSet): Promise<void> {
	const records = context.lastListed?.() ?? [];
	const viewOf = await viewsOf(set, set.plannedIn('POST'), {complete: true, records});
	// What an item of unknown outcome may have created is nobody else's.
	const sent = new Set(set.itemsIn('creating').map(({input}) => rewritableForm(input!)));
	const isElsewhere = (item: Operation, id: string) =>
		!sent.has(rewritableForm(item.input!)) && journal.otherItemOf(item, id) === undefined;
	const toChange = (item: Operation): ItemChange | undefined => {
		const alike = set.batch === undefined ? findRewritten(item.input!, records) : notificationsIn(viewOf(item, []));
		const found = alike.filter(({id}) => !item.knownIds.includes(id));
		if (found.length === 0 || mayHaveEffect(journal.requestsOf(item.id))) {
			return undefined;
		}

		const form = canonicalForm(item.input!);
		const elsewhere = found.find(record => canonicalForm(record) === form && isElsewhere(item, record.id));
		return {
			id: item.id,
			knownIds: [...item.knownIds, ...found.map(({id}) => id)],
			...(elsewhere !== undefined && {
				state: 'rolled-back',
				detail: `Not ${kindWords[item.kind].done.toLowerCase()}: an identical one was created elsewhere (${sanitise(elsewhere.id)}).`,
			}),
		};
	};

	for await (const slice of inSlices(set.plannedIn('POST'))) {
		await journal.changeItems(slice.map(item => toChange(item)).filter(change => change !== undefined));
	}
}

/** Returns, for each item, the part of a listing that can match it. Searching a whole long listing for every item would take minutes. */
export async function viewsOf(
	set: ItemSet,
	items: Iterable<Operation>,
	listing: Listing,
): Promise<(item: Operation, requests: readonly RequestEntry[]) => Listing> {
	if (set.batch === undefined) {
		return () => listing;
	}

	const users = new Set<string>();
	for await (const slice of inSlices(items)) {
		for (const {input} of slice) {
			users.add(userOf(input!));
		}
	}

	if (users.size === 0) {
		return () => listing;
	}

	const alike = new Map<string, ListedRecord[]>();
	const unreadable = new Map<string | undefined, ListedRecord>();
	for await (const slice of inSlices(listing.records)) {
		for (const record of slice) {
			if (record.kind === 'unreadable') {
				unreadable.set(idOfRecord(record), record);
			} else if (users.has(userOf(record))) {
				const form = formOf(record);
				const others = alike.get(form) ?? [];
				others.push(record);
				alike.set(form, others);
			}
		}
	}

	return ({input}, requests) => {
		const named = requests
			.map(({target}) => (target === undefined ? undefined : unreadable.get(target)))
			.filter(record => record !== undefined);
		return {...listing, records: [...(alike.get(formOf(input!)) ?? []), ...named]};
	};
}

// The journal stores no API key: an input read back from it may contain `[API key]` instead.
const formOf = (fields: NotificationFields): string => hideSecrets(rewritableForm(fields));
const userOf = ({userId}: NotificationFields): string => hideSecrets(userId.trim().normalize('NFC'));

/** Concludes from one listing the outcome of the items of a batch. It sends nothing. */
export const settleBatch = async (batchContext: BatchContext, batch: number, sighting: Sighting): Promise<OpenItems> =>
	settleItems(batchContext, itemsOfBatch(batchContext.journal, batch), {intent: 'settle'}, sighting);
