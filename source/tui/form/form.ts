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

/** What the keys do: edit fields, pick a channel, review and send, or try the filters. */
export type FormMode = 'write' | 'pick' | 'review' | 'try';

/** The state of the form: its mode, the draft, the cursor, suggestions and issues. */
export type FormState = {
	readonly mode: FormMode;
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The text and cursor of the focused field. The text is always the same as in the draft. */
	readonly edit: TextState;
	/** The highlighted suggestion; undefined while none are shown. It is accepted on leaving the field once the operator has typed or moved to it. */
	readonly highlighted: {readonly index: number; readonly isAcceptedOnLeave: boolean} | undefined;
	/** Values in the listed notifications, to suggest beside the vocabulary. */
	readonly listedValues: KnownValues;
	/** Values that the service accepted before. */
	readonly learnedValues: KnownValues;
	/** Fields that the cursor has left. Their local issues are shown. */
	readonly visited: ReadonlySet<FieldId>;
	/** The draft of the deleted notification that the form recreates. A field that still says what the service held is not refused. */
	readonly heldDraft: Draft | undefined;
	/** The address whose wrong checksum the operator accepted. */
	readonly acceptedAddress: string | undefined;
	/** The template and topics of the notification to replace. `unknown`: it may have some, which the new one would lose; `discarded`: the operator accepted that. */
	readonly existingContent: 'known' | 'unknown' | 'discarded';
	/** Issues from the service's last response. Editing a field removes those of the field. */
	readonly serviceIssues: readonly DraftIssue[];
	/** Issues from the service's last response that belong to no field of the form. */
	readonly generalIssues: readonly string[];
};

export type FormStart = {
	readonly draft: Draft;
	/** The field that gets the cursor; by default the first one. */
	readonly focus?: FieldId | undefined;
	/** Whether the draft is what the service held: what it does not change is not refused. */
	readonly isHeld?: boolean;
	/** Whether the notification to replace may have a template and topics that are not known here; by default it has not. */
	readonly isContentUnknown?: boolean;
};

/** Returns the state of a form that was just opened. */
export function openForm({draft, focus = 'userId', isHeld = false, isContentUnknown = false}: FormStart): FormState {
	return focusOn({
		mode: 'write',
		draft,
		focus,
		edit: editAtEnd(''),
		highlighted: undefined,
		listedValues: noValues,
		learnedValues: noValues,
		visited: new Set(),
		heldDraft: isHeld ? draft : undefined,
		acceptedAddress: undefined,
		existingContent: isContentUnknown ? 'unknown' : 'known',
		serviceIssues: [],
		generalIssues: [],
	}, focus);
}

/** One value offered for the focused field. */
export type Suggestion = {
	readonly value: string;
	/** It is the text as typed, which no known value equals. */
	readonly isTyped: boolean;
};

/** Returns the suggestions for the focused field: known values that match the typed text, then the typed text itself. */
export function suggestionsOf({draft, focus, edit, listedValues, learnedValues}: FormState): Suggestion[] {
	if (valueKindOf(focus) === undefined) {
		return [];
	}

	const suggestions = suggest(draft, focus, listedValues, learnedValues);
	const typed = edit.text.trim();
	return [
		...suggestions.map(value => ({value, isTyped: false})),
		...typed === '' || suggestions.includes(typed) ? [] : [{value: typed, isTyped: true}],
	];
}

/** Returns all local issues, whether they are shown yet or not. */
export function localIssues({draft, heldDraft, acceptedAddress, existingContent}: FormState): DraftIssue[] {
	const isTemplateEmpty = draft.template === '';
	const areTopicsEmpty = hasTopics(draft) && draft.topics.every(topic => topic === '');
	return [
		...checkDraft(draft, acceptedAddress).map(issue => isHeld(issue.field, draft, heldDraft)
			? {field: issue.field, severity: 'warning' as const, message: `${issue.message} (sent as the service listed it)`}
			: issue),
		...existingContent !== 'known' && areTopicsEmpty ? [contentIssue('topic.0', existingContent)] : [],
		...existingContent !== 'known' && isTemplateEmpty ? [contentIssue('template', existingContent)] : [],
	];
}

const isHeld = (field: FieldId, draft: Draft, held: Draft | undefined): boolean => held !== undefined && readField(held, field) === readField(draft, field);

/** The issue of a template or topics that listings never return and this machine did not send (interface.md, "The listed record"). */
function contentIssue(field: 'template' | 'topic.0', existingContent: 'unknown' | 'discarded'): DraftIssue {
	const [what, them] = field === 'template' ? ['template', 'it'] as const : ['topics', 'them'] as const;
	return existingContent === 'discarded'
		? {field, severity: 'warning', message: `the existing ${what} will be lost`}
		: {field, severity: 'error', message: `chainbell does not know the current ${what} (listings never return ${them}): enter ${them} again`, canOverride: true};
}

/** Returns what is wrong in the words for the screen, with the key that overrides it where there is one. */
export function issueText({field, message, canOverride}: DraftIssue): string {
	const override = field === 'address' ? '; ctrl+r to use it anyway' : `, or ctrl+r to replace ${field === 'template' ? 'it' : 'them'} with none`;
	return canOverride ? `${message}${override}` : message;
}

/** Returns the issues to show: the service's, local ones of visited fields, and those that must be seen at once. */
export function shownIssues(state: FormState): DraftIssue[] {
	return [...state.serviceIssues, ...localIssues(state).filter(({field, isUrgent}) => isUrgent === true || state.visited.has(field))];
}

/** Returns the address with its EIP-55 checksum where it was typed without one. */
export function checksummedAddress({draft}: FormState): string | undefined {
	const reading = readAddress(draft.address.trim());
	return reading.kind === 'plain' ? reading.checksummed : undefined;
}

/** Moves the cursor to the end of a field. An empty field with suggestions shows them at once. */
export function focusOn(state: FormState, focus: FieldId): FormState {
	const edit = {...editAtEnd(readField(state.draft, focus)), killed: state.edit.killed};
	const highlighted = valueKindOf(focus) !== undefined && edit.text === '' ? {index: 0, isAcceptedOnLeave: false} : undefined;
	return {...state, focus, edit, highlighted};
}

/** Returns the field `by` steps after the focused one; the first field follows the last. */
export function fieldAfter({draft, focus}: FormState, by: number): FieldId {
	const fields = fieldsOf(draft);
	return fields.at((fields.indexOf(focus) + by) % fields.length)!;
}

/** Returns the next empty field that is required or part of a filter, searching around the end; the next field where there is none. */
export function nextEmptyField(state: FormState): FieldId {
	const fields = fieldsOf(state.draft);
	const at = fields.indexOf(state.focus);
	const isMissing = (field: FieldId) => readField(state.draft, field).trim() === '' && (isRequired(field) || filterOf(field) !== undefined);
	return [...fields.slice(at + 1), ...fields.slice(0, at)].find(field => isMissing(field)) ?? fieldAfter(state, 1);
}
