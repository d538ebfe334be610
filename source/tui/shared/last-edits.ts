import type {FieldEdits} from '../../query/bulk-edit.ts';
import type {Draft} from '../../notification/fields.ts';

/** The edits of a bulk edit, which can be repeated on other notifications. */
export type RepeatableEdits = {
	readonly edits: FieldEdits;
	/** The contents from the editor that were not sent, by ID. They apply to these notifications alone. */
	readonly edited: ReadonlyMap<string, Draft>;
};

export type LastEdits = ReturnType<typeof createLastEdits>;

/** Creates a memory for the last bulk edit. */
export function createLastEdits() {
	let last: RepeatableEdits | undefined;
	return {
		/** Returns its edits; undefined if there was none. */
		get: () => last,
		/** Replaces them, unless the new ones are empty. */
		set({edits, edited}: RepeatableEdits) {
			if (edits.size + edited.size > 0) {
				last = {edits, edited};
			}
		},
	};
}
