import type {FieldEdits} from '../../domain/bulk-edit/field-edits.ts';

/** The edits of the last bulk edit of this run, which can be repeated on other notifications. */
export type LastEdits = {
	/** Returns the edits; undefined if there was none. */
	readonly get: () => FieldEdits | undefined;
	readonly set: (edits: FieldEdits) => void;
};

/** Creates a memory for the last bulk edit. */
export function createLastEdits(): LastEdits {
	let last: FieldEdits | undefined;
	return {
		get: () => last,
		set(edits) {
			// One that was made in the editor alone cannot be repeated.
			last = edits.size === 0 ? last : edits;
		},
	};
}
