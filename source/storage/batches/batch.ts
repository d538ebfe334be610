import type {OperationKind} from '../journal/operation.ts';
import type {NewOperation} from '../journal/operation-row.ts';

/** A bulk operation: to create, replace or delete many notifications, or to restore deleted ones. */
export type BatchKind = OperationKind;

/** The kind of the bulk operation that undoes one of a kind. */
export const undoKinds: Readonly<Record<BatchKind, BatchKind>> = {create: 'delete', replace: 'replace', delete: 'restore', restore: 'delete'};

/** Numbers of items by progress. */
export type BatchCounts = {
	/** No request was sent, or none that took effect. */
	readonly planned: number;
	/** Of a replacement: both exist. A listing has shown the new notification, and the old one is to be deleted. */
	readonly created: number;
	/** A request may have been sent; its outcome is unknown. */
	readonly unknown: number;
	readonly done: number;
	/** No effect. */
	readonly failed: number;
	/** The operator chose to leave these as they were. */
	readonly skipped: number;
};

/** Operations of one kind that begin, stop and resume together. Its items are operations of the journal. */
export type Batch = {
	readonly id: number;
	/** A `profileKey`. */
	readonly profile: string;
	readonly kind: BatchKind;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly counts: BatchCounts;
	/** IDs of notifications that must still be listed before an item is sent. */
	readonly keeps: readonly string[];
};

/** What an item begins with. */
export type NewItem = Pick<NewOperation, 'profileName' | 'input' | 'snapshot' | 'knownIds' | 'undoes'>;

/** The number of items. */
export const totalOf = ({planned, created, unknown, done, failed, skipped}: BatchCounts): number => planned + created + unknown + done + failed + skipped;
