import {recordsById} from '../../query/changes.ts';
import {idOfRecord} from '../../notification/notification.ts';
import type {Failure} from '../../service/failure.ts';
import type {BatchCounts} from '../../storage/batches/batch.ts';
import {inSlices} from '../../platform/time-slices.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {dropped, type Intent} from '../transitions.ts';
import {deleteNewNotifications, deleteOldNotifications, deletePlannedItems} from './batch-deletions.ts';
import type {BatchRun} from './batch-run.ts';
import {
	createProgressCounter,
	toItemChange,
	type BatchContext,
	type BulkContext,
	type BulkResult,
} from './bulk-context.ts';
import {endProtected} from './bulk-delete.ts';
import {noteKnown} from './note-known.ts';
import {pagedRows} from './paged-rows.ts';
import {createPauseControl} from './pause-control.ts';
import {runPool} from './pool.ts';
import {createNext, queuesIn} from './send-creations.ts';
import {verifyItems} from './settle-items.ts';

/** The default number of concurrent requests. */
const limits = {POST: 4, DELETE: 8} as const;

/** The details of the items that are skipped. */
const skippedDetails = {
	create: 'It was not created.',
	replace: 'It was not replaced.',
	delete: 'It was not deleted.',
	recreate: 'It was not created.',
} as const;

/**
Runs a batch from its state in the journal to its end, or until it is stopped. A listing first decides the outcome of earlier requests; then the planned items are sent; finally a listing decides the items of unknown outcome. A stopped batch can be run again.

@throws LedgerError when the journal cannot be written. The outcome of requests sent by then is unknown until the batch is run again.
*/
export async function runBatch(given: BulkContext, batch: number): Promise<BulkResult> {
	const {bulk, takeListing} = withListedBefore(given);
	const {journal} = bulk;
	let refusal: Failure | undefined;
	const refused = new Map<number, readonly string[]>();
	const run = startRun({...bulk, refused, held: new Set()}, batch, last => {
		refusal = last;
	});
	const count = () => {
		const {counts} = journal.batch(batch);
		run.counter.set(counts);
		return counts;
	};

	const verify = async (intent: Intent) => {
		const open = await verifyItems(bulk, batch, intent);
		count();
		return open?.problem;
	};

	count();
	let unresolvedReason = await verify('resend');
	await noteKnown(bulk, batch);
	await endProtected(bulk, batch);
	let failure: Failure | undefined;
	let left = remainingSteps(count());
	let before = Infinity;
	// An item identical to one of unknown outcome waits for the next round, and replacements are sent in limited numbers.
	while (left > 0 && left < before && failure === undefined && !isStopped(bulk)) {
		before = left;
		takeListing();
		failure = await sendRound(run);
		unresolvedReason = await verify('continue');
		left = remainingSteps(count());
	}

	return {
		kind: 'ended',
		batch,
		counts: journal.batch(batch).counts,
		failure,
		...(refusal !== undefined && {refusal}),
		...(refused.size > 0 && {refused}),
		unresolvedReason: unresolvedReason ?? halfDoneReason(bulk, batch) ?? heldReason(run, failure),
	};
}

/** Compares all listings of a run with those before the requests, also if they are not displayed yet: what a service overwrites is known from there. `takeListing`: takes over what the last listing showed besides. */
function withListedBefore(bulk: BulkContext): {readonly bulk: BulkContext; readonly takeListing: () => void} {
	const {context} = bulk;
	let before = context.lastListed?.();
	return {
		bulk: before === undefined ? bulk : {...bulk, context: {...context, listed: () => before!}},
		takeListing() {
			const known = recordsById(before ?? []);
			const appeared = context.lastListed?.().filter(record => !known.has(idOfRecord(record) ?? '')) ?? [];
			before = appeared.length === 0 ? before : [...before!, ...appeared];
		},
	};
}

