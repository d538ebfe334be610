import {isDeepStrictEqual} from 'node:util';
import {readAddress} from '../../domain/address.ts';
import {isRequired, type AcceptedTexts, type DraftIssue} from '../../domain/draft/check.ts';
import {
	fieldsOf,
	filterOf,
	readField,
	type Draft,
	type FieldId,
} from '../../domain/draft/draft.ts';
import type {MemberPath} from '../../domain/undocumented.ts';
import {noTexts, textKindOf, type AccountTexts} from '../../domain/draft/account-values.ts';
import {valueKindOf, noValues, type KnownValues} from '../../domain/draft/suggest.ts';
import {editAtEnd, type TextState} from '../shared/text-edit.ts';
import type {FormHistory} from './history.ts';
import type {PickedChannel} from './channel-choice.ts';
import {noneHighlighted, suggestionsOf} from './form-suggestions.ts';

/** What the keys do: edit fields, pick a channel, review and send, or try the filters. */
export type FormMode = 'write' | 'pick' | 'review' | 'try';

/** The state of the form: its mode, the draft, the cursor, suggestions and issues. */
export type FormState = {
	readonly mode: FormMode;
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The text and cursor of the focused field. The text is always the same as in the draft. */
	readonly edit: TextState;
	/** The text that the focused field had when it got the focus. */
	readonly before: string;
	/** The next text typed replaces that of the field: it has suggestions, and the cursor was not moved yet. */
	readonly isSelected: boolean;
	/** The choice of the channel picker; undefined while it is closed. */
	readonly picked: PickedChannel | undefined;
	/** A letter has just chosen the channel and moved on to the recipient: enter or tab only confirms it. These letters of its name follow, if the operator types all of it; undefined once anything else was done. */
	readonly restOfChannel: string | undefined;
	/** The highlighted suggestion; undefined while none are shown, -1 while none of them is highlighted. It is accepted on leaving the field once the operator has typed or moved to it. */
	readonly highlighted: {readonly index: number; readonly isAcceptedOnLeave: boolean} | undefined;
	/** Values in the listed notifications, to suggest beside the vocabulary. */
	readonly listedValues: KnownValues;
	/** Texts of the listed notifications, to suggest for fields of free text. */
	readonly listedTexts: AccountTexts;
	/** Values that the service accepted before. */
	readonly learnedValues: KnownValues;
	/** Fields that the cursor has left. Their local issues are shown. */
	readonly visited: ReadonlySet<FieldId>;
	/** Fields that held a text and were emptied; all of them once the review was asked for. Those are said to be required. */
	readonly emptied: ReadonlySet<FieldId>;
	/** Where the cursor was when each filter of these was added, the last one at the end. */
	readonly returns: ReadonlyArray<{readonly filter: number; readonly focus: FieldId}>;
	/** What the service held, of the notification that the form edits or recreates. A field that still says it is not refused. */
	readonly heldDraft: Draft | undefined;
	/** The form continues an unsent edit. */
	readonly isResumed: boolean;
	/** What the operator accepted although it looks wrong. */
	readonly accepted: AcceptedTexts;
	/** The template and topics of the notification to replace. `unknown`: it may have some, which the new one would lose; `discarded`: the operator accepted that. */
	readonly existingContent: 'known' | 'unknown' | 'discarded';
	/** Issues from the service's last response. Editing a field removes those of the field. */
	readonly serviceIssues: readonly DraftIssue[];
	/** Members that the service does not document, and that it refused: they can be left out. */
	readonly refused: readonly MemberPath[];
	/** Those that were left out since the service answered. */
	readonly leftOut: readonly MemberPath[];
	/** The changes that can be undone. */
	readonly history: FormHistory;
	/** Issues from the service's last response that belong to no field of the form. */
	readonly generalIssues: readonly string[];
};

