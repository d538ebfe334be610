import type {Listing} from '../api/listing/list-notifications.ts';
import {canonicalForm, findCandidates, findRewrittenCandidates, matcherOfSent, rewritableForm} from '../domain/equivalence.ts';
import {idOfRecord} from '../domain/record-id.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import type {Moment} from '../system/monotonic-clock.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {OperationContext} from './operation-context.ts';

/** A listing and the time when its first request was sent. */
export type Sighting = {readonly listing: Listing; readonly startedAt: Moment};

declare const certified: unique symbol;

/** The ID of a notification that an operation created and that a listing showed with the content that was sent. */
export type CertifiedId = string & {readonly [certified]: true};

/** A placeholder among an operation's known IDs: other notifications may have existed that no listing showed. No record has an empty ID (api/listing/read-record.ts). */
export const unknownPriorId = '';

/** The verdict on a notification that was to be deleted. */
export type DeletionVerdict =
	| {readonly kind: 'gone'}
	/** The notification is listed, and no DELETE of it can still take effect. */
	| {readonly kind: 'kept'}
	/** Nothing is proven yet. `wait`: milliseconds after which a listing can decide; 0 if a complete one could decide now. */
	| {readonly kind: 'pending'; readonly wait: number; readonly isListed: boolean};

/** The verdict on a notification that was to be created. */
export type CreationVerdict =
	| {readonly kind: 'certified'; readonly id: CertifiedId}
	/** Several notifications match. `isRewritten`: their text differs from what was sent. */
	| {readonly kind: 'ambiguous'; readonly ids: readonly string[]; readonly isRewritten: boolean}
	/** The notification is not listed, and no POST can still take effect. */
	| {readonly kind: 'absent'}
	/** Nothing is proven yet. `probableId`: a listed notification has this content, but that is not enough evidence to delete anything. */
	| {readonly kind: 'pending'; readonly wait: number; readonly probableId?: string};

/** The context that a verdict depends on, besides the evidence. */
export type JudgeContext = Pick<OperationContext, 'elapsed' | 'settlingTime' | 'knownSince' | 'listingSince' | 'log'>;

/** Whether a request may still take effect. A DELETE answered with 404 may follow one that has just taken effect. */
const isAwaited = ({method, outcome, status}: RequestEntry): boolean => (
	(outcome !== 'rejected' && outcome !== 'not-sent') || (method === 'DELETE' && status === 404)
);

/** Milliseconds from a listing until a listing can prove whether these requests took effect. */
export function waitFor({elapsed, settlingTime}: JudgeContext, requests: readonly RequestEntry[], {startedAt}: Sighting): number {
	return Math.max(0, ...requests.filter(request => isAwaited(request)).map(({moment}) => settlingTime - elapsed.between(moment, startedAt)));
}

/** The DELETEs of a notification. */
export const deletesOf = (requests: readonly RequestEntry[], id: string): RequestEntry[] => requests.filter(({method, target}) => method === 'DELETE' && target === id);

/**
Judges what the DELETEs of a notification did. A request takes effect, and every listing shows it, within the settling time; before that, a listing that still shows the notification proves nothing.

@param context - The clock, the settling time, and what was seen before.
@param id - The ID of the notification.
@param requests - All requests of the operation.
@param sighting - The listing to judge by.
@param isListed - Whether the sighting shows it, if that is known already.
*/
export function judgeDeletion(context: JudgeContext, id: string, requests: readonly RequestEntry[], sighting: Sighting, isListed = isListedIn(sighting, id)): DeletionVerdict {
	const deletes = deletesOf(requests, id);
	const wait = waitFor(context, deletes, sighting);
	const {listing} = sighting;
	if (isListed) {
		return wait === 0 ? {kind: 'kept'} : {kind: 'pending', wait, isListed};
	}

	// A listing that is behind lacks new notifications. One that has been known for long is missing because it is gone.
	const since = context.knownSince(id);
	const newness = Math.max(0, context.settlingTime - context.elapsed.between(since, sighting.startedAt));
	const isSent = deletes.some(request => isAwaited(request));
	// A notification that was never listed here may be new, however long this process has run.
	const untilCertain = isSent && since === undefined ? wait : (isSent ? Math.min(wait, newness) : newness);
	return listing.complete && untilCertain === 0 ? {kind: 'gone'} : {kind: 'pending', wait: untilCertain, isListed};
}

