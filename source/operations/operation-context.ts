import type {Connection} from '../api/connection.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import type {NotificationInput, Topics} from '../domain/notification.ts';

/** What operations write down before they act: the ledger's journal, or one that forgets (operations/forgetful.ts). */
export type OperationLog = {
	readonly begin: (operation: Pick<Operation, 'profile' | 'profileName' | 'kind'> & Partial<Pick<Operation, 'input' | 'snapshot' | 'knownIds'>>) => Operation;
	readonly advance: (id: number, change: Partial<Pick<Operation, 'state' | 'newId' | 'knownIds' | 'detail'>>) => Operation;
	readonly requestSent: (operation: number, request: Pick<RequestEntry, 'method'> & Partial<Pick<RequestEntry, 'target'>>) => number;
	readonly requestAnswered: (id: number, answer: Pick<RequestEntry, 'outcome'> & Partial<Pick<RequestEntry, 'status' | 'summary' | 'target'>>) => void;
};

/** What was sent and listings never return. */
export type SentContentLog = {
	readonly remember: (profile: string, id: string, sent: {readonly template: string; readonly topics: Topics; readonly at: number}) => void;
};

/** What an operation works with. */
export type OperationContext = {
	readonly connection: Connection;
	/** A `profileKey`. */
	readonly profile: string;
	/** For people. */
	readonly profileName: string;
	readonly log: OperationLog;
	readonly sent: SentContentLog;
	/** Whether the log survives this program: without that nothing is replaced. */
	readonly isLogPersistent: boolean;
	/** How reads are tried again; its pauses are also those between two looks at the listing. */
	readonly retry: RetryPolicy;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Fires when the operator gives up waiting. */
	readonly signal: AbortSignal;
};

/** Remembers what was sent of a notification, under its id. */
export function saveSentContent({sent, profile, now}: OperationContext, id: string, {template, topics}: NotificationInput): void {
	sent.remember(profile, id, {template, topics, at: now()});
}
