import {channels, findChannel} from '../../domain/channels.ts';
import type {TextState} from '../shared/text-edit.ts';
import type {FormState} from './form.ts';

/** The channel chosen in the channel picker. The draft gets it only when it is accepted. */
export type PickedChannel = {
	readonly channel: string;
	/** The number of letters of its name that were typed. */
	readonly typed: number;
	/** Counts the choices by letter. The list is mounted again for each. */
	readonly version: number;
};

/** Chooses a channel by its letter or by the start of its name. The letters typed so far are those before the cursor. Returns undefined for any other letter. */
export function channelByLetter({text, cursor}: TextState, letter: string): TextState | undefined {
	const typed = (text.slice(0, cursor) + letter).toUpperCase();
	const byName = cursor === 0 ? undefined : channels.find(({name}) => name.startsWith(typed));
	if (byName !== undefined) {
		return {text: byName.name, cursor: typed.length};
	}

	const byLetter = channels.find(channel => channel.letter === letter.toLowerCase());
	return byLetter && {text: byLetter.name, cursor: byLetter.name.startsWith(letter.toUpperCase()) ? 1 : 0};
}

/** Opens the channel picker at the channel of the draft, or at the first one. */
export function openPicker(state: FormState): FormState {
	const channel = findChannel(state.draft.channel) ?? channels[0]!;
	return {...state, mode: 'pick', channelLetters: '', picked: {channel: channel.name, typed: 0, version: 0}};
}

/** Moves the picker to a channel that was highlighted in its list. */
export function highlightChannel(state: FormState, channel: string): FormState {
	return state.picked === undefined ? state : {...state, picked: {...state.picked, channel, typed: 0}};
}

/** Moves the picker to a channel by a letter, or by its whole name. */
export function pickBy(state: FormState, text: string | undefined): FormState {
	const {picked} = state;
	if (picked === undefined || text === undefined) {
		return state;
	}

	const named = findChannel(text.toUpperCase());
	const chosen =
		named === undefined
			? channelByLetter({text: picked.channel, cursor: picked.typed}, text)
			: {text: named.name, cursor: 0};
	return chosen === undefined
		? state
		: {...state, picked: {channel: chosen.text, typed: chosen.cursor, version: picked.version + 1}};
}
