import type {
	DraftStore,
	LearnedValueStore,
	PlannedFileStore,
	SentContentStore,
	ViewSettingsStore,
} from './small-stores.ts';
import type {Journal} from './journal/journal.ts';
import type {LedgerAccounts} from './ledger-accounts.ts';
import type {Ledger} from './ledger.ts';
import {retryWhenBusy, type AwaitedWrites, type BusyPolicy} from './retry-when-busy.ts';
import type {TeamChanges} from './team/team-changes.ts';

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
] as const satisfies ReadonlyArray<keyof Journal>;

/** The journal with asynchronous writes. */
export type AwaitedJournal = AwaitedWrites<Journal, (typeof journalWrites)[number]>;

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
] as const satisfies ReadonlyArray<keyof TeamChanges>;

/** What a team shares, with asynchronous writes. */
export type AwaitedTeamChanges = AwaitedWrites<TeamChanges, (typeof teamWrites)[number]>;

/** The ledger with asynchronous writes, for a program with a screen: a write does not block the event loop while another process writes. */
export type AwaitedLedger = Pick<Ledger, 'problem' | 'close'> & {
	readonly journal: AwaitedJournal;
	readonly sent: AwaitedWrites<SentContentStore, 'remember'>;
	readonly drafts: AwaitedWrites<DraftStore, 'save' | 'discard'>;
	readonly learned: AwaitedWrites<LearnedValueStore, 'write'>;
	readonly views: AwaitedWrites<ViewSettingsStore, 'write'>;
	readonly planned: AwaitedWrites<PlannedFileStore, 'remember'>;
	readonly accounts: AwaitedWrites<LedgerAccounts, 'merge'>;
	/** See `Ledger`. */
	readonly team: () => Promise<AwaitedTeamChanges>;
};

/** Wraps a ledger that was opened with a short busy timeout. */
export function awaitWrites(
	{journal, sent, drafts, learned, views, planned, accounts, team, problem, close}: Ledger,
	policy: BusyPolicy,
): AwaitedLedger {
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
		team: async () => retryWhenBusy(await team(), teamWrites, policy),
	};
}
