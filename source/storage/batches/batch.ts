import type {OperationState} from '../journal/operation.ts';
import type {NewOperation, DatabaseRow} from '../journal/operation-row.ts';

/** What an operator asked for of many notifications at once: to delete them, or to bring deleted ones back. */
export type BatchKind = 'delete' | 'restore';

/** How many items have come how far. */
export type BatchCounts = {
	/** Nothing was sent of these, or nothing that took effect. */
	readonly planned: number;
	/** A request was sent, or may have been, and nobody knows what became of it. */
	readonly unknown: number;
	readonly done: number;
	/** These took no effect. */
	readonly failed: number;
	/** The operator left these as they were. */
	readonly skipped: number;
};

/** Many operations of one kind, which are begun, interrupted and carried on together. Its items are operations of the journal. */
export type Batch = {
	readonly id: number;
	/** A `profileKey`. */
	readonly profile: string;
	readonly kind: BatchKind;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly counts: BatchCounts;
};

/** What an item is begun with. */
export type NewItem = Pick<NewOperation, 'profileName' | 'input' | 'snapshot' | 'knownIds'> & {
	/** The deletion it takes back: of restore. */
	readonly undoes?: number;
};

/** The states of an item that has not ended. */
export const openStates: readonly OperationState[] = ['planned', 'creating', 'deleting'];

/** How many items there are. */
export const totalOf = ({planned, unknown, done, failed, skipped}: BatchCounts): number => planned + unknown + done + failed + skipped;

/** Counts from rows of `state` and `count`. */
export function toCounts(rows: readonly DatabaseRow[]): BatchCounts {
	const of = (...states: readonly OperationState[]) => rows
		.filter(({state}) => states.includes(state as OperationState))
		.reduce((sum, {count}) => sum + Number(count), 0);
	return {planned: of('planned'), unknown: of('creating', 'deleting'), done: of('done'), failed: of('failed'), skipped: of('rolled-back')};
}
