import {failureSentence} from '../../api/failure.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import type {BatchKind, NewItem} from '../../storage/batches/batch.ts';
import {inSlices} from '../../system/time-slices.ts';
import {takeSnapshot} from '../snapshot.ts';
import type {UndoLedger} from '../undo.ts';
import {indexOfListed, planUndo, type UndoJournal, type UndoPlan} from '../undo-plan.ts';
import {fetchListing, refusedBefore} from '../verify.ts';
import type {BatchContext} from './bulk-context.ts';
import {planRestores, type RestorePlan} from './bulk-restore.ts';
import {pagedRows} from './paged-rows.ts';
import {idsByCanonicalForm, surveyRestore, type RestoreSurvey} from './restorable.ts';

/** What undoing a bulk operation would do. */
export type UndoSurvey = RestoreSurvey & {
	/** What is done to its notifications: `delete` where the bulk operation created them. */
	readonly kind: BatchKind;
	/** How many cannot be undone; `reason`: why one of them cannot. */
	readonly impossible: number;
	readonly reason: string | undefined;
};

/** The kind of the bulk operation that undoes one of a kind. */
const undoKinds = {delete: 'restore', restore: 'delete'} as const satisfies Readonly<Record<BatchKind, BatchKind>>;

/** Counts what undoing a bulk operation would do, compared with what is listed now. */
export async function surveyUndo(journal: UndoJournal & BatchContext['journal'], batch: number, records: readonly ListedRecord[], isComplete: boolean): Promise<UndoSurvey> {
	const {kind} = journal.batch(batch);
	if (kind === 'delete') {
		return {...await surveyRestore(journal, batch, records), kind: undoKinds[kind], impossible: 0, reason: undefined};
	}

	let count = 0;
	let impossible = 0;
	let reason: string | undefined;
	for await (const slice of inSlices(plansIn(journal, batch, records, isComplete))) {
		const refused = slice.filter(plan => plan.kind === 'impossible');
		impossible += refused.length;
		count += slice.length - refused.length;
		reason ??= refused[0]?.reason;
	}

	return {kind: undoKinds[kind], count, impossible, reason, contentUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0};
}

/**
Writes to the journal that a bulk operation is to be undone, before anything is sent: what it deleted is recreated, what it created is deleted. What was changed since is left out.

@throws LedgerError when some of it has been undone already, or the journal cannot be written: then nothing was started.
*/
export async function planBatchUndo(batchContext: BatchContext, {sent}: Pick<UndoLedger, 'sent'>, batch: number): Promise<RestorePlan> {
	const {context, journal} = batchContext;
	const {kind, counts} = journal.batch(batch);
	if (kind === 'delete') {
		return planRestores(batchContext, batch);
	}

	if (counts.planned + counts.unknown > 0) {
		return {kind: 'impossible', reason: 'The bulk operation is not finished. Press ! in the list to finish it or to skip the rest.'};
	}

	const before = await fetchListing(context);
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return {kind: 'impossible', reason: `Nothing was sent: the notifications could not be listed first. ${failureSentence(before.failure)}`};
	}

	const {records, complete} = before.listing;
	const known = await idsByCanonicalForm(records);
	const toItem = (plan: UndoPlan): NewItem | undefined => {
		if (!('target' in plan)) {
			return undefined;
		}

		const item = {profileName: context.profileName, snapshot: takeSnapshot(plan.target, sent.get(context.profile, plan.target.id)), undoes: plan.operation.id};
		return plan.kind === 'delete' ? item : {...item, input: plan.input, knownIds: known.get(canonicalForm(plan.input)) ?? []};
	};

	const undoing = await journal.beginBatch(context.profile, undoKinds[kind]);
	try {
		for await (const slice of inSlices(plansIn(journal, batch, records, complete))) {
			await journal.addItems(undoing, slice.map(plan => toItem(plan)).filter(item => item !== undefined));
		}
	} catch (error) {
		await journal.forgetBatch(undoing);
		throw error;
	}

	if (journal.batch(undoing).counts.planned === 0) {
		await journal.forgetBatch(undoing);
		return {kind: 'impossible', reason: 'Nothing to undo: it is undone already, or what it made was changed or deleted since.'};
	}

	await journal.completeBatch(undoing);
	return {kind: 'planned', batch: undoing};
}

/**
Plans the undo of each item that can be undone.

@yields One plan an item.
*/
function * plansIn(journal: UndoJournal & BatchContext['journal'], batch: number, records: readonly ListedRecord[], isComplete: boolean): Generator<UndoPlan, void, void> {
	const listed = indexOfListed(records, isComplete);
	for (const item of pagedRows(page => journal.undoableItems(batch, page))) {
		yield planUndo(journal, item, listed);
	}
}
