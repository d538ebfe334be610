import {expect, test} from 'vitest';
import {textKeys} from '../../../source/tui/keys/action-names.ts';
import {helpLines, helpPage} from '../../../source/tui/tools/help.tsx';
import {bindings, scopes, type Scope} from '../../../source/tui/keys/bindings.ts';
import {startApp} from '../../helpers/app.tsx';

const texts = (search?: string, columns = 79) => helpLines('detail', columns, search).map(lineOf => lineOf().text);

test('every key takes one line at 80 columns, with its whole label', () => {
	const lines = texts();
	for (const {keys, label} of [...bindings, ...textKeys]) {
		expect(lines.filter(line => line.startsWith(`  ${keys.join(' ')}  `) && line.endsWith(`  ${label}`))).not.toEqual(
			[],
		);
	}
});

test('in a wide terminal keys have their whole labels, and a screen reader gets each on its line', () => {
	const wide = texts('', 200);
	for (const {keys, label} of bindings) {
		expect(wide.some(line => line.includes(`  ${keys.join(' ')}  `) && line.includes(`  ${label}`))).toBe(true);
	}

	const read = helpLines('detail', 200, '', true).map(lineOf => lineOf().text);
	expect(read.filter(line => line.startsWith('  ') && /\S {3,}\S.*\S {3,}\S/v.test(line))).toEqual([]);
});

test('the keys of the screen come first, then the common ones, then every other scope once', () => {
	const titles = texts()
		.slice(helpPage('detail', 79).length)
		.filter(text => /^\S/v.test(text))
		.map(text => text.toLowerCase());
	expect(titles.slice(0, 2)).toEqual(['notification', 'everywhere']);
	expect(titles.toSorted()).toEqual(
		[...Object.values(scopes).map(({title}) => title.toLowerCase()), 'text'].toSorted(),
	);
});

test('words narrow: all of them, in keys, labels and titles, in any case', () => {
	const lines = texts('DELETE asks').filter(text => text.startsWith('  '));
	expect(lines).not.toEqual([]);
	expect(lines.filter(text => !/delete/iv.test(text) || !text.includes('asks'))).toEqual([]);
	expect(texts('requests').filter(text => /^\S/v.test(text))).toContain('Requests');
	expect(texts('no such key at all')).toEqual([]);
});

const pageOf = (scope: Scope, columns = 79) => helpPage(scope, columns).map(({text}) => text);

test('it begins with the keys of the screen on one page of 80x24, in groups, each with a short name that is whole in the list', () => {
	const linesAt80x24 = 19;
	for (const scope of Object.keys(scopes) as Scope[]) {
		const page = helpPage(scope, 79);
		expect(page.length).toBeLessThanOrEqual(linesAt80x24);
		expect(
			helpLines(scope, 79)
				.slice(0, page.length)
				.map(lineOf => lineOf()),
		).toEqual(page);
	}

	const list = pageOf('list').join('\n');
	expect(list).toMatch(/^Change /mv);
	expect(list).toMatch(/^ {2}enter +Open notification|\S {2,}enter +Open notification/mv);
	expect(list).toMatch(/ {2}up down +Move/v);
	expect(list).not.toMatch(/\S…(?: {2}|$)/mv);
});

test('the page has as many columns as fit, and no line is wider than the terminal', () => {
	for (const columns of [39, 79, 119, 199]) {
		const page = pageOf('list', columns);
		expect(page.length).toBeLessThanOrEqual(Math.ceil(44 / Math.floor(columns / 38)));
		expect(page.filter(line => line.length > columns)).toEqual([]);
	}
});

test('says when no key matches; ctrl+g leaves it, too', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('?', ...'xyzzy');
	await app.waitFor('No key matches.');
	await app.press('C-g');
	await app.waitFor('12 notifications');
});
