import type {ListedRecord} from '../domain/notification.ts';
import {indexOfListed, listedIn, planUndo, type UndoJournal, type UndoPlan} from '../operations/undo-plan.ts';
import type {Journal} from '../storage/journal/journal.ts';
import type {Operation} from '../storage/journal/operation.ts';

export {planUndo, listedIn, type UndoPlan} from '../operations/undo-plan.ts';

/** So many changes are looked at for one that can be undone. */
const limit = 10_000;

export type FindUndoOptions = {
	/** Looks for an undo, to redo what it undid. */
	readonly isRedo?: boolean;
};

/** A listing that a plan is made by. */
export type PlanListing = {
	readonly records: readonly ListedRecord[];
	readonly isComplete: boolean;
};

/**
Finds what was changed last from this machine and can be undone: a change or a redo, or with `isRedo` an undo. What the listing shows to be gone already is skipped. Of a change that is an item of a bulk operation, undo the bulk operation (`batch`).

@returns How it is undone, or why it cannot be; undefined if there is nothing to undo.
*/
export function findUndo(journal: UndoJournal & Pick<Journal, 'lastUndoable'>, profileKey: string, {records, isComplete}: PlanListing, {isRedo = false}: FindUndoOptions = {}): UndoPlan | undefined {
	let listed: ReturnType<typeof listedIn> | undefined;
	let plan: UndoPlan | undefined;
	let count = 0;
	const isWanted = (operation: Operation) => {
		// Most often the first one is wanted: one record is found sooner than all are indexed.
		listed = count === 1 ? indexOfListed(records, isComplete) : listed ?? listedIn(records, isComplete);
		count++;
		plan = planUndo(journal, operation, listed);
		return plan.kind !== 'impossible' || !plan.isMoot || count >= limit;
	};

	const found = journal.lastUndoable(profileKey, isWanted, isRedo);
	return found === undefined || plan === undefined || (plan.kind === 'impossible' && plan.isMoot) ? undefined : plan;
}
