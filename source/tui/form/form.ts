import {readAddress} from '../../domain/address.ts';
import {checkDraft, isRequired, type DraftIssue} from '../../domain/draft/check.ts';
import {
	fieldsOf,
	filterOf,
	hasTopics,
	readField,
	type Draft,
	type FieldId,
} from '../../domain/draft/draft.ts';
import {valueKindOf, noValues, suggest, type KnownValues} from '../../domain/draft/suggest.ts';
import {editAtEnd, type TextState} from '../shared/text-edit.ts';

/** What the form has the keys do: write, pick a channel, look at what will be sent, or try the filters. */
export type FormMode = 'write' | 'pick' | 'review' | 'try';

/** The form: what is written so far, and where the cursor is. */
export type FormState = {
	readonly mode: FormMode;
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The focused field's text and cursor; its text is the draft's. */
	readonly edit: TextState;
	/** Which suggestion is highlighted, and whether the operator typed towards it or moved to it; undefined while none are offered. */
	readonly choice: {readonly index: number; readonly isMeant: boolean} | undefined;
	/** What to suggest beside the vocabulary. */
	readonly seen: KnownValues;
	readonly learned: KnownValues;
	/** Fields that were left, whose local complaints are shown from then on. */
	readonly visited: ReadonlySet<FieldId>;
	/** An address whose wrong checksum the operator accepted. */
	readonly accepted: string | undefined;
	/** Whether there may be a template and topics that nobody here knows, and would be lost; `accepted`: the operator said so be it. */
	readonly unknown: 'no' | 'yes' | 'accepted';
	/** The service's complaints about what was sent last; a field's go when it is edited. */
	readonly answers: readonly DraftIssue[];
	/** The service's complaints that belong to no field. */
	readonly loose: readonly string[];
};

export type FormStart = {
	readonly draft: Draft;
	/** Where the cursor begins. */
	readonly focus?: FieldId | undefined;
	/** Whether what it starts from may have a template and topics that are not known here. */
	readonly isContentUnknown?: boolean;
};

export function openForm({draft, focus = 'userId', isContentUnknown = false}: FormStart): FormState {
	return focusOn({
		mode: 'write',
		draft,
		focus,
		edit: editAtEnd(''),
		choice: undefined,
		seen: noValues,
		learned: noValues,
		visited: new Set(),
		accepted: undefined,
		unknown: isContentUnknown ? 'yes' : 'no',
		answers: [],
		loose: [],
	}, focus);
}

/** One value a combobox offers. */
export type Suggestion = {
	readonly value: string;
	/** It is what was typed, which no suggestion is. */
	readonly isTyped: boolean;
};

/** What the focused field offers: suggestions that fit what was typed, and what was typed itself. */
export function suggestionsOf({draft, focus, edit, seen, learned}: FormState): Suggestion[] {
	if (valueKindOf(focus) === undefined) {
		return [];
	}

	const suggestions = suggest(draft, focus, seen, learned);
	const typed = edit.text.trim();
	return [
		...suggestions.map(value => ({value, isTyped: false})),
		...typed === '' || suggestions.includes(typed) ? [] : [{value: typed, isTyped: true}],
	];
}

/** All complaints of this program, shown or not yet. */
export function issuesOf({draft, accepted, unknown}: FormState): DraftIssue[] {
	const isTemplateOpen = unknown !== 'no' && draft.template === '';
	const areTopicsOpen = unknown !== 'no' && hasTopics(draft) && draft.topics.every(topic => topic === '');
	return [
		...checkDraft(draft, accepted),
		...areTopicsOpen ? [unknownContent('topic.0', unknown)] : [],
		...isTemplateOpen ? [unknownContent('template', unknown)] : [],
	];
}

/** What is said of a template and topics that listings never return and this machine did not send (interface.md, "The listed record"). */
function unknownContent(field: FieldId, unknown: FormState['unknown']): DraftIssue {
	return unknown === 'accepted'
		? {field, severity: 'warning', message: 'was unknown here: what there was is lost'}
		: {field, severity: 'error', message: 'is unknown here: write it, or what there is will be lost', canOverride: true};
}

/** The complaints to show: the service's, and this program's about fields that were left. */
export function shownIssues(state: FormState): DraftIssue[] {
	return [...state.answers, ...issuesOf(state).filter(({field}) => state.visited.has(field))];
}

/** How EIP-55 writes the address, where what was typed carries no checksum. */
export function checksummedAddress({draft}: FormState): string | undefined {
	const reading = readAddress(draft.address.trim());
	return reading.kind === 'plain' ? reading.checksummed : undefined;
}

/** The state with the cursor at the end of a field; an empty combobox offers its values at once. */
export function focusOn(state: FormState, focus: FieldId): FormState {
	const edit = {...editAtEnd(readField(state.draft, focus)), killed: state.edit.killed};
	return {
		...state, focus, edit, choice: valueKindOf(focus) !== undefined && edit.text === '' ? {index: 0, isMeant: false} : undefined,
	};
}

/** The field `by` steps on, around the end. */
export function fieldAfter({draft, focus}: FormState, by: number): FieldId {
	const fields = fieldsOf(draft);
	return fields.at((fields.indexOf(focus) + by) % fields.length)!;
}

/** The next field that still has to be filled in, around the end; where there is none, the next field. */
export function nextOpenField(state: FormState): FieldId {
	const fields = fieldsOf(state.draft);
	const at = fields.indexOf(state.focus);
	const isOpen = (field: FieldId) => readField(state.draft, field).trim() === '' && (isRequired(field) || filterOf(field) !== undefined);
	return [...fields.slice(at + 1), ...fields.slice(0, at)].find(field => isOpen(field)) ?? fieldAfter(state, 1);
}
