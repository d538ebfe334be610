import {useEffect, useState, useSyncExternalStore} from 'react';
import type {Notification} from '../../domain/notification.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {LedgerError} from '../../storage/ledger-error.ts';
import {useRules, useUnprotect, type UnprotectHandle} from '../protected/protected-screen.tsx';
import {createUnprotectableRules} from '../protected/unprotectable-rules.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {useSession, type SessionValue} from '../shared/session-context.ts';
import {createBulkEditModel, type BulkEditModel, type BulkEditView} from './bulk-edit-model.ts';

export type EditModelHandle = Pick<BulkEditModel, 'dispatch' | 'whenReady'> & {
	readonly view: BulkEditView;
	readonly unprotect: UnprotectHandle;
};

/** The model of a bulk edit of the open account. `repeats`: the edits to begin with. */
export function useEditModel(targets: readonly Notification[], repeats: RepeatableEdits | undefined): EditModelHandle {
	const session = useSession();
	useRules();
	const unprotect = useUnprotect();
	const [rules] = useState(() => createUnprotectableRules(session.rules));
	useEffect(() => {
		rules.setUnprotected(unprotect.isUnprotected);
	}, [rules, unprotect.isUnprotected]);
	const [{subscribe, get, dispatch, whenReady}] = useState(() =>
		createBulkEditModel({
			targets,
			repeats,
			records: recordsOf(session.listing.get().listing),
			sentOf: id => sentContentOf(session, id),
			rules,
			now: session.services.clock.now,
		}),
	);
	return {view: useSyncExternalStore(subscribe, get), dispatch, whenReady, unprotect};
}

/** The template and topics that this machine sent. If the ledger cannot be read, they are unknown. */
function sentContentOf({ledger, profileKey}: SessionValue, id: string) {
	try {
		return ledger?.sent.get(profileKey, id);
	} catch (error) {
		if (error instanceof LedgerError) {
			return undefined;
		}

		throw error;
	}
}
