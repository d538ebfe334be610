import type {Failure} from '../../service/failure.ts';
import type {MemberPath} from '../../notification/undocumented.ts';
import type {AwaitedJournal} from '../../storage/awaited-ledger.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import {totalOf, type BatchCounts} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OperationContext} from '../operation-context.ts';
import type {Transition} from '../transitions.ts';
import type {PauseControl} from './pause-control.ts';

/** The context for planning and verifying a batch. */
export type BatchContext = {
	readonly context: OperationContext;
	/** The journal on disk. A batch is never started without it. */
	readonly journal: AwaitedJournal;
};

/** The context for running a batch. */
export type BulkContext = BatchContext & {
	readonly pauseControl: PauseControl;
	/** Called with every change. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** Collects, by item, the undocumented members that the service refused. */
	readonly refused?: Map<number, readonly MemberPath[]> | undefined;
	/** Collects the replacements whose old notification is kept in this run because the service changed undocumented members. */
	readonly held?: Set<number> | undefined;
	/** The maximum number of concurrent requests; by default 8 deletes or 4 creates. */
	readonly limit?: number | undefined;
};

export type BulkProgress = {
	readonly total: number;
	/** The number of items that a listing has proved. */
	readonly done: number;
	/** The number of items whose last request the service confirmed, and no listing has proved yet. */
	readonly accepted: number;
	readonly failed: number;
	/** The number of items whose outcome is unknown until a listing is checked. */
	readonly unknown: number;
	readonly inFlight: number;
	/** The time before which nothing is sent because the service asked to wait, in milliseconds since the epoch. */
	readonly waitingUntil: number | undefined;
};

/** The result of a run. */
export type BulkResult = {
	readonly kind: 'ended';
	readonly batch: number;
	readonly counts: BatchCounts;
	/** The failure that stopped it early; undefined if it was complete or the operator stopped it. */
	readonly failure: Failure | undefined;
	/** The failure of the last forbidden request, if any was forbidden. */
	readonly refusal?: Failure | undefined;
	/** The undocumented members that the service refused, by item. The items can be sent without them. */
	readonly refused?: ReadonlyMap<number, readonly MemberPath[]> | undefined;
	/** The reason why the outcome of some items is unknown; sanitise it before showing it. */
	readonly unresolvedReason: string | undefined;
	/** What was left out before anything was sent, in sentences that are safe to show. */
	readonly skipped?: readonly string[] | undefined;
};

/** The refused members of all items. */
export const refusedPaths = ({refused}: Pick<BulkResult, 'refused'>): readonly MemberPath[] => [
	...new Set([...(refused?.values() ?? [])].flat()),
];

/** The items that a listing leaves undecided. */
export type Remainder = {
	/** The reason why the outcome of some items is still unknown although there is a listing; safe to show. */
	readonly reason?: string | undefined;
	/** Milliseconds until a listing can decide the last item; undefined if no item waits for one. */
	readonly wait: number | undefined;
	/** Whether that item is missing in the first of two listings. */
	readonly isMissing?: true | undefined;
};

/** Returns what is left undecided, with an item whose verdict is pending. */
export const withPending = <T extends Remainder>(
	left: T,
	{wait, isMissing}: {readonly wait: number; readonly isMissing?: true | undefined},
): T => (left.wait === undefined || wait > left.wait ? {...left, wait, isMissing} : left);

/** Converts the transition of an item to a change in the journal. */
export const toItemChange = (
	{id}: Pick<Operation, 'id'>,
	{state, newId, detail, overwritten}: Transition,
): ItemChange =>
	// The detail may contain IDs from the service.
	({id, state, newId, overwritten, detail: detail === undefined ? undefined : sanitise(detail)});

/** Counts items while requests come and go. */
export type ProgressCounter = {
	/** Takes over the counts in the journal, after a listing has decided what was accepted. */
	readonly set: (counts: BatchCounts) => void;
	readonly add: (change: Partial<Record<'accepted' | 'failed' | 'unknown' | 'inFlight', number>>) => void;
	/** Sets the wait in milliseconds from now; undefined ends it. */
	readonly wait: (milliseconds: number | undefined) => void;
};

const shownCounts = (counts: BatchCounts) => {
	const {done, failed, unknown} = counts;
	return {total: totalOf(counts), done, accepted: 0, failed, unknown};
};

/** Creates a counter that starts from the counts in the journal. */
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
		add({accepted = 0, failed = 0, unknown = 0, inFlight = 0}) {
			update({
				accepted: progress.accepted + accepted,
				failed: progress.failed + failed,
				unknown: progress.unknown + unknown,
				inFlight: progress.inFlight + inFlight,
			});
		},
		wait(milliseconds) {
			update({
				waitingUntil:
					milliseconds === undefined ? undefined : Math.max(progress.waitingUntil ?? 0, context.now() + milliseconds),
			});
		},
	};
}
