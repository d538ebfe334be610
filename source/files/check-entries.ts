import {checkedDraft, type CheckedDraft} from '../domain/draft/check-edit.ts';
import {knownDraft} from '../domain/draft/edit.ts';
import {pathOf} from '../domain/draft/field-path.ts';
import type {FileEntry, Mistake} from './notification-file.ts';
import type {FilePlan} from './plan.ts';

/** The mistakes and the warnings of entries. */
export type CheckedEntries = {readonly mistakes: readonly Mistake[]; readonly warnings: readonly Mistake[]};

/** Runs the form's checks on all entries of a file. */
export const checkEntries = (entries: readonly FileEntry[]): CheckedEntries => collect(entries.map(entry => ({entry, checked: checkedDraft(entry.draft, {acceptInvalid: false})})));

/** Runs the form's checks on what a plan sends: of a replacement only what it changes. `acceptInvalid`: problems that may be accepted are only warnings. */
export const checkPlan = ({items}: FilePlan, acceptInvalid: boolean): CheckedEntries => collect(items.flatMap(item => {
	if (item.kind === 'delete') {
		return [];
	}

	return [{entry: item.entry, checked: item.kind === 'create'
		? checkedDraft(item.entry.draft, {acceptInvalid})
		: checkedDraft(item.after, {held: knownDraft(item.listed, undefined), acceptInvalid})}];
}));

function collect(all: ReadonlyArray<{readonly entry: FileEntry; readonly checked: CheckedDraft}>): CheckedEntries {
	const placed = (severity: 'errors' | 'warnings') => all.flatMap(({entry, checked}) => checked[severity].map(({field, message}) => {
		const path = pathOf(field);
		return {...entry.locate(path), field: path, message};
	}));
	return {mistakes: placed('errors'), warnings: placed('warnings')};
}
