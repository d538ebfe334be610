import type {Ledger} from './ledger.ts';
import {LedgerBusyError} from './ledger-error.ts';

const sharedWrites = ['open', 'setCursor', 'outbox', 'published', 'lost', 'receive', 'readAgain', 'hold'] as const;
const changeWrites = ['begin', 'open', 'add', 'close', 'forget', 'append', 'revise', 'claim', 'release'] as const;

/** The changes with asynchronous writes. */
export type AwaitedChanges = AwaitedLedger['changes'];

/** The ledger with asynchronous writes, for a program with a screen: a write does not block the event loop while another process writes. */
export type AwaitedLedger = ReturnType<typeof awaitWrites>;

/** Wraps a ledger that was opened with a short busy timeout. */
export function awaitWrites(
	{changes, shared, sent, drafts, learned, views, planned, accounts, problem, close}: Ledger,
	policy: BusyPolicy,
) {
	return {
		problem,
		close,
		changes: retryWhenBusy(changes, changeWrites, policy),
		shared: retryWhenBusy(shared, sharedWrites, policy),
		sent: retryWhenBusy(sent, ['remember'], policy),
		drafts: retryWhenBusy(drafts, ['save', 'discard'], policy),
		learned: retryWhenBusy(learned, ['write'], policy),
		views: retryWhenBusy(views, ['write'], policy),
		planned: retryWhenBusy(planned, ['remember'], policy),
		accounts: retryWhenBusy(accounts, ['merge'], policy),
	};
}

/** The way to wait while another process holds the ledger's write lock. */
type BusyPolicy = {
	/** Resolves after this number of milliseconds. */
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** Called with true when a write has to wait, and with false when no write waits any more. */
	readonly onBusy: (isBusy: boolean) => void;
	/** Called with each write when it starts. */
	readonly onWrite?: (write: Promise<unknown>) => void;
	/** Ends the wait a little after it fires, because a request that was sent should still be recorded. */
	readonly signal?: AbortSignal | undefined;
};

/** A store in which the named methods wait for the write lock and return promises. The others are unchanged: in WAL mode reads never wait (https://sqlite.org/wal.html, section 2.2). */
type AwaitedWrites<T, Write extends keyof T> = Omit<T, Write> & {
	readonly [Name in Write]: T[Name] extends (...parameters: infer Parameters) => infer Value
		? (...parameters: Parameters) => Promise<Value>
		: never;
};

/** The timeout for a write, in milliseconds. */
export const lockTimeout = 30_000;

/** The timeout after the signal has fired, in milliseconds. */
const lockTimeoutAfterAbort = 2000;

/** The pause before the next attempt in milliseconds: most locks are held briefly. */
export const lockPause = 50;

/**
Wraps the writes of a store so that they wait for the ledger's write lock in short steps, and yield to the event loop between them. The first attempt is made immediately.

@param store - An object of functions that throw `LedgerBusyError` when the lock is held elsewhere.
@param writes - The names of its methods that write.
@param policy - The way to wait.
@throws LedgerBusyError, from a write, when the lock is still held after thirty seconds, or two seconds after the signal has fired; and whatever the store throws.
*/
function retryWhenBusy<T extends object, Write extends keyof T>(
	store: T,
	writes: readonly Write[],
	policy: BusyPolicy,
): AwaitedWrites<T, Write> {
	const {sleep, onBusy, onWrite, signal} = policy;
	let waiting = 0;

	const wait = async () => {
		waiting++;
		onBusy(true);
		await sleep(lockPause);
		waiting--;
		if (waiting === 0) {
			onBusy(false);
		}
	};

	const attempt = async <Value>(write: () => Value): Promise<Value> => {
		let left = lockTimeout;
		for (;;) {
			try {
				return write();
			} catch (error) {
				if (!(error instanceof LedgerBusyError)) {
					throw error;
				}

				if (left <= 0) {
					throw new LedgerBusyError(
						'Another process holds the lock of the ledger. End it, or wait until it has finished, and try again.',
						{cause: error},
					);
				}
			}

			left = Math.min(left - lockPause, signal?.aborted === true ? lockTimeoutAfterAbort : lockTimeout);
			await wait();
		}
	};

	const awaited = writes.map(name => {
		const method = store[name] as (...parameters: unknown[]) => unknown;
		return [
			name,
			async (...parameters: unknown[]) => {
				const write = attempt(() => method(...parameters));
				onWrite?.(write);
				return write;
			},
		] as const;
	});
	return {...store, ...Object.fromEntries(awaited)} as unknown as AwaitedWrites<T, Write>;
}
