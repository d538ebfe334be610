import {expect, test} from 'vitest';
import {helpLines} from '../../../source/tui/help/help-lines.ts';
import {bindings, scopes} from '../../../source/tui/keys/bindings.ts';
import {textKeys} from '../../../source/tui/keys/text-keys.ts';

const texts = (search?: string, columns = 79) => helpLines('detail', columns, search).map(({text}) => text);

test('every key takes one line at 80 columns, with its whole label', () => {
	const lines = texts();
	for (const {keys, label} of [...bindings, ...textKeys]) {
		expect(lines.filter(line => line.startsWith(`  ${keys.join(' ')}  `) && line.endsWith(`  ${label}`))).not.toEqual([]);
	}
});

test('the keys of the screen come first, then the common ones, then every other scope once', () => {
	const titles = texts().filter(text => /^\S/v.test(text)).map(text => text.toLowerCase());
	expect(titles.slice(0, 2)).toEqual(['notification', 'everywhere']);
	expect(titles.toSorted()).toEqual([...Object.values(scopes).map(({title}) => title.toLowerCase()), 'text'].toSorted());
});

test('words narrow: all of them, in keys, labels and titles, in any case', () => {
	const lines = texts('DELETE asks').filter(text => text.startsWith('  '));
	expect(lines).not.toEqual([]);
	expect(lines.filter(text => !/delete/iv.test(text) || !text.includes('asks'))).toEqual([]);
	expect(texts('drafts').filter(text => /^\S/v.test(text))).toContain('Drafts');
	expect(texts('no such key at all')).toEqual([]);
});

test('in a narrow terminal labels are cut, not wrapped', () => {
	for (const text of texts(undefined, 39)) {
		expect(text.length).toBeLessThanOrEqual(39);
	}
});
