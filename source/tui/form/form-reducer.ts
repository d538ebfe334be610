import {isDeepStrictEqual} from 'node:util';
import type {FieldIssue} from '../../service/failure.ts';
import {severalAddresses} from '../../notification/address.ts';
import {channels, findChannel} from '../../notification/channels.ts';
import type {AcceptedTexts, DraftIssue} from '../../notification/check.ts';
import {fieldOfPath} from '../../notification/field-path.ts';
import {
	completePart,
	fieldsOf,
	isSameField,
	readField,
	rowFieldOf,
	rowsOf,
	writeField,
} from '../../notification/fields.ts';
import {addressesOfLabel} from '../../notification/labels.ts';
import type {FieldId} from '../../notification/spec.ts';
import {partAt} from '../../notification/filter-line.ts';
import {valueKindOf} from '../../notification/suggest.ts';
import {type MemberPath, withoutMembers} from '../../notification/undocumented.ts';
import type {KeyPress} from '../keys/match.ts';
import {editAtEnd, editText, insertText, moveLine, onOneLine, type TextState} from '../keys/text-edit.ts';
import {
	localIssues,
	shownErrors,
	shownIssues,
	fieldAfter,
	focusOn,
	hasOptionalSuggestions,
	nextEmptyField,
	noAnswer,
	noneHighlighted,
	highlightedIndex,
	suggestionsOf,
	untouched,
	type FormState,
} from './form.ts';

/** Returns the state of the form after an action. */
export const reduceForm = (state: FormState, action: FormAction): FormState =>
	action.type === 'undo' ? undoChange(state) : remember(state, act(state, action), action);

function act(state: FormState, action: FormAction): FormState {
	if (action.type === 'key') {
		return typeKey(state, action.key);
	}

	if (action.type === 'paste') {
		return pasteText(state, action.text);
	}

	if (action.type === 'template') {
		return setText(focusOn(state, 'template'), editAtEnd(action.text));
	}

	return action.type === 'send-failed'
		? {...setServiceIssues(state, action.issues), refused: action.refused ?? [], leftOut: []}
		: steps[action.type](state);
}

type Step = (state: FormState) => FormState;

const toMode =
	(mode: FormState['mode']): Step =>
	state => ({...state, mode, channelLetters: ''});

/** The actions that need nothing but the state. `next`, `previous`: move to the neighbouring field. `advance`: moves to the next field to fill in. `up`, `down`: move in the suggestions, in the lines of a template, or otherwise between fields. `restore-text`: restores the text that the focused field had before. `use-stored`: replaces an unsent draft with what it began with. `review`: shows all issues, then moves to the first error or, without errors, to the review. */
const steps = {
	next: state => acceptAndMove(state, nextField),
	previous: state => moveTo(state, fieldAfter(state, -1)),
	advance: state => acceptAndMove(state, nextEmptyField, true),
	'next-issue'(state) {
		const accepted = acceptSuggestion(state);
		return moveTo(accepted, shownErrors(accepted)[0]?.field ?? accepted.focus);
	},
	up: state => moveVertically(state, -1),
	down: state => moveVertically(state, 1),
	'add-filter': addFilter,
	'close-suggestions': state => ({...state, highlighted: undefined}),
	'restore-text': state => focusOn(setText(state, editAtEnd(state.before)), state.focus),
	'accept-issue': acceptIssue,
	'use-stored': state => focusOn({...state, ...untouched, draft: state.stored ?? state.draft}, state.focus),
	pick: toMode('pick'),
	write: toMode('write'),
	try: toMode('try'),
	review(state) {
		const all = new Set(rowsOf(state.draft, state.focus));
		const visited = {...state, visited: all, emptied: all, highlighted: undefined};
		const error = localIssues(state).find(({severity}) => severity === 'error');
		return error === undefined ? {...visited, mode: 'review'} : focusOn(visited, error.field);
	},
	undo: undoChange,
} satisfies Readonly<Record<string, Step>>;

