import {toInput, readField, type Draft} from '../notification/fields.ts';
import {changedFields} from '../notification/edit.ts';
import {pathOf} from '../notification/field-path.ts';
import {undocumentedPaths} from '../notification/undocumented.ts';
import {toCreateBody} from './create-body.ts';

/** A change of a member of the service's JSON, by its path. */
export type MemberChange = {readonly field: string; readonly old: string; readonly new: string};

/** The changes that an edit makes, including those of undocumented members; not yet safe to show. */
export function draftChangesBetween(before: Draft, after: Draft): MemberChange[] {
	if (before === after) {
		return [];
	}

	const fields = changedFields(before, after).map(field => ({
		field: pathOf(field),
		old: readField(before, field),
		new: readField(after, field),
	}));
	return [...fields, ...undocumentedChanges(before, after)];
}

/** The changes of members that interface.md does not name. */
function undocumentedChanges(before: Draft, after: Draft): MemberChange[] {
	const [old, current] = [before, after].map(draft => undocumentedPaths(toCreateBody(toInput(draft))));
	const textOf = (members: typeof old, path: string) =>
		(members!.get(path) ?? []).map(value => JSON.stringify(value)).join(', ');
	return [...new Set([...old!.keys(), ...current!.keys()])]
		.map(path => ({field: path, old: textOf(old, path), new: textOf(current, path)}))
		.filter(change => change.old !== change.new);
}
