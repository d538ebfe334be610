import type {Listing} from '../api/listing/list-notifications.ts';
import {canonicalForm, findCandidates, findRewrittenCandidates, matcherOfSent, rewritableForm} from '../domain/equivalence.ts';
import {idOfRecord} from '../domain/record-id.ts';
import type {ListedRecord, Notification, NotificationFields} from '../domain/notification.ts';
import type {NotificationSnapshot, Operation, RequestEntry} from '../storage/journal/operation.ts';
import type {Moment} from '../system/monotonic-clock.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {OperationContext} from './operation-context.ts';
import {takeSnapshot} from './snapshot.ts';

/** A listing. */
export type Sighting = {
	readonly listing: Listing;
	/** The time when its first request was sent. */
	readonly startedAt: Moment;
	/** The records that were listed before, if there was a listing. */
	readonly before?: readonly ListedRecord[] | undefined;
};

/** Milliseconds between two listings that prove together that something is missing. One listing may lack it by mistake. */
const betweenListings = 2000;

declare const certified: unique symbol;

/** The ID of a notification that an operation created and that a listing showed with the content that was sent. */
export type CertifiedId = string & {readonly [certified]: true};

/** A placeholder among an operation's known IDs: other notifications may have existed that no listing showed. No record has an empty ID (api/listing/read-record.ts). */
export const unknownPriorId = '';

/** `isMissing`: this listing is the first of the two that prove together that it is missing, or the second came too soon after it. */
type Missing = {readonly isMissing?: true};

/** The verdict on a notification that was to be deleted. */
export type DeletionVerdict =
	| {readonly kind: 'gone'}
	/** The notification is listed, and no DELETE of it can still take effect. */
	| {readonly kind: 'kept'}
	/** Nothing is proven yet. `wait`: milliseconds after which a listing can decide; 0 if a complete one could decide now. */
	| {readonly kind: 'pending'; readonly wait: number; readonly isListed: boolean} & Missing;

/** The verdict on a notification that was to be created. */
export type CreationVerdict =
	/** `isUnconfirmed`: no answer named it, so that somebody else may have created it. `twins`: other new notifications with the same content; a proxy may have sent the request twice. */
	| {readonly kind: 'certified'; readonly id: CertifiedId; readonly isUnconfirmed?: true; readonly twins?: readonly string[]}
	/** The service changed a notification that was listed before instead of creating one. `former`: what it was. */
	| {readonly kind: 'overwritten'; readonly id: string; readonly former: NotificationSnapshot}
	/** Several notifications match. `isRewritten`: their text differs from what was sent. */
	| {readonly kind: 'ambiguous'; readonly ids: readonly string[]; readonly isRewritten: boolean}
	/** The notification is not listed, and no POST can still take effect. `adoptedId`: one with this content is listed, but another operation counts it as its own, although no answer named it. */
	| {readonly kind: 'absent'; readonly adoptedId?: string}
	/** Nothing is proven yet. `probableId`: a listed notification has this content, but that is not enough evidence to delete anything. */
	| {readonly kind: 'pending'; readonly wait: number; readonly probableId?: string} & Missing;

/** The context that a verdict depends on, besides the evidence. */
export type JudgeContext = Pick<OperationContext, 'elapsed' | 'settlingTime' | 'knownSince' | 'log' | 'profile'>;

/** Whether a request may still take effect. A DELETE answered with 404 may follow one that has just taken effect. */
export const isAwaited = ({method, outcome, status}: RequestEntry): boolean => (
	(outcome !== 'rejected' && outcome !== 'not-sent') || (method === 'DELETE' && status === 404)
);

/** Milliseconds from a listing until a listing can prove whether these requests took effect. */
export function waitFor({elapsed, settlingTime}: JudgeContext, requests: readonly RequestEntry[], {startedAt}: Sighting): number {
	return Math.max(0, ...requests.filter(request => isAwaited(request)).map(({moment}) => settlingTime - elapsed.between(moment, startedAt)));
}