export type FormStart = {
	readonly draft: Draft;
	/** The field that gets the cursor; by default the first one. */
	readonly focus?: FieldId | undefined;
	/** What the service held: a field that still says it is not refused. */
	readonly held?: Draft | undefined;
	/** Whether the draft is an unsent edit. */
	readonly isResumed?: boolean;
	/** Whether the notification to replace may have a template and topics that are not known here; by default it has not. */
	readonly isContentUnknown?: boolean;
};

/** Returns the state of a form that was just opened. */
export function openForm({draft, focus = 'userId', held, isResumed = false, isContentUnknown = false}: FormStart): FormState {
	return focusOn({
		mode: 'write',
		draft,
		focus,
		edit: editAtEnd(''),
		before: '',
		isSelected: false,
		picked: undefined,
		restOfChannel: undefined,
		highlighted: undefined,
		listedValues: noValues,
		listedTexts: noTexts,
		learnedValues: noValues,
		visited: new Set(),
		emptied: new Set(),
		returns: [],
		heldDraft: held,
		isResumed,
		accepted: {},
		existingContent: isContentUnknown ? 'unknown' : 'known',
		history: {past: [], run: undefined},
		serviceIssues: [],
		refused: [],
		leftOut: [],
		generalIssues: [],
	}, focus);
}

/** Whether the form continues an unsent edit, which differs from what the service holds. */
export function isResumedEdit({draft, heldDraft, isResumed}: FormState): boolean {
	return isResumed && heldDraft !== undefined && !isDeepStrictEqual(draft, heldDraft);
}

/** Returns the address with its EIP-55 checksum where it was typed without one. */
export function checksummedAddress({draft}: FormState): string | undefined {
	const reading = readAddress(draft.address.trim());
	return reading.kind === 'plain' ? reading.checksummed : undefined;
}

/** Moves the cursor to the end of a field. A field with suggestions shows them at once; where they are known values, its own is highlighted, and typing replaces it. */
export function focusOn(state: FormState, focus: FieldId): FormState {
	const edit = {...editAtEnd(readField(state.draft, focus)), killed: state.edit.killed};
	const hasValues = valueKindOf(focus) !== undefined;
	const focused = {...state, focus, edit, before: edit.text, isSelected: hasValues && edit.text !== '', highlighted: undefined};
	if (hasValues) {
		const index = suggestionsOf(focused).findIndex(({value}) => value === edit.text.trim());
		return {...focused, highlighted: {index: Math.max(0, index), isAcceptedOnLeave: false}};
	}

	return textKindOf(focus) === undefined ? focused : {...focused, highlighted: noneHighlighted};
}

/** Whether a value that the focused field had is being replaced: esc gives it back. */
export function isReplaced({focus, edit, before}: FormState): boolean {
	return valueKindOf(focus) !== undefined && before !== '' && edit.text !== before;
}

/** Returns the field `by` steps after the focused one; the first field follows the last. */
export function fieldAfter({draft, focus}: FormState, by: number): FieldId {
	const fields = fieldsOf(draft, focus);
	return fields.at((fields.indexOf(focus) + by) % fields.length)!;
}

/** Returns the next empty field that is required or part of a filter, searching around the end; the next field where there is none. */
export function nextEmptyField(state: FormState): FieldId {
	return missingFields(state)[0] ?? fieldAfter(state, 1);
}

/** Whether the focus is on the last field, and nothing is missing: from there the form goes on to the review. */
export function isAtEnd(state: FormState): boolean {
	return fieldsOf(state.draft, state.focus).at(-1) === state.focus && missingFields(state).length === 0;
}

/** The empty fields that are required or part of a filter, from the focused one on and around the end, without it. */
function missingFields({draft, focus}: FormState): FieldId[] {
	return fieldsFrom({draft, focus}).filter(field => readField(draft, field).trim() === '' && (isRequired(field) || filterOf(field) !== undefined));
}

/** The fields after the focused one, around the end, without it. */
export function fieldsFrom({draft, focus}: Pick<FormState, 'draft' | 'focus'>): FieldId[] {
	const fields = fieldsOf(draft, focus);
	const at = fields.indexOf(focus);
	return [...fields.slice(at + 1), ...fields.slice(0, at)];
}