/** Judges the outcome of an operation's POSTs: the new notification has the content that was sent and was not there before. The ID in a response only decides among several matches. */
export function judgeCreation(context: JudgeContext, operation: Operation, requests: readonly RequestEntry[], sighting: Sighting): CreationVerdict {
	const {listing} = sighting;
	const posts = requests.filter(({method}) => method === 'POST');
	if (posts.length === 0) {
		// Requests are written to the journal before they are sent, so none was sent.
		return {kind: 'absent'};
	}

	const named = posts.map(({target}) => target);
	const {exact, rewritten, isClaimed} = matchesIn(context, operation, named, listing);
	const [only, ...others] = exact;
	const found = exact.length > 0 ? exact : rewritten;
	const wait = waitFor(context, posts, sighting);
	const isUnchecked = operation.knownIds.includes(unknownPriorId);
	// If no listing preceded the POST, the ID in the response may belong to an existing notification.
	const answered = isUnchecked && (found.length > 1 || wait > 0) ? undefined : found.find(id => named.includes(id));
	const isDoubtful = only !== undefined && !isUnchecked && (operation.kind === 'replace' || !wasAbsentBefore(context, posts, only));
	if (answered === undefined && wait > 0 && (isDoubtful || named.some(id => id !== undefined))) {
		// In a listing that is behind, the notification named in the response may be missing, and a listed one may be gone.
		return {kind: 'pending', wait, ...(only !== undefined && {probableId: only})};
	}

	const certain = answered ?? (others.length === 0 && !isUnchecked ? only : undefined);
	if (certain !== undefined) {
		return {kind: 'certified', id: certain as CertifiedId};
	}

	if (found.length > 0) {
		return {kind: 'ambiguous', ids: found, isRewritten: exact.length === 0};
	}

	// An unreadable record may have the content that was sent, but nothing is concluded from it.
	const unreadable = listing.records.filter(record => record.kind === 'unreadable').map(record => idOfRecord(record)).filter(id => id !== undefined);
	const ids = unreadable.filter(id => named.includes(id) && !operation.knownIds.includes(id));
	if (ids.length > 0) {
		return {kind: 'ambiguous', ids, isRewritten: true};
	}

	return listing.complete && wait === 0 && !isClaimed ? {kind: 'absent'} : {kind: 'pending', wait};
}

/** The listed notifications that an operation may have created. */
type Matches = {
	/** The IDs of notifications with exactly the content that was sent. */
	readonly exact: readonly string[];
	/** The IDs of notifications that differ only as services rewrite text, if none matches exactly. */
	readonly rewritten: readonly string[];
	/** Whether another pending operation's response named one of them. */
	readonly isClaimed: boolean;
};

/** Finds the notifications that may be the new one. `named`: the IDs in the responses. */
function matchesIn({log}: JudgeContext, operation: Operation, named: ReadonlyArray<string | undefined>, {records}: Listing): Matches {
	const input = operation.input!;
	// The response may name a notification of another operation: some services overwrite instead of creating.
	const isNew = (id: string) => isOverwritten(operation, named, id)
		|| (!operation.knownIds.includes(id) && (named.includes(id) || !log.isOfAnother(operation, id)));
	// The journal stores no API key: an input read back from it may contain `[API key]` instead.
	const idsOf = (candidates: readonly Notification[], isAlike: (record: Notification) => boolean) => candidates.filter(record => isAlike(record) && isNew(record.id)).map(({id}) => id);
	const wanted = hideSecrets(rewritableForm(input));
	const alike = idsOf(findCandidates(input, records), matcherOfSent(input, hideSecrets));
	const exact = alike.filter(id => named.includes(id) || !log.isNamedToAnother(operation, id));
	const rewritten = alike.length > 0 ? [] : idsOf(findRewrittenCandidates(input, records), record => hideSecrets(rewritableForm(record)) === wanted);
	return {exact, rewritten, isClaimed: exact.length < alike.length};
}

/** Whether listings over the whole settling time before the POST did not show a notification. Then even a listing that is behind proves that it is new, unless a response names another one. */
function wasAbsentBefore({elapsed, settlingTime, knownSince, listingSince}: JudgeContext, posts: readonly RequestEntry[], id: string): boolean {
	const sentAt = posts[0]?.moment;
	const since = listingSince();
	const seenAt = knownSince(id);
	return since !== undefined && sentAt?.era === since.era && sentAt.at - since.at >= settlingTime
		&& (seenAt === undefined || elapsed.between(sentAt, seenAt) >= 0);
}

/** Whether the service named the replaced notification as the new one and its content changed: some services overwrite instead of creating. */
function isOverwritten({snapshot, input}: Operation, named: ReadonlyArray<string | undefined>, id: string): boolean {
	return id === snapshot?.id && named.includes(id) && canonicalForm(snapshot.input) !== canonicalForm(input!);
}

/** The ID that the operator chose, if it may be the new notification. */
export function certifyChoice(verdict: CreationVerdict, chosenId: string): CertifiedId | undefined {
	const ids = verdict.kind === 'ambiguous' ? verdict.ids : (verdict.kind === 'certified' ? [verdict.id] : []);
	return ids.includes(chosenId) ? chosenId as CertifiedId : undefined;
}

/** Whether a listing contains a notification, readable or not. */
export const isListedIn = ({listing: {records}}: Sighting, id: string): boolean => records.some(record => idOfRecord(record) === id);

/** The record with an ID in a listing. */
export const recordWithId = ({listing: {records}}: Sighting, id: string): ListedRecord | undefined => records.find(record => idOfRecord(record) === id);

/** The records of a listing that are notifications. */
export function notificationsIn({records}: Listing): Notification[] {
	return records.flatMap(record => record.kind === 'notification' ? [record] : []);
}
