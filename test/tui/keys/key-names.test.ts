import {readFile, glob} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';

const screens = path.join(import.meta.dirname, '../../../source/tui');

/** A default key in a sentence: after "press", before a colon, or with what it does. Keys of text fields cannot be changed. */
const named = /\b[Pp]ress (?:[^\s$<=\{\}]|esc|enter|(?:ctrl|alt)\+[a-z])(?![\w\}])|(?:\besc|\b(?:ctrl|alt)\+(?!j\b)[a-z]|[\s'\(`][!A-Za-z])(?:: | to )(?:cancel|stop|clear|continue|retry|skip|undo|redo|finish|discard|unfold|fold|look|roll|open|resume|delete|use|send)\b/v;

const isSentence = (line: string) => !/^\s*(?:\/?\*|\/\/)/v.test(line);

test('no sentence of a screen names a default key, because config.yaml can change it', async () => {
	const found: string[] = [];
	for await (const file of glob('**/*.{ts,tsx}', {cwd: screens})) {
		const text = file.startsWith(path.join('keys', 'rows')) ? '' : await readFile(path.join(screens, file), 'utf8');
		found.push(...text.split('\n').filter(line => isSentence(line) && named.test(line)).map(line => `${file}: ${line.trim()}`));
	}

	expect(found).toEqual([]);
});

test.each([
	'Press y to delete, esc to cancel.',
	'… esc: cancel',
	'Paused. f: continue',
	'or ctrl+r to use it anyway',
	'Press ! to continue.',
])('%s would be found', text => {
	expect(named.test(`'${text}'`)).toBe(true);
});
