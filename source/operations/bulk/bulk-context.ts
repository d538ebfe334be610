import type {Failure} from '../../service/failure.ts';
import type {MemberPath} from '../../notification/undocumented.ts';
import type {AwaitedJournal} from '../../storage/awaited-ledger.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import {totalOf, type BatchCounts} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {CreationVerdict, DeletionVerdict, OperationContext} from '../operation-context.ts';
import type {Transition} from '../transitions.ts';
import type {PauseControl} from './pause-control.ts';

/** The context for planning and verifying a batch. */
export type BatchContext = {
	readonly context: OperationContext;
	/** The journal on disk. A batch is never started without it. */
	readonly journal: AwaitedJournal;
	/** Collects, of one that is acted on alone, what is said of it and not in the journal; undefined for a set of several. */
	readonly notes?: Map<number, Note> | undefined;
};

/** What a run found out about an item that the journal does not keep. */
export type Note = {
	/** The failure of its last request, or of the listing that was to prove it. */
	readonly failure?: Failure | undefined;
	/** The last verdict, if that decided nothing. */
	readonly verdict?: CreationVerdict | DeletionVerdict | undefined;
	/** The IDs that may be the new notification: the operator chooses. */
	readonly candidates?: readonly string[] | undefined;
	/** Whether the service confirmed the request, and only a listing is missing. */
	readonly isAccepted?: true | undefined;
	/** Why nothing was deleted: a rule of config.yaml. */
	readonly cause?: 'protected';
};

/** The context for running a batch. */
export type BulkContext = BatchContext & {
	readonly pauseControl: PauseControl;
	/** Called with every change. */
	readonly onProgress: (progress: BulkProgress) => void;
	/** Collects, by item, the undocumented members that the service refused. */
	readonly refused?: Map<number, readonly MemberPath[]> | undefined;
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
