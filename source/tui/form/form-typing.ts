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

/** The state with the focus elsewhere; what was left shows its complaints from then on. */
export function moveTo(state: FormState, target: (state: FormState) => FieldId): FormState {
	return focusOn({...state, visited: new Set([...state.visited, state.focus])}, target(state));
}

/** What a key does in the focused field. */
export function typeKey(state: FormState, key: KeyPress): FormState {
	if (state.focus === 'channel') {
		return key.text === ' ' ? {...state, mode: 'pick'} : (key.text === undefined ? state : typeChannel(state, key.text));
	}

	const edit = state.focus === 'template' && (key.name === 'alt+enter' || key.name === 'ctrl+j')
		? insertText(state.edit, '\n')
		: editText(state.edit, key);
	return edit === undefined ? state : write(state, edit);
}

/** Chooses a channel: by its letter, or by the name that the letters typed so far begin. Those are the ones before the cursor. */
function typeChannel(state: FormState, letter: string): FormState {
	const {text, cursor} = state.edit;
	const typed = (text.slice(0, cursor) + letter).toUpperCase();
	const begun = cursor === 0 ? undefined : channels.find(({name}) => name.startsWith(typed));
	if (begun !== undefined) {
		return write(state, {text: begun.name, cursor: typed.length});
	}

	const chosen = channels.find(channel => channel.letter === letter.toLowerCase());
	return chosen === undefined ? state : write(state, {text: chosen.name, cursor: chosen.name.startsWith(letter.toUpperCase()) ? 1 : 0});
}

/** What a paste does in the focused field. */
export function paste(state: FormState, text: string): FormState {
	if (state.focus === 'template') {
		return write(state, insertText(state.edit, text.replaceAll(/\r\n?/gv, '\n')));
	}

	if (state.focus !== 'channel') {
		return write(state, insertText(state.edit, onOneLine(text)));
	}

	const channel = findChannel(text.trim().toUpperCase());
	return channel === undefined ? state : write(state, editAtEnd(channel.name));
}

/** The focused field with another text or cursor. */
export function write(state: FormState, edit: TextState): FormState {
	const {focus} = state;
	if (edit.text === state.edit.text) {
		return {...state, edit};
	}

	return {
		...state,
		edit,
		draft: writeField(state.draft, focus, edit.text),
		choice: valueKindOf(focus) === undefined ? undefined : {index: 0, isMeant: edit.text !== ''},
		answers: state.answers.filter(({field}) => field !== focus),
	};
}

/** Up or down: among suggestions, among the lines of a template, or else among fields. */
export function moveVertically(state: FormState, by: 1 | -1): FormState {
	const count = state.choice === undefined ? 0 : suggestionsOf(state).length;
	if (state.choice !== undefined && count > 0) {
		return {...state, choice: {index: (state.choice.index + by + count) % count, isMeant: true}};
	}

	const edit = state.focus === 'template' ? moveLine(state.edit, by) : undefined;
	return edit === undefined ? moveTo(state, current => fieldAfter(current, by)) : {...state, edit};
}

/** Takes the highlighted suggestion, if something was typed or it was moved to, or `isMeant` says so; a filter on a known field gets what usually goes with it. */
export function takeChoice(state: FormState, isMeant = false): FormState {
	const choice = state.choice !== undefined && (isMeant || state.choice.isMeant) ? suggestionsOf(state)[state.choice.index] : undefined;
	if (choice === undefined) {
		return state;
	}

	const taken = write(state, editAtEnd(choice.value));
	const filter = filterOf(state.focus);
	const known = eventFields.find(({name}) => name === choice.value);
	if (filter?.part !== 'fieldName' || known === undefined) {
		return taken;
	}

	const complete = (old: Filter): Filter => old.operator === '' && old.valueType === ''
		? {...old, operator: known.operator, valueType: known.valueType}
		: old;
	return {...taken, draft: withFilters(taken.draft, filters => filters.map((old, index) => index === filter.index ? complete(old) : old))};
}
