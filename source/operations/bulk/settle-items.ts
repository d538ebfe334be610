import {failureSentence} from '../../service/failure.ts';
import {waitingText} from '../conclude.ts';
import type {Sighting} from '../operation-context.ts';
import {fetchListing, pollListing} from '../verify.ts';
import type {Intent} from '../transitions.ts';
import {withPending, type BatchContext} from './bulk-context.ts';
import {settleCreations} from './settle-creations.ts';
import {settleDeletions} from './settle-deletions.ts';

/** The items still undecided after a listing. */
export type OpenItems = {
	/** The reason why the outcome of some items is still unknown; safe to show. */
	readonly problem: string | undefined;
	/** Milliseconds until a listing can decide; undefined if no item waits for one. */
	readonly wait: number | undefined;
	readonly sighting?: Sighting;
};

/** Concludes from one listing the outcome of a batch's items of unknown outcome. It sends nothing. */
export async function settleItems(
	batchContext: BatchContext,
	batch: number,
	intent: Intent,
	sighting: Sighting,
): Promise<OpenItems> {
	const created = await settleCreations(batchContext, batch, intent, sighting);
	const deleted = await settleDeletions(batchContext, batch, intent, sighting);
	const problem = created.reason ?? deleted.reason;
	const {wait, isMissing} =
		deleted.wait === undefined ? created : withPending(created, {...deleted, wait: deleted.wait});
	if (wait === undefined) {
		return {problem, wait, sighting};
	}

	const {listing} = sighting;
	return {
		problem:
			problem ??
			waitingText(batchContext.context, {wait, isMissing, problem: listing.complete ? undefined : listing.reason}),
		wait,
		sighting,
	};
}

/** Checks listings over several seconds for all items of unknown outcome, as `settleItems` does; undefined if there are none. */
export async function verifyItems(
	batchContext: BatchContext,
	batch: number,
	intent: Intent,
): Promise<OpenItems | undefined> {
	const {context, journal} = batchContext;
	if (journal.batch(batch).counts.unknown === 0) {
		return undefined;
	}

	return pollListing<OpenItems>(
		context,
		async () => {
			const attempt = await fetchListing(context);
			return 'failure' in attempt
				? {problem: failureSentence(attempt.failure), wait: undefined}
				: settleItems(batchContext, batch, intent, attempt);
		},
		({sighting, wait}) =>
			wait === undefined || (wait === 0 && sighting?.listing.complete !== true) ? undefined : {wait},
	);
}
