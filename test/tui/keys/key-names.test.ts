import {readFile, glob} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';

const source = path.join(import.meta.dirname, '../../../source');

/** A default key in a sentence: after "press", before a colon, in parentheses, or with what it does. Keys of text fields cannot be changed. */
const named =
	/\b[Pp]ress (?:[^\s$<=\{\}]|esc|enter|(?:ctrl|alt)\+[a-z])(?![\w\}])|(?:\besc|\b(?:ctrl|alt)\+(?!j\b)[a-z]|[\s'\(`][!A-Za-z])(?:: | to )(?:cancel|stop|clear|continue|retry|skip|undo|redo|finish|discard|unfold|fold|look|roll|open|resume|delete|use|send)\b|\w \((?:[!A-Za-z]|esc|enter|ctrl\+[a-z])\)/v;

const isSentence = (line: string) => !/^\s*(?:\/?\*|\/\/)/v.test(line);

async function sentencesIn(folders: string, isSearched: (file: string) => boolean, pattern: RegExp): Promise<string[]> {
	const found: string[] = [];
	for await (const file of glob(folders, {cwd: source})) {
		const text = isSearched(file) ? await readFile(path.join(source, file), 'utf8') : '';
		found.push(
			...text
				.split('\n')
				.filter(line => isSentence(line) && pattern.test(line))
				.map(line => `${file}: ${line.trim()}`),
		);
	}

	return found;
}

test('no sentence of a screen names a default key, because config.yaml can change it', async () => {
	const rows = path.join('tui', 'keys', 'rows');
	expect(await sentencesIn('tui/**/*.{ts,tsx}', file => !file.startsWith(rows), named)).toEqual([]);
});

test('nothing below the screens names a key: commands show its sentences, too', async () => {
	const screens = `tui${path.sep}`;
	expect(
		await sentencesIn(
			'**/*.ts',
			file => !file.startsWith(screens),
			/\b[Pp]ress (?!ctrl-c again)|\b[Ww]ith [!A-Zb-z] /v,
		),
	).toEqual([]);
});

test.each([
	'Press y to delete, esc to cancel.',
	'… esc: cancel',
	'Paused. f: continue',
	'or ctrl+r to use it anyway',
	'Press ! to continue.',
	'Pending (!). It is',
	'Undo (u) can',
])('%s would be found', text => {
	expect(named.test(`'${text}'`)).toBe(true);
});
