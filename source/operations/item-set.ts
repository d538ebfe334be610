import type {BatchKind, OperationKind} from '../notification/operation-texts.ts';
import type {AwaitedJournal} from '../ledger/awaited-ledger.ts';
import type {ItemChange, PageRequest} from '../ledger/batches/batch-items.ts';
import {type BatchCounts, totalOf} from '../ledger/batches/batch.ts';
import type {Operation, OperationState, RequestEntry} from '../ledger/journal/operation.ts';
import {mayHaveEffect, type Transition} from './transitions.ts';
import type {Failure} from '../service/failure.ts';
import type {MemberPath} from '../notification/undocumented.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {CreationVerdict, DeletionVerdict, OperationContext} from './operation-context.ts';
import type {PauseControl} from './pool.ts';

/** The changes that a run acts on: those of a batch, or one alone. */
export type ItemSet = {
	/** The number of the batch; undefined for one that is acted on alone. */
	readonly batch: number | undefined;
	readonly kind: BatchKind;
	readonly counts: () => BatchCounts;
	/** The items in a state, oldest first, read page by page. */
	readonly itemsIn: (state: OperationState) => Generator<Operation, void, void>;
	/** The planned items that delete a notification, or those that create one. */
	readonly plannedIn: (method: RequestEntry['method']) => Generator<Operation, void, void>;
	/** Whether an item that creates or replaces is neither done nor skipped. */
	readonly missesCreations: () => boolean;
	/** Ends the planned items with a detail by their kind. What may have been sent earlier is awaited again. */
	readonly leavePlanned: (details: Readonly<Record<OperationKind, string>>) => Promise<void>;
};

/** The items of a batch. */
export function itemsOfBatch(journal: AwaitedJournal, batch: number): ItemSet {
	return {
		batch,
		kind: journal.batch(batch).kind,
		counts: () => journal.batch(batch).counts,
		itemsIn: state => pagedRows(page => journal.itemsIn(batch, state, page)),
		plannedIn: method => pagedRows(page => journal.plannedIn(batch, method, page)),
		missesCreations: () => journal.missesCreations(batch),
		leavePlanned: async details => journal.leavePlanned(batch, details),
	};
}

/** One change alone, which may be an item of a batch. */
export function itemAlone(journal: AwaitedJournal, id: number): ItemSet {
	const get = () => journal.get(id)!;
	function* that(isWanted: (item: Operation) => boolean): Generator<Operation, void, void> {
		const item = get();
		if (isWanted(item)) {
			yield item;
		}
	}

	return {
		batch: undefined,
		kind: get().kind,
		counts: () => countOf(get().state),
		itemsIn: state => that(item => item.state === state),
		plannedIn: method => that(({state, kind}) => state === 'planned' && (kind === 'delete') === (method === 'DELETE')),
		missesCreations: () => false,
		async leavePlanned(details) {
			const {state, kind} = get();
			if (state === 'planned') {
				const sent = kind === 'delete' ? 'deleting' : 'creating';
				await journal.changeItems([
					mayHaveEffect(journal.requestsOf(id)) ? {id, state: sent} : {id, state: 'rolled-back', detail: details[kind]},
				]);
			}
		},
	};
}

function countOf(state: OperationState): BatchCounts {
	const count = (...states: readonly OperationState[]) => Number(states.includes(state));
	return {
		planned: count('planned'),
		created: count('created'),
		unknown: count('creating', 'deleting', 'undoing'),
		done: count('done'),
		failed: count('failed'),
		skipped: count('rolled-back'),
	};
}

/** Rows per page: reading this many takes a few milliseconds. */
const pageLength = 50;

/**
Reads a long list from the ledger page by page, on demand.

@yields Its rows, including rows added after the page that was read last.
*/
export function* pagedRows<T extends {readonly id: number}>(
	read: (page: PageRequest) => readonly T[],
): Generator<T, void, void> {
	let page = read({after: 0, limit: pageLength});
	while (page.length > 0) {
		yield* page;
		page = read({after: page.at(-1)!.id, limit: pageLength});
	}
}

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
