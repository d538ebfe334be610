import {severalAddresses} from '../../domain/address.ts';
import {findChannel} from '../../domain/channels.ts';
import {editAtEnd, emptied, insertText, onOneLine} from '../shared/text-edit.ts';
import {pickBy} from './channel-choice.ts';
import {fieldAfter, type FormState} from './form.ts';
import {moveTo, setText} from './typing.ts';

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
