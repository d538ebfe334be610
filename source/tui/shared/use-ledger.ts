import {useEffect, useState} from 'react';
import type {AwaitedLedger} from '../../storage/awaited-ledger.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import type {Opening, Services} from '../../session/session.ts';
import type {Navigation} from './navigation.ts';

/** What this machine remembers, opened after the first frame. What it has to say is announced; what it holds unfinished of the account is offered at once. */
export function useLedger(services: Services, opening: Opening, announce: Navigation['announce'], push: Navigation['push']): AwaitedLedger | undefined {
	const [ledger, setLedger] = useState<AwaitedLedger | undefined>(undefined);
	const [notice, setNotice] = useState<string | undefined>(undefined);
	useEffect(() => {
		void (async () => {
			const opened = await services.openLedger();
			setNotice(opened.notice);
			setLedger(opened.ledger);
		})();
	}, [services]);

	const session = opening.state === 'open' ? opening.session : undefined;
	// Once for each account: what is announced and pushed is the same whatever else has changed.
	useEffect(() => {
		if (ledger === undefined || session === undefined) {
			return;
		}

		const key = session.profileKey;
		if (hasUnfinished(ledger, key)) {
			push({name: 'recovery'});
		}

		const drafts = ledger.drafts.list(key).length;
		const waiting = drafts === 1 ? 'A draft was not sent: n goes on with it.' : `${drafts} drafts were not sent: n goes on with one.`;
		const said = [notice, drafts === 0 ? undefined : waiting].filter(text => text !== undefined);
		if (said.length > 0) {
			announce({tone: notice === undefined ? 'plain' : 'bad', text: said.join(' ')});
		}
	}, [ledger, session?.id]);

	return ledger;
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
