import {useEffect, useState, type Dispatch} from 'react';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import type {Services, Session} from '../../session/session.ts';
import type {NavigationAction} from './route.ts';

type LedgerState = {
	readonly ledger: AwaitedLedger;
	/** About the ledger itself, for the operator. */
	readonly notice: string | undefined;
};

/**
Opens the ledger after the first frame. Once it and an account are open, shows pending changes of the account, and announces unsent drafts and what there is to say about the ledger.

@returns Undefined until the ledger is open.
*/
export function useLedger(services: Services, session: Session | undefined, dispatch: Dispatch<NavigationAction>): AwaitedLedger | undefined {
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
export function openOperations(ledger: AwaitedLedger, key: string) {
	return ledger.journal.unfinished(key).filter(({id}) => !ledger.journal.isBusyElsewhere(id));
}

/** Whether something was begun and not ended, one by one or many at once, and nobody is at it. */
export function hasUnfinished(ledger: AwaitedLedger, key: string): boolean {
	return openOperations(ledger, key).length > 0 || ledger.journal.unfinishedBatches(key).length > 0;
}

/** Writes something that can be done without: a full disk keeps nobody from working. */
export function quietly(write: () => unknown): void {
	void bestEffort(write);
}