/** Ends a batch as it is: a listing decides the outcome of earlier requests, the planned items are skipped, and the new notification of each half-done replacement is deleted. Items whose outcome stays unknown keep the batch open. */
export async function skipRest(batchContext: BatchContext, batch: number): Promise<BulkResult> {
	const {journal} = batchContext;
	const run = startRun(
		{...batchContext, pauseControl: createPauseControl(), onProgress: () => undefined},
		batch,
		() => undefined,
	);
	await journal.leavePlanned(batch, skippedDetails);
	let open = await verifyItems(batchContext, batch, 'skip');
	let failure: Failure | undefined;
	if (journal.batch(batch).counts.created > 0) {
		failure = await deleteNewNotifications(run);
		open = await verifyItems(batchContext, batch, 'skip');
	}

	return {
		kind: 'ended',
		batch,
		counts: journal.batch(batch).counts,
		failure,
		unresolvedReason: open?.problem ?? halfDoneReason(batchContext, batch),
	};
}

/** Ends a batch without following it any further: what was not sent is skipped, and what was sent may still take effect. It sends nothing. */
export async function dropBatch({journal}: BatchContext, batch: number): Promise<BulkResult> {
	await journal.leavePlanned(batch, skippedDetails);
	for await (const slice of inSlices(pagedRows(page => journal.openItems(batch, page)))) {
		await journal.changeItems(slice.map(item => toItemChange(item, dropped(item))));
	}

	return {kind: 'ended', batch, counts: journal.batch(batch).counts, failure: undefined, unresolvedReason: undefined};
}

/** The reason why a replacement is half done; undefined if there is no such replacement. */
const halfDoneReason = ({journal}: BatchContext, batch: number): string | undefined =>
	journal.itemsIn(batch, 'created', {after: 0, limit: 1})[0]?.detail;

/** The reason why a mixed batch has sent no DELETE although nothing stopped it; undefined if it has. */
const heldReason = ({bulk, batch, kind}: BatchRun, failure: Failure | undefined): string | undefined =>
	kind === 'mixed' && failure === undefined && !isStopped(bulk) && bulk.journal.batch(batch).counts.planned > 0
		? 'Nothing is deleted until everything else is done: retry what failed, or skip the rest.'
		: undefined;

/** Starts a run. Throws if the batch belongs to another account: sending it would delete the wrong notifications. */
function startRun(bulk: BulkContext, batch: number, onRefusal: (refusal: Failure) => void): BatchRun {
	const {context, journal, pauseControl, limit} = bulk;
	const {kind, profile, counts} = journal.batch(batch);
	if (profile !== hideSecrets(context.profile)) {
		throw new Error(`Batch ${batch} belongs to another account.`);
	}

	const counter = createProgressCounter(bulk, counts);
	return {
		bulk,
		batch,
		kind,
		counter,
		send: async (method, items, work) =>
			runPool({
				items,
				async work(item) {
					const decision = await work(item);
					if ('verdict' in decision && typeof decision.verdict === 'object') {
						onRefusal(decision.verdict.refusal);
					}

					return decision;
				},
				limit: limit ?? limits[method],
				pauseControl,
				signal: context.signal,
				sleep: context.retry.sleep,
				onWait: counter.wait,
			}),
	};
}

/** The number of requests still to be sent, if each takes effect. */
const remainingSteps = ({planned, created}: BatchCounts): number => 2 * planned + created;

const isStopped = ({context, pauseControl}: BulkContext) => context.signal.aborted || pauseControl.signal.aborted;

/** Sends everything that can be sent before the next listing: creations, then the DELETE of each replaced notification, then the deletions. Returns the failure that stopped it early. */
async function sendRound(run: BatchRun): Promise<Failure | undefined> {
	const {bulk, batch, kind, counter, send} = run;
	const isEnded = (failure: Failure | undefined) => failure !== undefined || isStopped(bulk);
	let failure =
		kind === 'delete'
			? undefined
			: await send('POST', await queuesIn(bulk, batch), async queue => createNext(bulk, counter, queue));
	if ((kind === 'replace' || kind === 'mixed') && !isEnded(failure)) {
		failure = await deleteOldNotifications(run);
	}

	if (isEnded(failure) || (kind === 'mixed' && (await mayMissCreations(run)))) {
		return failure;
	}

	return deletePlannedItems(run);
}

/** Whether a creation or a replacement of a mixed batch is not done, so that nothing may be deleted yet. */
async function mayMissCreations({bulk, batch}: BatchRun): Promise<boolean> {
	await verifyItems(bulk, batch, 'continue');
	return bulk.journal.missesCreations(batch);
}