/** The content of the notification that an operation in the state `deleting` or `undoing` deletes. */
export const contentOfDeleted = ({state, snapshot, input}: Operation): NotificationFields | undefined => state === 'undoing' ? input : snapshot?.input;

/** The DELETEs of a notification. */
export const deletesOf = (requests: readonly RequestEntry[], id: string): RequestEntry[] => requests.filter(({method, target}) => method === 'DELETE' && target === id);

export type DeletionFacts = {
	/** See `Operation`. */
	readonly missingSince?: Moment | undefined;
	/** Its content. A record with its ID and another content is another notification: some services use IDs again. */
	readonly content?: NotificationFields | undefined;
};

/**
Judges what the DELETEs of a notification did. A request takes effect, and every listing shows it, within the settling time; before that, a listing that still shows the notification proves nothing.

A complete listing without it, begun after the service confirmed a DELETE, proves that it is gone; two are needed if other notifications are missing as well. If no DELETE was confirmed, two complete listings prove it, both begun after the settling time unless it had been listed for longer than that.

@param context - The clock, the settling time, and what was seen before.
@param id - The ID of the notification.
@param requests - All requests of the operation.
@param sighting - The listing to judge by.
@param facts - Facts that are known already.
*/
export function judgeDeletion(context: JudgeContext, id: string, requests: readonly RequestEntry[], sighting: Sighting, facts: DeletionFacts = {}): DeletionVerdict {
	const {missingSince, content} = facts;
	const {listing: {complete}} = sighting;
	const deletes = deletesOf(requests, id);
	// What a later operation created under this ID is another notification.
	const isListed = isListedIn(sighting, id, content) && !deletes.some(({operation}) => context.log.isCreatedLater({id: operation, profile: context.profile}, id));
	if (isListed) {
		const wait = waitFor(context, deletes, sighting);
		if (wait === 0 && content !== undefined && deletes.some(({operation}) => isAwaitedLater(context, operation, content))) {
			// Some services use IDs again: the listed one may be what the later operation created.
			return {kind: 'pending', wait, isListed: false};
		}

		return wait === 0 ? {kind: 'kept'} : {kind: 'pending', wait, isListed};
	}

	if (complete && isConfirmedBefore(context, deletes, sighting) && !lacksOthers(context, sighting)) {
		return {kind: 'gone'};
	}

	const untilMissing = untilMissingCounts(context, id, deletes, sighting);
	if (!complete || untilMissing > 0) {
		return {kind: 'pending', wait: untilMissing, isListed};
	}

	const untilSecond = untilSecondListing(context, missingSince, sighting);
	return untilSecond === 0 ? {kind: 'gone'} : {kind: 'pending', wait: untilSecond, isListed, isMissing: true};
}

/** Whether an operation is pending that is later than this one and may have created a notification with this content. */
export const isAwaitedLater = ({log, profile}: JudgeContext, operation: number, content: NotificationFields): boolean => (
	[...log.unfinished(profile), ...log.pendingCreations(profile)].some(({id, state, input}) => state === 'creating' && id > operation && input !== undefined && isAlike(input, content))
);

/** Whether the service confirmed one of these requests before the listing began. */
const isConfirmedBefore = ({elapsed}: JudgeContext, requests: readonly RequestEntry[], {startedAt}: Sighting): boolean => (
	requests.some(({outcome, moment}) => outcome === 'ok' && elapsed.between(moment, startedAt) >= 0)
);

/** Milliseconds from a listing until listings without a notification count. A listing that is behind lacks new notifications; one that has been known for long is missing because it is gone. */
function untilMissingCounts(context: JudgeContext, id: string, deletes: readonly RequestEntry[], sighting: Sighting): number {
	const since = context.knownSince(id);
	const newness = Math.max(0, context.settlingTime - context.elapsed.between(since, sighting.startedAt));
	if (!deletes.some(request => isAwaited(request))) {
		return newness;
	}

	// A notification that was never listed here may be new, however long this process has run.
	const wait = waitFor(context, deletes, sighting);
	return since === undefined ? wait : Math.min(wait, newness);
}

