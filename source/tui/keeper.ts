import type {RememberedListings} from '../ledger/remembered.ts';
import type {ListedRecord} from '../notifications/notification.ts';
import {createBreather} from '../platform/breathe.ts';

/** Keeps an account's last listing for the next start, in the background. */
export type Keeper = {
	/** What is known to be kept: read from there. */
	readonly found: (records: readonly ListedRecord[]) => void;
	/** Keeps a complete listing, listed just now, instead of any other that is on its way. */
	readonly keep: (records: readonly ListedRecord[], at: number) => void;
	/** Resolves when what was to be kept is. */
	readonly done: () => Promise<void>;
	/** Gives up what is being written, and resolves when nothing is any more. */
	readonly close: () => Promise<void>;
};

export function createKeeper(remembered: RememberedListings, profileKey: string): Keeper {
	let kept: readonly ListedRecord[] | undefined;
	let current: AbortController | undefined;
	let done = Promise.resolve();

	const write = async (records: readonly ListedRecord[], at: number, signal: AbortSignal): Promise<void> => {
		if (kept !== undefined && await isSame(kept, records, signal)) {
			await remembered.confirm(profileKey, at);
		} else if (await remembered.keep(profileKey, records, signal)) {
			kept = records;
		}
	};

	return {
		found(records) {
			kept = records;
		},
		keep(records, at) {
			current?.abort();
			current = new AbortController();
			const {signal} = current;
			const before = done;
			done = (async () => {
				await before;
				await write(records, at, signal);
			})();
		},
		done: async () => done,
		async close() {
			current?.abort();
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
