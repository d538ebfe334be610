import type {Connection} from '../api/connection.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {ListedRecord, NotificationInput} from '../domain/notification.ts';
import type {MonotonicClock, Moment} from '../system/monotonic-clock.ts';
import type {AwaitedJournal, AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Sighting} from './evidence.ts';

/** Where an operation writes down what it is about to do: the ledger's journal, or one in memory (operations/in-memory-log.ts). */
export type OperationLog = Pick<AwaitedJournal, 'get' | 'begin' | 'advance' | 'requestSent' | 'requestAnswered' | 'requestsOf' | 'isOfAnother' | 'isNamedToAnother' | 'unfinished' | 'pendingCreations'>;

/** What an operation does now: it waits because the service asked for that, lists the account before it sends anything, creates, looks in listings for what it created, or deletes what that replaces. */
export type OperationPhase = 'waiting' | 'checking' | 'creating' | 'finding' | 'deleting';

/** What an operation works with. */
export type OperationContext = {
	readonly connection: Connection;
	/** A `profileKey`. */
	readonly profile: string;
	/** For display. */
	readonly profileName: string;
	readonly log: OperationLog;
	/** Keeps the template and topics that were sent, since listings never return them. */
	readonly sent: Pick<AwaitedLedger['sent'], 'remember'>;
	/** Whether the log outlives this process; without that nothing is replaced. */
	readonly isLogPersistent: boolean;
	/** How reads are retried; its `sleep` also paces repeated listings. */
	readonly retry: RetryPolicy;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Measures how long ago requests were sent. */
	readonly elapsed: MonotonicClock;
	/** Milliseconds within which a request takes effect and every listing shows it, if it ever does. Until then no listing proves that it had no effect. */
	readonly settlingTime: number;
	/** Since when a notification has been listed, also if it is no longer; undefined if it never was. */
	readonly knownSince: (id: string) => Moment | undefined;
	/** When the first listing of this process was complete; undefined before that. */
	readonly listingSince: () => Moment | undefined;
	/** The records of the last listing, of which those listed again byte for byte the same are used again. */
	readonly listed?: () => readonly ListedRecord[];
	/** Called with every listing. */
	readonly onListing?: (sighting: Sighting) => void;
	/** Called when a phase begins. `until`: when the waiting ends, in milliseconds since the epoch. */
	readonly onPhase?: ((phase: OperationPhase, until?: number) => void) | undefined;
	/** Fires when the operator stops waiting. */
	readonly signal: AbortSignal;
};

/** Keeps the template and topics that were sent for the notification with this ID. */
export async function saveSentContent({sent, profile, now}: OperationContext, id: string, {template, topics}: NotificationInput): Promise<void> {
	await sent.remember(profile, id, {template, topics, at: now()});
}
