import type {Operation} from '../storage/journal/operation.ts';

/** The IDs of notifications that an operation changed, in its current state. */
export type ChangedIds = {
	/** The deleted notifications. */
	readonly gone: readonly string[];
	readonly created: readonly string[];
};

/** The notifications that an operation has deleted and created so far. */
export function changedIds({kind, state, snapshot, newId}: Operation): ChangedIds {
	const isRolledBack = state === 'rolled-back';
	const isOldGone = state === 'done' && kind !== 'recreate' && snapshot !== undefined && snapshot.id !== newId;
	return {
		gone: [isOldGone ? snapshot.id : undefined, isRolledBack ? newId : undefined].filter(id => id !== undefined),
		created: newId === undefined || isRolledBack ? [] : [newId],
	};
}
