import type {ListedRecord} from '../notification/notification.ts';
import {indexOfListed, planUndo, type UndoJournal, type UndoPlan} from '../operations/undo-plan.ts';
import type {Journal} from '../ledger/journal/journal.ts';
import type {Operation} from '../ledger/journal/operation.ts';

export {planUndo, listedIn, type UndoPlan} from '../operations/undo-plan.ts';

/** The maximum number of changes checked for one that can be undone. */
const limit = 10_000;

export type FindUndoOptions = {
	/** Finds an undo instead, to redo the change that it undid. */
	readonly isRedo?: boolean;
};

/** The listing from which a plan is made. */
export type PlanListing = {
	readonly records: readonly ListedRecord[];
	readonly isComplete: boolean;
};

/**
Finds the last change from this machine that can be undone: a change or a redo, or with `isRedo` an undo. A change of which the listing shows that nothing is left to undo is skipped. If the change is an item of a bulk operation (`batch`), undo the bulk operation.

@returns The plan, or the reason why it cannot be undone; undefined if there is nothing to undo.
*/
export function findUndo(
	journal: UndoJournal & Pick<Journal, 'lastUndoable'>,
	profileKey: string,
	{records, isComplete}: PlanListing,
	{isRedo = false}: FindUndoOptions = {},
): UndoPlan | undefined {
	const listed = indexOfListed(records, isComplete);
	let plan: UndoPlan | undefined;
	let count = 0;
	const isWanted = (operation: Operation) => {
		count++;
		plan = planUndo(journal, operation, listed);
		return plan.kind !== 'impossible' || !plan.isMoot || count >= limit;
	};

	const found = journal.lastUndoable(profileKey, isWanted, isRedo);
	return found === undefined || plan === undefined || (plan.kind === 'impossible' && plan.isMoot) ? undefined : plan;
}
