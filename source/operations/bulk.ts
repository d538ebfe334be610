import type {Failure} from '../api/failure.ts';
import {totalOf, type BatchCounts} from '../ledger/batch.ts';
import type {Journal} from '../ledger/journal.ts';
import type {Bench} from './bench.ts';
import type {Valve} from './valve.ts';

/** What many operations at once work with. */
export type BulkDesk = {
	readonly bench: Bench;
	/** On disk: without that nothing is begun. */
	readonly journal: Journal;
	readonly valve: Valve;
	/** Told of every change. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** Requests at a time; 8 deletes or 4 creates unless given. */
	readonly limit?: number;
};

export type BulkProgress = {
	readonly total: number;
	readonly done: number;
	readonly failed: number;
	/** Nobody knows yet what became of these; a listing is going to tell. */
	readonly unclear: number;
	readonly inFlight: number;
	/** Until when nothing is sent because the service asks for it, in milliseconds since the epoch. */
	readonly waitingUntil: number | undefined;
};

/** How far a run came. */
export type BulkEnd = {
	readonly kind: 'ended';
	readonly batch: number;
	readonly counts: BatchCounts;
	/** Why it stopped before its end, where it was not the operator. */
	readonly failure: Failure | undefined;
	/** Why some are unclear: a sentence, safe to show. */
	readonly doubt: string | undefined;
};

/** What becomes of an item of which a listing shows that it took no effect: it is sent yet, it has failed, or it is left as it is. */
export type Unmade = 'planned' | 'failed' | 'rolled-back';

/** Keeps count while requests come and go. */
export type Tally = {
	/** Takes the counts of the journal. */
	readonly set: (counts: BatchCounts) => void;
	readonly add: (change: Partial<Record<'done' | 'failed' | 'unclear' | 'inFlight', number>>) => void;
	/** Milliseconds from now; undefined: no more. */
	readonly wait: (milliseconds: number | undefined) => void;
};

export function createTally({bench, onProgress}: BulkDesk): Tally {
	let progress: BulkProgress = {total: 0, done: 0, failed: 0, unclear: 0, inFlight: 0, waitingUntil: undefined};
	const tell = (change: Partial<BulkProgress>) => {
		progress = {...progress, ...change};
		onProgress(progress);
	};

	return {
		set(counts) {
			const {done, failed, unclear} = counts;
			tell({total: totalOf(counts), done, failed, unclear});
		},
		add({done = 0, failed = 0, unclear = 0, inFlight = 0}) {
			tell({
				done: progress.done + done, failed: progress.failed + failed, unclear: progress.unclear + unclear, inFlight: progress.inFlight + inFlight,
			});
		},
		wait(milliseconds) {
			tell({waitingUntil: milliseconds === undefined ? undefined : Math.max(progress.waitingUntil ?? 0, bench.now() + milliseconds)});
		},
	};
}
