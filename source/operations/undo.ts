import {indexOfListed, planUndo, type UndoJournal, type UndoLedger, type UndoPlan} from './undo-plan.ts';
import {canonicalForm} from '../notification/equivalence.ts';
import {type LossCounts, recreationLosses} from '../notification/losses.ts';
import {canHaveTopics, type ListedRecord} from '../notification/notification.ts';
import type {Journal} from '../ledger/journal/journal.ts';
import type {NotificationSnapshot} from '../ledger/journal/operation.ts';
import {isStoredRedacted} from '../ledger/stored-json.ts';
import {createBreakdown, type BreakdownCounts} from '../query/group.ts';
import {undoKinds, type BatchKind} from '../notification/operation-texts.ts';
import type {ChangeGuards} from '../query/rules.ts';
import {whyProtected} from './refusals.ts';
import {takeSnapshot} from './sent.ts';
import {type BatchContext, pagedRows} from './item-set.ts';
import {type BatchItem, type BatchPlan, idsByForm, impossible, listBefore, pendingFirst, planBatch} from './plan.ts';
import {inSlices} from '../platform/time-slices.ts';

/** The effect that undoing a bulk operation would have. */
export type UndoSurvey = RecreationSurvey & {
	/** The kind of the undo: `delete` if the bulk operation created its notifications. */
	readonly kind: BatchKind;
	/** The number of items that cannot be undone, and the reason for one of them. */
	readonly impossible: number;
	readonly reason: string | undefined;
	/** How many of these are protected. */
	readonly protected?: number;
	/** The notifications that the undo acts on, by user, channel and network. */
	readonly breakdown: readonly BreakdownCounts[];
	/** The IDs of the operations that it undoes. */
	readonly undone: readonly number[];
};

type UndoListing = {readonly records: readonly ListedRecord[]; readonly isComplete: boolean};

/** The part of the journal that the plans read. */
type BatchJournal = UndoJournal & Pick<Journal, 'batch' | 'undoableItems'>;

/** Counts what undoing a bulk operation would do, compared with what is listed now. */
export async function surveyUndo(
	journal: BatchJournal,
	batch: number,
	records: readonly ListedRecord[],
	isComplete: boolean,
	guards?: ChangeGuards,
): Promise<UndoSurvey> {
	let deletions = 0;
	let refused = 0;
	let protectedCount = 0;
	const breakdown = createBreakdown();
	const undone: number[] = [];
	let reason: string | undefined;
	const recreated = function* (): Generator<Recreated, void, void> {
		for (const plan of plansIn(journal, batch, {records, isComplete}, guards)) {
			switch (plan.kind) {
				case 'impossible': {
					refused++;
					protectedCount += plan.isProtected === true ? 1 : 0;
					reason ??= plan.reason;
					break;
				}

				case 'delete': {
					deletions++;
					undone.push(plan.operation.id);
					breakdown.add(plan.target);
					break;
				}

				case 'recreate': {
					if (!plan.isRedacted) {
						undone.push(plan.operation.id);
						breakdown.add(plan.deleted.input);
					}

					yield {snapshot: plan.deleted};
					break;
				}

				case 'replace': {
					undone.push(plan.operation.id);
					breakdown.add(plan.target);
					yield {snapshot: plan.before, replaces: plan.target.id};
				}
			}
		}
	};

	const survey = await surveyRecreation(recreated(), records);
	return {
		...survey,
		count: survey.count + deletions,
		kind: undoKinds[journal.batch(batch).kind],
		impossible: refused,
		reason,
		...(protectedCount > 0 && {protected: protectedCount}),
		breakdown: breakdown.counts(),
		undone,
	};
}

