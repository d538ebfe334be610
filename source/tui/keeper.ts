import type {RememberedListings} from '../ledger/remembered.ts';
import type {ListedRecord} from '../notifications/notification.ts';
import {createBreather} from '../platform/breathe.ts';

/** Keeps an account's last listing for the next start, in the background. */
export type Keeper = {
	/** What is known to be kept: read from there. */
	readonly found: (records: readonly ListedRecord[]) => void;
	/** Keeps a complete listing, listed just now, instead of any other that is on its way. Whether it is kept, once that is known. */
	readonly keep: (records: readonly ListedRecord[], at: number) => Promise<boolean>;
	/** Resolves when what is being written is. */
	readonly close: () => Promise<void>;
};

export function createKeeper(remembered: RememberedListings, profileKey: string): Keeper {
	let kept: readonly ListedRecord[] | undefined;
	let current: AbortController | undefined;
	let done: Promise<unknown> = Promise.resolve();

	const isWritten = async (records: readonly ListedRecord[], at: number, signal: AbortSignal): Promise<boolean> => {
		if (kept !== undefined && await isSame(kept, records, signal)) {
			await remembered.confirm(profileKey, at);
			return true;
		}

		const isKept = await remembered.keep(profileKey, records, signal);
		kept = isKept ? records : undefined;
		return isKept;
	};

	return {
		found(records) {
			kept = records;
		},
		async keep(records, at) {
			current?.abort();
			current = new AbortController();
			const {signal} = current;
			const before = done;
			const written = (async () => {
				await before;
				return isWritten(records, at, signal);
			})();
			done = written;
			return written;
		},
		async close() {
			await done;
		},
	};
}

/** Whether two listings are the same, as they were received. */
async function isSame(before: readonly ListedRecord[], after: readonly ListedRecord[], signal: AbortSignal): Promise<boolean> {
	if (before.length !== after.length) {
		return false;
	}

	const breathe = createBreather();
	for (const [index, record] of before.entries()) {
		if (signal.aborted || record.json !== after[index]!.json) {
			return false;
		}

		if (index % 1000 === 0) {
			await breathe();
		}
	}

	return true;
}
