import type {ListedRecord, Notification, NotificationInput} from '../domain/notification.ts';
import type {DuplicatesResult} from '../operations/bulk/bulk-create.ts';
import type {BulkProgress, BulkResult} from '../operations/bulk/bulk-context.ts';
import type {PauseControl} from '../operations/bulk/pause-control.ts';
import type {UndoSurvey} from '../operations/bulk/bulk-undo.ts';
import type {RecreationSurvey} from '../operations/bulk/recreation-survey.ts';
import type {CreateOutcome} from '../operations/create.ts';
import type {Keep} from '../operations/keep.ts';
import type {OnPhase, Sighting} from '../operations/operation-context.ts';
import type {ImpossibleResult, OperationResult, RefusedResult} from '../operations/operation-result.ts';
import type {UndoPlan} from '../operations/undo-plan.ts';
import type {Operation} from '../storage/journal/operation.ts';

export {refusedPaths} from '../operations/bulk/bulk-context.ts';
export {createPauseControl, type PauseControl} from '../operations/bulk/pause-control.ts';

/** A change of a set. */
export type SetChange =
	| {readonly kind: 'create'; readonly of?: undefined; readonly input: NotificationInput; readonly place?: string}
	| {readonly kind: 'replace'; readonly of: Notification; readonly input: NotificationInput; readonly place?: string}
	| {readonly kind: 'delete'; readonly of: Notification; readonly input?: undefined; readonly place?: undefined};

/** `isUnprotected`: whether the operator decided that protected notifications may be deleted or replaced. */
export type UnprotectOption = {readonly isUnprotected?: boolean | undefined};

/** `shown`: the listing that showed the operator what is to be deleted. If it is older than ten seconds by then, the account is listed again. */
export type ShownOption = {readonly shown?: Sighting | undefined};

/** The options for sending a notification. */
export type SendOptions = UnprotectOption & {
	/** Fires when the operator stops waiting. */
	readonly signal: AbortSignal;
	/** The stored draft to discard once the notification was sent. */
	readonly draftId?: number | undefined;
	/** Called when a phase of sending starts. */
	readonly onPhase?: OnPhase | undefined;
};

/** The options for creating a notification. */
export type CreateOptions = SendOptions & {
	/** The IDs of duplicates that the operator has seen and accepts, or `all`. */
	readonly acceptedIds?: readonly string[] | 'all' | undefined;
	/** Sends even if the check for duplicates is not possible. */
	readonly isUnchecked?: boolean | undefined;
	/** The position in the input of the command, such as `line 3`. */
	readonly place?: string | undefined;
};

/** The options for continuing a pending operation. */
export type ContinueOptions = UnprotectOption & {
	readonly signal: AbortSignal;
	/** The ID of the new notification, chosen by the operator from several candidates. */
	readonly chosenId?: string | undefined;
	/** Called when a phase starts. */
	readonly onPhase?: OnPhase | undefined;
};

/** The options for running a batch. */
export type BulkOptions = UnprotectOption & {
	readonly signal: AbortSignal;
	readonly pauseControl: PauseControl;
	/** Called on every change of the progress. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** The number of concurrent requests; by default 8 for deletes and 4 for others. */
	readonly concurrency?: number | undefined;
};

export type BulkOutcome = BulkResult | RefusedResult | ImpossibleResult;

