import type {Failure} from '../../api/failure.ts';
import type {MemberPath} from '../../domain/undocumented.ts';
import type {AwaitedJournal} from '../../storage/awaited-ledger.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import {totalOf, type BatchCounts} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OperationContext} from '../operation-context.ts';
import type {Transition} from '../transitions.ts';
import type {PauseControl} from './pause-control.ts';

/** What planning and verifying a batch work with. */
export type BatchContext = {
	readonly context: OperationContext;
	/** On disk: a batch is never started without it. */
	readonly journal: AwaitedJournal;
};

/** What running a batch works with. */
export type BulkContext = BatchContext & {
	readonly pauseControl: PauseControl;
	/** Called with every change. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** Collects the items that the service refused because of members that it does not document, and these. */
	readonly refused?: Map<number, readonly MemberPath[]> | undefined;
	/** Collects the replacements whose old notification is kept in this run, because the service changed what was sent. */
	readonly held?: Set<number> | undefined;
	/** Requests at a time; 8 deletes or 4 creates unless given. */
	readonly limit?: number | undefined;
};

export type BulkProgress = {
	readonly total: number;
	readonly done: number;
	readonly failed: number;
	/** Their outcome is unknown until a listing is checked. */
	readonly unknown: number;
	readonly inFlight: number;
	/** Nothing is sent before this time because the service asked to wait; milliseconds since the epoch. */
	readonly waitingUntil: number | undefined;
};

/** How far a run came. */
export type BulkResult = {
	readonly kind: 'ended';
	readonly batch: number;
	readonly counts: BatchCounts;
	/** Why it stopped early, unless the operator stopped it. */
	readonly failure: Failure | undefined;
	/** Of the last request that was forbidden, if any was. */
	readonly refusal?: Failure | undefined;
	/** The items that the service refused because of members that it does not document, and these: they can be sent without. */
	readonly refused?: ReadonlyMap<number, readonly MemberPath[]> | undefined;
	/** Why the outcome of some items is unknown; sanitise it before showing it. */
	readonly unresolvedReason: string | undefined;
};

/** The members of all items that were refused. */
export const refusedPaths = ({refused}: Pick<BulkResult, 'refused'>): readonly MemberPath[] => [...new Set([...refused?.values() ?? []].flat())];

/** What a listing leaves open. */
export type Remainder = {
	/** Why the outcome of some is still unknown, where a listing cannot tell; safe to show. */
	readonly reason?: string | undefined;
	/** Milliseconds until a listing decides; undefined if nothing waits for one. */
	readonly wait: number | undefined;
};

/** A transition of an item, as the journal has it. */
export const toItemChange = ({id}: Pick<Operation, 'id'>, {state, newId, detail}: Transition): ItemChange => (
	// IDs in it come from the service.
	{id, state, newId, detail: detail === undefined ? undefined : sanitise(detail)}
);

/** Counts items while requests come and go. */
export type ProgressCounter = {
	/** Takes over the counts of the journal. */
	readonly set: (counts: BatchCounts) => void;
	readonly add: (change: Partial<Record<'done' | 'failed' | 'unknown' | 'inFlight', number>>) => void;
	/** Milliseconds from now; undefined when the wait is over. */
	readonly wait: (milliseconds: number | undefined) => void;
};

const shownCounts = (counts: BatchCounts) => {
	const {done, failed, unknown} = counts;
	return {total: totalOf(counts), done, failed, unknown};
};

/** Begins with the counts of the journal. */
export function createProgressCounter({context, onProgress}: BulkContext, begun: BatchCounts): ProgressCounter {
	let progress: BulkProgress = {...shownCounts(begun), inFlight: 0, waitingUntil: undefined};
	const update = (change: Partial<BulkProgress>) => {
		progress = {...progress, ...change};
		onProgress(progress);
	};

	return {
		set(counts) {
			update(shownCounts(counts));
		},
		add({done = 0, failed = 0, unknown = 0, inFlight = 0}) {
			update({
				done: progress.done + done, failed: progress.failed + failed, unknown: progress.unknown + unknown, inFlight: progress.inFlight + inFlight,
			});
		},
		wait(milliseconds) {
			update({waitingUntil: milliseconds === undefined ? undefined : Math.max(progress.waitingUntil ?? 0, context.now() + milliseconds)});
		},
	};
}
