import {commonStart} from '../../session/complete-path.ts';
import {editAtEnd, type TextState} from '../shared/text-edit.ts';

/** A path being typed, and the paths offered below it. */
export type PathField = {
	readonly edit: TextState;
	/** Whether typing replaces the whole path. */
	readonly isSelected: boolean;
	readonly offered: readonly string[];
	/** The offered path that the field has; -1 if it was typed. */
	readonly chosen: number;
};

/** The field when it is opened, with the paths that were used last. */
export const openPathField = (recent: readonly string[]): PathField => ({
	edit: editAtEnd(recent[0] ?? ''),
	isSelected: recent.length > 0,
	offered: recent,
	chosen: recent.length > 0 ? 0 : -1,
});

/** The field after a key was typed in it. `recent`: what is offered while it is empty. */
export const typedInto = (edit: TextState, recent: readonly string[]): PathField => ({
	edit,
	isSelected: false,
	offered: edit.text === '' ? recent : [],
	chosen: -1,
});

/** The field with the previous or the next of the offered paths. */
export function movedBy(field: PathField, by: 1 | -1): PathField {
	const chosen = Math.max(0, Math.min(field.offered.length - 1, field.chosen + by));
	const text = field.offered[chosen];
	return text === undefined ? field : {...field, edit: editAtEnd(text), isSelected: true, chosen};
}

/** The field completed by the paths that begin with its text: the only one, or what all of them begin with and the paths to choose from. */
export function completedBy(field: PathField, paths: readonly string[]): PathField {
	const text = commonStart(paths);
	return {
		edit: text.length > field.edit.text.length ? editAtEnd(text) : field.edit,
		isSelected: false,
		offered: paths.length === 1 ? [] : paths,
		chosen: -1,
	};
}
