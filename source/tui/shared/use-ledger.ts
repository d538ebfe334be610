import {useEffect} from 'react';
import type {Services} from '../../account/services.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {ChangeSet} from '../../ledger/item.ts';
import {useKeySource} from '../keys/key-source-context.ts';
import {moveOf} from '../list/early-moves.ts';
import {useAsync} from '../ui/use-async.ts';

/** Opens the ledger after the first frame; undefined until it is open. While a large one is checked, keys other than those that move in the list wait. */
export function useLedger(services: Services): Awaited<ReturnType<Services['openLedger']>> | undefined {
	const opened = useAsync(services.openLedger);
	const source = useKeySource();
	const isOpen = opened !== undefined;
	useEffect(() => {
		if (isOpen || !services.isLedgerLarge()) {
			return undefined;
		}

		// Other keys depend on what the ledger says. The check takes moments; another process may lock the ledger for longer.
		const release = source.hold(key => moveOf(key) !== undefined);
		const stop = services.retryStatus.subscribe(() => {
			if (services.retryStatus.isLedgerBusy()) {
				release();
			}
		});
		return () => {
			stop();
			release();
		};
	}, [isOpen, services, source]);
	return opened;
}

/** The pending changes of an account, without those that another process is working on. */
export const pendingChanges = ({changes}: Pick<AwaitedLedger, 'changes'>, profileKey: string): ChangeSet[] =>
	changes.pending(profileKey).filter(({id}) => changes.holder(id) === undefined);

/** Whether an account has pending changes that no other process is working on. */
export const hasPendingChanges = (ledger: AwaitedLedger, profileKey: string): boolean =>
	pendingChanges(ledger, profileKey).length > 0;