/**
All operations on an account, for screens and commands. Every method refuses on a read-only profile, turns errors of the ledger into results, and afterwards updates the listing and releases its claims.
*/
export type AccountOperations = {
	/** Makes ready what a change needs, while its question is read or its listing arrives: the code, connections, and for a creation the search for its duplicates. Sends nothing. `connections`: how many requests it sends at once. */
	readonly prepare: (options?: {readonly input?: NotificationInput | undefined; readonly connections?: number}) => void;
	readonly create: (input: NotificationInput, options: CreateOptions) => Promise<CreateOutcome>;
	/** Edits a notification: creates the new one, verifies it, then deletes the old one. */
	readonly replace: (
		of: Notification,
		input: NotificationInput,
		options: SendOptions,
	) => Promise<OperationResult | RefusedResult>;
	/** Undoes an operation that has ended, according to a plan (session/undo-plan.ts) that was confirmed. It sends nothing if a fresh listing leads to another plan. */
	readonly undo: (plan: UndoPlan, options: CreateOptions) => Promise<CreateOutcome>;
	/** Undoes a deletion, with content that differs from what was deleted. */
	readonly recreate: (deletion: Operation, input: NotificationInput, options: CreateOptions) => Promise<CreateOutcome>;
	/** Deletes a notification, if a listing shows it as `target` is. */
	readonly delete: (
		target: Notification,
		signal: AbortSignal,
		options?: UnprotectOption & ShownOption & {readonly onPhase?: OnPhase | undefined},
	) => Promise<OperationResult | RefusedResult>;
	/** Continues an operation of the journal, which may be an item of a batch, to its end. A POST whose outcome is unknown is never sent again. */
	readonly finish: (operation: number, options: ContinueOptions) => Promise<OperationResult>;
	readonly rollBack: (operation: number, options: ContinueOptions) => Promise<OperationResult>;
	/** Creates many notifications, unless duplicates exist. `places`: the position of each in the input. */
	readonly bulkCreate: (
		inputs: readonly NotificationInput[],
		options: BulkOptions & {readonly canRepeat: boolean; readonly places?: ReadonlyArray<string | undefined>},
	) => Promise<BulkOutcome | DuplicatesResult>;
	/** Makes a set of changes: creations and replacements first, then deletions, if everything else is done. `whyChanged`: says why the set no longer fits the listing that is read before anything is sent. */
	readonly applySet: (
		changes: readonly SetChange[],
		options: BulkOptions & {readonly whyChanged: (records: readonly ListedRecord[]) => string | undefined},
	) => Promise<BulkOutcome>;
	/** Edits many notifications, each as `replace` does. The edits are taken one by one, so that they can be made when they are needed. */
	readonly bulkReplace: (
		edits: Iterable<{readonly of: Notification; readonly input: NotificationInput}>,
		options: BulkOptions,
	) => Promise<BulkOutcome>;
	/** Deletes those of many notifications that a listing shows as they are. `keeps`: IDs that a new complete listing must contain, or nothing is deleted. */
	readonly bulkDelete: (
		targets: readonly Notification[],
		options: BulkOptions & ShownOption & {readonly keeps?: ReadonlySet<string> | undefined},
	) => Promise<BulkOutcome>;
	/** Undoes a bulk operation: recreates what it deleted, or deletes what it created. */
	readonly undoBatch: (batch: number, options: BulkOptions) => Promise<BulkOutcome>;
	/** Determines the effect of undoing a bulk operation, compared with the current listing. */
	readonly surveyUndo: (batch: number, options?: UnprotectOption) => Promise<UndoSurvey>;
	/** Determines how much of these notifications could be recreated if they were deleted. */
	readonly surveyDelete: (targets: readonly Notification[]) => Promise<RecreationSurvey>;
	/** Continues a batch that was interrupted. */
	readonly resumeBatch: (batch: number, options: BulkOptions) => Promise<BulkOutcome>;
	/** Sends only the failed items of a batch again. `without`: members that the service refused, by item. */
	readonly retryFailed: (
		batch: number,
		options: BulkOptions & {readonly without?: BulkResult['refused']},
	) => Promise<BulkOutcome>;
	/** Ends a batch without sending the rest. For half-done replacements the new notification is deleted. */
	readonly skipRest: (batch: number, signal: AbortSignal) => Promise<BulkOutcome>;
	/** Stops following the open items of a batch, and skips the rest. Requests that were sent may still take effect. */
	readonly dropBatch: (batch: number, signal: AbortSignal) => Promise<BulkOutcome>;
	/** Sends the POST of a pending operation again, although the first one may still take effect: this may create two notifications. */
	readonly sendAgain: (operation: number, signal: AbortSignal) => Promise<OperationResult>;
	/** Ends an edit of a notification that somebody else edited, too: deletes theirs, ours or neither. */
	readonly keep: (
		operation: number,
		which: Keep,
		signal: AbortSignal,
		options?: UnprotectOption,
	) => Promise<OperationResult>;
	/** Stops following a pending operation. Requests that were sent may still take effect. */
	readonly drop: (operation: number, signal: AbortSignal) => Promise<OperationResult>;
};
