import type {ListedRecord} from '../../domain/notification.ts';
import {rewritableForm} from '../../domain/equivalence.ts';
import {undoKinds, type BatchKind, type NewItem} from '../../storage/batches/batch.ts';
import {inSlices} from '../../system/time-slices.ts';
import {takeSnapshot} from '../snapshot.ts';
import type {UndoLedger} from '../undo.ts';
import {indexOfListed, planUndo, type UndoJournal, type UndoPlan} from '../undo-plan.ts';
import type {BatchContext} from './bulk-context.ts';
import {planRestores} from './bulk-restore.ts';
import {pagedRows} from './paged-rows.ts';
import {impossible, listBefore, pendingFirst, planBatch, type BatchPlan} from './plan-batch.ts';
import {idsByForm, surveyRestore, type RestoreSurvey} from './restorable.ts';

/** The effect that undoing a bulk operation would have. */
export type UndoSurvey = RestoreSurvey & {
	/** The kind of the undo: `delete` if the bulk operation created its notifications. */
	readonly kind: BatchKind;
	/** The number of items that cannot be undone, and the reason for one of them. */
	readonly impossible: number;
	readonly reason: string | undefined;
};

/** Counts what undoing a bulk operation would do, compared with what is listed now. */
export async function surveyUndo(journal: UndoJournal & BatchContext['journal'], batch: number, records: readonly ListedRecord[], isComplete: boolean): Promise<UndoSurvey> {
	const {kind} = journal.batch(batch);
	if (kind === 'delete') {
		return {...await surveyRestore(journal, batch, records), kind: undoKinds[kind], impossible: 0, reason: undefined};
	}

	let count = 0;
	let refusedCount = 0;
	let reason: string | undefined;
	for await (const slice of inSlices(plansIn(journal, batch, records, isComplete))) {
		const refused = slice.filter(plan => plan.kind === 'impossible');
		refusedCount += refused.length;
		count += slice.length - refused.length;
		reason ??= refused[0]?.reason;
	}

	return {kind: undoKinds[kind], count, impossible: refusedCount, reason, contentUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0};
}

/**
Writes the undo of a bulk operation to the journal before anything is sent: deleted notifications are recreated, created ones are deleted, and replaced ones are replaced back. Notifications that were changed since are left out.

@throws LedgerError when some of it has been undone already, or the journal cannot be written: then nothing was started.
*/
export async function planBatchUndo(batchContext: BatchContext, {sent}: Pick<UndoLedger, 'sent'>, batch: number): Promise<BatchPlan> {
	const {context, journal} = batchContext;
	const {kind, counts} = journal.batch(batch);
	if (kind === 'delete') {
		return planRestores(batchContext, batch);
	}

	if (counts.planned + counts.created + counts.unknown > 0) {
		return pendingFirst('The bulk operation is pending: finish it, or skip the rest.');
	}

	const before = await listBefore(context);
	if (before.kind !== 'listed') {
		return before;
	}

	const {records, complete} = before.listing;
	const known = await idsByForm(records, rewritableForm);
	const toItem = (plan: UndoPlan): NewItem | undefined => {
		if (!('target' in plan)) {
			return undefined;
		}

		const item = {profileName: context.profileName, snapshot: takeSnapshot(plan.target, sent.get(context.profile, plan.target.id)), undoes: plan.operation.id};
		return plan.kind === 'delete' ? item : {...item, input: plan.input, knownIds: known.get(rewritableForm(plan.input)) ?? []};
	};

	const items = plansIn(journal, batch, records, complete).map(plan => toItem(plan)).filter(item => item !== undefined);
	const undoing = await planBatch(batchContext, undoKinds[kind], items);
	return undoing === undefined
		? impossible('Nothing to undo: it is undone already, or what it made was changed or deleted since.')
		: {kind: 'planned', batch: undoing};
}

/**
Plans the undo of each item that can be undone.

@yields One plan per item.
*/
function * plansIn(journal: UndoJournal & BatchContext['journal'], batch: number, records: readonly ListedRecord[], isComplete: boolean): Generator<UndoPlan, void, void> {
	const listed = indexOfListed(records, isComplete);
	for (const item of pagedRows(page => journal.undoableItems(batch, page))) {
		yield planUndo(journal, item, listed);
	}
}
