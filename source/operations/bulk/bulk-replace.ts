import {type NotificationInput, idOfRecord} from '../../notification/notification.ts';
import {inSlices} from '../../platform/time-slices.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {NotificationSnapshot, Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {waitingText} from '../conclude.ts';
import {alreadyGone, isGoneReported} from '../contested.ts';
import {twinsOf} from '../creation-matches.ts';
import {isDeletedElsewhere, whyOldIsKept, rollBackHalfDone} from '../half-done.ts';
import {judgeCreation} from '../judge-creation.ts';
import {judgeDeletion} from '../judge-deletion.ts';
import {changedMembers, isChangeReported} from '../kept-members.ts';
import {
	isListedIn,
	certifyChoice,
	deletesOf,
	pendingChange,
	waitFor,
	type CertifiedId,
	type Sighting,
} from '../operation-context.ts';
import {leaveProtectedOut} from '../protected.ts';
import {refusedByPolicy} from '../refused-by-policy.ts';
import {withOverwritten, withTwins} from '../transitions.ts';
import {toItemChange, type BatchContext, type BulkContext} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {impossible, listBefore, nothingLeft, planBatch, type BatchPlan} from './plan-batch.ts';
import {viewsOf} from './settle-creations.ts';

/** A notification to edit and the input that replaces it. */
export type BulkEdit = {readonly snapshot: NotificationSnapshot; readonly input: NotificationInput};

/**
Writes a bulk edit to the journal before anything is sent.

@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planReplaces(batchContext: BatchContext, edits: Iterable<BulkEdit>): Promise<BatchPlan> {
	const {context} = batchContext;
	const all: BulkEdit[] = [];
	for await (const slice of inSlices(edits)) {
		const redacted = slice.find(edit => isStoredRedacted(edit));
		if (redacted !== undefined) {
			return containsKey(redacted);
		}

		all.push(...slice);
	}

	const before = await listBefore(context);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records} = before.listing;
	const listed = new Set(records.map(record => idOfRecord(record)));
	const missing = all.map(({snapshot}) => snapshot.id).filter(id => !listed.has(id));
	if (missing.length > 0) {
		return impossible(`Nothing was sent: no longer listed: ${missing.map(id => sanitise(id)).join(', ')}.`);
	}

	const {left, skipped} = leaveProtectedOut(context, all, ({snapshot}) => snapshot, records);
	const refusal = left
		.values()
		.map(({snapshot, input}) => refusedByPolicy(context, input, snapshot.id))
		.find(found => found !== undefined);
	if (refusal !== undefined) {
		return refusal;
	}

	const batch = await planBatch(
		batchContext,
		left.map(({snapshot, input}) => ({kind: 'replace', snapshot, input})),
		{records},
	);
	return batch === undefined ? nothingLeft('Nothing to edit.', skipped) : {kind: 'planned', batch, skipped};
}

/** The result for a notification that contains the API key. */
const containsKey = ({snapshot: {id}}: BulkEdit): BatchPlan =>
	impossible(
		`Nothing was sent: ${sanitise(id)} contains the API key, which is never stored, so a bulk operation cannot send it. Edit it alone.`,
	);

/** The reason why a listing is partial; undefined if it is complete. */
const partialReason = ({listing}: Sighting): string | undefined => (listing.complete ? undefined : listing.reason);

const createdIn = ({journal}: BatchContext, batch: number): Operation[] =>
	pagedRows(page => journal.itemsIn(batch, 'created', page)).toArray();

