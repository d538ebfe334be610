import {expect, test} from 'vitest';
import {emptyDraft} from '../../../source/notification/fields.ts';
import {focusedLine, formLines, suggestionsOver} from '../../../source/tui/form/write-view.tsx';
import {reduceForm} from '../../../source/tui/form/form-reducer.ts';
import {focusOn, openForm, suggestionsOf} from '../../../source/tui/form/form.ts';

const networks = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

test('of many suggestions five are shown: the highlighted one, the one below it, and those above', () => {
	const state = {
		...openForm({draft: emptyDraft}),
		listedValues: {...openForm({draft: emptyDraft}).listedValues, network: networks},
	};
	const focused = focusOn(state, 'network');
	const values = suggestionsOf(focused).map(({value}) => value);
	expect(values.length).toBeGreaterThanOrEqual(networks.length);
	for (const index of values.keys()) {
		const {lines} = suggestionsOver({...focused, highlighted: {index, isAcceptedOnLeave: false}}, 76)!;
		const shown = lines.filter(({role}) => role !== 'faint').map(line => ({...line, text: line.text.slice(2).trim()}));
		const first = Math.min(Math.max(0, index - 3), values.length - 5);
		expect(shown.map(({text}) => text)).toEqual(values.slice(first, first + 5));
		expect(shown.filter(({role}) => role === 'focus').map(({text}) => text)).toEqual([values[index]]);
		expect(JSON.stringify(lines)).toContain(`${values.length - 5} more: `);
	}
});

test('suggestions lie over the lines below, under what they complete', () => {
	const state = focusOn(openForm({draft: emptyDraft}), 'filters');
	const typed = reduceForm(state, {type: 'paste', text: 'value >'});
	expect(suggestionsOver(typed, 60)).toMatchObject({left: 'value '.length - 3});
	expect(formLines(typed, 60)).toHaveLength(formLines({...typed, highlighted: undefined}, 60).length);
	expect(suggestionsOver(focusOn(typed, 'name'), 60)).toBeUndefined();
});

test('the question after a paste of several addresses is whole in a narrow terminal', () => {
	const addresses = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'];
	const draft = {...emptyDraft, addresses: [addresses.join(' ')]};
	const state = {...focusOn(openForm({draft}), 'address'), draft, canSplit: true, mode: 'several' as const};
	const asked = formLines(state, 25).flatMap(line =>
		line.kind === 'text' && line.tone === 'warning' ? [line.text.slice(2)] : [],
	);
	expect(asked.join(' ')).toBe('2 addresses: create 2 notifications?');
	expect(Math.max(...asked.map(text => text.length))).toBeLessThanOrEqual(23);
});

test('filters are wrapped between words, and the place of each mistake is marked below it', () => {
	const text = 'value > 10 and asset = and hash contains dead';
	const state = {...focusOn(openForm({draft: emptyDraft}), 'filters'), visited: new Set(['filters' as const])};
	const typed = reduceForm(state, {type: 'paste', text});
	const lines = formLines({...typed, highlighted: undefined}, 24);
	const from = lines.findIndex(line => line.kind === 'field' && line.label === 'Filters');
	expect(lines.slice(from, from + 6).map(line => line.text)).toEqual([
		'value > 10 and asset = ',
		`${' '.repeat(22)}^`,
		'and hash contains dead',
		'✗ Filter 2 has no value',
		'  yet.',
		'',
	]);
	expect(focusedLine(lines)).toBe(from + 2);
	expect(lines[from + 2]).toMatchObject({cursor: 'and hash contains dead'.length, label: ''});
});

test('of a long template five lines are shown, the last one with the cursor', () => {
	const draft = {...emptyDraft, template: '1\n2\n3\n4\n5\n6\n7'};
	const shownAt = (cursor: number) => {
		const state = focusOn(openForm({draft}), 'template');
		const lines = formLines({...state, edit: {...state.edit, cursor}}, 76);
		const line = lines[focusedLine(lines)];
		const shown = lines.flatMap(each => (each.kind === 'field' && /^\d$/v.test(each.text) ? each.text : []));
		expect(JSON.stringify(lines)).toContain('7 lines in total');
		return [shown.join(''), line?.text];
	};

	expect(shownAt(0)).toEqual(['12345', '1']);
	expect(shownAt(8)).toEqual(['12345', '5']);
	expect(shownAt(10)).toEqual(['23456', '6']);
	expect(shownAt(13)).toEqual(['34567', '7']);
});
