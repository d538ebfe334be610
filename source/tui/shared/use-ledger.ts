import {useEffect, type Dispatch} from 'react';
import type {Services} from '../../account/services.ts';
import type {Session} from '../../account/session.ts';
import {discardSentDrafts, unsentDrafts} from '../../account/drafts.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {ChangeSet} from '../../ledger/item.ts';
import {useKeySource} from '../keys/key-source-context.ts';
import {keyOf} from '../keys/match.ts';
import {moveOf} from '../list/early-moves.ts';
import {useAsync} from '../ui/use-async.ts';
import {settledNotice} from './change-notices.ts';
import type {NavigationAction} from './route.ts';

/**
Opens the ledger after the first frame. While a large one is checked, keys other than those that move in the list wait. Once an account is open as well, shows its pending changes, and announces its unsent drafts and any notice about the ledger. A ledger that cannot be written causes a warning, which stays until it is acknowledged.

@returns Undefined until the ledger is open.
*/
export function useLedger(
	services: Services,
	session: Session | undefined,
	dispatch: Dispatch<NavigationAction>,
): AwaitedLedger | undefined {
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

	const profileKey = session?.profileKey;
	useEffect(() => {
		if (opened === undefined || profileKey === undefined) {
			return;
		}

		const {ledger, notice} = opened;
		// Changes that colleagues left are no reason to begin with it.
		const hasOwn = pendingChanges(ledger, profileKey).some(({by}) => by === undefined);
		if (hasOwn) {
			dispatch({type: 'push', route: {name: 'activity'}});
		}

		if (ledger.problem !== undefined) {
			dispatch({type: 'warn', warning: notice!});
		}

		const ledgerNotice = ledger.problem === undefined ? notice : undefined;
		void discardSentDrafts(ledger, profileKey);
		const texts = [ledgerNotice, draftsText(unsentDrafts(ledger, profileKey).length, hasOwn)].filter(
			text => text !== undefined,
		);
		if (texts.length > 0) {
			dispatch({type: 'notice', notice: {tone: ledgerNotice === undefined ? undefined : 'bad', text: texts.join(' ')}});
		}
	}, [opened, profileKey, dispatch]);

	useEffect(
		() =>
			session?.pending.onSettled(changes => {
				dispatch({type: 'notice', notice: settledNotice(changes)});
			}),
		[session, dispatch],
	);

	useEffect(() => {
		if (opened !== undefined) {
			session?.pending.update();
		}
	}, [opened, session]);

	return opened?.ledger;
}

/** The notice about unsent drafts. `isElsewhere`: whether another screen than the list is shown, on which its key does nothing. */
function draftsText(count: number, isElsewhere: boolean): string | undefined {
	if (count === 0) {
		return undefined;
	}

	const key = `${keyOf('list', 'new')}${isElsewhere ? ' in the list' : ''}`;
	return count === 1
		? `1 unsent draft. Press ${key} to resume it.`
		: `${count} unsent drafts. Press ${key} to resume one.`;
}

/** The pending changes of an account, without those that another process is working on. */
export const pendingChanges = ({changes}: Pick<AwaitedLedger, 'changes'>, profileKey: string): ChangeSet[] =>
	changes.pending(profileKey).filter(({id}) => changes.holder(id) === undefined);

/** Whether an account has pending changes that no other process is working on. */
export const hasPendingChanges = (ledger: AwaitedLedger, profileKey: string): boolean =>
	pendingChanges(ledger, profileKey).length > 0;
