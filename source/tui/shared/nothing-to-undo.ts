import {keyOf} from '../keys/match.ts';

/** The message that there is nothing to undo or redo; `pending`: the number of changes that may be undone once they have ended. */
export function nothingToUndo(pending: number, isRedo: boolean): string {
	if (pending > 0) {
		return `Nothing to undo yet. Press ${keyOf('list', 'pending')} in the list for the pending changes.`;
	}

	return isRedo ? 'Nothing to redo.' : 'Nothing to undo.';
}
