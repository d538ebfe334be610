import type {Operation} from '../../ledger/operation.ts';

/** Which notifications are gone and which are new because of an operation, as far as it has come, by id. */
export function effectsOf({kind, state, old, newId}: Operation): {readonly gone: readonly string[]; readonly made: readonly string[]} {
	const made = newId === undefined || state === 'rolled-back' ? [] : [newId];
	const isOldGone = state === 'done' && kind !== 'restore' && old !== undefined && old.id !== newId;
	return {made, gone: [isOldGone ? old.id : undefined, state === 'rolled-back' ? newId : undefined].filter(id => id !== undefined)};
}
