import {unlistedFields} from '../notification/spec.ts';
import type {Connection} from '../service/connection.ts';
import type {RetryPolicy} from '../service/retry.ts';
import type {ListedRecord, NotificationInput, Notification, NotificationFields} from '../notification/notification.ts';
import type {ChangeGuards} from '../query/rules.ts';
import type {MonotonicClock, Moment} from '../platform/clock.ts';
import type {AwaitedJournal, AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {betweenListings, recordsById} from '../query/changes.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import {rewritableForm} from '../notification/equivalence.ts';
import type {NotificationSnapshot, Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** The journal to which an operation writes what it is about to do. */
export type OperationLog = AwaitedJournal;

/** The phase of an operation: waiting because the service asked for it, checking the listing before anything is sent, creating, finding the new notification in listings, or deleting the replaced one. */
export type OperationPhase = 'waiting' | 'checking' | 'creating' | 'finding' | 'deleting';

/** The service's answer to a POST. It is not proof: the ID may be wrong, or another notification's. */
export type AcceptedAnswer = {
	/** The ID that it names, as the service sent it; undefined if it names none. */
	readonly id: string | undefined;
	/** Whether this ID was listed before the POST. */
	readonly wasListed: boolean;
};

/** More about a phase. */
export type PhaseFacts = {
	/** When the wait ends, in milliseconds since the epoch. */
	readonly until?: number | undefined;
	/** The answer after which the new notification is looked for in listings; undefined if the outcome of the POST is unknown. */
	readonly accepted?: AcceptedAnswer | undefined;
};

/** Called when a phase of an operation begins. */
export type OnPhase = (phase: OperationPhase, facts?: PhaseFacts) => void;

/** The context of a single operation. */
export type OperationContext = {
	readonly connection: Connection;
	/** The account's `profileKey`. */
	readonly profile: string;
	/** The profile's name, for display. */
	readonly profileName: string;
	readonly log: OperationLog;
	/** Stores the template and topics that were sent, since listings never return them. */
	readonly sent: Pick<AwaitedLedger['sent'], 'get' | 'remember'>;
	/** The rules that the change must keep; none by default. */
	readonly guards?: ChangeGuards;
	/** The retry policy of reads; its `sleep` also paces repeated listings. */
	readonly retry: RetryPolicy;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Measures the time since requests were sent. */
	readonly elapsed: MonotonicClock;
	/** Milliseconds within which a request takes effect, if it ever does, and every listing shows it. Until then no listing proves that it had no effect. */
	readonly settlingTime: number;
	/** Returns when a notification was first listed, even if it no longer is; undefined if it never was. */
	readonly knownSince: (id: string) => Moment | undefined;
	/** Returns the records of the last listing, to reuse those that are listed again byte for byte. */
	readonly listed?: () => readonly ListedRecord[];
	/** Returns the records of the last listing, also of one that this operation has read and that is not displayed yet. */
	readonly lastListed?: () => readonly ListedRecord[];
	/** Returns the last complete listing of this process, if all that it shows is displayed. */
	readonly displayed?: () => Sighting | undefined;
	/** Returns the last listing that this operation has read, or that was handed on to it. */
	readonly lastSighting?: () => Sighting | undefined;
	/** Called with every listing. */
	readonly onListing?: (sighting: Sighting) => void;
	readonly onPhase?: OnPhase | undefined;
	/** Aborted when the operator stops waiting. */
	readonly signal: AbortSignal;
};

/** Stores the template and topics that were sent for the notification with this ID. */
export async function saveSentContent(
	{sent, profile, now}: OperationContext,
	id: string,
	input: NotificationInput,
): Promise<void> {
	await sent.remember(profile, id, {...unlistedFields(input), at: now()});
}

/** A listing. */
export type Sighting = {
	readonly listing: Listing;
	/** The time when its first request was sent. */
	readonly startedAt: Moment;
	/** The records that were listed before, if there was a listing. */
	readonly before?: readonly ListedRecord[] | undefined;
	/** When it had been read, in milliseconds since the epoch; undefined where its age is not asked. */
	readonly readAt?: number;
};

declare const certified: unique symbol;

/** The ID of a notification that an operation created and that a listing showed with the content that was sent. */
export type CertifiedId = string & {readonly [certified]: true};

/** A placeholder among an operation's known IDs: other notifications may have existed that no listing showed. No record has an empty ID (service/listing/read-record.ts). */
export const unknownPriorId = '';

/** `isMissing`: this listing is the first of the two that prove together that it is missing, or the second came too soon after it. */
type Missing = {readonly isMissing?: true};

/** `former`: what another notification was that the service may have overwritten. */
type Former = {readonly former?: NotificationSnapshot};

/** The verdict on a notification that was to be deleted. */
export type DeletionVerdict =
	| {readonly kind: 'gone'}
	/** The notification is listed, and no DELETE of it can still take effect. */
	| {readonly kind: 'kept'}
	/** Nothing is proven yet. `wait`: milliseconds after which a listing can decide; 0 if a complete one could decide now. */
	| ({readonly kind: 'pending'; readonly wait: number; readonly isListed: boolean} & Missing);

/** The verdict on a notification that was to be created. */
export type CreationVerdict =
	/** `isUnconfirmed`: no answer named it, so that somebody else may have created it. `twins`: other new notifications with the same content; a proxy may have sent the request twice. */
	| ({
			readonly kind: 'certified';
			readonly id: CertifiedId;
			readonly isUnconfirmed?: true;
			readonly twins?: readonly string[];
	  } & Former)
	/** The service changed a notification that was listed before instead of creating one. `former`: what it was. */
	| {readonly kind: 'overwritten'; readonly id: string; readonly former: NotificationSnapshot}
	/** Several notifications match. `isRewritten`: their text differs from what was sent. */
	| ({readonly kind: 'ambiguous'; readonly ids: readonly string[]; readonly isRewritten: boolean} & Former)
	/** The notification is not listed, and no POST can still take effect. `adoptedId`: one with this content is listed, but another operation counts it as its own, although no answer named it to that one, or nothing had listed it before this POST. `goneId`: one with this content was listed after the POST, and is not any more: somebody else deleted it, or the listings leave it out. */
	| {readonly kind: 'absent'; readonly adoptedId?: string; readonly goneId?: string}
	/** Nothing is proven yet. `probableId`: a listed notification has this content, but that is not enough evidence to delete anything. */
	| ({readonly kind: 'pending'; readonly wait: number; readonly probableId?: string} & Missing & Former);

/** The context that a verdict depends on, besides the evidence. */
export type JudgeContext = Pick<OperationContext, 'elapsed' | 'settlingTime' | 'knownSince' | 'log' | 'profile'>;

/** Whether a request may still take effect. A DELETE answered with 404 may follow one that has just taken effect. */
export const isAwaited = ({method, outcome, status}: RequestEntry): boolean =>
	(outcome !== 'rejected' && outcome !== 'not-sent') || (method === 'DELETE' && status === 404);

/** Milliseconds from a listing until a listing can prove whether these requests took effect. */
export function waitFor(
	{elapsed, settlingTime}: JudgeContext,
	requests: readonly RequestEntry[],
	{startedAt}: Pick<Sighting, 'startedAt'>,
): number {
	return Math.max(
		0,
		...requests
			.filter(request => isAwaited(request))
			.map(({moment}) => settlingTime - elapsed.between(moment, startedAt)),
	);
}

/** The content of the notification that an operation in the state `deleting` or `undoing` deletes. */
export const contentOfDeleted = ({state, snapshot, input}: Operation): NotificationFields | undefined =>
	state === 'undoing' ? input : snapshot?.input;

/** The DELETEs of a notification. */
export const deletesOf = (requests: readonly RequestEntry[], id: string): RequestEntry[] =>
	requests.filter(({method, target}) => method === 'DELETE' && target === id);

/** Whether an operation is pending that is later than this one and may have created a notification with this content. */
export const isAwaitedLater = ({log, profile}: JudgeContext, operation: number, content: NotificationFields): boolean =>
	[...log.unfinished(profile), ...log.pendingCreations(profile)].some(
		({id, state, input}) => state === 'creating' && id > operation && input !== undefined && isAlike(input, content),
	);

/** Milliseconds from a listing until another one can prove that what is missing in both does not exist; 0 if this is that one. */
export const untilSecondListing = (
	{elapsed}: JudgeContext,
	missingSince: Moment | undefined,
	{startedAt}: Sighting,
): number =>
	missingSince === undefined
		? betweenListings
		: Math.max(0, betweenListings - elapsed.between(missingSince, startedAt));

/** Whether two notifications have the same content, apart from what services rewrite. The journal may have `[API key]` instead of the API key. */
export const isAlike = (one: NotificationFields, other: NotificationFields): boolean =>
	hideSecrets(rewritableForm(one)) === hideSecrets(rewritableForm(other));

/** Returns the change of the journal for a verdict that does not end an operation: since when complete listings do not show the notification, and what may have been overwritten, which later listings no longer tell; undefined if nothing changes. */
export function pendingChange(
	{missingSince, overwritten}: Pick<Operation, 'missingSince' | 'overwritten'>,
	verdict: DeletionVerdict | CreationVerdict,
	{startedAt}: Sighting,
): {readonly missingSince?: Moment | null; readonly overwritten?: NotificationSnapshot} | undefined {
	const isMissing = verdict.kind === 'pending' && verdict.isMissing === true;
	const former =
		'former' in verdict && verdict.kind !== 'overwritten' && overwritten === undefined ? verdict.former : undefined;
	return isMissing === (missingSince !== undefined) && former === undefined
		? undefined
		: {
				...(isMissing !== (missingSince !== undefined) && {missingSince: isMissing ? startedAt : null}),
				...(former !== undefined && {overwritten: former}),
			};
}

/** Whether a response named this notification as the new one. Otherwise somebody else may have created it. */
export const isNamed = (requests: readonly RequestEntry[], id: string): boolean =>
	requests.some(({method, target}) => method === 'POST' && target === id);

/** The ID that the operator chose, if it may be the new notification. */
export function certifyChoice(verdict: CreationVerdict, chosenId: string): CertifiedId | undefined {
	const ids = verdict.kind === 'ambiguous' ? verdict.ids : verdict.kind === 'certified' ? [verdict.id] : [];
	return ids.includes(chosenId) ? (chosenId as CertifiedId) : undefined;
}

/** Whether a listing contains a notification, readable or not. `content`: its content, if that is known. */
export function isListedIn({listing: {records}}: Sighting, id: string, content?: NotificationFields): boolean {
	const record = recordsById(records).get(id);
	return record !== undefined && (record.kind === 'unreadable' || content === undefined || isAlike(record, content));
}

/** The record with an ID in a listing. */
export const recordWithId = ({listing: {records}}: Sighting, id: string): ListedRecord | undefined =>
	recordsById(records).get(id);

/** The records of a listing that are notifications. */
export function notificationsIn({records}: Listing): Notification[] {
	return records.flatMap(record => (record.kind === 'notification' ? [record] : []));
}
