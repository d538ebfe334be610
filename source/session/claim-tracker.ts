import type {AwaitedJournal, AwaitedLedger} from '../storage/awaited-ledger.ts';
import {bestEffort} from '../storage/best-effort.ts';

export type ClaimTracker = {
	/** The ledger with tracked claims. */
	readonly ledger: AwaitedLedger;
	/** Releases all claims that were made through it, if the ledger can be written. */
	readonly releaseAll: () => Promise<void>;
};

/** Tracks the claims made through a ledger, so that they can be released when the ledger fails in the middle of an operation. Otherwise they would last until the program ends. */
export function trackClaims(ledger: AwaitedLedger): ClaimTracker {
	const {journal} = ledger;
	const releases: Array<() => Promise<void>> = [];
	const tracked: AwaitedJournal = {
		...journal,
		async begin(operation) {
			const begun = await journal.begin(operation);
			releases.push(async () => journal.release(begun.id));
			return begun;
		},
		async claim(id) {
			const isClaimed = await journal.claim(id);
			releases.push(...isClaimed ? [async () => journal.release(id)] : []);
			return isClaimed;
		},
		async beginBatch(profile, keeps) {
			const batch = await journal.beginBatch(profile, keeps);
			releases.push(async () => journal.releaseBatch(batch));
			return batch;
		},
		async claimBatch(id) {
			const isClaimed = await journal.claimBatch(id);
			releases.push(...isClaimed ? [async () => journal.releaseBatch(id)] : []);
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
	};
}
