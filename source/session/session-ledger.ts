import {awaitWrites, type AwaitedLedger} from '../storage/awaited-ledger.ts';
import {longestWait, lockPause} from '../storage/retry-when-busy.ts';
import {bestEffort} from '../storage/best-effort.ts';
import {LedgerBusyError} from '../storage/ledger-error.ts';
import type {LedgerOpening} from '../storage/ledger.ts';
import type {Clock} from '../system/clock.ts';

/** The ledger as a session uses it: opened once, when it is first needed. */
export type SessionLedger = {
	/** With a signal, writes stop waiting for the write lock a little after it fires. `notice`: for the operator, in one line. */
	readonly open: (signal?: AbortSignal) => Promise<{readonly ledger: AwaitedLedger; readonly notice: string | undefined}>;
	/** Has the journal keep what was sent for so many days only; undefined: for ever. Older requests are deleted at once, or when the ledger is opened. */
	readonly setHistoryDays: (days: number | undefined) => void;
	/** Awaits the writes under way, for a few seconds, and closes the file. */
	readonly close: () => Promise<void>;
};

export type SessionLedgerOptions = {
	readonly file: string;
	readonly clock: Clock;
	/** Called with true when a write waits for another process, and with false when it no longer does. */
	readonly onBusy: (isBusy: boolean) => void;
};

/** Milliseconds for which a write may block the event loop: less than a frame. */
const busyTimeout = 10;

const millisecondsPerDay = 86_400_000;

/** Milliseconds that closing waits for writes that wait for another process. */
const closeTimeout = 3000;

export function createSessionLedger({file, clock, onBusy}: SessionLedgerOptions): SessionLedger {
	let opening: Promise<LedgerOpening> | undefined;
	let historyDays: number | undefined;
	const pendingWrites = new Set<Promise<unknown>>();

	const trackWrite = (write: Promise<unknown>) => {
		pendingWrites.add(write);
		void (async () => {
			// Whoever made the write handles its failure.
			await Promise.allSettled([write]);
			pendingWrites.delete(write);
		})();
	};

	/** Opens the file once no other process has locked it; after thirty seconds a copy in memory, of which the notice says so. */
	const openWhenFree = async (): Promise<LedgerOpening> => {
		const {openLedger} = await import('../storage/ledger.ts');
		for (let waited = 0; waited < longestWait; waited += lockPause(waited)) {
			try {
				const opened = openLedger(file, {now: clock.now, busyTimeout, throwsIfLocked: true});
				onBusy(false);
				return opened;
			} catch (error) {
				if (!(error instanceof LedgerBusyError)) {
					throw error;
				}
			}

			onBusy(true);
			await clock.sleep(lockPause(waited));
		}

		onBusy(false);
		return openLedger(file, {now: clock.now, busyTimeout});
	};

	const prune = async ({ledger}: LedgerOpening): Promise<void> => {
		const days = historyDays;
		if (days !== undefined) {
			await bestEffort(async () => {
				ledger.accounts.prune(clock.now() - (days * millisecondsPerDay));
			});
		}
	};

	return {
		async open(signal) {
			opening ??= (async () => {
				const opened = await openWhenFree();
				await prune(opened);
				return opened;
			})();
			const {ledger, notice} = await opening;
			return {ledger: awaitWrites(ledger, {sleep: clock.sleep, onBusy, onWrite: trackWrite, signal}), notice};
		},
		setHistoryDays(days) {
			historyDays = days;
			void (async () => {
				const opened = await opening;
				if (opened !== undefined) {
					await prune(opened);
				}
			})();
		},
		async close() {
			const opened = await opening;
			if (pendingWrites.size > 0) {
				await Promise.race([Promise.allSettled(pendingWrites), clock.sleep(closeTimeout)]);
			}

			opened?.ledger.close();
		},
	};
}