export type PlainAction = keyof typeof steps;

export type FormAction =
	| {readonly type: PlainAction}
	| {readonly type: 'key'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	/** The template as the editor saved it. */
	| {readonly type: 'template'; readonly text: string}
	/** Shows why nothing was created. `issues`: the errors from the service; `refused`: undocumented members that the service refused. */
	| {readonly type: 'send-failed'; readonly issues: readonly FieldIssue[]; readonly refused?: readonly MemberPath[]};

const nextField = (state: FormState): FieldId => fieldAfter(state, 1);

/** Moves the focus to another field. From then on the issues of the previous field are shown. */
const moveTo = (state: FormState, field: FieldId): FormState =>
	focusOn({...state, visited: new Set([...state.visited, state.focus])}, field);

/** Applies a key to the focused field. */
function typeKey(state: FormState, key: KeyPress): FormState {
	if (state.focus === 'channel') {
		if (key.text === undefined) {
			// Backspace takes back the rest of the name.
			return state.channelLetters.length > 1 ? {...state, channelLetters: state.channelLetters[0]!} : state;
		}

		return key.text === ' ' ? steps.pick(state) : typeChannel(state, key.text);
	}

	const edit =
		state.focus === 'template' && (key.name === 'alt+enter' || key.name === 'ctrl+j')
			? insertText({...state.edit, isSelected: false}, '\n')
			: editText(state.edit, key);
	return edit === undefined ? state : setText(state, edit);
}

/** Picks a channel by its letter, also in the picker, which closes. The rest of its name may follow; anything else is the beginning of the recipient. */
function typeChannel(state: FormState, letter: string): FormState {
	if (state.channelLetters === '') {
		const chosen = channels.find(channel => channel.letter === letter.toLowerCase());
		return chosen === undefined
			? state
			: {...setText(state, editAtEnd(chosen.name)), mode: 'write', channelLetters: letter};
	}

	const channelLetters = state.channelLetters + letter;
	if (state.edit.text.startsWith(channelLetters.toUpperCase())) {
		return {...state, channelLetters};
	}

	const next = moveTo(state, 'recipient');
	return setText(next, insertText(next.edit, channelLetters.slice(1)));
}

/** Sets the text and cursor of the focused field. */
function setText(state: FormState, edit: TextState): FormState {
	const {focus} = state;
	if (edit.text === state.edit.text) {
		const isClosed = state.edit.isSelected && !hasOptionalSuggestions(focus);
		const highlighted = isClosed ? undefined : state.highlighted;
		return {...state, edit, highlighted: focus === 'filters' ? noneHighlighted : highlighted};
	}

	const draft = writeField(state.draft, focus, edit.text);
	return {
		...state,
		edit,
		draft,
		// What was accepted of a filter does not apply to the one that takes its index.
		accepted: focus === 'filters' ? withoutFilters(state.accepted) : state.accepted,
		highlighted: highlightedBy({...state, draft, edit}),
		emptied: edit.text === '' ? new Set([...state.emptied, focus]) : state.emptied,
		// The issues of the other filters stay.
		serviceIssues: state.serviceIssues.filter(
			({field}) => rowFieldOf(field) !== focus || (field !== focus && isSameField(field, state.draft, draft)),
		),
	};
}

const withoutFilters = (accepted: AcceptedTexts): AcceptedTexts =>
	Object.fromEntries(Object.entries(accepted).filter(([field]) => !field.startsWith('filter.')));

/** The suggestion highlighted after typing: the first known value, also of a part of a filter, and the first of free text that cannot stay as it is; none for a label of several addresses where only one can be taken. */
function highlightedBy(state: FormState): FormState['highlighted'] {
	const {focus, edit, canSplit} = state;
	const isOfPart = focus === 'filters' && partAt(edit).part !== 'value';
	const {length} = focus === 'address' ? addressesOfLabel(edit.text) : [];
	const isWrong = () => localIssues(state).some(({field, severity}) => field === focus && severity === 'error');
	const isFirst = isOfPart || valueKindOf(focus) !== undefined || ((length < 2 || canSplit) && isWrong());
	return isFirst || hasOptionalSuggestions(focus) ? {isAcceptedOnLeave: isFirst && edit.text.trim() !== ''} : undefined;
}

/** Moves up or down: in the suggestions, in the lines of a template, or otherwise between fields. */
function moveVertically(state: FormState, by: 1 | -1): FormState {
	const {focus} = state;
	const suggestions = suggestionsOf(state);
	const {length} = suggestions;
	if (length > 0) {
		const index = highlightedIndex(state, suggestions) + by;
		// The typed free text is an entry above its suggestions. Moving up from it leaves the field.
		const found = suggestions[hasOptionalSuggestions(focus) ? Math.min(index, length - 1) : (index + length) % length];
		if (found !== undefined || index >= -1) {
			const moved = found === undefined ? noneHighlighted : {value: found, isAcceptedOnLeave: true};
			return {...state, highlighted: moved};
		}
	}

	const edit = focus === 'template' ? moveLine(state.edit, by) : undefined;
	return edit === undefined ? moveTo(state, fieldAfter(state, by)) : {...state, edit};
}

/** Accepts the highlighted suggestion. `isRequested`: also if the operator neither typed nor moved to it. */
function acceptSuggestion(state: FormState, isRequested = false): FormState {
	const {highlighted, focus, edit} = state;
	const isWanted = highlighted?.isAcceptedOnLeave || (isRequested && edit.text === '');
	const suggestions = isWanted ? suggestionsOf(state) : [];
	const suggestion = suggestions[highlightedIndex(state, suggestions)];
	if (suggestion === undefined) {
		return state;
	}

	return setText(state, focus === 'filters' ? completePart(edit, suggestion) : editAtEnd(suggestion));
}

/** Accepts the highlighted suggestion and moves on. A part of a filter that was completed is not the end of its line: the cursor stays in it. */
function acceptAndMove(state: FormState, target: (state: FormState) => FieldId, isRequested = false): FormState {
	const accepted = acceptSuggestion(state, isRequested);
	return accepted !== state && state.focus === 'filters' ? accepted : moveTo(accepted, target(accepted));
}

/** Begins a filter at the end of the line. */
function addFilter(state: FormState): FormState {
	const on = state.focus === 'filters' ? state : moveTo(state, 'filters');
	const text = on.edit.text.trimEnd().replace(/ and$/v, '');
	const added = setText(on, {...on.edit, ...editAtEnd(text === '' ? '' : `${text} and `)});
	return {...added, highlighted: {value: suggestionsOf(added)[0], isAcceptedOnLeave: text !== ''}};
}

/** Pastes a text into the focused field, as one line. A tab moves on to the next field, so that a row of a spreadsheet fills the form; a row of addresses is pasted as several addresses. The template gets the text unchanged. */
function pasteText(state: FormState, text: string): FormState {
	if (state.channelLetters !== '' && channelOf(text) === undefined) {
		return pasteText(moveTo(state, 'recipient'), text);
	}

	const addresses = state.focus === 'address' && state.canSplit ? severalAddresses(text) : [];
	if (addresses.length > 0) {
		return pasteCell(state, addresses.join(' '));
	}

	const tab = state.focus === 'template' || state.mode === 'pick' ? -1 : text.indexOf('\t');
	if (tab === -1) {
		return pasteCell(state, text);
	}

	const pasted = pasteCell(state, text.slice(0, tab));
	const moved = moveTo(pasted, nextField(pasted));
	return pasteText({...moved, edit: {...moved.edit, isSelected: true}}, text.slice(tab + 1));
}

/** Pastes a cell at the cursor, or in place of a selected text. One that is empty replaces nothing. */
function pasteCell(state: FormState, text: string): FormState {
	const {focus, edit} = state;
	const cell = focus === 'template' ? text.replaceAll(/\r\n?/gv, '\n') : onOneLine(text);
	if (cell === '' || (edit.isSelected && cell.trim() === '')) {
		return state;
	}

	if (focus !== 'channel') {
		return setText(state, insertText(edit, cell));
	}

	const channel = channelOf(cell);
	const message = `${JSON.stringify(cell.trim())} is not a channel; it was not pasted`;
	return channel === undefined
		? {...state, serviceIssues: [...state.serviceIssues, {field: focus, severity: 'warning', message}]}
		: {...setText(state, editAtEnd(channel.name)), mode: 'write'};
}

const channelOf = (text: string) => findChannel(text.trim().toUpperCase());

/** Accepts the issue of the focused field. If it has none, leaves out the members that the service refused, or accepts the first issue that can be overridden. */
function acceptIssue(state: FormState): FormState {
	const issues = shownIssues(state).filter(({canOverride}) => canOverride);
	const own = issues.find(({field}) => rowFieldOf(field) === state.focus);
	if (state.refused.length > 0 && own === undefined) {
		const draft = withoutMembers(state.draft, state.refused);
		return {...state, ...noAnswer, draft, leftOut: state.refused};
	}

	const {field} = own ?? issues[0] ?? {};
	return field === undefined
		? state
		: {
				...state,
				highlighted: undefined,
				accepted: {...state.accepted, [field]: readField(state.draft, field).trim()},
			};
}

/** Shows the errors of the service at their fields, and the others above the form. */
function setServiceIssues(state: FormState, issues: readonly FieldIssue[]): FormState {
	const fields = new Set([...rowsOf(state.draft, state.focus), ...fieldsOf(state.draft)]);
	const serviceIssues: DraftIssue[] = [];
	const generalIssues: string[] = [];
	for (const {path, message} of issues) {
		const field = fieldOfPath(path);
		const name = path.join('.');
		if (field !== undefined && fields.has(field)) {
			serviceIssues.push({field, severity: 'error', message});
		} else {
			// Some services repeat the path in the message.
			generalIssues.push(message.startsWith(name) ? message : `${name}: ${message}`);
		}
	}

	const failed = {...state, mode: 'write' as const, serviceIssues, generalIssues};
	const [first] = serviceIssues;
	return first === undefined ? failed : focusOn(failed, first.field);
}

/** The number of changes kept. */
const limit = 500;

/** Adds the change between two states to those that can be undone. Typing counts as one change, and so does deleting, until the cursor is moved or the field is left. */
function remember(before: FormState, after: FormState, action: FormAction): FormState {
	const {draft, focus, past, run} = before;
	if (after === before) {
		return after;
	}

	if (isDeepStrictEqual(after.draft, draft)) {
		return {...after, run: undefined};
	}

	const ofChange = runOf(action, focus);
	const isContinued = run !== undefined && run === ofChange;
	return {
		...after,
		past: isContinued ? past : [...past, {draft, focus}].slice(-limit),
		run: ofChange,
	};
}

/** The run of a change; undefined for a change that is undone on its own. */
function runOf(action: FormAction, focus: FieldId): string | undefined {
	if (action.type === 'key') {
		const {name, text} = action.key;
		const deleting = name === 'backspace' || name === 'delete' ? `delete ${focus}` : undefined;
		return text === undefined ? deleting : `type ${focus}`;
	}

	// The suggestion accepted on leaving a field replaces the typed text.
	return ['next', 'next-issue', 'advance'].includes(action.type) ? `type ${focus}` : undefined;
}

/** Undoes the last change and moves to its field. */
function undoChange(state: FormState): FormState {
	const {past, draft} = state;
	const step = past.at(-1);
	if (step === undefined) {
		return state;
	}

	const serviceIssues = state.serviceIssues.filter(({field}) => isSameField(field, draft, step.draft));
	return focusOn({...state, draft: step.draft, serviceIssues, past: past.slice(0, -1), run: undefined}, step.focus);
}
