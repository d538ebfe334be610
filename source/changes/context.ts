import type {Connection} from '../service/connection.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import type {RetryPolicy} from '../service/retry.ts';
import type {ListedRecord} from '../notification/notification.ts';
import type {ChangeGuards} from '../query/rules.ts';
import type {Moment, MonotonicClock} from '../platform/clock.ts';
import type {AwaitedChanges, AwaitedLedger} from '../ledger/awaited-ledger.ts';

/** A listing, and when it was read. */
export type Look = {
	readonly listing: Listing;
	/** When its first request was sent. */
	readonly startedAt: Moment;
	/** The records that were listed before, if there was a listing. */
	readonly before?: readonly ListedRecord[] | undefined;
	/** Those and what was listed earlier, as far as the process knew it before. */
	readonly everListed?: readonly ListedRecord[] | undefined;
	/** When it had been read, in milliseconds since the epoch; undefined where its age is not asked. */
	readonly readAt?: number;
};

/** What a change is doing: waiting because the service asked for it, checking the listing before anything is sent, creating, finding the new notification in listings, or deleting. */
export type Step = 'waiting' | 'checking' | 'creating' | 'finding' | 'deleting';

/** The service's answer to a POST. It is not proof: the ID may be wrong, or another notification's. */
export type AcceptedAnswer = {
	/** The ID that it names, as the service sent it; undefined if it names none. */
	readonly id: string | undefined;
	/** Whether this ID was listed before the POST. */
	readonly wasListed: boolean;
};

/** More about a step. */
export type StepFacts = {
	/** When the wait ends, in milliseconds since the epoch. */
	readonly until?: number | undefined;
	/** The answer after which the new notification is looked for. */
	readonly accepted?: AcceptedAnswer | undefined;
	/** What is deleted. `isNew`: what the change had created. */
	readonly deletes?: {readonly id: string; readonly isNew: boolean} | undefined;
};

/** Called when a step begins. */
export type OnStep = (step: Step, facts?: StepFacts) => void;

/** What a change is made with: the account, its ledger, clocks and listings. */
export type ChangeContext = {
	readonly connection: Connection;
	/** The account's `profileKey`. */
	readonly profile: string;
	/** The profile's name, for display. */
	readonly profileName: string;
	readonly changes: AwaitedChanges;
	/** The template and topics that were sent, since listings never return them. */
	readonly sent: Pick<AwaitedLedger['sent'], 'get'>;
	/** The rules that the change must keep; none by default. */
	readonly guards?: ChangeGuards;
	/** The retry policy of reads; its `sleep` also paces repeated listings. */
	readonly retry: RetryPolicy;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Measures the time since requests were sent. */
	readonly elapsed: MonotonicClock;
	/** Milliseconds within which a request takes effect, if it ever does, and every listing shows it. */
	readonly settlingTime: number;
	/** Returns the records of the last listing that is displayed: those that are listed again byte for byte are used again. */
	readonly listed?: () => readonly ListedRecord[];
	/** Returns those and what was listed earlier and no longer is. A run keeps what it was when it began. */
	readonly everListed?: () => readonly ListedRecord[] | undefined;
	/** Returns the last complete listing of this process, if all that it shows is displayed. */
	readonly displayed?: () => Look | undefined;
	/** Returns the last listing that this change has read, or that was handed on to it. */
	readonly lastLook?: () => Look | undefined;
	/** Called with every listing. */
	readonly onLook?: (look: Look) => void;
	readonly onStep?: OnStep | undefined;
	/** Whether listings are repeated only where a second one decides at once. */
	readonly isUnwaited?: boolean | undefined;
	/** Aborted when the operator stops waiting. */
	readonly signal: AbortSignal;
};

/** A placeholder among known IDs: notifications may have existed that no listing showed. No record has an empty ID (service/listing/read-record.ts). */
export const unknownPriorId = '';
