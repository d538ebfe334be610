import type {ChangeContext, Look} from '../changes/context.ts';
import {isListedIn, recordIn} from '../changes/alike.ts';
import {judgeDeletion} from '../changes/judge.ts';
import type {AwaitedChanges, AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {ChangeSet, Counts, Item} from '../ledger/item.ts';
import {finishInSlices, inSlices} from '../platform/time-slices.ts';
import {indexRecords} from '../query/changes.ts';
import {discardSentDrafts} from './drafts.ts';

/** A change that a listing has settled. */
export type SettledChange =
	/** `only`: its item, if it has one alone. `done` and `failed`: the number of items that took effect by this listing, and of those that did not. */
	| {
			readonly kind: 'set';
			readonly set: ChangeSet;
			readonly only: Item | undefined;
			readonly done: number;
			readonly failed: number;
	  }
	/** A listing shows again what an item had deleted. */
	| {readonly kind: 'revised'; readonly item: Item};

/** The effect of a listing on the pending changes. */
export type Settlement = {
	readonly settled: readonly SettledChange[];
	/** Milliseconds until a listing can settle more; undefined if none can. */
	readonly wait: number | undefined;
};

/**
Settles the pending changes of an account with a listing. It sends nothing.

@returns The settled changes, and what is left.
*/
export async function settlePending(
	{changes, drafts}: AwaitedLedger,
	context: ChangeContext,
	look: Look,
): Promise<Settlement> {
	const settled: SettledChange[] = [];
	const waits: number[] = [];
	// The wait counts from the start of the listing, and may have ended while it was read.
	const readTime = context.elapsed.between(look.startedAt, context.elapsed.now());
	for (const before of changes.pending(context.profile)) {
		const {id, size} = before;
		if (before.counts.unknown + before.counts.created === 0 || !(await changes.claim(id))) {
			continue;
		}

		try {
			// Loaded here, because most starts have nothing to settle.
			const {settleSet} = await import('../changes/index.ts');
			const wait = await settleSet(context, id, look);
			const set = changes.set(id);
			if (wait !== undefined && wait > 0) {
				waits.push(Math.max(1, wait - readTime));
			}

			if (set.counts.unknown < before.counts.unknown || set.counts.created < before.counts.created) {
				const done = set.counts.done - before.counts.done;
				const endedIn = ({failed, rolledBack, skipped}: Counts) => failed + rolledBack + skipped;
				const failed = endedIn(set.counts) - endedIn(before.counts);
				settled.push({kind: 'set', set, only: size === 1 ? changes.items(id)[0] : undefined, done, failed});
			}
		} finally {
			await changes.release(id);
		}
	}

	if (settled.length > 0) {
		await discardSentDrafts({changes, drafts}, context.profile);
	}

	const again = await findListedAgain(changes, context, look);
	settled.push(...again.map(item => ({kind: 'revised', item}) as const));
	return {settled, wait: waits.length === 0 ? undefined : Math.min(...waits)};
}

/** The number of recent deletions compared with each listing. */
const deletionLimit = 10_000;

/**
Finds the notifications that counted as deleted and that a listing shows again with their content: requests can take effect later than the settling time, or never although listings seemed to show their effect. Each is recorded, so that it is found once. No other end of a change is judged again.

@returns Their items, newest first.
*/
export async function findListedAgain(changes: AwaitedChanges, context: ChangeContext, look: Look): Promise<Item[]> {
	const {elapsed, settlingTime} = context;
	const deletions = changes.recentDeletions(context.profile, deletionLimit);
	await (deletions.length === 0 ? undefined : finishInSlices(indexRecords(look.listing.records)));
	const found: Item[] = [];
	let findAwaited: ReturnType<typeof context.changes.awaitedAlike> | undefined;
	for await (const slice of inSlices(deletions.filter(({id}) => recordIn(look, id)?.kind === 'notification'))) {
		for (const {item: number, id} of slice) {
			const item = changes.item(number)!;
			const isTakenBack = item.phase === 'rolled-back';
			const content = isTakenBack ? item.input! : item.snapshot!.input;
			const isOwn = isTakenBack ? !context.changes.isOfAnother(item, id) : item.newId !== id;
			// A listing may be behind its last request, also where the old one of an edit was gone before.
			const isSettled = elapsed.between(item.requests.at(-1)?.moment, look.startedAt) >= settlingTime;
			const isListed = isOwn && isSettled && judgeDeletion(context, item, look, {id, content}).is === 'kept';
			findAwaited ??= context.changes.awaitedAlike(context.profile);
			// What a later item has created, or may have, is another one: some services use IDs again.
			if (isListed && findAwaited({...content}) === undefined) {
				const isNew = isTakenBack && item.kind === 'replace';
				const other = isNew ? item.snapshot!.id : item.newId;
				const beside = other !== undefined && other !== id && isListedIn(look, other) ? other : undefined;
				const reason = {why: 'listed-again', ...(isNew && {isNew}), beside} as const;
				await changes.revise(number, {kind: 'seen', to: 'failed', reason: [reason]});
				found.push(changes.item(number)!);
			}
		}
	}

	return found;
}
