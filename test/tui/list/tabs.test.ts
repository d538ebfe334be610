import {expect, test} from 'vitest';
import type {SavedView} from '../../../source/account/settings.ts';
import {currentView, fittingChoices, tabAt, tabsOf} from '../../../source/tui/list/first-page.ts';

const view = (name: string, change: Partial<SavedView> = {}): SavedView => ({name, query: '', ...change});

test('a tab has the number of its key, its name and its count, as far as there are any', () => {
	const views = Array.from({length: 11}, (_, index) => view(`v${index + 1}`));
	const tabs = tabsOf(
		views,
		new Map([
			[views[0]!, 0],
			[views[2]!, 3],
		]),
		1,
	);
	expect(tabs.map(({text}) => text.trimEnd())).toEqual([
		'1 v1 (0)',
		'2 v2',
		'3 v3 (3)',
		'4 v4',
		'5 v5',
		'6 v6',
		'7 v7',
		'8 v8',
		'9 v9',
		'v10',
		'v11',
	]);
	expect(tabs.filter(({isCurrent}) => isCurrent).map(({index}) => index)).toEqual([1]);
	expect(tabsOf([view(`\u{7}${'x'.repeat(30)}`)], new Map(), -1)[0]!.text).toBe(`1 ␇${'x'.repeat(22)}… `);
});

test('those that fit are drawn, from the first; the current one is among them', () => {
	const views = ['aa', 'bb', 'cc', 'dd'].map(name => view(name));
	const shown = (current: number, columns: number) =>
		fittingChoices(tabsOf(views, new Map(), current), columns)
			.map(({text}) => text)
			.join('');
	expect(shown(-1, 24)).toBe(' 1 aa  2 bb  3 cc  4 dd ');
	expect(shown(-1, 23)).toBe(' 1 aa  2 bb  3 cc  4 d…');
	expect(shown(1, 16)).toBe(' 1 aa ▌2 bb  3 …');
	expect(shown(2, 16)).toBe(' 2 bb ▌3 cc  4 …');
	expect(shown(3, 10)).toBe('▌4 dd ');
});

test('a click is on the tab at its column', () => {
	const tabs = fittingChoices(tabsOf([view('aa'), view('bb')], new Map(), -1), 80);
	expect([0, 5, 6, 11, 12].map(column => tabAt(tabs, column)?.index)).toEqual([0, 0, 1, 1, undefined]);
});

test('the view that the list shows has its search, order and grouping', () => {
	const views = [
		view('a', {query: 'x'}),
		view('b', {query: 'x', sort: {field: 'name', isDescending: true}}),
		view('c', {query: 'x', group: 'channel', groupOrder: 'count'}),
	];
	const current = (change: object) =>
		currentView(views, {query: 'x', sort: undefined, group: undefined, groupOrder: undefined, ...change});
	expect(current({})).toBe(0);
	expect(current({query: 'y'})).toBe(-1);
	expect(current({sort: {field: 'name', isDescending: true}})).toBe(1);
	expect(current({sort: {field: 'name', isDescending: false}})).toBe(-1);
	expect(current({sort: {field: 'id', isDescending: true}})).toBe(-1);
	expect(current({group: 'channel', groupOrder: 'count'})).toBe(2);
	expect(current({group: 'channel', groupOrder: 'value'})).toBe(-1);
	expect(current({group: 'network', groupOrder: 'count'})).toBe(-1);
	// Without groups there is no order of them.
	expect(current({groupOrder: 'count'})).toBe(0);
});
