import type {BatchKind} from '../notification/operation-texts.ts';
import {contentOfDeleted, type Sighting, type OperationContext} from '../operations/operation-context.ts';
import {judgeCreation} from '../operations/judge-creation.ts';
import {judgeDeletion} from '../operations/judge-deletion.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {findListedAgain} from './listed-again.ts';
import {discardSentDrafts} from './unsent-drafts.ts';

/** A change that a listing has settled. */
export type SettledChange =
	| {readonly kind: 'operation'; readonly operation: Operation}
	/** `done` and `failed`: the number of items that took effect, and of those that did not. */
	| {readonly kind: 'batch'; readonly batch: BatchKind; readonly done: number; readonly failed: number}
	/** A listing shows again what an operation had deleted. */
	| {readonly kind: 'revised'; readonly operation: Operation};

/** The effect of a listing on the pending changes. */
export type Settlement = {
	readonly settled: readonly SettledChange[];
	/** Milliseconds until a listing can settle more; undefined if none can. */
	readonly wait: number | undefined;
	/** The reason why the outcome of items of a batch is still unknown, by its number; safe to show. */
	readonly reasons?: ReadonlyMap<number, string>;
};

/**
Settles the pending changes of an account with a listing. It sends nothing.

@returns The settled changes, and what is left.
*/
export async function settlePending(
	{journal, drafts}: Pick<AwaitedLedger, 'journal' | 'drafts'>,
	context: OperationContext,
	sighting: Sighting,
): Promise<Settlement> {
	const settled: SettledChange[] = [];
	const reasons = new Map<number, string>();
	const waits: number[] = [];
	// The wait counts from the start of the listing, and may have ended while it was read.
	const readTime = context.elapsed.between(sighting.startedAt, context.elapsed.now());
	for (const {id} of journal.unfinished(context.profile)) {
		if (!(await journal.claim(id))) {
			continue;
		}

		try {
			// Loaded here, because most starts have nothing to settle.
			const {settle} = await import('../operations/index.ts');
			const before = journal.get(id)!;
			const result = await settle(context, before, sighting);
			const operation = journal.get(id)!;
			if (result !== undefined && operation.state !== before.state) {
				settled.push({kind: 'operation', operation});
			}

			const wait = waitOf(context, operation, journal.requestsOf(id), sighting);
			if (wait > 0) {
				waits.push(Math.max(1, wait - readTime));
			}
		} finally {
			await journal.release(id);
		}
	}

	for (const {id, kind, counts} of journal.unfinishedBatches(context.profile)) {
		if (counts.unknown > 0 && (await journal.claimBatch(id))) {
			try {
				const {settleBatch} = await import('../operations/index.ts');
				const {wait, problem} = await settleBatch({context, journal}, id, sighting);
				waits.push(wait ?? 0);
				if (problem !== undefined) {
					reasons.set(id, problem);
				}

				const {unknown, done, failed} = journal.batch(id).counts;
				if (unknown < counts.unknown) {
					settled.push({kind: 'batch', batch: kind, done: done - counts.done, failed: failed - counts.failed});
				}
			} finally {
				await journal.releaseBatch(id);
			}
		}
	}

	if (settled.some(change => change.kind === 'operation')) {
		await discardSentDrafts({journal, drafts}, context.profile);
	}

	const again = await findListedAgain(journal, context, sighting);
	settled.push(...again.map(operation => ({kind: 'revised', operation}) as const));
	const positive = waits.filter(wait => wait > 0);
	return {settled, wait: positive.length === 0 ? undefined : Math.min(...positive), ...(reasons.size > 0 && {reasons})};
}

/** The number of milliseconds until a listing can settle an operation; 0 if it is settled, or waits for something else. */
function waitOf(
	context: OperationContext,
	operation: Operation,
	requests: readonly RequestEntry[],
	sighting: Sighting,
): number {
	const {state, snapshot, newId} = operation;
	const deletedId = state === 'deleting' ? snapshot?.id : state === 'undoing' ? newId : undefined;
	const deletion =
		deletedId === undefined
			? undefined
			: judgeDeletion(context, deletedId, requests, sighting, {
					missingSince: operation.missingSince,
					content: contentOfDeleted(operation),
				});
	const verdict = state === 'creating' ? judgeCreation(context, operation, requests, sighting) : deletion;
	return verdict?.kind === 'pending' ? verdict.wait : 0;
}
