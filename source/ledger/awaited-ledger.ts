import type {Ledger} from './ledger.ts';
import {retryWhenBusy, type BusyPolicy} from './retry-when-busy.ts';

const journalWrites = [
	'begin',
	'advance',
	'requestSent',
	'requestAnswered',
	'claim',
	'release',
	'revise',
	'beginBatch',
	'addItems',
	'completeBatch',
	'forgetBatch',
	'claimBatch',
	'releaseBatch',
	'itemSent',
	'itemAnswered',
	'changeItems',
	'reopenFailed',
	'leavePlanned',
] as const;

/** The journal with asynchronous writes. */
export type AwaitedJournal = AwaitedLedger['journal'];

const teamWrites = [
	'share',
	'setCursor',
	'outbox',
	'published',
	'publishAgain',
	'receive',
	'hold',
	'takeOver',
	'sentLate',
] as const;

/** The ledger with asynchronous writes, for a program with a screen: a write does not block the event loop while another process writes. */
export type AwaitedLedger = ReturnType<typeof awaitWrites>;

/** Wraps a ledger that was opened with a short busy timeout. */
export function awaitWrites(
	{journal, sent, drafts, learned, views, planned, accounts, team, problem, close}: Ledger,
	policy: BusyPolicy,
) {
	return {
		problem,
		close,
		journal: retryWhenBusy(journal, journalWrites, policy),
		sent: retryWhenBusy(sent, ['remember'], policy),
		drafts: retryWhenBusy(drafts, ['save', 'discard'], policy),
		learned: retryWhenBusy(learned, ['write'], policy),
		views: retryWhenBusy(views, ['write'], policy),
		planned: retryWhenBusy(planned, ['remember'], policy),
		accounts: retryWhenBusy(accounts, ['merge'], policy),
		/** See `Ledger`. */
		team: async () => retryWhenBusy(await team(), teamWrites, policy),
	};
}
