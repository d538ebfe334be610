import type {Ledger} from './ledger.ts';
import {retryWhenBusy, type BusyPolicy} from './retry-when-busy.ts';

const changeWrites = ['begin', 'open', 'add', 'close', 'forget', 'append', 'revise', 'claim', 'release'] as const;

/** The changes with asynchronous writes. */
export type AwaitedChanges = AwaitedLedger['changes'];

/** The ledger with asynchronous writes, for a program with a screen: a write does not block the event loop while another process writes. */
export type AwaitedLedger = ReturnType<typeof awaitWrites>;

/** Wraps a ledger that was opened with a short busy timeout. */
export function awaitWrites(
	{changes, sent, drafts, learned, views, planned, accounts, problem, close}: Ledger,
	policy: BusyPolicy,
) {
	return {
		problem,
		close,
		changes: retryWhenBusy(changes, changeWrites, policy),
		sent: retryWhenBusy(sent, ['remember'], policy),
		drafts: retryWhenBusy(drafts, ['save', 'discard'], policy),
		learned: retryWhenBusy(learned, ['write'], policy),
		views: retryWhenBusy(views, ['write'], policy),
		planned: retryWhenBusy(planned, ['remember'], policy),
		accounts: retryWhenBusy(accounts, ['merge'], policy),
	};
}