/** Milliseconds from a listing until another one can prove that what is missing in both does not exist; 0 if this is that one. */
export const untilSecondListing = ({elapsed}: JudgeContext, missingSince: Moment | undefined, {startedAt}: Sighting): number => (
	missingSince === undefined ? betweenListings : Math.max(0, betweenListings - elapsed.between(missingSince, startedAt))
);

/** Whether a notification that was listed before is missing although nobody deleted it here. Then the listing may be wrong. */
function lacksOthers({log, profile}: JudgeContext, {listing, before = []}: Sighting): boolean {
	if (before.length === 0) {
		return false;
	}

	const listed = recordsById(listing.records);
	return before.some(record => record.kind === 'notification' && !listed.has(record.id) && !log.isDeletedHere(profile, record.id));
}

const indexes = new WeakMap<readonly ListedRecord[], ReadonlyMap<string | undefined, ListedRecord>>();

/** The records by ID, indexed once. */
export function recordsById(records: readonly ListedRecord[]): ReadonlyMap<string | undefined, ListedRecord> {
	const index = indexes.get(records) ?? new Map(records.map(record => [idOfRecord(record), record]));
	indexes.set(records, index);
	return index;
}

/**
Judges the outcome of an operation's POSTs: the new notification has the content that was sent and was not there before. An ID in a response decides among several matches. If the service confirmed the POST without an ID, the only new match is it. Without a confirmation, a match counts after the settling time: until then it may be somebody else's.
*/
export function judgeCreation(context: JudgeContext, operation: Operation, requests: readonly RequestEntry[], sighting: Sighting): CreationVerdict {
	const {listing} = sighting;
	const posts = requests.filter(({method}) => method === 'POST');
	if (!posts.some(request => isAwaited(request))) {
		// Requests are written to the journal before they are sent, so none was sent.
		return {kind: 'absent'};
	}

	const {exact, rewritten, isClaimed} = matchesIn(context, operation, posts, sighting);
	const named = posts.map(({target}) => target);
	const found = exact.length > 0 ? exact : rewritten;
	const wait = waitFor(context, posts, sighting);
	const hasName = named.some(id => id !== undefined);
	const overwritten = overwrittenIn(operation, sighting);
	// Where an answer names a new ID, or another match is listed, somebody else may have given the ID again, or a listing is behind.
	const namesNew = named.some(id => id !== undefined && ![overwritten?.id, operation.overwritten?.id, ...operation.knownIds].includes(id));
	const isLikely = (wait === 0 || !namesNew) && (operation.overwritten !== undefined || found.every(id => id === overwritten?.id));
	if (overwritten !== undefined && isLikely) {
		return {kind: 'overwritten', id: overwritten.id, former: overwritten};
	}

	const isUnchecked = operation.knownIds.includes(unknownPriorId);
	// If no listing preceded the POST, the ID in the response may belong to an existing notification.
	const answered = isUnchecked && (found.length > 1 || wait > 0) ? undefined : found.find(id => named.includes(id));
	if (answered !== undefined) {
		const twins = isUnchecked ? [] : found.filter(id => id !== answered);
		return {kind: 'certified', id: answered as CertifiedId, ...(twins.length > 0 && {twins})};
	}

	const isConfirmed = posts.some(({outcome}) => outcome === 'ok');
	const [only, ...others] = found;
	if (only !== undefined && others.length === 0 && !isUnchecked && (wait === 0 || (isConfirmed && !hasName && exact.length === 1 && !wasListedBefore(context, only, posts)))) {
		return {kind: 'certified', id: only as CertifiedId, isUnconfirmed: true};
	}

	if (only !== undefined && (wait === 0 || (isUnchecked && !hasName))) {
		return {kind: 'ambiguous', ids: found, isRewritten: exact.length === 0};
	}

	// An unreadable record may have the content that was sent, but nothing is concluded from it.
	const unreadable = listing.records.filter(record => record.kind === 'unreadable').map(record => idOfRecord(record)).filter(id => id !== undefined);
	const ids = unreadable.filter(id => named.includes(id) && !operation.knownIds.includes(id));
	if (ids.length > 0) {
		return {kind: 'ambiguous', ids, isRewritten: true};
	}

	if (!listing.complete || wait > 0 || isClaimed) {
		// In a listing that is behind, the notification named in the response may be missing, and a listed one may be gone.
		return {kind: 'pending', wait, ...(found.length === 1 && {probableId: only!})};
	}

	const untilSecond = untilSecondListing(context, operation.missingSince, sighting);
	const adoptedId = adoptedElsewhere(context, operation, listing);
	return untilSecond === 0 ? {kind: 'absent', ...(adoptedId !== undefined && {adoptedId})} : {kind: 'pending', wait: untilSecond, isMissing: true};
}

