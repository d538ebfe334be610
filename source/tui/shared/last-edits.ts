import type {FieldEdits} from '../../query/bulk-edit.ts';
import type {Draft} from '../../notification/fields.ts';

/** The edits of a bulk edit, which can be repeated on other notifications. */
export type RepeatableEdits = {
	readonly edits: FieldEdits;
	/** The contents from the editor that were not sent, by ID. They apply to these notifications alone. */
	readonly edited: ReadonlyMap<string, Draft>;
};

/** The last bulk edit of this run. */
export type LastEdits = {
	/** Returns its edits; undefined if there was none. */
	readonly get: () => RepeatableEdits | undefined;
	/** Replaces them, unless the new ones are empty. */
	readonly set: (edits: RepeatableEdits) => void;
};

/** Creates a memory for the last bulk edit. */
export function createLastEdits(): LastEdits {
	let last: RepeatableEdits | undefined;
	return {
		get: () => last,
		set({edits, edited}) {
			if (edits.size + edited.size > 0) {
				last = {edits, edited};
			}
		},
	};
}
