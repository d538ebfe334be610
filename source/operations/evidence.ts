import type {Listing} from '../api/listing/list-notifications.ts';
import {canonicalForm, findCandidates, findRewrittenCandidates, matcherOfSent, rewritableForm} from '../domain/equivalence.ts';
import {idOfRecord} from '../domain/record-id.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import type {Moment} from '../system/monotonic-clock.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {OperationContext} from './operation-context.ts';

/** A listing, and when its first request was sent. */
export type Sighting = {readonly listing: Listing; readonly startedAt: Moment};

declare const certified: unique symbol;

/** The ID of a notification that an operation created, as a listing showed it with the content that was sent. */
export type CertifiedId = string & {readonly [certified]: true};

/** Among an operation's known IDs: there may have been more that no listing showed. No record has an empty ID (api/listing/read-record.ts). */
export const unknownPriorId = '';

/** What a sighting says of a notification that was to be deleted. */
export type DeletionVerdict =
	| {readonly kind: 'gone'}
	/** It is listed, and no DELETE of it can take effect any more. */
	| {readonly kind: 'kept'}
	/** Nothing is proven yet. `wait`: milliseconds after which a listing decides; 0 if a complete one would. */
	| {readonly kind: 'pending'; readonly wait: number; readonly isListed: boolean};

/** What a sighting says of a notification that was to be created. */
export type CreationVerdict =
	| {readonly kind: 'certified'; readonly id: CertifiedId}
	/** It may be any of these. `isRewritten`: their text differs from what was sent. */
	| {readonly kind: 'ambiguous'; readonly ids: readonly string[]; readonly isRewritten: boolean}
	/** It is not listed, and no POST can take effect any more. */
	| {readonly kind: 'absent'}
	/** `probableId`: it is listed with this content, but nothing deletes a notification on that word yet. */
	| {readonly kind: 'pending'; readonly wait: number; readonly probableId?: string};

/** What a verdict needs beside the evidence. */
export type JudgeContext = Pick<OperationContext, 'elapsed' | 'settlingTime' | 'knownSince' | 'listingSince' | 'log'>;

/** Whether the effect of a request is awaited. A DELETE that found nothing may follow one that has just taken effect. */
const isAwaited = ({method, outcome, status}: RequestEntry): boolean => (
	(outcome !== 'rejected' && outcome !== 'not-sent') || (method === 'DELETE' && status === 404)
);

/** Milliseconds from a listing until one that shows for certain whether these requests took effect. */
export function waitFor({elapsed, settlingTime}: JudgeContext, requests: readonly RequestEntry[], {startedAt}: Sighting): number {
	return Math.max(0, ...requests.filter(request => isAwaited(request)).map(({moment}) => settlingTime - elapsed.between(moment, startedAt)));
}

/** The DELETEs of a notification. */
export const deletesOf = (requests: readonly RequestEntry[], id: string): RequestEntry[] => requests.filter(({method, target}) => method === 'DELETE' && target === id);

/**
Judges what the DELETEs of a notification did. A request takes effect, and every listing shows it, within the settling time; before that, a listing that still shows the notification proves nothing.

@param context - The clock, the settling time, and what was seen before.
@param id - Of the notification.
@param requests - Of the operation.
@param sighting - What it is judged by.
@param isListed - Whether the sighting shows it, if that is known already.
*/
export function judgeDeletion(context: JudgeContext, id: string, requests: readonly RequestEntry[], sighting: Sighting, isListed = isListedIn(sighting, id)): DeletionVerdict {
	const deletes = deletesOf(requests, id);
	const wait = waitFor(context, deletes, sighting);
	const {listing} = sighting;
	if (isListed) {
		return wait === 0 ? {kind: 'kept'} : {kind: 'pending', wait, isListed};
	}

	// A listing that is behind does not show what is new. What has been known for long is missing because it is gone.
	const since = context.knownSince(id);
	const newness = Math.max(0, context.settlingTime - context.elapsed.between(since, sighting.startedAt));
	const isSent = deletes.some(request => isAwaited(request));
	// What was never listed here may be new, however long this process runs.
	const untilCertain = isSent && since === undefined ? wait : (isSent ? Math.min(wait, newness) : newness);
	return listing.complete && untilCertain === 0 ? {kind: 'gone'} : {kind: 'pending', wait: untilCertain, isListed};
}