/** Whether a notification was listed here before any of these requests was answered: a listing that is behind may show what is gone. */
const wasListedBefore = ({knownSince, elapsed}: JudgeContext, id: string, posts: readonly RequestEntry[]): boolean => {
	const since = knownSince(id);
	return since !== undefined && posts.every(({moment}) => moment !== undefined && elapsed.between(since, moment) > 1);
};

/** The listed notifications that an operation may have created. */
type Matches = {
	/** The IDs of notifications with exactly the content that was sent. */
	readonly exact: readonly string[];
	/** The IDs of notifications that differ only as services rewrite text, if none matches exactly. */
	readonly rewritten: readonly string[];
	/** Whether another pending operation's response named one of them. */
	readonly isClaimed: boolean;
};

/** Finds the notifications that may be the new one. */
function matchesIn(context: JudgeContext, operation: Operation, posts: readonly RequestEntry[], sighting: Sighting): Matches {
	const {log} = context;
	const {listing: {records}} = sighting;
	const input = operation.input!;
	const named = posts.map(({target}) => target);
	const isNew = (id: string) => {
		if (isKept(operation, named, id) || isGivenAgain(context, operation, id, posts, sighting)) {
			return true;
		}

		// The response may name a notification of another operation: some services overwrite instead of creating.
		return !operation.knownIds.includes(id) && operation.overwritten?.id !== id && (named.includes(id) || !log.isOfAnother(operation, id));
	};

	// The journal stores no API key: an input read back from it may contain `[API key]` instead.
	const idsAlike = (candidates: readonly Notification[], isSent: (record: Notification) => boolean) => candidates.filter(record => isSent(record) && isNew(record.id)).map(({id}) => id);
	const alike = idsAlike(findCandidates(input, records), matcherOfSent(input, hideSecrets));
	const similar = alike.length > 0 ? [] : idsAlike(findRewrittenCandidates(input, records), record => isAlike(record, input));
	const [exact, rewritten] = [alike, similar].map(ids => ids.filter(id => named.includes(id) || !log.isNamedToAnother(operation, id))) as [string[], string[]];
	return {exact, rewritten, isClaimed: exact.length + rewritten.length < alike.length + similar.length};
}

/** Whether an ID belonged to a notification with this content that was deleted here, and every listing shows so by now: what is listed under it is new. Before the POST, a listing that was behind may have shown the deleted one. */
function isGivenAgain(context: JudgeContext, operation: Operation, id: string, posts: readonly RequestEntry[], sighting: Sighting): boolean {
	const deletion = context.log.deletionBefore(operation, id, isNamed(posts, id));
	if (deletion === undefined || waitFor(context, [deletion], sighting) > 0) {
		return false;
	}

	const wasBehind = posts.some(({moment}) => moment !== undefined && context.elapsed.between(deletion.moment, moment) < context.settlingTime);
	return wasBehind || (!operation.knownIds.includes(id) && operation.overwritten?.id !== id);
}

/** The ID of a listed notification with the content that was sent that another operation adopted without a confirmation. */
function adoptedElsewhere({log}: JudgeContext, operation: Operation, {records}: Listing): string | undefined {
	const input = operation.input!;
	return findRewrittenCandidates(input, records).find(record => isAlike(record, input) && !operation.knownIds.includes(record.id) && log.isAdoptedByAnother(operation, record.id))?.id;
}

