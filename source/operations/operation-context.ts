import type {Connection} from '../api/connection.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {ListedRecord, NotificationInput} from '../domain/notification.ts';
import type {ChangeGuards} from '../domain/policies/change-guards.ts';
import type {MonotonicClock, Moment} from '../platform/clock.ts';
import type {AwaitedJournal, AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Sighting} from './evidence.ts';

/** The journal to which an operation writes what it is about to do. */
export type OperationLog = Pick<
	AwaitedJournal,
	| 'get'
	| 'begin'
	| 'advance'
	| 'requestSent'
	| 'requestAnswered'
	| 'requestsOf'
	| 'endedBefore'
	| 'isLastNamed'
	| 'isOfAnother'
	| 'isOldOfEarlier'
	| 'deletionBefore'
	| 'isAdoptedByAnother'
	| 'isCreatedLater'
	| 'isNamedToAnother'
	| 'otherItemOf'
	| 'isDeletedHere'
	| 'colleagueOf'
	| 'unfinished'
	| 'pendingCreations'
>;

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
	{template, topics}: NotificationInput,
): Promise<void> {
	await sent.remember(profile, id, {template, topics, at: now()});
}
