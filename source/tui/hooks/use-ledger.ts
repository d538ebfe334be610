import {useEffect, useState} from 'react';
import {LedgerError} from '../../ledger/ledger-error.ts';
import type {Ledger} from '../../ledger/ledger.ts';
import type {Navigation} from '../state/navigation.ts';
import type {Opening, Services} from '../state/session.ts';

/** What this machine remembers, opened after the first frame. What it has to say is announced; what it holds unfinished of the account is offered at once. */
export function useLedger(services: Services, opening: Opening, announce: Navigation['announce'], push: Navigation['push']): Ledger | undefined {
	const [ledger, setLedger] = useState<Ledger | undefined>(undefined);
	useEffect(() => {
		void (async () => {
			const opened = await services.openLedger();
			setLedger(opened.ledger);
			if (opened.notice !== undefined) {
				announce({tone: 'bad', text: opened.notice});
			}
		})();
	}, [services]);

	const session = opening.state === 'open' ? opening.session : undefined;
	useEffect(() => {
		if (ledger === undefined || session === undefined) {
			return;
		}

		const key = session.profileKey;
		if (openOperations(ledger, key).length > 0) {
			push({name: 'recovery'});
			return;
		}

		const drafts = ledger.drafts.list(key).length;
		if (drafts > 0) {
			announce({tone: 'plain', text: `${drafts === 1 ? 'A draft was' : `${drafts} drafts were`} not sent. Press n to go on with ${drafts === 1 ? 'it' : 'one'}.`});
		}
	}, [ledger, session?.id]);

	return ledger;
}

/** What is unfinished, and not in another program's hands. */
export function openOperations(ledger: Ledger, key: string) {
	return ledger.journal.unfinished(key).filter(({id}) => !ledger.journal.isBusyElsewhere(id));
}

/** Remembers something that can be done without: a full disk keeps nobody from working. */
export function quietly(remember: () => void): void {
	try {
		remember();
	} catch (error) {
		if (!(error instanceof LedgerError)) {
			throw error;
		}
	}
}
