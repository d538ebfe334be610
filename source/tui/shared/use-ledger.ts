import {isDeepStrictEqual} from 'node:util';
import {useEffect, useState, type Dispatch} from 'react';
import {LedgerError} from '../../storage/ledger-error.ts';
import type {Ledger} from '../../storage/ledger.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {toInput} from '../../domain/draft/draft.ts';
import type {Services, Session} from '../../session/session.ts';
import type {NavigationAction} from './route.ts';

type LedgerState = {
	readonly ledger: Ledger;
	/** About the ledger itself, for the operator. */
	readonly notice: string | undefined;
};

/**
Opens the ledger after the first frame. Once it and an account are open, shows pending changes of the account, and announces unsent drafts and what there is to say about the ledger.

@returns Undefined until the ledger is open.
*/
export function useLedger(services: Services, session: Session | undefined, dispatch: Dispatch<NavigationAction>): Ledger | undefined {
	const [opened, setOpened] = useState<LedgerState | undefined>(undefined);
	useEffect(() => {
		void (async () => {
			setOpened(await services.openLedger());
		})();
	}, [services]);

	useEffect(() => {
		if (opened === undefined || session === undefined) {
			return;
		}

		const {ledger, notice} = opened;
		if (hasUnfinished(ledger, session.profileKey)) {
			dispatch({type: 'push', route: {name: 'recovery'}});
		}

		const texts = [notice, draftsText(ledger.drafts.list(session.profileKey).length)].filter(text => text !== undefined);
		if (texts.length > 0) {
			dispatch({type: 'notice', notice: {tone: notice === undefined ? 'plain' : 'bad', text: texts.join(' ')}});
		}
	}, [opened, session, dispatch]);

	return opened?.ledger;
}

function draftsText(count: number): string | undefined {
	if (count === 0) {
		return undefined;
	}

	return count === 1 ? '1 unsent draft. Press n to resume it.' : `${count} unsent drafts. Press n to resume one.`;
}

/** What is unfinished, and not in another program's hands. */
export function openOperations(ledger: Ledger, key: string) {
	return ledger.journal.unfinished(key).filter(({id}) => !ledger.journal.isBusyElsewhere(id));
}

/** Whether something was begun and not ended, one by one or many at once, and nobody is at it. */
export function hasUnfinished(ledger: Ledger, key: string): boolean {
	return openOperations(ledger, key).length > 0 || ledger.journal.unfinishedBatches(key).length > 0;
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

/** Forgets the drafts of what was sent by now. */
export function discardSentDrafts(ledger: Ledger, key: string, {input}: Operation): void {
	quietly(() => {
		for (const {id, draft} of ledger.drafts.list(key)) {
			if (isDeepStrictEqual(toInput(draft), input)) {
				ledger.drafts.discard(id);
			}
		}
	});
}
