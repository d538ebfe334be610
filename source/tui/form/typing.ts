import {filterOf, withFilters, writeField, type FieldId} from '../../domain/draft/draft.ts';
import {channels, findChannel} from '../../domain/channels.ts';
import type {Filter} from '../../domain/notification.ts';
import {valueKindOf} from '../../domain/draft/suggest.ts';
import {eventFields} from '../../domain/vocabulary.ts';
import type {KeyPress} from '../keys/key.ts';
import {
	editAtEnd,
	editText,
	insertText,
	moveLine,
	onOneLine,
	type TextState,
} from '../shared/text-edit.ts';
import {suggestionsOf, fieldAfter, focusOn, type FormState} from './form.ts';

/** Leaves the focused field for another one. The issues of the field that was left are shown from then on. */
export function moveTo(state: FormState, target: (state: FormState) => FieldId): FormState {
	return focusOn({...state, visited: new Set([...state.visited, state.focus])}, target(state));
}

/** Applies a key to the focused field. */
export function typeKey(state: FormState, key: KeyPress): FormState {
	if (state.focus === 'channel') {
		return key.text === ' ' ? {...state, mode: 'pick'} : (key.text === undefined ? state : typeChannel(state, key.text));
	}

	const edit = state.focus === 'template' && (key.name === 'alt+enter' || key.name === 'ctrl+j')
		? insertText(state.edit, '\n')
		: editText(state.edit, key);
	return edit === undefined ? state : setText(state, edit);
}

/** Chooses a channel by its letter, or by the start of its name. The letters typed so far are those before the cursor. */
function typeChannel(state: FormState, letter: string): FormState {
	const {text, cursor} = state.edit;
	const typed = (text.slice(0, cursor) + letter).toUpperCase();
	const byName = cursor === 0 ? undefined : channels.find(({name}) => name.startsWith(typed));
	if (byName !== undefined) {
		return setText(state, {text: byName.name, cursor: typed.length});
	}

	const byLetter = channels.find(channel => channel.letter === letter.toLowerCase());
	return byLetter === undefined ? state : setText(state, {text: byLetter.name, cursor: byLetter.name.startsWith(letter.toUpperCase()) ? 1 : 0});
}

/** Pastes a text into the focused field, as one line. A tab moves on to the next field, so that a row of a spreadsheet fills the form. The template takes a text as it is. */
export function pasteText(state: FormState, text: string): FormState {
	const [first, ...cells] = state.focus === 'template' ? [text] : text.split('\t');
	let pasted = pasteCell(state, first!);
	for (const [index, cell] of cells.entries()) {
		pasted = moveTo(pasted, current => fieldAfter(current, 1));
		if (pasted.focus === 'template') {
			return pasteRow(pasted, cells.slice(index).join('\t'));
		}

		pasted = pasteRow(pasted, cell);
	}

	return pasted;
}

/** Pastes a cell of a row into the focused field in place of what it holds. An empty cell leaves that. */
function pasteRow(state: FormState, cell: string): FormState {
	if (cell.trim() === '') {
		return state;
	}

	if (state.focus !== 'channel') {
		return pasteCell({...state, edit: {...state.edit, text: '', cursor: 0}}, cell);
	}

	const issue = {field: state.focus, severity: 'warning' as const, message: `${JSON.stringify(cell.trim())} is not a channel; it was not pasted`};
	return isChannel(cell) ? pasteCell(state, cell) : {...state, serviceIssues: [...state.serviceIssues, issue]};
}

const isChannel = (text: string) => findChannel(text.trim().toUpperCase()) !== undefined;

function pasteCell(state: FormState, text: string): FormState {
	if (state.focus === 'template') {
		return setText(state, insertText(state.edit, text.replaceAll(/\r\n?/gv, '\n')));
	}

	if (state.focus !== 'channel') {
		return setText(state, insertText(state.edit, onOneLine(text)));
	}

	const channel = findChannel(text.trim().toUpperCase());
	return channel === undefined ? state : setText(state, editAtEnd(channel.name));
}

/** Sets the text and cursor of the focused field. */
export function setText(state: FormState, edit: TextState): FormState {
	const {focus} = state;
	if (edit.text === state.edit.text) {
		return {...state, edit};
	}

	return {
		...state,
		edit,
		draft: writeField(state.draft, focus, edit.text),
		highlighted: valueKindOf(focus) === undefined ? undefined : {index: 0, isAcceptedOnLeave: edit.text !== ''},
		serviceIssues: state.serviceIssues.filter(({field}) => field !== focus),
	};
}

/** Moves up or down: among suggestions, among the lines of a template, or else among fields. */
export function moveVertically(state: FormState, by: 1 | -1): FormState {
	const {highlighted} = state;
	const count = highlighted === undefined ? 0 : suggestionsOf(state).length;
	if (highlighted !== undefined && count > 0) {
		return {...state, highlighted: {index: (highlighted.index + by + count) % count, isAcceptedOnLeave: true}};
	}

	const edit = state.focus === 'template' ? moveLine(state.edit, by) : undefined;
	return edit === undefined ? moveTo(state, current => fieldAfter(current, by)) : {...state, edit};
}

/**
Accepts the highlighted suggestion. For a known event field it also fills in the operator and type of the filter, if both are empty.

@param state - The form with its draft, cursor and issues.
@param isRequested - Accepts it although the operator neither typed nor moved to it.
*/
export function acceptSuggestion(state: FormState, isRequested = false): FormState {
	const {highlighted} = state;
	const suggestion = highlighted !== undefined && (isRequested || highlighted.isAcceptedOnLeave) ? suggestionsOf(state)[highlighted.index] : undefined;
	if (suggestion === undefined) {
		return state;
	}

	const accepted = setText(state, editAtEnd(suggestion.value));
	const filter = filterOf(state.focus);
	const eventField = eventFields.find(({name}) => name === suggestion.value);
	if (filter?.part !== 'fieldName' || eventField === undefined) {
		return accepted;
	}

	const complete = (old: Filter): Filter => old.operator === '' && old.valueType === ''
		? {...old, operator: eventField.operator, valueType: eventField.valueType}
		: old;
	return {...accepted, draft: withFilters(accepted.draft, filters => filters.map((old, index) => index === filter.index ? complete(old) : old))};
}
