import {isRequired, type DraftIssue} from '../../domain/draft/check.ts';
import {
	fieldsOf,
	filterOf,
	filterParts,
	readField,
	type FieldId,
} from '../../domain/draft/draft.ts';
import {filterSentence, filtersSentence} from '../../domain/filters/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {
	checksummedAddress,
	suggestionsOf,
	shownIssues,
	type FormState,
} from './form.ts';
import {labelOf, partLooks, placeholderOf} from './form-labels.ts';

/** One cell of the form: a field, in a line of its own or in a row with others. */
export type FormCell = {
	readonly text: string;
	readonly placeholder: string;
	/** The part of the line it takes. */
	readonly share: number;
	/** Where the cursor is, in the cell that has it. */
	readonly cursor?: number | undefined;
};

/** One line of the form, from top to bottom. */
export type FormLine =
	| {readonly kind: 'fields'; readonly label: string; readonly isRequired: boolean; readonly isFocused: boolean; readonly cells: readonly FormCell[]}
	| {readonly kind: 'issue'; readonly severity: DraftIssue['severity']; readonly text: string; readonly isFirst: boolean}
	| {readonly kind: 'text'; readonly label: string; readonly text: string; readonly isFaint: boolean}
	| {readonly kind: 'choice'; readonly text: string; readonly isSelected: boolean};

/** How many suggestions, and lines of a template, are shown at once. */
const shownAtOnce = 5;

/**
The form as lines: each field, and below it what is wrong with it, or offered in it.

@param state - As it stands, its focus included.
@param room - Terminal columns beside the margin, for hints that need several lines.
*/
export function formLines(state: FormState, room: number): FormLine[] {
	const {draft} = state;
	const issues = shownIssues(state);

	return fieldsOf(draft).flatMap((field): FormLine[] => {
		const filter = filterOf(field);
		if (filter !== undefined) {
			return filter.part === filterParts[0] ? filterLines(state, filter.index, issues, room) : [];
		}

		return [
			...field === 'template' ? templateLines(state) : [fieldLine(state, field)],
			...issueLines(field, issues, room),
			...choiceLines(state, [field]),
			...hintLines(state, field),
		];
	});
}

/** The line that has the cursor, from 0. */
export function focusedLine(lines: readonly FormLine[]): number {
	return Math.max(0, lines.findIndex(line => line.kind === 'fields' && line.cells.some(({cursor}) => cursor !== undefined)));
}

function fieldLine(state: FormState, field: FieldId): FormLine {
	return {
		kind: 'fields',
		label: labelOf(field),
		isRequired: isRequired(field),
		isFocused: field === state.focus,
		cells: [{...cellOf(state, field), share: 1}],
	};
}

function cellOf({draft, focus, edit, unknown}: FormState, field: FieldId): Omit<FormCell, 'share'> {
	const isUnknown = (field === 'template' || field.startsWith('topic.')) && unknown !== 'no';
	return {text: readField(draft, field), placeholder: isUnknown ? 'unknown: listings never return it' : placeholderOf(draft, field), cursor: field === focus ? edit.cursor : undefined};
}

/** The filter that is written stands in cells; the others, as sentences. */
function filterLines(state: FormState, index: number, issues: readonly DraftIssue[], room: number): FormLine[] {
	const {draft, focus} = state;
	const filter = draft.filters[index]!;
	const fields = filterParts.map((part): FieldId => `filter.${index}.${part}`);
	const isFocused = fields.includes(focus);
	const label = `Filter ${index + 1}`;
	const line: FormLine = isFocused
		? {
			kind: 'fields', label, isRequired: false, isFocused,
			cells: filterParts.map((part, at) => ({...cellOf(state, fields[at]!), share: partLooks[part].share})),
		}
		: {kind: 'text', label, text: filterSentence(filter), isFaint: false};
	const complaints = filterParts.flatMap((part, at) => issueLines(fields[at]!, issues, room, `${partLooks[part].label} `));
	const isLast = index === draft.filters.length - 1;

	return [
		line,
		...complaints,
		...choiceLines(state, fields),
		...isFocused && filter.fieldName !== '' ? wrap(filterSentence(filter), room).map(text => hint(text)) : [],
		...isLast && index > 0 ? wrap(`All must hold: ${filtersSentence(draft.filters)}`, room).map(text => hint(text)) : [],
	];
}

/** A template of several lines, as far as it fits, around the cursor. */
function templateLines(state: FormState): FormLine[] {
	const line = fieldLine(state, 'template');
	const texts = state.draft.template.split('\n');
	if (line.kind !== 'fields' || texts.length === 1) {
		return [line];
	}

	const before = state.edit.text.slice(0, state.edit.cursor).split('\n');
	const at = line.isFocused ? before.length - 1 : 0;
	const first = Math.max(0, Math.min(at - shownAtOnce + 1, texts.length - shownAtOnce));
	const shown = texts.slice(first, first + shownAtOnce).map((text, index): FormLine => ({
		...line,
		label: index === 0 ? line.label : '',
		isFocused: line.isFocused && index === 0,
		cells: [{text, placeholder: ' ', share: 1, cursor: line.isFocused && first + index === at ? before.at(-1)!.length : undefined}],
	}));
	return texts.length > shownAtOnce
		? [...shown, hint(`${texts.length} lines in all`)]
		: shown;
}

/** A complaint, whole, on as many lines as it takes. */
function issueLines(field: FieldId, issues: readonly DraftIssue[], room: number, prefix = ''): FormLine[] {
	return issues.filter(issue => issue.field === field).flatMap(({severity, message, canOverride}) => {
		const text = sanitise(`${prefix}${message}${canOverride ? '; ctrl+r takes it all the same' : ''}`);
		return wrap(text, room - 2).map((line, index): FormLine => ({kind: 'issue', severity, text: line, isFirst: index === 0}));
	});
}

function choiceLines(state: FormState, fields: readonly FieldId[]): FormLine[] {
	const {choice, focus} = state;
	if (choice === undefined || !fields.includes(focus)) {
		return [];
	}

	const choices = suggestionsOf(state);
	const first = Math.max(0, Math.min(choice.index - shownAtOnce + 2, choices.length - shownAtOnce));
	return choices.slice(first, first + shownAtOnce).map(({value, isTyped}, index) => ({
		kind: 'choice', text: isTyped ? `${value}  (as typed)` : value, isSelected: first + index === choice.index,
	}));
}

function hintLines(state: FormState, field: FieldId): FormLine[] {
	const checksummed = field === 'address' ? checksummedAddress(state) : undefined;
	return [
		...checksummed === undefined ? [] : [hint(`= ${checksummed}`)],
		...field === 'eventType' && state.draft.filters.length === 0
			? [hint('none: every event of the address. ctrl+n adds one.', 'Filters')]
			: [],
	];
}

function hint(text: string, label = ''): FormLine {
	return {kind: 'text', label, text, isFaint: true};
}
