import {expect, test} from 'vitest';
import {emptyDraft} from '../../../source/notification/fields.ts';
import {focusedLine, formLines, suggestionsOver} from '../../../source/tui/form/write-view.tsx';
import {noValues} from '../../../source/notification/suggest.ts';
import {reduceForm} from '../../../source/tui/form/form-reducer.ts';
import {focusOn, nothingKnown, openForm, suggestionsOf} from '../../../source/tui/form/form.ts';

const networks = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

test('of many suggestions five are shown: the highlighted one, the one below it, and those above', () => {
	const focused = openForm({
		draft: emptyDraft,
		focus: 'network',
		known: {...nothingKnown, values: {...noValues, network: networks}},
	});
	const values = suggestionsOf(focused).map(({value}) => value);
	expect(values.length).toBeGreaterThanOrEqual(networks.length);
	for (const [index, value] of values.entries()) {
		const {lines} = suggestionsOver({...focused, highlighted: {value, isAcceptedOnLeave: false}}, 91)!;
		const shown = lines.map(({spans}) => ({text: spans![1]!.text.slice(2).trim(), role: spans![1]!.role}));
		const first = Math.min(Math.max(0, index - 3), values.length - 5);
		expect(shown.slice(0, 5).map(({text}) => text)).toEqual(values.slice(first, first + 5));
		expect(shown.filter(({role}) => role === 'selected').map(({text}) => text)).toEqual([value]);
		expect(shown[5]!.text).toContain(`${values.length - 5} more: `);
	}
});

test('suggestions lie over the lines below, under what they complete', () => {
	const state = focusOn(openForm({draft: emptyDraft}), 'filters');
	const typed = reduceForm(state, {type: 'paste', text: 'value >'});
	expect(suggestionsOver(typed, 75)).toMatchObject({left: 'value '.length - 3});
	expect(formLines(typed, 75)).toHaveLength(formLines({...typed, highlighted: undefined}, 75).length);
	expect(suggestionsOver(focusOn(typed, 'name'), 75)).toBeUndefined();
});

test('filters are wrapped between words, and the place of each mistake is marked below it', () => {
	const text = 'value > 10 and asset = and hash contains dead';
	const state = {...focusOn(openForm({draft: emptyDraft}), 'filters'), visited: new Set(['filters' as const])};
	const typed = reduceForm(state, {type: 'paste', text});
	const lines = formLines({...typed, highlighted: undefined}, 39);
	const from = lines.findIndex(({field}) => field === 'filters');
	expect(lines.slice(from, from + 6).map(line => line.text)).toEqual([
		'value > 10 and asset = ',
		`${' '.repeat(22)}^`,
		'and hash contains dead',
		'✗ Filter 2 has no value',
		'yet.',
		'',
	]);
	expect(focusedLine(lines)).toBe(from + 2);
	expect(lines[from + 2]).toMatchObject({input: {cursor: 'and hash contains dead'.length}, label: ''});
});

test('of a long template five lines are shown, the last one with the cursor', () => {
	const draft = {...emptyDraft, template: '1\n2\n3\n4\n5\n6\n7'};
	const shownAt = (cursor: number) => {
		const state = focusOn(openForm({draft}), 'template');
		const lines = formLines({...state, edit: {...state.edit, cursor}}, 91);
		const line = lines[focusedLine(lines)];
		const shown = lines.flatMap(({field, text}) => (field === 'template' && /^\d$/v.test(text) ? text : []));
		expect(JSON.stringify(lines)).toContain('7 lines in total');
		return [shown.join(''), line?.text];
	};

	expect(shownAt(0)).toEqual(['12345', '1']);
	expect(shownAt(8)).toEqual(['12345', '5']);
	expect(shownAt(10)).toEqual(['23456', '6']);
	expect(shownAt(13)).toEqual(['34567', '7']);
});