/**
Writes the undo of a bulk operation to the journal before anything is sent: deleted notifications are recreated, created ones are deleted, and replaced ones are replaced back. Notifications that were changed since are left out, and so is what was not announced (`UndoSurvey.undone`): a listing that is empty by mistake lets more seem to be gone.

@throws LedgerError when some of it has been undone already, or the journal cannot be written: then nothing was started.
*/
export async function planBatchUndo(
	batchContext: BatchContext,
	{sent}: Pick<UndoLedger, 'sent'>,
	batch: number,
	announced?: readonly number[],
): Promise<BatchPlan> {
	const {context, journal} = batchContext;
	const {
		counts: {planned, created, unknown},
	} = journal.batch(batch);
	if (planned + created + unknown > 0) {
		return pendingFirst('The bulk operation is pending: finish it, or skip the rest.');
	}

	const before = await listBefore(context);
	if (before.kind !== 'listed') {
		return before;
	}

	const toItem = (plan: UndoPlan): BatchItem | undefined => {
		if (plan.kind === 'impossible' || (plan.kind === 'recreate' && plan.isRedacted)) {
			return undefined;
		}

		const undoes = plan.operation.id;
		if (plan.kind === 'recreate') {
			return {kind: 'recreate', snapshot: plan.deleted, input: plan.input, undoes};
		}

		const snapshot = takeSnapshot(plan.target, sent.get(context.profile, plan.target.id));
		return plan.kind === 'delete'
			? {kind: 'delete', snapshot, undoes}
			: {kind: 'replace', snapshot, input: plan.input, undoes};
	};

	const {records, complete} = before.listing;
	const allowed = announced && new Set(announced);
	const items = plansIn(journal, batch, {records, isComplete: complete}, context.guards)
		.filter(({operation}) => allowed?.has(operation.id) !== false)
		.map(plan => toItem(plan))
		.filter(item => item !== undefined);
	const undoing = await planBatch(batchContext, items, {records});
	return undoing === undefined
		? impossible('Nothing to undo: it is undone already, or what it made was changed or deleted since.')
		: {kind: 'planned', batch: undoing};
}

/**
Plans the undo of each item that can be undone. One whose notification may be somebody else's is undone alone, so that the operator is asked.

@yields One plan per item.
*/
function* plansIn(
	journal: BatchJournal,
	batch: number,
	{records, isComplete}: UndoListing,
	guards?: ChangeGuards,
): Generator<UndoPlan, void, void> {
	const listed = indexOfListed(records, isComplete);
	for (const item of pagedRows(page => journal.undoableItems(batch, page))) {
		const plan = planUndo(journal, item, listed);
		const why = 'target' in plan ? whyProtected({guards}, takeSnapshot(plan.target), records) : undefined;
		const reason = why ?? ('note' in plan ? `${plan.note} Undo it alone.` : undefined);
		yield reason === undefined
			? plan
			: {kind: 'impossible', operation: item, reason, isMoot: false, ...(why !== undefined && {isProtected: true})};
	}
}

/** The number of notifications that can be recreated, shown to the operator before a bulk delete and before an undo. */
export type RecreationSurvey = LossCounts & {
	readonly count: number;
	/** The number of notifications identical to one that is listed now; 0 before they are deleted. */
	readonly duplicates: number;
};

/** A notification to create again, and the ID of the listed one that is deleted in exchange. */
export type Recreated = {readonly snapshot: NotificationSnapshot; readonly replaces?: string};

/** Counts the notifications that can be recreated as they were. `records`: the listed records, among which duplicates are counted. */
export async function surveyRecreation(
	recreated: Iterable<Recreated>,
	records: readonly ListedRecord[] = [],
): Promise<RecreationSurvey> {
	const listed = await idsByForm(records, canonicalForm);
	const counts = {count: 0, contentUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0};
	let losesTopics = false;
	for await (const slice of inSlices(recreated)) {
		for (const {snapshot, replaces} of slice) {
			if (isStoredRedacted(snapshot)) {
				counts.incomplete++;
				continue;
			}

			const {isContentUnknown, undocumented} = recreationLosses(snapshot);
			losesTopics ||= isContentUnknown && canHaveTopics(snapshot.input);
			counts.count++;
			counts.contentUnknown += Number(isContentUnknown);
			counts.undocumented += Number(undocumented.length > 0);
			counts.duplicates += Number(listed.get(canonicalForm(snapshot.input))?.some(id => id !== replaces) ?? false);
		}
	}

	return {...counts, ...(losesTopics && {losesTopics})};
}
