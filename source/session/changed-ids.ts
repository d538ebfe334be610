import type {Operation} from '../storage/journal/operation.ts';

/** Which notifications are gone and which are new because of an operation, as far as it has come, by id. */
export function changedIds({kind, state, snapshot, newId}: Operation): {readonly gone: readonly string[]; readonly made: readonly string[]} {
	const made = newId === undefined || state === 'rolled-back' ? [] : [newId];
	const isOldGone = state === 'done' && kind !== 'restore' && snapshot !== undefined && snapshot.id !== newId;
	return {made, gone: [isOldGone ? snapshot.id : undefined, state === 'rolled-back' ? newId : undefined].filter(id => id !== undefined)};
}