/** Judges what the POSTs of an operation did: the new notification has the content that was sent, and was not there before. An ID in an answer only says which of several it is. */
export function judgeCreation(context: JudgeContext, operation: Operation, requests: readonly RequestEntry[], sighting: Sighting): CreationVerdict {
	const {listing} = sighting;
	const posts = requests.filter(({method}) => method === 'POST');
	if (posts.length === 0) {
		// It is written down before it is sent.
		return {kind: 'absent'};
	}

	const named = posts.map(({target}) => target);
	const {exact, rewritten, isClaimed} = matchesIn(context, operation, named, listing);
	const [only, ...others] = exact;
	const found = exact.length > 0 ? exact : rewritten;
	const wait = waitFor(context, posts, sighting);
	const isUnchecked = operation.knownIds.includes(unknownPriorId);
	// Where no listing came before the POST, the answer may name one that was there, too.
	const answered = isUnchecked && (found.length > 1 || wait > 0) ? undefined : found.find(id => named.includes(id));
	const isDoubtful = only !== undefined && !isUnchecked && (operation.kind === 'replace' || !isNewToUs(context, posts, only));
	if (answered === undefined && wait > 0 && (isDoubtful || named.some(id => id !== undefined))) {
		// What the answer names may still appear, and what is listed may be gone, in a listing that is behind.
		return {kind: 'pending', wait, ...(only !== undefined && {probableId: only})};
	}

	const certain = answered ?? (others.length === 0 && !isUnchecked ? only : undefined);
	if (certain !== undefined) {
		return {kind: 'certified', id: certain as CertifiedId};
	}

	if (found.length > 0) {
		return {kind: 'ambiguous', ids: found, isRewritten: exact.length === 0};
	}

	// What cannot be read may say what was sent, but nothing is concluded from it.
	const unreadable = listing.records.filter(record => record.kind === 'unreadable').map(record => idOfRecord(record)).filter(id => id !== undefined);
	const ids = unreadable.filter(id => named.includes(id) && !operation.knownIds.includes(id));
	if (ids.length > 0) {
		return {kind: 'ambiguous', ids, isRewritten: true};
	}

	return listing.complete && wait === 0 && !isClaimed ? {kind: 'absent'} : {kind: 'pending', wait};
}

/** The listed notifications that an operation may have created. */
type Matches = {
	/** IDs of those that say what was sent. */
	readonly exact: readonly string[];
	/** IDs of those that differ only in rewritten text, if none says exactly what was sent. */
	readonly rewritten: readonly string[];
	/** Whether another pending operation was told that one of them is its own. */
	readonly isClaimed: boolean;
};

/** Finds what may be the new notification. `named`: the IDs in the answers. */
function matchesIn({log}: JudgeContext, operation: Operation, named: ReadonlyArray<string | undefined>, {records}: Listing): Matches {
	const input = operation.input!;
	// What the answer names may be of another operation: some services overwrite instead of creating.
	const isNew = (id: string) => isOverwritten(operation, named, id)
		|| (!operation.knownIds.includes(id) && (named.includes(id) || !log.isOfAnother(operation, id)));
	// The journal stores no API key: an input read back from it may hold `[API key]` instead.
	const idsOf = (candidates: readonly Notification[], isAlike: (record: Notification) => boolean) => candidates.filter(record => isAlike(record) && isNew(record.id)).map(({id}) => id);
	const wanted = hideSecrets(rewritableForm(input));
	const alike = idsOf(findCandidates(input, records), matcherOfSent(input, hideSecrets));
	const exact = alike.filter(id => named.includes(id) || !log.isNamedToAnother(operation, id));
	const rewritten = alike.length > 0 ? [] : idsOf(findRewrittenCandidates(input, records), record => hideSecrets(rewritableForm(record)) === wanted);
	return {exact, rewritten, isClaimed: exact.length < alike.length};
}

/** Whether listings over the whole settling time before the POST did not show a notification: unless an answer names another, then even a listing that is behind shows something new. */
function isNewToUs({elapsed, settlingTime, knownSince, listingSince}: JudgeContext, posts: readonly RequestEntry[], id: string): boolean {
	const sentAt = posts[0]?.moment;
	const since = listingSince();
	const seenAt = knownSince(id);
	return since !== undefined && sentAt?.era === since.era && sentAt.at - since.at >= settlingTime
		&& (seenAt === undefined || elapsed.between(sentAt, seenAt) >= 0);
}

/** Whether the service names the replaced notification as the new one: some overwrite instead of creating. Its content must have changed. */
function isOverwritten({snapshot, input}: Operation, named: ReadonlyArray<string | undefined>, id: string): boolean {
	return id === snapshot?.id && named.includes(id) && canonicalForm(snapshot.input) !== canonicalForm(input!);
}

/** The ID that the operator chose, if it may be the new notification. */
export function certifyChoice(verdict: CreationVerdict, chosenId: string): CertifiedId | undefined {
	const ids = verdict.kind === 'ambiguous' ? verdict.ids : (verdict.kind === 'certified' ? [verdict.id] : []);
	return ids.includes(chosenId) ? chosenId as CertifiedId : undefined;
}

/** Whether a listing shows a notification, also if it cannot be read. */
export const isListedIn = ({listing: {records}}: Sighting, id: string): boolean => records.some(record => idOfRecord(record) === id);

/** The record of a listing with an ID. */
export const recordWithId = ({listing: {records}}: Sighting, id: string): ListedRecord | undefined => records.find(record => idOfRecord(record) === id);

/** The records of a listing that are notifications. */
export function notificationsIn({records}: Listing): Notification[] {
	return records.flatMap(record => record.kind === 'notification' ? [record] : []);
}
