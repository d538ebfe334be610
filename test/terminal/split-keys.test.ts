import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	type KeyToken,
	longestPaste,
	createKeySplitter,
	createMouseSwitch,
	readMouse,
} from '../../source/terminal/split-keys.ts';

const start = '\u{1B}[200~';
const end = '\u{1B}[201~';

const key = (text: string): KeyToken => ({kind: 'key', text});
const paste = (text: string) => ({kind: 'paste', text});
const dropped = {kind: 'dropped'};

/** What comes out for each chunk, and in the end. */
function split(...chunks: string[]) {
	const splitter = createKeySplitter();
	return [...chunks.map(chunk => splitter.push(chunk)), splitter.flush()];
}

/** All that comes out, however it was chunked. */
const tokensOf = (...chunks: string[]) => split(...chunks).flat();

/** The same, each chunk later than the wait for the rest of the one before. */
function tokensOfLate(...chunks: string[]) {
	const splitter = createKeySplitter();
	return chunks.flatMap(chunk => [...splitter.push(chunk), ...splitter.flush()]);
}

/** Every way to cut a text in two. */
const cuts = (text: string) =>
	Array.from({length: text.length - 1}, (_, index) => [text.slice(0, index + 1), text.slice(index + 1)] as const);

test.each([
	['letters and Enter', 'de\r', ['d', 'e', '\r']],
	['Enter and Ctrl+J', '\r\né\r\n', ['\r', '\n', 'é', '\r', '\n']],
	['an arrow between letters', 'a\u{1B}[Ab', ['a', '\u{1B}[A', 'b']],
	['a lone Esc at the end', 'a\u{1B}', ['a', '\u{1B}']],
	['two Escs', '\u{1B}\u{1B}', ['\u{1B}', '\u{1B}']],
	['Esc and an answer', '\u{1B}\u{1B}[0n', ['\u{1B}']],
	['two Escs and a letter', '\u{1B}\u{1B}j', ['\u{1B}', '\u{1B}j']],
	['three Escs', '\u{1B}\u{1B}\u{1B}', ['\u{1B}', '\u{1B}', '\u{1B}']],
	['Esc and a bracket', '\u{1B}[', ['\u{1B}', '[']],
	['a sequence that another one interrupts', '\u{1B}[1;\u{1B}[A', ['\u{1B}[A']],
	['a family', 'a👩‍👩‍👧b', ['a', '👩‍👩‍👧', 'b']],
	['a letter with a mark', 'e\u{301}e\u{301}', ['e\u{301}', 'e\u{301}']],
])('keys that arrive as one chunk are split: %s', (_name, chunk, keys) => {
	expect(tokensOf(chunk)).toEqual(keys.map(text => key(text)));
});

const sequences = [
	['an arrow', '\u{1B}[A'],
	['Home', '\u{1B}[H'],
	['Home (rxvt)', '\u{1B}[7~'],
	['End', '\u{1B}[F'],
	['Shift+Page Up (rxvt)', '\u{1B}[5$'],
	['Ctrl+→', '\u{1B}[1;5C'],
	['Shift+Tab', '\u{1B}[Z'],
	['Ctrl+F1 (SS3)', '\u{1B}O1;5P'],
	['F1 (Linux console)', '\u{1B}[[A'],
	['Esc (kitty)', '\u{1B}[27u'],
	['Ctrl+A (kitty)', '\u{1B}[97;5u'],
	['Alt and a letter', '\u{1B}b'],
	['Alt and a letter of another script', '\u{1B}ж'],
	['Alt and an emoji', '\u{1B}🙂'],
	['Alt and an arrow, as two Escs', '\u{1B}\u{1B}[A'],
] as const;

describe('an escape sequence stays whole', () => {
	test.each(sequences)('%s, wherever it is cut', (_name, sequence) => {
		for (const [first, rest] of cuts(sequence)) {
			// A surrogate is never cut off: the terminal's bytes are decoded before.
			if (!/[\u{D800}-\u{DBFF}]$/v.test(first)) {
				expect(tokensOf(`x${first}`, `${rest}y`)).toMatchObject(['x', sequence, 'y'].map(text => key(text)));
			}
		}
	});

	test('a key with alt whose ESC came in a read of its own is marked, and no other', () => {
		expect(tokensOf('x\u{1B}', 'ny')).toEqual([key('x'), {...key('\u{1B}n'), isSplit: true}, key('y')]);
		expect(tokensOf('\u{1B}', '\u{1B}[B')).toEqual([{...key('\u{1B}\u{1B}[B'), isSplit: true}]);
		expect(tokensOf('\u{1B}\u{1B}', 'n')).toEqual([key('\u{1B}'), {...key('\u{1B}n'), isSplit: true}]);
		expect(tokensOf('\u{1B}', '[A')).toEqual([key('\u{1B}[A')]);
		expect(tokensOf('\u{1B}', 'n\u{1B}n').slice(1)).toEqual([key('\u{1B}n')]);
	});

	test('it says what it waits for', () => {
		const splitter = createKeySplitter();
		for (const [chunk, waiting] of [
			['\u{1B}', 'key'],
			['[', 'key'],
			['1', 'reply'],
			[';5C', undefined],
			['\u{1B}]1', 'reply'],
			['0;x\u{7}', undefined],
			[`${start}\u{1B}[2`, 'paste'],
		] as const) {
			splitter.push(chunk);
			expect(splitter.waiting()).toBe(waiting);
		}
	});
});

