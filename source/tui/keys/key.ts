import {joined} from '../../platform/text.ts';
import type {Key} from 'ink';
import {sanitise} from '../../terminal/sanitise.ts';

/** A key press: its name as in the bindings, and the text that it types, if any. */
export type KeyPress = {
	/** `j`, `G`, `enter`, `shift+tab`, `ctrl+s`, `alt+b`, `space` … */
	readonly name: string;
	readonly text: string | undefined;
};

const special = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pgup'],
	['pageDown', 'pgdn'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'esc'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	['delete', 'delete'],
] as const;

/** Names the key that Ink's `useInput` reports. */
export function toKeyPress(input: string, key: Key): KeyPress {
	const name = special.find(([flag]) => key[flag])?.[1];
	if (name !== undefined) {
		return {name: withModifiers(name, key), text: undefined};
	}

	if (input === '\n') {
		return {name: withModifiers('j', {...key, ctrl: true}), text: undefined};
	}

	// Ctrl with / or _ is the control character US (ECMA-48, 8.3).
	if (input === '\u{1F}') {
		return {name: 'ctrl+/', text: undefined};
	}

	// The kitty protocol may report the lower-case letter together with shift.
	const typed = key.shift && /^[a-z]$/v.test(input) ? input.toUpperCase() : input;
	const base = typed === ' ' ? 'space' : typed;
	return key.ctrl || key.meta || key.super || key.hyper
		? {name: withModifiers(base, {...key, shift: false}), text: undefined}
		: {name: base, text: typed === '' || /^[\u{0}-\u{1F}\u{7F}-\u{9F}]/v.test(typed) ? undefined : typed};
}

/** The name of a key for a sentence. The codes of a key without a name are not shown. */
export const keyNameOf = ({name}: KeyPress): string =>
	/^(?:(?:super|hyper|ctrl|alt|shift)\+)*(?:[^\s\p{Control}\p{Format}\p{Private_Use}\p{Surrogate}]{1,2}|[a-z]{2,9})$/v.test(
		name,
	)
		? sanitise(name)
		: 'This key';

function withModifiers(name: string, {ctrl, meta, shift, super: isSuper, hyper}: Key): string {
	return joined([isSuper && 'super', hyper && 'hyper', ctrl && 'ctrl', meta && 'alt', shift && 'shift', name], '+');
}
