import {severalAddresses} from '../../notification/address.ts';
import {findChannel} from '../../notification/channels.ts';
import {textKindOf, valueKindOf} from '../../notification/suggest.ts';
import {filterOf, readTyped, withFilters, writeField, type Draft} from '../../notification/fields.ts';
import {type FieldId} from '../../notification/spec.ts';
import {eventFields, typeOf} from '../../notification/filters.ts';
import type {KeyPress} from '../keys/key.ts';
import {
	editAtEnd,
	editText,
	emptied,
	insertText,
	moveLine,
	textToEdit,
	type TextState,
	onOneLine,
} from '../shared/text-edit.ts';
import {
	channelByLetter,
	openPicker,
	pickBy,
	fieldAfter,
	focusOn,
	type FormState,
	noneHighlighted,
	suggestionsOf,
} from './form.ts';

/** Moves the focus to another field. From then on the issues of the previous field are shown. */
export function moveTo(state: FormState, target: (state: FormState) => FieldId): FormState {
	return focusOn({...state, visited: new Set([...state.visited, state.focus])}, target(state));
}

/** Applies a key to the focused field, or to the channel picker. */
export function typeKey(state: FormState, key: KeyPress): FormState {
	if (state.mode === 'pick') {
		return pickBy(state, key.text);
	}

	if (state.focus === 'channel') {
		if (key.text === undefined) {
			// Backspace takes back the rest of the name.
			return state.channelLetters.length > 1 ? {...state, channelLetters: state.channelLetters[0]!} : state;
		}

		return key.text === ' ' ? openPicker(state) : typeChannel(state, key.text);
	}

	const edit =
		state.focus === 'template' && (key.name === 'alt+enter' || key.name === 'ctrl+j')
			? insertText(state.edit, '\n')
			: editText(textToEdit(state.edit, state.isSelected, key), key);
	return edit === undefined ? state : setText(state, edit);
}

/** Picks a channel by its letter. The rest of its name may follow; anything else is the beginning of the recipient. */
function typeChannel(state: FormState, letter: string): FormState {
	if (state.channelLetters === '') {
		const chosen = channelByLetter({...state.edit, cursor: 0}, letter);
		return chosen === undefined ? state : {...setText(state, editAtEnd(chosen.text)), channelLetters: letter};
	}

	const channelLetters = state.channelLetters + letter;
	if (state.edit.text.startsWith(channelLetters.toUpperCase())) {
		return {...state, channelLetters};
	}

	const next = moveTo(state, () => 'recipient');
	return setText(next, insertText(next.isSelected ? emptied(next.edit) : next.edit, channelLetters.slice(1)));
}

/** Sets the text and cursor of the focused field. */
export function setText(state: FormState, edit: TextState): FormState {
	const {focus} = state;
	if (edit.text === state.edit.text) {
		return {
			...state,
			edit,
			isSelected: false,
			highlighted: state.isSelected && textKindOf(focus) === undefined ? undefined : state.highlighted,
		};
	}

	return {
		...state,
		edit,
		isSelected: false,
		draft: withTypeOfValue(writeField(state.draft, focus, readTyped(focus, edit.text)), state),
		filledTypes:
			filterOf(focus)?.part === 'valueType' ? state.filledTypes.difference(new Set([focus])) : state.filledTypes,
		highlighted: highlightedBy(focus, edit.text),
		emptied: edit.text === '' ? new Set([...state.emptied, focus]) : state.emptied,
		serviceIssues: state.serviceIssues.filter(({field}) => field !== focus),
	};
}

/** The draft with the type of the focused filter as its value says, unless it was typed. */
function withTypeOfValue(draft: Draft, {focus, filledTypes}: FormState): Draft {
	const {index = -1, part} = filterOf(focus) ?? {};
	const field: FieldId = `filter.${index}.valueType`;
	const type = part === 'value' && filledTypes.has(field) ? typeOf(draft.filters[index]!) : undefined;
	return type === undefined ? draft : writeField(draft, field, type);
}

/** The suggestion highlighted after typing: the first known value; none for free text. */
function highlightedBy(focus: FieldId, text: string): FormState['highlighted'] {
	if (valueKindOf(focus) !== undefined) {
		return {index: 0, isAcceptedOnLeave: text !== ''};
	}

	return textKindOf(focus) === undefined ? undefined : noneHighlighted;
}

