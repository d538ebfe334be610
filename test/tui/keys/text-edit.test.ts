import fc from 'fast-check';
import type {Key} from 'ink';
import {describe, expect, test} from 'vitest';
import {toKeyPress, type KeyPress} from '../../../source/tui/keys/match.ts';
import {
	editAtEnd,
	editText,
	insertText,
	moveLine,
	onOneLine,
	type TextState,
} from '../../../source/tui/keys/text-edit.ts';

/** A text with `|` where the cursor is. */
function at(marked: string): TextState {
	return {text: marked.replace('|', ''), cursor: marked.indexOf('|')};
}

function show({text, cursor}: TextState): string {
	return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

/** The name of a key is a word; anything else types itself. */
function press(key: string): KeyPress {
	return {name: key, text: /^[+a-z]{2,}$/v.test(key) ? undefined : key};
}

/** Presses keys one after the other; one that edits nothing changes nothing. */
function edit(state: TextState, ...keys: string[]): TextState {
	let edited = state;
	for (const key of keys) {
		edited = editText(edited, press(key)) ?? edited;
	}

	return edited;
}

const family = '👩‍👩‍👧‍👦';

describe('moves', () => {
	test.each([
		['left', 'ab|c', 'a|bc'],
		['left', '|abc', '|abc'],
		['left', `a${family}|b`, `a|${family}b`],
		['left', '🇩🇪🇫🇷|', '🇩🇪|🇫🇷'],
		['left', 'ae\u{301}|', 'a|e\u{301}'],
		['left', '入金|', '入|金'],
		['left', 'a\n|b', 'a|\nb'],
		['ctrl+b', 'ab|c', 'a|bc'],
		['right', 'a|bc', 'ab|c'],
		['right', 'abc|', 'abc|'],
		['right', `|${family}b`, `${family}|b`],
		['right', '|🇩🇪🇫🇷', '🇩🇪|🇫🇷'],
		['right', '|e\u{301}a', 'e\u{301}|a'],
		['ctrl+f', 'a|bc', 'ab|c'],
		['home', 'ab|c', '|abc'],
		['home', '|abc', '|abc'],
		['home', 'one\ntw|o', 'one\n|two'],
		['home', 'one\n|two', 'one\n|two'],
		['ctrl+a', 'ab|c', '|abc'],
		['end', 'a|bc', 'abc|'],
		['end', 'abc|', 'abc|'],
		['end', 'o|ne\ntwo', 'one|\ntwo'],
		['end', 'o|ne\r\ntwo', 'one|\r\ntwo'],
		['end', 'one|\ntwo', 'one|\ntwo'],
		['ctrl+e', 'a|bc', 'abc|'],
		['alt+b', 'one two|', 'one |two'],
		['alt+b', 'one two  |', 'one |two  '],
		['alt+b', 'one tw|o', 'one |two'],
		['alt+b', 'https://api.example|', 'https://api.|example'],
		['alt+b', '--|', '|--'],
		['alt+b', '|one', '|one'],
		['alt+b', 'é入金|', '|é入金'],
		['alt+b', 'e\u{301}a|', '|e\u{301}a'],
		['alt+left', 'one two|', 'one |two'],
		['ctrl+left', 'one two|', 'one |two'],
		['alt+f', '|one two', 'one| two'],
		['alt+f', 'one| two', 'one two|'],
		['alt+f', 'one|', 'one|'],
		['alt+f', '|--', '--|'],
		['alt+right', '|one two', 'one| two'],
		['ctrl+right', '|one two', 'one| two'],
	])('%s: %j → %j', (key, before, after) => {
		expect(show(edit(at(before), key))).toBe(after);
	});
});

test.each([
	['a|b\nc\ndef', 1, 'ab\nc|\ndef'],
	['ab\nc|\ndef', 1, 'ab\nc\nd|ef'],
	['ab\nc\nd|ef', -1, 'ab\nc|\ndef'],
	['ab\n|c\ndef', -1, '|ab\nc\ndef'],
	['a|b\nc\ndef', -1, undefined],
	['ab\nc\nd|ef', 1, undefined],
] as const)('a line up or down: %j by %i → %j', (before, by, after) => {
	const moved = moveLine(at(before), by);
	expect(moved && show(moved)).toBe(after);
});

describe('deletes', () => {
	test.each([
		['backspace', 'ab|c', 'a|c'],
		['backspace', '|abc', '|abc'],
		['backspace', `a${family}|b`, 'a|b'],
		['backspace', '🇩🇪🇫🇷|', '🇩🇪|'],
		['backspace', 'ae\u{301}|', 'a|'],
		['backspace', '👍🏽|', '|'],
		['backspace', '入金|', '入|'],
		['backspace', 'a\n|b', 'a|b'],
		['shift+backspace', 'ab|c', 'a|c'],
		['delete', 'a|bc', 'a|c'],
		['delete', 'abc|', 'abc|'],
		['delete', `a|${family}b`, 'a|b'],
		['delete', '|🇩🇪🇫🇷', '|🇫🇷'],
		['delete', '|e\u{301}a', '|a'],
		['delete', 'a|\nb', 'a|b'],
		['ctrl+d', 'a|bc', 'a|c'],
		['ctrl+d', 'abc|', 'abc|'],
		['ctrl+w', 'one two|', 'one |'],
		['ctrl+w', 'one two  |', 'one |'],
		['ctrl+w', 'one tw|o', 'one |o'],
		['ctrl+w', 'see https://api.example|', 'see |'],
		['ctrl+w', '|one', '|one'],
		['alt+backspace', 'https://api.example|', 'https://api.|'],
		['alt+backspace', '|one', '|one'],
		['alt+d', 'one| two three', 'one| three'],
		['alt+d', 'one|', 'one|'],
		['ctrl+u', 'ab|c', '|c'],
		['ctrl+u', '|abc', '|abc'],
		['ctrl+u', 'one\ntw|o', 'one\n|o'],
		['ctrl+k', 'a|bc', 'a|'],
		['ctrl+k', 'abc|', 'abc|'],
		['ctrl+k', 'o|ne\ntwo', 'o|\ntwo'],
		['ctrl+k', 'o|ne\r\ntwo', 'o|\r\ntwo'],
	])('%s: %j → %j', (key, before, after) => {
		expect(show(edit(at(before), key))).toBe(after);
	});
});

describe('types', () => {
	test.each([
		['at the beginning', '|bc', ['a'], 'a|bc'],
		['in the middle', 'a|c', ['b'], 'ab|c'],
		['at the end', 'ab|', ['c'], 'abc|'],
		['in order, also after → at the end', '|', ['right', 'x', 'y'], 'xy|'],
		['a mark onto the letter before', 'e|x', ['\u{301}'], 'e\u{301}|x'],
		['a letter onto a mark that stood alone', '|\u{301}x', ['e'], 'e\u{301}|x'],
		['a flag, one half after the other', 'a|b', ['🇩', '🇪'], 'a🇩🇪|b'],
		['a family', 'a|', [family, 'b'], `a${family}b|`],
		['Japanese', '|', ['入', '金'], '入金|'],
	])('%s', (_name, before, keys, after) => {
		expect(show(edit(at(before), ...keys))).toBe(after);
	});
});

describe('ctrl+y inserts the text that was deleted last', () => {
	test.each([
		['ctrl+w', 'one two|', 'one two|'],
		['ctrl+u', 'ab|c', 'ab|c'],
		['ctrl+k', 'a|bc', 'abc|'],
		['alt+d', '|one two', 'one| two'],
		['alt+backspace', 'one two|', 'one two|'],
	])('with %s: %j → %j', (key, before, after) => {
		expect(show(edit(at(before), key, 'ctrl+y'))).toBe(after);
	});

	test('elsewhere, and again', () => {
		expect(show(edit(at('one two|'), 'ctrl+w', 'home', 'ctrl+y', 'ctrl+y'))).toBe('twotwo|one ');
	});

	test('not what Backspace deleted, and not nothing', () => {
		expect(show(edit(at('ab|'), 'backspace', 'ctrl+y'))).toBe('a|');
		expect(show(edit(at('ab|'), 'ctrl+u', 'ctrl+u', 'ctrl+y'))).toBe('ab|');
	});
});

const noKey: Key = {
	upArrow: false,
	downArrow: false,
	leftArrow: false,
	rightArrow: false,
	pageDown: false,
	pageUp: false,
	home: false,
	end: false,
	return: false,
	escape: false,
	ctrl: false,
	shift: false,
	tab: false,
	backspace: false,
	delete: false,
	meta: false,
	super: false,
	hyper: false,
	capsLock: false,
	numLock: false,
};

test.each([...'abcdefghijklmnopqrstuvwxyz'])(
	'ctrl+%s and alt with it, as Ink reports them, never type the letter',
	letter => {
		for (const modifier of [{ctrl: true}, {meta: true}, {ctrl: true, meta: true}]) {
			const key = toKeyPress(letter, {...noKey, ...modifier});
			const edited = editText(at('1 2|3 4'), key);
			expect(edited?.text ?? '').not.toContain(letter);
		}
	},
);

test.each(['up', 'down', 'tab', 'shift+tab', 'enter', 'esc', 'pgup', 'pgdn', 'ctrl+s', 'ctrl+n', 'shift+left', ''])(
	'%j edits nothing',
	name => {
		expect(editText(at('a|b'), {name, text: undefined})).toBeUndefined();
	},
);

test('a field that gets the focus has its cursor at the end', () => {
	expect(show(editAtEnd('e\u{301}a'))).toBe('e\u{301}a|');
});

test.each([
	['a\r\nb\nc\rd', 'a b c d'],
	['a\n', 'a'],
	['a \t\r\n\r\n', 'a'],
	['  a', '  a'],
	['a\tb', 'a b'],
	['a\u{A0}\n', 'a\u{A0}'],
	['\n', ''],
	['', ''],
])('a paste of %j becomes the one line %j', (pasted, line) => {
	expect(onOneLine(pasted)).toBe(line);
});

const anyText = fc.string({
	unit: fc.constantFrom(
		'a',
		'B',
		' ',
		'-',
		'.',
		'\n',
		'\r',
		'\r\n',
		'é',
		'e\u{301}',
		'\u{301}',
		'入',
		'🇩',
		'🇪',
		family,
		'👍',
		'🏽',
		'\u{200D}',
		'ᄀ',
		'ᅡ',
	),
});

const moves = new Set([
	'left',
	'right',
	'home',
	'end',
	'ctrl+a',
	'ctrl+e',
	'ctrl+b',
	'ctrl+f',
	'alt+b',
	'alt+f',
	'ctrl+left',
	'ctrl+right',
]);
const deletions = ['backspace', 'delete', 'ctrl+d', 'ctrl+w', 'ctrl+u', 'ctrl+k', 'alt+d', 'alt+backspace'];

const anyKey = fc.oneof(
	fc.constantFrom(...moves, ...deletions, 'ctrl+y', 'tab', 'ctrl+q').map((name): KeyPress => ({name, text: undefined})),
	anyText.map((text): KeyPress => ({name: text, text})),
);

/** Independent of the one that is tested. */
function boundariesOf(text: string): Set<number> {
	return new Set([...Array.from(new Intl.Segmenter().segment(text), ({index}) => index), text.length]);
}

test('whatever is pressed, the cursor stays between two characters of the text', () => {
	fc.assert(
		fc.property(anyText, fc.array(anyKey, {maxLength: 30}), (text, keys) => {
			let state = editAtEnd(text);
			for (const key of keys) {
				state = editText(state, key) ?? state;
				expect(boundariesOf(state.text)).toContain(state.cursor);
			}
		}),
	);
});

test('one Backspace deletes what one letter typed', () => {
	fc.assert(
		fc.property(anyText, fc.array(fc.constantFrom(...moves)), (text, keys) => {
			const before = edit(editAtEnd(text), ...keys);
			const typed = insertText(before, 'x');
			// A mark that stood alone would go along with its new letter.
			fc.pre(boundariesOf(typed.text).size === boundariesOf(before.text).size + 1);
			expect(edit(typed, 'backspace')).toEqual(before);
		}),
	);
});

test('moving changes no text, and a deletion takes one piece, at the cursor', () => {
	fc.assert(
		fc.property(
			anyText,
			fc.array(fc.constantFrom(...moves)),
			fc.constantFrom(...moves, ...deletions),
			(text, keys, key) => {
				const before = edit(editAtEnd(text), ...keys);
				const after = edit(before, key);
				expect(before.text).toBe(text);
				if (moves.has(key)) {
					expect(after.text).toBe(text);
					return;
				}

				const removed = text.length - after.text.length;
				const kept = [
					text.slice(0, before.cursor - removed) + text.slice(before.cursor),
					text.slice(0, before.cursor) + text.slice(before.cursor + removed),
				];
				expect(kept).toContain(after.text);
			},
		),
	);
});