/** Finds the half-done replacements whose old notification can be deleted: the listing shows the new one, and no earlier DELETE of the new one can still take effect. Records why the others wait. */
export async function oldNotificationsToDelete(
	batchContext: BatchContext & Pick<BulkContext, 'held'>,
	batch: number,
	sighting: Sighting,
): Promise<readonly Operation[]> {
	const {context, journal, held} = batchContext;
	const byId = new Map(sighting.listing.records.map(record => [idOfRecord(record), record]));
	// Another notification with its ID is not it: some services use IDs again.
	const isOldListed = ({snapshot}: Operation) => isListedIn(sighting, snapshot!.id, snapshot!.input);
	const isGone = (item: Operation, requests: readonly RequestEntry[]) =>
		isDeletedElsewhere(item, requests, sighting.listing, isOldListed(item));
	const problemOf = (item: Operation): string | undefined => {
		const {id, newId, detail} = item;
		const changed = changedMembers(item, byId.get(newId), journal);
		const isHeld = changed !== undefined && (held?.has(id) === true || !isChangeReported(detail, newId!));
		if (isHeld) {
			held?.add(id);
		}

		const requests = journal.requestsOf(id);
		const wait = waitFor(context, deletesOf(requests, newId!), sighting);
		const isOldGone = isGone(item, requests);
		if (isOldGone) {
			held?.add(id);
		}

		return whyOldIsKept(item, {
			isNewListed: byId.has(newId),
			isOldMissing: !isOldListed(item),
			isOldGone,
			changed: isHeld ? changed : undefined,
			waiting: wait === 0 ? undefined : waitingText(context, {wait}),
			problem: partialReason(sighting),
		});
	};

	// By continuing, the operator accepts changes that an earlier run has reported.
	const accepted = createdIn(batchContext, batch).filter(
		item =>
			byId.has(item.newId) &&
			isGone(item, journal.requestsOf(item.id)) &&
			isGoneReported(item.detail, item) &&
			held?.has(item.id) !== true,
	);
	const viewOf = await viewsOf(accepted, sighting.listing);
	await journal.changeItems(
		accepted.map(item => {
			const requests = journal.requestsOf(item.id);
			return toItemChange(
				item,
				withOverwritten(
					withTwins(
						alreadyGone,
						twinsOf(context, item, requests, {...sighting, listing: viewOf(item, requests)}),
						item,
					),
					item,
				),
			);
		}),
	);
	const judged = createdIn(batchContext, batch).map(item => ({item, problem: problemOf(item)}));
	await journal.changeItems(
		judged.flatMap(({item: {id}, problem}) => (problem === undefined ? [] : [{id, detail: sanitise(problem)}])),
	);
	return judged.filter(({problem}) => problem === undefined).map(({item}) => item);
}

/** A half-done replacement and the ID of its new notification. */
export type RollBackItem = {readonly item: Operation; readonly newId: CertifiedId};

/** Finds the half-done replacements whose new notification can be deleted again: the listing shows it with the content that was sent, it shows the old one too, and no DELETE of the old one can still take effect. Records why the others wait, and ends those whose new notification is gone. `wait`: milliseconds until a listing can decide more. */
export async function newNotificationsToDelete(
	batchContext: BatchContext,
	batch: number,
	sighting: Sighting,
): Promise<{readonly deletes: readonly RollBackItem[]; readonly wait: number}> {
	const {context, journal} = batchContext;
	const items = createdIn(batchContext, batch);
	const viewOf = await viewsOf(items, sighting.listing);
	const ids = new Set(sighting.listing.records.map(record => idOfRecord(record)));
	const deletes: RollBackItem[] = [];
	const changes: ItemChange[] = [];
	let wait = 0;
	for (const item of items) {
		const {id, snapshot, newId} = item;
		const requests = journal.requestsOf(id);
		const creation = judgeCreation(context, item, requests, {...sighting, listing: viewOf(item, requests)});
		const old = judgeDeletion(context, snapshot!.id, requests, sighting, {
			content: snapshot!.input,
			missingSince: item.missingSince,
		});
		const transition = rollBackHalfDone(item, {
			creation,
			old,
			isNewListed: ids.has(newId),
			waiting: pending => waitingText(context, {...pending, problem: partialReason(sighting)}),
		});
		const certified = certifyChoice(creation, newId!);
		if (transition.state === 'undoing' && certified !== undefined) {
			deletes.push({item, newId: certified});
			continue;
		}

		wait = Math.max(
			wait,
			...[creation, old].map(verdict =>
				verdict.kind === 'pending' && transition.state === undefined ? verdict.wait : 0,
			),
		);
		const missing = [creation, old].find(verdict => verdict.kind === 'pending' && verdict.isMissing === true);
		changes.push({...toItemChange(item, transition), ...pendingChange(item, missing ?? creation, sighting)});
	}

	await journal.changeItems(changes);
	return {deletes, wait};
}