/** Moves up or down: in the suggestions, in the lines of a template, or otherwise between fields. */
export function moveVertically(state: FormState, by: 1 | -1): FormState {
	const {highlighted, focus} = state;
	const count = highlighted === undefined ? 0 : suggestionsOf(state).length;
	if (highlighted !== undefined && count > 0) {
		if (textKindOf(focus) === undefined) {
			return {...state, highlighted: {index: (highlighted.index + by + count) % count, isAcceptedOnLeave: true}};
		}

		// The typed free text is an entry above its suggestions. Moving up from it leaves the field.
		const index = highlighted.index + by;
		if (index >= -1) {
			return {
				...state,
				highlighted: index === -1 || index === count ? noneHighlighted : {index, isAcceptedOnLeave: true},
			};
		}
	}

	const edit = state.focus === 'template' ? moveLine(state.edit, by) : undefined;
	return edit === undefined ? moveTo(state, current => fieldAfter(current, by)) : {...state, edit};
}

/**
Accepts the highlighted suggestion. For a known event field it also fills in the operator and type of the filter, if both are empty.

@param state - The form with its draft, cursor and issues.
@param isRequested - Whether to accept it even if the operator neither typed nor moved to it.
*/
export function acceptSuggestion(state: FormState, isRequested = false): FormState {
	const {highlighted} = state;
	const isWanted =
		highlighted !== undefined && (highlighted.isAcceptedOnLeave || (isRequested && state.edit.text === ''));
	const suggestion = isWanted ? suggestionsOf(state)[highlighted.index] : undefined;
	if (suggestion === undefined) {
		return state;
	}

	const accepted = setText(state, editAtEnd(suggestion.value));
	const filter = filterOf(state.focus);
	const eventField = eventFields.find(({name}) => name === suggestion.value);
	if (filter?.part !== 'fieldName' || eventField === undefined) {
		return accepted;
	}

	const {operator, value, valueType} = accepted.draft.filters[filter.index]!;
	if (operator !== '' || valueType !== '') {
		return accepted;
	}

	const filled = {fieldName: eventField.name, operator: eventField.operator, value};
	return {
		...accepted,
		draft: withFilters(accepted.draft, filters =>
			filters.with(filter.index, {...filters[filter.index]!, ...filled, valueType: typeOf(filled)}),
		),
		filledTypes: new Set<FieldId>([...accepted.filledTypes, `filter.${filter.index}.valueType`]),
	};
}

/** Pastes a text into the focused field, as one line, or into the channel picker. A tab moves on to the next field, so that a row of a spreadsheet fills the form; a row of addresses is pasted as several addresses. The template gets the text unchanged. */
export function pasteText(state: FormState, text: string): FormState {
	if (state.mode === 'pick') {
		return pickBy(state, text.trim());
	}

	if (state.channelLetters !== '' && channelOf(text) === undefined) {
		return pasteText(
			moveTo(state, () => 'recipient'),
			text,
		);
	}

	const addresses = state.focus === 'address' && state.canSplit ? severalAddresses(text) : [];
	if (addresses.length > 0) {
		return pasteCell(state, addresses.join(' '));
	}

	const [first, ...cells] = state.focus === 'template' ? [text] : text.split('\t');
	let pasted = pasteCell(state, first!);
	for (const [index, cell] of cells.entries()) {
		pasted = moveTo(pasted, current => fieldAfter(current, 1));
		if (pasted.focus === 'template') {
			return pasteInPlace(pasted, cells.slice(index).join('\t'));
		}

		pasted = pasteInPlace(pasted, cell);
	}

	return pasted;
}

/** Replaces the text of the focused field with a pasted cell. An empty cell leaves the text unchanged. */
function pasteInPlace(state: FormState, cell: string): FormState {
	if (cell.trim() === '') {
		return state;
	}

	if (state.focus !== 'channel') {
		return pasteCell({...state, edit: emptied(state.edit)}, cell);
	}

	const issue = {
		field: state.focus,
		severity: 'warning' as const,
		message: `${JSON.stringify(cell.trim())} is not a channel; it was not pasted`,
	};
	return channelOf(cell) === undefined
		? {...state, serviceIssues: [...state.serviceIssues, issue]}
		: pasteCell(state, cell);
}

function pasteCell(state: FormState, text: string): FormState {
	if (state.focus === 'template') {
		return setText(state, insertText(state.edit, text.replaceAll(/\r\n?/gv, '\n')));
	}

	if (state.focus !== 'channel') {
		const line = onOneLine(text);
		// The first cell of a row may be empty, and then it replaces nothing.
		return line === '' ? state : setText(state, insertText(state.isSelected ? emptied(state.edit) : state.edit, line));
	}

	const channel = channelOf(text);
	return channel === undefined ? state : setText(state, editAtEnd(channel.name));
}

const channelOf = (text: string) => findChannel(text.trim().toUpperCase());
