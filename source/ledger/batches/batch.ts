import type {BatchKind} from '../../notification/operation-texts.ts';
import type {NewOperation} from '../journal/operation-row.ts';
import type {Colleague} from '../journal/colleague.ts';

/** The number of items by progress. */
export type BatchCounts = {
	/** No request was sent, or none took effect. */
	readonly planned: number;
	/** Half-done replacements: both notifications exist. A listing has shown the new one, and the old one is still to be deleted. */
	readonly created: number;
	/** A request may have been sent; its outcome is unknown. */
	readonly unknown: number;
	readonly done: number;
	/** Nothing took effect. */
	readonly failed: number;
	/** The operator chose to leave these unchanged. */
	readonly skipped: number;
};

/** A group of operations that start, stop and resume together. Its items are operations of the journal. */
export type Batch = {
	readonly id: number;
	/** A `profileKey`. */
	readonly profile: string;
	readonly kind: BatchKind;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly counts: BatchCounts;
	/** The IDs of notifications that must still be listed before an item is sent. */
	readonly keeps: readonly string[];
	/** Who made it on another machine; see `Operation`. */
	readonly by?: Colleague;
};

/** The initial values of an item. */
export type NewItem = Pick<
	NewOperation,
	'kind' | 'profileName' | 'input' | 'snapshot' | 'knownIds' | 'isPriorRecent' | 'place' | 'undoes'
>;

/** The number of items. */
export const totalOf = ({planned, created, unknown, done, failed, skipped}: BatchCounts): number =>
	planned + created + unknown + done + failed + skipped;
