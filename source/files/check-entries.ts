import {heldByDraft} from '../api/listed-draft.ts';
import {checkedDraft, type CheckedDraft} from '../domain/draft/check-edit.ts';
import {toDraft, type Draft} from '../domain/draft/draft.ts';
import {knownDraft} from '../domain/draft/edit.ts';
import {pathOf} from '../domain/draft/field-path.ts';
import type {FindBroken} from '../domain/policies/broken-policies.ts';
import type {FileEntry, Mistake} from './notification-file.ts';
import type {FilePlan} from './plan.ts';

/** The mistakes and the warnings of entries. */
export type CheckedEntries = {readonly mistakes: readonly Mistake[]; readonly warnings: readonly Mistake[]};

/** Runs the form's checks on what is created. Problems that a listed record has already are only warnings. `findBroken`: the policies. */
export function checkNew(draft: Draft, acceptInvalid: boolean, findBroken?: FindBroken): CheckedDraft {
	const held = heldByDraft(draft);
	return checkedDraft(draft, {copied: held && toDraft(held), acceptInvalid, findBroken});
}

/** Runs the form's checks on all entries of a file. `acceptInvalid`: problems that may be accepted are only warnings. `findBroken`: the policies. */
export const checkEntries = (entries: readonly FileEntry[], acceptInvalid = false, findBroken?: FindBroken): CheckedEntries => placeIssues(entries.map(entry => ({entry, checked: checkNew(entry.draft, acceptInvalid, entry.mistaken === undefined ? findBroken : undefined)})));

/** Runs the form's checks on what a plan sends: of a replacement only what it changes. `acceptInvalid`: problems that may be accepted are only warnings. `findBroken`: the policies. */
export const checkPlan = ({items}: FilePlan, acceptInvalid: boolean, findBroken?: FindBroken): CheckedEntries => placeIssues(items.flatMap(item => {
	if (item.kind === 'delete') {
		return [];
	}

	return [{entry: item.entry, checked: item.kind === 'create'
		? checkNew(item.entry.draft, acceptInvalid, findBroken)
		: checkedDraft(item.after, {held: knownDraft(item.listed, undefined), acceptInvalid, findBroken})}];
}));

/** The issues of entries, each at its place in the file. */
export function placeIssues(all: ReadonlyArray<{readonly entry: FileEntry; readonly checked: CheckedDraft}>): CheckedEntries {
	const placed = (severity: 'errors' | 'warnings') => all.flatMap(({entry, checked}) => checked[severity].flatMap(({field, message, canOverride}) => {
		const path = pathOf(field);
		return isMistaken(entry, path) ? [] : [{...entry.locate(path), field: path, message, canOverride}];
	}));
	return {mistakes: placed('errors'), warnings: placed('warnings')};
}

/** Whether a field, what contains it or a part of it has a mistake already. */
const isMistaken = ({mistaken = []}: FileEntry, path: string): boolean => mistaken.some(other => other === '' || `${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`));
