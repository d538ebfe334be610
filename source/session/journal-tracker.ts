import type {AwaitedJournal, AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';

export type JournalTracker = {
	/** The ledger with a tracked journal. */
	readonly ledger: AwaitedLedger;
	/** Releases all claims that were made through it. */
	readonly releaseAll: () => Promise<void>;
	/** Whether a request may have been sent: one was recorded. */
	readonly mayHaveSent: () => boolean;
	/** The operation or the batch that was begun or claimed last. */
	readonly current: () => {readonly operation?: number; readonly batch?: number};
};

/** Tracks what an operation writes to the journal, for when the ledger fails in the middle of it. Claims are released then, which would last until the program ends, and it is known whether anything was sent. */
export function trackJournal(ledger: AwaitedLedger): JournalTracker {
	const {journal} = ledger;
	const releases: Array<() => Promise<void>> = [];
	let hasRecorded = false;
	let current: ReturnType<JournalTracker['current']> = {};
	const tracked: AwaitedJournal = {
		...journal,
		async requestSent(operation, request) {
			const id = await journal.requestSent(operation, request);
			hasRecorded = true;
			return id;
		},
		async itemSent(item, request, state, detail) {
			const id = await journal.itemSent(item, request, state, detail);
			hasRecorded = true;
			return id;
		},
		async begin(operation) {
			const begun = await journal.begin(operation);
			current = {operation: begun.id};
			releases.push(async () => journal.release(begun.id));
			return begun;
		},
		async claim(id) {
			const isClaimed = await journal.claim(id);
			current = isClaimed ? {operation: id} : current;
			releases.push(...(isClaimed ? [async () => journal.release(id)] : []));
			return isClaimed;
		},
		async beginBatch(profile, keeps) {
			const batch = await journal.beginBatch(profile, keeps);
			current = {batch};
			releases.push(async () => journal.releaseBatch(batch));
			return batch;
		},
		async claimBatch(id) {
			const isClaimed = await journal.claimBatch(id);
			current = isClaimed ? {batch: id} : current;
			releases.push(...(isClaimed ? [async () => journal.releaseBatch(id)] : []));
			return isClaimed;
		},
	};

	return {
		ledger: {...ledger, journal: tracked},
		async releaseAll() {
			for (const release of releases) {
				await bestEffort(release);
			}
		},
		mayHaveSent: () => hasRecorded,
		current: () => current,
	};
}
