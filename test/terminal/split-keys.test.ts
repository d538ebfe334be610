import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createKeySplitter} from '../../source/terminal/split-keys.ts';

const start = '\u{1B}[200~';
const end = '\u{1B}[201~';

/** What comes out for each chunk. */
function split(...chunks: string[]): string[][] {
	const splitter = createKeySplitter();
	return chunks.map(chunk => splitter(chunk));
}

describe('keys that arrive as one chunk are split', () => {
	test.each([
		['a key held down', 'jjj', ['j', 'j', 'j']],
		['letters and Enter', 'de\r', ['d', 'e', '\r']],
		['Enter and Ctrl+J', '\r\né\r\n', ['\r', '\n', 'é', '\r', '\n']],
		['Backspaces', '\u{7F}\u{7F}\u{7F}', ['\u{7F}', '\u{7F}', '\u{7F}']],
		['Ctrl keys', '\u{1}x\u{13}', ['\u{1}', 'x', '\u{13}']],
		['an arrow between letters', 'a\u{1B}[Ab', ['a', '\u{1B}[A', 'b']],
		['a lone Esc at the end', 'a\u{1B}', ['a', '\u{1B}']],
		['two Escs', '\u{1B}\u{1B}', ['\u{1B}', '\u{1B}']],
		['an Esc before an unfinished sequence', '\u{1B}[1;\u{1B}[A', ['\u{1B}', '[', '1', ';', '\u{1B}[A']],
		['a family', 'a👩‍👩‍👧b', ['a', '👩‍👩‍👧', 'b']],
		['a letter with a mark', 'e\u{301}e\u{301}', ['e\u{301}', 'e\u{301}']],
		['flags', '🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
		['an empty chunk', '', []],
	])('%s', (_name, chunk, keys) => {
		expect(split(chunk)).toEqual([keys]);
	});
});

const sequences = [
	['an arrow', '\u{1B}[A'],
	['Home', '\u{1B}[H'],
	['Home (VT)', '\u{1B}[1~'],
	['Home (rxvt)', '\u{1B}[7~'],
	['Home (application mode)', '\u{1B}OH'],
	['End', '\u{1B}[F'],
	['End (VT)', '\u{1B}[4~'],
	['End (application mode)', '\u{1B}OF'],
	['Page Down', '\u{1B}[6~'],
	['Ctrl+→', '\u{1B}[1;5C'],
	['Shift+Tab', '\u{1B}[Z'],
	['F1 (SS3)', '\u{1B}OP'],
	['Ctrl+F1 (SS3)', '\u{1B}O1;5P'],
	['F1 (Linux console)', '\u{1B}[[A'],
	['Esc (kitty)', '\u{1B}[27u'],
	['Ctrl+A (kitty)', '\u{1B}[97;5u'],
	['Alt and a letter', '\u{1B}b'],
	['Alt and Backspace', '\u{1B}\u{7F}'],
	['Alt and a letter of another script', '\u{1B}ж'],
	['Alt and an emoji', '\u{1B}🙂'],
	['Alt and an arrow, as two Escs', '\u{1B}\u{1B}[A'],
	['a mouse report', '\u{1B}[<0;10;20M'],
	['focus in', '\u{1B}[I'],
	['focus out', '\u{1B}[O'],
	['an answer to a query', '\u{1B}[?1u'],
] as const;

describe('an escape sequence stays whole', () => {
	test.each(sequences)('%s', (_name, sequence) => {
		expect(split(sequence)).toEqual([[sequence]]);
		expect(split(`x${sequence}${sequence}y`)).toEqual([['x', sequence, sequence, 'y']]);
	});

	test.each(['\u{1B}[', '\u{1B}[1;5', '\u{1B}O', '\u{1B}\u{1B}['])('%j, cut off by the end of the chunk', sequence => {
		expect(split(`x${sequence}`)).toEqual([['x', sequence]]);
	});
});

describe('a bracketed paste stays whole', () => {
	const text = 'q\u{1B}[A\r\nd y';

	test.each([
		['alone', [start + text + end], [[start + text + end]]],
		['empty', [start + end], [[start + end]]],
		['with keys before and after', [`jk${start}${text}${end}xy`], [['j', 'k', start + text + end, 'x', 'y']]],
		['two in a row', [`${start}a${end}${start}b${end}c`], [[`${start}a${end}`, `${start}b${end}`, 'c']]],
		['in several chunks', [`j${start}one`, 'two', `three${end}k`], [['j', `${start}one`], ['two'], [`three${end}`, 'k']]],
		['with its end in two chunks', [`${start}one\u{1B}[20`, '1~jj'], [[`${start}one\u{1B}[20`], ['1~', 'j', 'j']]],
		['with its end in six chunks', [`${start}\u{1B}`, '[', '2', '0', '1', '~jj'], [[`${start}\u{1B}`], ['['], ['2'], ['0'], ['1'], ['~', 'j', 'j']]],
		['with what is not quite its end', [`${start}\u{1B}[20`, `0~${end}j`], [[`${start}\u{1B}[20`], [`0~${end}`, 'j']]],
		['with its start in two chunks', ['j\u{1B}[20', `0~one${end}jj`], [['j', '\u{1B}[20'], [`0~one${end}`, 'j', 'j']]],
		['with its start in two chunks, the end too', ['\u{1B}', '[200~one\u{1B}[2', '01~jj'], [['\u{1B}'], ['[200~one\u{1B}[2'], ['01~', 'j', 'j']]],
	])('%s', (_name, chunks, keys) => {
		expect(split(...chunks)).toEqual(keys);
	});

	test('a sequence split across two chunks is not a paste', () => {
		expect(split('\u{1B}[20', 'jj')).toEqual([['\u{1B}[20'], ['j', 'j']]);
		expect(split('\u{1B}', 'j')).toEqual([['\u{1B}'], ['j']]);
	});
});

describe('a terminal without bracketed paste', () => {
	const long = 'https://example.com/hooks?token=1\r'.repeat(4);

	test('a long run of text is treated as a paste', () => {
		expect(split(long)).toEqual([[start + long + end]]);
		expect(split(`${long}\u{1B}[A`)).toEqual([[start + long + end, '\u{1B}[A']]);
	});

	test('a short run is not', () => {
		expect(split('https://example.com/')).toEqual([[...'https://example.com/']]);
	});

	test.each(['j', '\r', '\u{7F}', 'jk'])('a held %j is not', key => {
		expect(split(key.repeat(200))).toEqual([[...key.repeat(200)]]);
	});
});

test('the keys joined are the chunk', () => {
	const piece = fc.oneof(
		fc.string({unit: 'grapheme', maxLength: 10}),
		fc.constantFrom(...sequences.map(([, sequence]) => sequence), start, end, '\u{1B}', '\u{1B}[', '[201', '~', '\r', '\n', '\u{301}'),
	);
	fc.assert(fc.property(fc.array(fc.array(piece, {maxLength: 8}).map(pieces => pieces.join(''))), chunks => {
		const keys = split(...chunks);
		expect(keys.map(some => some.join(''))).toEqual(chunks);
		expect(keys.flat()).not.toContain('');
	}), {numRuns: 500});
});

test('wherever a paste is split across chunks, the keys after it are split again', () => {
	fc.assert(fc.property(fc.string(), fc.nat(60), (text, cut) => {
		const sent = `${start}${text.replaceAll('\u{1B}', '')}${end}`;
		const [, after] = split(sent.slice(0, cut), `${sent.slice(cut)}jj`);
		expect(after!.slice(-2)).toEqual(['j', 'j']);
	}));
});
