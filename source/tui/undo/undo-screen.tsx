import {useState} from 'react';
import {findUndo} from '../../session/undo-plan.ts';
import {useListing, useSession, type ListingHandle, type SessionValue} from '../shared/session-context.ts';
import {BatchUndo} from './batch-undo.tsx';
import {OperationUndo} from './operation-undo.tsx';
import {planListing} from './plan-listing.ts';

/** The subject of an undo: an operation, a bulk operation, or by default the last change that can be undone. With `isRedo`, the last undo. */
export type UndoScreenProps = {
	readonly operation?: number | undefined;
	readonly batch?: number | undefined;
	readonly isRedo?: boolean;
};

/** Shows the effect of an undo and performs it after `y`: recreates what was deleted, deletes what was created, replaces back what was edited. */
export function UndoScreen(props: UndoScreenProps) {
	const session = useSession();
	const listing = useListing();
	// Found once, so that a listing that arrives later does not change the subject of the question.
	const [{operation, batch}] = useState(() => subjectOf(props, session, listing));
	// A result obtained with the previous API key is not valid for the new one.
	return batch === undefined ? <OperationUndo key={session.id} operation={operation} /> : <BatchUndo batch={batch} />;
}

function subjectOf(
	{operation, batch, isRedo = false}: UndoScreenProps,
	{ledger, profileKey}: SessionValue,
	listing: ListingHandle,
): Pick<UndoScreenProps, 'operation' | 'batch'> {
	if (operation !== undefined || batch !== undefined || ledger === undefined) {
		return {...(operation !== undefined && {operation}), ...(batch !== undefined && {batch})};
	}

	const found = findUndo(ledger.journal, profileKey, planListing(listing), {isRedo})?.operation;
	return found?.batch === undefined ? (found === undefined ? {} : {operation: found.id}) : {batch: found.batch};
}
