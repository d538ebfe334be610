import {expect} from 'vitest';
import type {BatchCounts} from '../../../source/ledger/batches/batch.ts';
import type {Notification, NotificationInput} from '../../../source/notification/notification.ts';
import type {BulkContext, BulkResult, BulkProgress} from '../../../source/operations/item-set.ts';
import {planCreates, planDeletes} from '../../../source/operations/plan.ts';
import {planBatchUndo} from '../../../source/operations/undo.ts';
import {runBatch} from '../../../source/operations/run-set.ts';
import {takeSnapshot} from '../../../source/operations/sent.ts';
import {createPauseControl} from '../../../source/operations/pool.ts';
import {input} from '../../ledger/ledgers.ts';
import {list, setUp, type SetUpOptions, type Harness} from '../harness.ts';
import {awaited} from '../context.ts';

/** Makes notifications of different users: `user-1`, `user-2`, … */
export const inputs = (count: number): NotificationInput[] =>
	Array.from({length: count}, (_, index) => ({...input, userId: `user-${index + 1}`}));

/** Counts of a batch; those left out are 0. */
export const counted = (counts: Partial<BatchCounts>): BatchCounts => ({
	planned: 0,
	created: 0,
	unknown: 0,
	done: 0,
	failed: 0,
	skipped: 0,
	...counts,
});

export type BulkHarness<T extends Harness = Harness> = T & {
	readonly bulk: BulkContext;
	/** Every progress that was reported, in order. */
	readonly told: readonly BulkProgress[];
};

/** Adds a bulk context to a harness; `change` replaces parts of it. */
export function createBulkHarness<T extends Harness>(work: T, change: Partial<BulkContext> = {}): BulkHarness<T> {
	const told: BulkProgress[] = [];
	return {
		...work,
		told,
		bulk: {
			context: work.context,
			journal: awaited(work.ledger).journal,
			pauseControl: createPauseControl(),
			onProgress(progress) {
				told.push(progress);
			},
			...change,
		},
	};
}

/** Starts a sandbox and makes a bulk context for it. */
export const setUpBulk = async (setting?: SetUpOptions) => createBulkHarness(await setUp(setting));

/** The listed notifications with these IDs. */
export async function targets({service}: Harness, ids: readonly string[]): Promise<Notification[]> {
	const listed = await list(service);
	const found = listed.filter(({id}) => ids.includes(id));
	expect(found).toHaveLength(ids.length);
	return found;
}

/** Plans a bulk delete. Returns its batch. */
export async function plan(place: BulkHarness, ids: readonly string[]): Promise<number> {
	const found = await targets(place, ids);
	return planDeletes(
		place.bulk,
		found.map(one => takeSnapshot(one, place.ledger.sent.get(place.context.profile, one.id))),
	);
}

/** Plans the creation of many. Returns its batch. */
export async function planCreation({bulk}: BulkHarness, wanted = inputs(3), canRepeat = false): Promise<number> {
	const planned = await planCreates(bulk, wanted, {canRepeat});
	expect(planned).toMatchObject({kind: 'planned'});
	return planned.kind === 'planned' ? planned.batch : 0;
}

/** Plans and runs a bulk delete. */
export const bulkDelete = async (place: BulkHarness, ids: readonly string[]): Promise<BulkResult> =>
	runBatch(place.bulk, await plan(place, ids));

/** Plans the undo of a batch. Returns the batch of the undo. */
export async function planUndoOf(place: BulkHarness, undone: number): Promise<number> {
	const planned = await planBatchUndo(place.bulk, place.ledger, undone);
	if (planned.kind !== 'planned') {
		throw new Error(planned.kind === 'impossible' ? planned.reason : planned.failure.summary);
	}

	return planned.batch;
}

/** The items of a batch: ID, state, new ID and detail of each. */
export function items({ledger: {journal}}: Harness, batch: number) {
	return (['planned', 'creating', 'created', 'deleting', 'undoing', 'done', 'failed', 'rolled-back'] as const)
		.flatMap(state => journal.itemsIn(batch, state, {after: 0, limit: 10_000}))
		.toSorted((a, b) => a.id - b.id)
		.map(({snapshot, input: wanted, state, newId, detail = ''}) =>
			[snapshot?.id ?? wanted!.userId, state, newId, detail]
				.filter(part => part !== undefined && part !== '')
				.join(' '),
		);
}

/** The IDs that are listed, in order. */
export const idsOf = async ({service}: Harness): Promise<string[]> => {
	const listed = await list(service);
	return listed.map(({id}) => id);
};
