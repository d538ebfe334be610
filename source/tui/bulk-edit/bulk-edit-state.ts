import type {DistinctValue, ValuesByField} from '../../domain/bulk-edit/distinct-values.ts';
import {noFieldEdits, type FieldEdit, type FieldEdits} from '../../domain/bulk-edit/field-edits.ts';
import type {Draft, FieldId} from '../../domain/fields.ts';
import type {RepeatableEdits} from '../shared/last-edits.ts';
import {editAtEnd, type TextState} from '../shared/text-edit.ts';

/** The part of the screen that has the keys: the fields, the distinct values of the focused one, the notifications, or the review. */
export type BulkEditMode = 'fields' | 'values' | 'rows' | 'review';

export type BulkEditState = {
	readonly mode: BulkEditMode;
	readonly focus: FieldId;
	/** The index of the distinct value under the cursor. */
	readonly valueIndex: number;
	/** The text and cursor of the focused field or value; undefined until a key is pressed in it. */
	readonly edit: TextState | undefined;
	readonly edits: FieldEdits;
	/** The IDs of the notifications that are left out. */
	readonly leftOut: ReadonlySet<string>;
	/** Whether values that fail a check that may be accepted are sent. */
	readonly acceptsInvalid: boolean;
	/** The contents from the editor, by ID. */
	readonly edited: ReadonlyMap<string, Draft>;
};

export type BulkEditAction =
	| {readonly type: 'focus'; readonly field: FieldId}
	| {readonly type: 'mode'; readonly mode: BulkEditMode}
	| {readonly type: 'value'; readonly index: number}
	/** A key was pressed in the focused field, or in the distinct value `old`. `untouched`: the text that leaves it as it is. */
	| {readonly type: 'text'; readonly edit: TextState; readonly untouched: string; readonly old?: string | undefined}
	/** Leaves the focused field, or its distinct value `old`, as it is. */
	| {readonly type: 'restore'; readonly old?: string | undefined}
	/** Leaves them out or, if all of them are left out, takes them in again. */
	| {readonly type: 'leave-out'; readonly ids: readonly string[]}
	| {readonly type: 'accept-invalid'}
	/** The contents that the editor saved. They include the edits of the fields so far. */
	| {readonly type: 'edited'; readonly drafts: ReadonlyMap<string, Draft>};

/** The state of a bulk edit that was just opened, with the edits to repeat. */
export const openBulkEdit = ({
	edits = noFieldEdits,
	edited = new Map<string, Draft>(),
}: Partial<RepeatableEdits> = {}): BulkEditState => ({
	// The recipient is what is changed most often in many at once.
	mode: 'fields',
	focus: edits.keys().next().value ?? 'recipient',
	valueIndex: 0,
	edit: undefined,
	edits,
	leftOut: new Set(),
	acceptsInvalid: false,
	edited,
});

/** Returns the state of a bulk edit after an action. */
export function reduceBulkEdit(state: BulkEditState, action: BulkEditAction): BulkEditState {
	switch (action.type) {
		case 'focus': {
			return {...state, mode: 'fields', focus: action.field, edit: undefined};
		}

		case 'mode': {
			return {...state, mode: action.mode, valueIndex: 0, edit: undefined};
		}

		case 'value': {
			return {...state, valueIndex: action.index, edit: undefined};
		}

		case 'text': {
			const {edit, untouched, old} = action;
			const whole: FieldEdit | undefined = edit.text === untouched ? undefined : {kind: 'text', text: edit.text};
			return {...setEdit(state, old === undefined ? whole : withValue(state, old, edit.text)), edit};
		}

		case 'restore': {
			return {
				...setEdit(state, action.old === undefined ? undefined : withValue(state, action.old, action.old)),
				edit: undefined,
			};
		}

		case 'leave-out': {
			const areLeftOut = action.ids.every(id => state.leftOut.has(id));
			return {
				...state,
				leftOut: areLeftOut ? state.leftOut.difference(new Set(action.ids)) : state.leftOut.union(new Set(action.ids)),
			};
		}

		case 'accept-invalid': {
			return {...state, acceptsInvalid: !state.acceptsInvalid};
		}

		case 'edited': {
			return {...state, edited: new Map([...state.edited, ...action.drafts]), edits: noFieldEdits, edit: undefined};
		}
	}
}

function setEdit(state: BulkEditState, edit: FieldEdit | undefined): BulkEditState {
	const edits = new Map(state.edits);
	if (edit === undefined) {
		edits.delete(state.focus);
	} else {
		edits.set(state.focus, edit);
	}

	return {...state, edits};
}

/** The edit of the focused field with another text for one of its values; undefined if none of them changes. */
function withValue({edits, focus}: BulkEditState, old: string, text: string): FieldEdit | undefined {
	const edit = edits.get(focus);
	const values = new Map(edit?.kind === 'values' ? edit.values : []);
	if (text === old) {
		values.delete(old);
	} else {
		values.set(old, text);
	}

	return values.size === 0 ? undefined : {kind: 'values', values};
}

/** The value that all notifications share; undefined if there are several. */
export function sharedValue(values: readonly DistinctValue[] | undefined): string | undefined {
	return values?.length === 1 ? values[0]!.value : undefined;
}

/** The focused text: what it shows, and what it was. */
export type FocusedText = TextState & {
	/** Whether typing replaces it. */
	readonly isSelected: boolean;
	/** The text that leaves the field or value as it is. */
	readonly untouched: string;
	/** The distinct value under the cursor; undefined in a field. */
	readonly old: string | undefined;
};

/** The text of the focused field, or of the distinct value under the cursor. A text that no key was pressed in is selected. */
export function focusedText(
	{mode, focus, valueIndex, edit, edits}: BulkEditState,
	valuesByField: ValuesByField,
): FocusedText {
	const ofField = edits.get(focus);
	const values = valuesByField.get(focus);
	const old = mode === 'values' ? values?.[valueIndex]?.value : undefined;
	const untouched = old ?? sharedValue(values) ?? '';
	const changed =
		old === undefined
			? ofField?.kind === 'text'
				? ofField.text
				: undefined
			: ofField?.kind === 'values'
				? ofField.values.get(old)
				: undefined;
	const text = edit ?? editAtEnd(changed ?? untouched);
	return {...text, isSelected: edit === undefined && text.text !== '', untouched, old};
}
