import {keyOf} from '../keys/match.ts';

/** Says that there is nothing to undo, or to redo; `pending`: changes that may have to be undone when they have ended. */
export function nothingToUndo(pending: number, isRedo: boolean): string {
	if (pending > 0) {
		return `Nothing to undo yet. Press ${keyOf('list', 'pending')} in the list for the pending changes.`;
	}

	return isRedo ? 'Nothing to redo.' : 'Nothing to undo.';
}
