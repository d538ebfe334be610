import {expect} from 'vitest';
import type {BatchCounts} from '../../../source/storage/batches/batch.ts';
import type {Notification, NotificationInput} from '../../../source/domain/notification.ts';
import type {BulkContext, BulkResult, BulkProgress} from '../../../source/operations/bulk/bulk-context.ts';
import {planDeletes} from '../../../source/operations/bulk/bulk-delete.ts';
import {planRestores} from '../../../source/operations/bulk/bulk-restore.ts';
import {runBatch} from '../../../source/operations/bulk/run-batch.ts';
import {takeSnapshot} from '../../../source/operations/snapshot.ts';
import {createPauseControl} from '../../../source/operations/bulk/pause-control.ts';
import {input} from '../../storage/ledgers.ts';
import {list, setUp, type Setting, type Workplace} from '../harness.ts';
import {awaited} from '../context.ts';

/** So many notifications, each of another user: 1, 2, … */
export const inputs = (count: number): NotificationInput[] => Array.from({length: count}, (_, index) => ({...input, userId: `user-${index + 1}`}));

/** Counts, of which those left out are 0. */
export const counted = (counts: Partial<BatchCounts>): BatchCounts => ({planned: 0, unknown: 0, done: 0, failed: 0, skipped: 0, ...counts});

export type BulkPlace<T extends Workplace = Workplace> = T & {
	readonly bulk: BulkContext;
	/** What an operator was told, in order. */
	readonly told: readonly BulkProgress[];
};

/** A workplace for operations on many notifications; a change replaces part of the bulk. */
export function deskAt<T extends Workplace>(work: T, change: Partial<BulkContext> = {}): BulkPlace<T> {
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

/** A bulk at a sandbox. */
export const setUpDesk = async (setting?: Setting) => deskAt(await setUp(setting));

/** What there is, with these ids, as it is when an operator marks it. */
export async function targets({service}: Workplace, ids: readonly string[]): Promise<Notification[]> {
	const listed = await list(service);
	const found = listed.filter(({id}) => ids.includes(id));
	expect(found).toHaveLength(ids.length);
	return found;
}

/** Writes down that these are to be deleted. */
export async function plan(place: BulkPlace, ids: readonly string[]): Promise<number> {
	const found = await targets(place, ids);
	return planDeletes(place.bulk, found.map(one => takeSnapshot(one, place.ledger.sent.get(place.context.profile, one.id))));
}

/** Deletes these. */
export const bulkDelete = async (place: BulkPlace, ids: readonly string[]): Promise<BulkResult> => runBatch(place.bulk, await plan(place, ids));

/** Writes down that what a batch took is to be restored. */
export async function planBack(place: BulkPlace, deletion: number): Promise<number> {
	const planned = await planRestores(place.bulk, deletion);
	if (planned.kind !== 'planned') {
		throw new Error(planned.kind === 'impossible' ? planned.reason : planned.failure.summary);
	}

	return planned.batch;
}

/** The items of a batch: what they are about, how they stand, and what is said of them. */
export function items({ledger: {journal}}: Workplace, batch: number) {
	return (['planned', 'creating', 'deleting', 'done', 'failed', 'rolled-back'] as const)
		.flatMap(state => journal.itemsIn(batch, state, {after: 0, limit: 10_000}))
		.toSorted((a, b) => a.id - b.id)
		.map(({snapshot, state, newId, detail = ''}) => [snapshot!.id, state, newId, detail].filter(part => part !== undefined && part !== '').join(' '));
}

/** The ids of the account, in order, and what the service hides from listings does not count. */
export const idsOf = async ({service}: Workplace): Promise<string[]> => {
	const listed = await list(service);
	return listed.map(({id}) => id);
};