const replies = [
	['a colour (OSC 11), ended by ST', '\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\'],
	['secondary device attributes', '\u{1B}[>0;276;0c'],
	["the terminal's version", '\u{1B}P>|xterm(390)\u{1B}\\'],
	['the position of the cursor', '\u{1B}[24;80R'],
	['the position of the cursor in the first line', '\u{1B}[1;1R'],
	['focus in', '\u{1B}[I'],
	['graphics', '\u{1B}_Gi=31;OK\u{1B}\\'],
	['a release of a mouse button', '\u{1B}[<0;10;20m'],
] as const;

describe('what the mouse does comes between the keys where it did it', () => {
	const press = '\u{1B}[<0;10;20M';
	const event = {kind: 'mouse', event: {kind: 'press', column: 9, row: 19}};

	test('also when its rest comes late, and its numbers are never keys', () => {
		for (const [first, rest] of cuts(press)) {
			const keys = tokensOfLate('x', first, rest, 'y').filter(
				token => token.kind !== 'key' || !['\u{1B}', '['].includes(token.text),
			);
			expect(keys).toEqual([key('x'), event, key('y')]);
		}
	});
});

describe('an answer of the terminal is no key', () => {
	test.each(replies)('%s, also when its rest comes late', (_name, reply) => {
		for (const [first, rest] of cuts(reply)) {
			const keys = tokensOfLate('x', first, rest, 'y').filter(
				token => token.kind !== 'key' || !['\u{1B}', '[', '\u{1B}]', '\u{1B}P', '\u{1B}_'].includes(token.text),
			);
			expect(keys).toEqual([key('x'), key('y')]);
		}
	});

	test('keys and answers in any order and any two pieces leave the keys', () => {
		const piece = fc.oneof(
			fc.constantFrom(...'jkdy', 'é', '\r').map(text => ({text, keys: [key(text)]})),
			fc.constantFrom(...replies).map(([, text]) => ({text, keys: []})),
		);
		fc.assert(
			fc.property(fc.array(piece, {maxLength: 8}), fc.nat(200), (pieces, cut) => {
				const text = pieces.map(({text: part}) => part).join('');
				expect(tokensOf(text.slice(0, cut), text.slice(cut))).toEqual(pieces.flatMap(({keys}) => keys));
			}),
		);
	});
});

describe('a bracketed paste is one piece', () => {
	const text = 'q\u{1B}[A\r\nd y';

	test.each([
		['alone', [start + text + end], [paste(text)]],
		['two in a row', [`${start}a${end}${start}b${end}`], [paste('a'), paste('b')]],
		['in several chunks', [`j${start}one`, 'two', `three${end}`, 'k'], [key('j'), paste('onetwothree'), key('k')]],
		['with what is not quite its end', [`${start}\u{1B}[20`, `0~${end}`], [paste('\u{1B}[200~')]],
		['with a long text', [start, 'x'.repeat(100_000), end], [paste('x'.repeat(100_000))]],
	])('%s', (_name, chunks, tokens) => {
		expect(tokensOf(...chunks)).toEqual(tokens);
	});

	test('that does not end is over after the wait, and then a single key is one', () => {
		expect(tokensOfLate(`${start}d`, 'y')).toEqual([paste('d'), key('y')]);
		expect(tokensOfLate(`${start}d`, 'ddy', 'j')).toEqual([paste('d'), paste('ddy'), key('j')]);
		expect(tokensOfLate(`${start}d`, `ddy${end}`, 'j')).toEqual([paste('d'), paste('ddy'), key('j')]);
		expect(tokensOfLate(start, 'y')).toEqual([key('y')]);
	});

	test('ends at ctrl+c that comes alone after a pause, and not at one within it', () => {
		const splitter = createKeySplitter();
		splitter.push(`${start}d`);
		expect(splitter.push('\u{3}')).toEqual([]);
		expect(splitter.push('\u{3}', false, false, true)).toEqual([key('\u{3}')]);
		expect(tokensOf(`${start}d\u{3}y${end}`)).toEqual([paste('d\u{3}y')]);
	});
});

describe('in the kitty protocol', () => {
	test.each([
		'\u{1B}[121;1:3u',
		'\u{1B}[121;3:3u',
		'\u{1B}[121:89;1:3;121u',
		'\u{1B}[1;1:3A',
		'\u{1B}[3;1:3~',
		'\u{1B}[13;1:3u',
	])('the release %j is no key', release => {
		expect(tokensOf(release, 'j')).toEqual([key('j')]);
	});

	test.each(['\u{1B}[121;1:2u', '\u{1B}[1;1:2B', '\u{1B}[121;1:9u'])('%j is a repeat', repeat => {
		expect(tokensOf(repeat)).toEqual([{kind: 'key', text: repeat, isRepeat: true}]);
	});

	test.each(['\u{1B}[121u', '\u{1B}[121;1u', '\u{1B}[121;1:1u', '\u{1B}[121;5u', '\u{1B}[1;2A', '\u{1B}[3~'])(
		'%j is a press',
		press => {
			expect(tokensOf(press)).toEqual([key(press)]);
		},
	);
});

describe('what arrives with a paste is no key', () => {
	test.each([
		['keys', [`${start}a${end}dy\r`], [paste('a'), dropped]],
		['the end of a paste that the text contains', [`${start}a${end}ad5\r${end}`], [paste('a'), dropped]],
		['the start of one, too', [`${start}a${end}d${start}y${end}y`], [paste('a'), dropped, paste('y'), dropped]],
		['an end without a start', [`j${end}`, 'k'], [key('j'), key('k')]],
		['keys in the next read', [`${start}a${end}`, 'dy'], [paste('a'), key('d'), key('y')]],
	])('%s', (_name, chunks, tokens) => {
		expect(tokensOf(...chunks)).toEqual(tokens);
	});

	test('whatever it contains, in one read', () => {
		const piece = fc.oneof(fc.string({maxLength: 5}), fc.constantFrom(start, end, '\u{1B}', 'dy', '\r'));
		fc.assert(
			fc.property(fc.array(piece, {maxLength: 12}), pieces => {
				expect(tokensOf(`${start}${pieces.join('')}${end}`).filter(({kind}) => kind === 'key')).toEqual([]);
			}),
		);
	});
});

test('no text is lost, however it is chunked', () => {
	const piece = fc.oneof(
		fc.string({unit: 'grapheme-ascii', maxLength: 10}),
		fc.constantFrom(...sequences.map(([, sequence]) => sequence)),
	);
	fc.assert(
		fc.property(fc.array(fc.array(piece, {maxLength: 8}).map(pieces => pieces.join(''))), chunks => {
			const tokens = tokensOf(...chunks);
			expect(tokens.map(token => (token.kind === 'key' ? token.text : '')).join('')).toBe(chunks.join(''));
		}),
	);
});

test.each([1, 7, 65_536])('of a long paste in reads of %i the beginning is kept, and how long it was', length => {
	const splitter = createKeySplitter();
	const text = `${start}${'x'.repeat(longestPaste - 1)}😀${'y'.repeat(length === 65_536 ? 5_000_000 : 50)}${end}`;
	const tokens = [];
	for (let from = 0; from < text.length; from += length) {
		tokens.push(...splitter.push(text.slice(from, from + length)));
	}

	expect(tokens).toEqual([
		{kind: 'paste', text: 'x'.repeat(longestPaste - 1), length: text.length - start.length - end.length},
	]);
});

describe('a report of the mouse (SGR)', () => {
	test.each([
		['\u{1B}[<0;1;1M', {kind: 'press', column: 0, row: 0}],
		['\u{1B}[<0;120;40M', {kind: 'press', column: 119, row: 39}],
		['\u{1B}[<64;5;6M', {kind: 'wheel', by: -1}],
		['\u{1B}[<65;5;6M', {kind: 'wheel', by: 1}],
	])('%j is read', (sequence, event) => {
		expect(readMouse(sequence)).toEqual(event);
	});

	test.each([
		['a release', '\u{1B}[<0;1;1m'],
		['the right button', '\u{1B}[<2;1;1M'],
		['a press with shift', '\u{1B}[<4;1;1M'],
		['a movement', '\u{1B}[<35;1;1M'],
		['a place outside', '\u{1B}[<0;0;1M'],
		['another report', '\u{1B}[?62;22c'],
		['more than a report', '\u{1B}[<0;1;1Mx'],
	])('%s means nothing', (_what, sequence) => {
		expect(readMouse(sequence)).toBeUndefined();
	});
});

test('the terminal reports the mouse only while it is wanted and the screens are shown', () => {
	const written: string[] = [];
	const mouse = createMouseSwitch(text => {
		written.push(text);
	});
	const on = '\u{1B}[?1000h\u{1B}[?1006h';
	const off = '\u{1B}[?1006l\u{1B}[?1000l';

	mouse.enter();
	mouse.leave();
	mouse.set(true);
	expect(written).toEqual([]);
	mouse.enter();
	mouse.set(true);
	expect(written).toEqual([on]);
	mouse.leave();
	mouse.leave();
	mouse.enter();
	mouse.set(false);
	expect(written).toEqual([on, off, on, off]);
});

test('an answer that does not end takes no keys but what could be its text', () => {
	expect(tokensOf('\u{1B}]11;rgb:12\rj')).toEqual([key('\r'), key('j')]);
	expect(tokensOfLate('\u{1B}]11;rgb:12', 'j', '\r')).toEqual([key('j'), key('\r')]);
});

test('an answer of any length is passed over', () => {
	const splitter = createKeySplitter();
	expect(splitter.push('\u{1B}]52;c;')).toEqual([]);
	for (let index = 0; index < 100; index++) {
		expect(splitter.push('d'.repeat(1000))).toEqual([]);
	}

	expect(splitter.push('\u{7}j')).toEqual([key('j')]);
});
