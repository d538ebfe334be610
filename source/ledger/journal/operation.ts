import type {NamedIssue, OperationKind} from '../../notification/operation-texts.ts';
import type {Moment} from '../../platform/clock.ts';
import type {KnownUnlisted, NotificationInput, Unlisted} from '../../notification/notification.ts';
import type {Colleague} from './colleague.ts';

/**
The progress of an operation. Each state is on disk before the next request is sent, so that after a crash the state shows which requests may have been sent:

- `planned`: no request was sent; for an item of a batch, no request that took effect.
- `creating`: a POST may have been sent.
- `created`, only for a replacement: a listing has shown the new notification, `newId`.
- `deleting`: a DELETE of the snapshot's ID may have been sent.
- `undoing`: a DELETE of `newId` may have been sent, to roll back.
- `done`, `failed`, `rolled-back`: ended. `failed` means that nothing took effect, or that the outcome can no longer be determined; `detail` says which.
*/
export type OperationState =
	| 'planned'
	| 'creating'
	| 'created'
	| 'deleting'
	| 'undoing'
	| 'done'
	| 'failed'
	| 'rolled-back';

/** The states in which an operation has ended. */
export const finalStates: readonly OperationState[] = ['done', 'failed', 'rolled-back'];

/** A notification as it was before it was replaced or deleted. */
export type NotificationSnapshot = KnownUnlisted & {
	readonly id: string;
	/** The record as the service listed it. */
	readonly raw: unknown;
	readonly input: Omit<NotificationInput, keyof Unlisted>;
};

/** One change to the notifications of the service, as recorded in the journal. */
export type Operation = {
	readonly id: number;
	/** A `profileKey`. */
	readonly profile: string;
	/** The profile's name, for display. */
	readonly profileName: string;
	readonly kind: OperationKind;
	readonly state: OperationState;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly endedAt: number | undefined;
	/** The notification to create, for create, replace and recreate. */
	readonly input: NotificationInput | undefined;
	/** The notification that replace and delete remove, and that recreate creates again. */
	readonly snapshot: NotificationSnapshot | undefined;
	readonly newId: string | undefined;
	/** The IDs of identical notifications that existed before anything was sent, ignoring rewritten text: none of them is the new one. */
	readonly knownIds: readonly string[];
	/** Whether these are from a listing that was up to ten seconds old when the POST was sent (docs/decisions/recent-listing.md): what somebody else created in between is not among them. */
	readonly isPriorRecent?: true;
	/** How it ended, or why it has not ended: one sentence, safe to show. */
	readonly detail: string | undefined;
	/** The fields that the service refused, safe to show. They belong to `detail`. */
	readonly issues?: readonly NamedIssue[];
	/** The position in the input of the command, such as `line 3`. */
	readonly place?: string;
	/** The moment of the first complete listing that did not show the notification to create or to delete, if no later listing showed it. A second one proves that it is missing. */
	readonly missingSince?: Moment;
	/** A notification that was listed before the POST and that the answer names, as it was: some services overwrite instead of creating. */
	readonly overwritten?: NotificationSnapshot;
	readonly undoes?: number;
	/** Whether it undoes a change. An operation that undoes an undo is a redo, and counts as a change. */
	readonly isUndo?: true;
	readonly batch?: number;
	/** Who made it on another machine, as the board names them: not safe to show. Its POST is never sent from here. */
	readonly by?: Colleague;
	/** Whether `input` or `snapshot` has `[API key]` in place of an API key. The ledger never contains a key; only the process that started the operation still has the original. A redacted operation must not be sent, and matches listed records only after their secrets are hidden, too. */
	readonly isRedacted?: true;
};

/** One mutating request. */
export type RequestEntry = {
	readonly id: number;
	readonly operation: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly method: 'POST' | 'DELETE';
	/** The ID of the notification: the one to delete for a DELETE, or the new one of a POST once it is known. */
	readonly target: string | undefined;
	/** `sent`: no response yet. */
	readonly outcome: 'sent' | 'ok' | 'not-sent' | 'rejected' | 'unknown';
	readonly status: number | undefined;
	/** The result in one line, safe to show. */
	readonly summary: string | undefined;
	/** The time of the response, or of sending if there is none, on the monotonic clock. Undefined if none was given. */
	readonly moment: Moment | undefined;
};
