import type {NotificationInput, Topics} from '../../domain/notification.ts';

/** What an operator asked for. */
export type OperationKind = 'create' | 'replace' | 'delete' | 'restore';

/**
How far an operation has come. Each state is on disk before the request that leads out of it is sent, so that after a crash one knows what may have happened:

- `planned`: nothing was sent; of an item of a batch, nothing that took effect.
- `creating`: a POST may have been sent.
- `created`: the new notification is `newId`, and was seen in a listing where there is an old one to go.
- `deleting`: a DELETE of `oldId` may have been sent.
- `undoing`: a DELETE of `newId` may have been sent, to roll back.
- `done`, `failed`, `rolled-back`: over. `failed`: it is known that nothing took effect, or nothing more can be known; `note` says which.
*/
export type OperationState = 'planned' | 'creating' | 'created' | 'deleting' | 'undoing' | 'done' | 'failed' | 'rolled-back';

/** The states that nothing follows. */
export const finalStates: readonly OperationState[] = ['done', 'failed', 'rolled-back'];

/** A notification as it was before it was replaced or deleted, with what listings never return where this machine knows it. */
export type NotificationSnapshot = {
	readonly id: string;
	/** As the service listed it. */
	readonly raw: unknown;
	readonly input: Omit<NotificationInput, 'template' | 'topics'>;
	/** Undefined: never known here. */
	readonly template: string | undefined;
	readonly topics: Topics | undefined;
};

/** One thing asked of the service, as the journal keeps it. */
export type Operation = {
	readonly id: number;
	/** A `profileKey`. */
	readonly profile: string;
	/** The profile's name, for people. */
	readonly profileName: string;
	readonly kind: OperationKind;
	readonly state: OperationState;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly endedAt: number | undefined;
	/** What is created: of create, replace and restore. */
	readonly input: NotificationInput | undefined;
	/** What goes: of replace and delete; what is brought back: of restore. */
	readonly snapshot: NotificationSnapshot | undefined;
	readonly newId: string | undefined;
	/** Ids that said the same before anything was sent: none of them is the new one. */
	readonly knownIds: readonly string[];
	/** How it ended, or what stands in its way: one sentence, safe to show. */
	readonly detail: string | undefined;
	/** What it is an item of; without it, it stands for itself. */
	readonly batch?: number;
	/** True where `[API key]` stands in `input` or `old` for the API key, which the ledger never holds and only the process that began the operation still knows: these must not be sent, and are to be compared with records whose secrets are hidden too. */
	readonly isIncomplete?: true;
};

/** One mutating request. */
export type RequestEntry = {
	readonly id: number;
	readonly operation: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly method: 'POST' | 'DELETE';
	/** The notification a DELETE names; the new one of a POST, once it is known. */
	readonly target: string | undefined;
	/** `sent`: no answer is known (yet). */
	readonly outcome: 'sent' | 'ok' | 'not-sent' | 'rejected' | 'unknown';
	readonly status: number | undefined;
	/** In one line, what happened; safe to show. */
	readonly summary: string | undefined;
};
