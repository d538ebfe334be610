import {statSync} from 'node:fs';
import {awaitWrites, lockTimeout, lockPause} from '../ledger/awaited-ledger.ts';
import {bestEffort, LedgerBusyError} from '../ledger/ledger-error.ts';
import type {LedgerOpening} from '../ledger/ledger.ts';
import type {Clock} from '../platform/clock.ts';

type SessionLedgerOptions = {
	readonly file: string;
	readonly clock: Clock;
	/** Called with true when a write waits for another process, and with false when it no longer does. */
	readonly onBusy: (isBusy: boolean) => void;
	/** The file is opened after this. */
	readonly after?: Promise<void> | undefined;
};

/** The number of milliseconds that a write may block the event loop: less than a frame. */
const busyTimeout = 10;

/** The size from which checking a file takes tens of milliseconds, in bytes. */
const largeSize = 16_777_216;

const millisecondsPerDay = 86_400_000;

/** The number of milliseconds that closing waits for writes that wait for another process. */
const closeTimeout = 3000;

/** The ledger of a session, opened once, when it is first needed. */
export type SessionLedger = ReturnType<typeof createSessionLedger>;

export function createSessionLedger({file, clock, onBusy, after}: SessionLedgerOptions) {
	let opening: Promise<LedgerOpening> | undefined;
	let historyDays: number | undefined;
	const pendingWrites = new Set<Promise<unknown>>();

	const trackWrite = async (write: Promise<unknown>) => {
		pendingWrites.add(write);
		// The caller of the write handles its failure.
		await Promise.allSettled([write]);
		pendingWrites.delete(write);
	};

	/** Opens the file once no other process has locked it. After thirty seconds it opens a copy, and the notice says so. */
	const openWhenFree = async () => {
		const {openLedger} = await import('../ledger/ledger.ts');
		for (let waited = 0; waited < lockTimeout; waited += lockPause) {
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
			await clock.sleep(lockPause);
		}

		onBusy(false);
		return openLedger(file, {now: clock.now, busyTimeout});
	};

	const prune = async ({ledger}: LedgerOpening) => {
		const days = historyDays;
		if (days !== undefined) {
			await bestEffort(async () => {
				ledger.accounts.prune(clock.now() - days * millisecondsPerDay);
			});
		}
	};

	return {
		/** Whether the file is so large that opening it can take longer than a frame. */
		isLarge() {
			try {
				return statSync(file).size >= largeSize;
			} catch {
				return false;
			}
		},
		/** Opens the ledger. With a signal, writes stop waiting for the write lock shortly after it fires. `notice`: a message for the operator, in one line. */
		async open(signal?: AbortSignal) {
			opening ??= (async () => {
				await after;
				const opened = await openWhenFree();
				await prune(opened);
				return opened;
			})();
			const {ledger, notice} = await opening;
			return {ledger: awaitWrites(ledger, {sleep: clock.sleep, onBusy, onWrite: trackWrite, signal}), notice};
		},
		/** Sets the number of days for which changes are kept after they have ended; undefined: forever. Older ones are deleted immediately, or when the ledger is opened. */
		setHistoryDays(days: number | undefined) {
			historyDays = days;
			void (async () => {
				const opened = await opening;
				if (opened !== undefined) {
					await prune(opened);
				}
			})();
		},
		/** Waits a few seconds for writes in progress, and closes the file. */
		async close() {
			const opened = await opening;
			if (pendingWrites.size > 0) {
				await Promise.race([Promise.allSettled(pendingWrites), clock.sleep(closeTimeout)]);
			}

			opened?.ledger.close();
		},
	};
}
