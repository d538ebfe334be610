import type {Failure} from '../../api/failure.ts';
import {totalOf, type BatchCounts} from '../../storage/batches/batch.ts';
import type {Journal} from '../../storage/journal/journal.ts';
import type {OperationContext} from '../operation-context.ts';
import type {PauseControl} from './pause-control.ts';

/** What many operations at once work with. */
export type BulkContext = {
	readonly context: OperationContext;
	/** On disk: without that nothing is begun. */
	readonly journal: Journal;
	readonly pauseControl: PauseControl;
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
	readonly unknown: number;
	readonly inFlight: number;
	/** Until when nothing is sent because the service asks for it, in milliseconds since the epoch. */
	readonly waitingUntil: number | undefined;
};

/** How far a run came. */
export type BulkResult = {
	readonly kind: 'ended';
	readonly batch: number;
	readonly counts: BatchCounts;
	/** Why it stopped before its end, where it was not the operator. */
	readonly failure: Failure | undefined;
	/** Why some are unknown: a sentence, safe to show. */
	readonly unresolvedReason: string | undefined;
};

/** What becomes of an item of which a listing shows that it took no effect: it is sent yet, it has failed, or it is left as it is. */
export type NoEffectState = 'planned' | 'failed' | 'rolled-back';

/** Keeps count while requests come and go. */
export type ProgressCounter = {
	/** Takes the counts of the journal. */
	readonly set: (counts: BatchCounts) => void;
	readonly add: (change: Partial<Record<'done' | 'failed' | 'unknown' | 'inFlight', number>>) => void;
	/** Milliseconds from now; undefined: no more. */
	readonly wait: (milliseconds: number | undefined) => void;
};

export function createProgressCounter({context, onProgress}: BulkContext): ProgressCounter {
	let progress: BulkProgress = {total: 0, done: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined};
	const tell = (change: Partial<BulkProgress>) => {
		progress = {...progress, ...change};
		onProgress(progress);
	};

	return {
		set(counts) {
			const {done, failed, unknown} = counts;
			tell({total: totalOf(counts), done, failed, unknown});
		},
		add({done = 0, failed = 0, unknown = 0, inFlight = 0}) {
			tell({
				done: progress.done + done, failed: progress.failed + failed, unknown: progress.unknown + unknown, inFlight: progress.inFlight + inFlight,
			});
		},
		wait(milliseconds) {
			tell({waitingUntil: milliseconds === undefined ? undefined : Math.max(progress.waitingUntil ?? 0, context.now() + milliseconds)});
		},
	};
}