/** The IDs of the new notifications besides its own that have the content that an operation sent: a proxy may have sent its request twice. */
export function twinsOf(context: JudgeContext, operation: Operation, requests: readonly RequestEntry[], sighting: Sighting): readonly string[] {
	const {input, newId} = operation;
	if (input === undefined || newId === undefined) {
		return [];
	}

	const {exact, rewritten} = matchesIn(context, operation, requests.filter(({method}) => method === 'POST'), sighting);
	return [...exact, ...rewritten].filter(id => id !== newId);
}

/** Finds the notification that was listed before with another content, and is listed now with the content that was sent: the one that the answer named, or any other. */
function overwrittenIn({overwritten, input, snapshot, knownIds}: Operation, {listing: {records}, before = []}: Sighting): NotificationSnapshot | undefined {
	const sent = input!;
	if (overwritten !== undefined) {
		const after = recordsById(records).get(overwritten.id);
		if (after?.kind === 'notification' && isAlike(after, sent) && !isAlike(overwritten.input, sent)) {
			return overwritten;
		}
	}

	if (before.length === 0 || before === records) {
		return undefined;
	}

	for (const {id} of findRewrittenCandidates(sent, records).filter(record => record.id !== snapshot?.id && !knownIds.includes(record.id) && isAlike(record, sent))) {
		const earlier = recordsById(before).get(id);
		if (earlier?.kind === 'notification' && !isAlike(earlier, sent)) {
			return takeSnapshot(earlier);
		}
	}

	return undefined;
}

/** Whether two notifications have the same content, apart from what services rewrite. The journal may have `[API key]` instead of the API key. */
export const isAlike = (one: NotificationFields, other: NotificationFields): boolean => hideSecrets(rewritableForm(one)) === hideSecrets(rewritableForm(other));

/** Whether the service named the replaced notification as the new one and its content changed: some services overwrite instead of creating. */
function isKept({snapshot, input}: Operation, named: ReadonlyArray<string | undefined>, id: string): boolean {
	return id === snapshot?.id && named.includes(id) && canonicalForm(snapshot.input) !== canonicalForm(input!);
}

/** Returns the change of the journal for a verdict: since when complete listings do not show the notification; undefined if nothing changes. */
export function missingChange({missingSince}: Pick<Operation, 'missingSince'>, verdict: DeletionVerdict | CreationVerdict, {startedAt}: Sighting): {readonly missingSince: Moment | null} | undefined {
	const isMissing = verdict.kind === 'pending' && verdict.isMissing === true;
	return isMissing === (missingSince !== undefined) ? undefined : {missingSince: isMissing ? startedAt : null};
}

/** Whether a response named this notification as the new one. Otherwise somebody else may have created it. */
export const isNamed = (requests: readonly RequestEntry[], id: string): boolean => requests.some(({method, target}) => method === 'POST' && target === id);

/** The ID that the operator chose, if it may be the new notification. */
export function certifyChoice(verdict: CreationVerdict, chosenId: string): CertifiedId | undefined {
	const ids = verdict.kind === 'ambiguous' ? verdict.ids : (verdict.kind === 'certified' ? [verdict.id] : []);
	return ids.includes(chosenId) ? chosenId as CertifiedId : undefined;
}

/** Whether a listing contains a notification, readable or not. `content`: its content, if that is known. */
export function isListedIn({listing: {records}}: Sighting, id: string, content?: NotificationFields): boolean {
	const record = recordsById(records).get(id);
	return record !== undefined && (record.kind === 'unreadable' || content === undefined || isAlike(record, content));
}

/** The record with an ID in a listing. */
export const recordWithId = ({listing: {records}}: Sighting, id: string): ListedRecord | undefined => recordsById(records).get(id);

/** The records of a listing that are notifications. */
export function notificationsIn({records}: Listing): Notification[] {
	return records.flatMap(record => record.kind === 'notification' ? [record] : []);
}
