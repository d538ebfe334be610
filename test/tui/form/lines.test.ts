import {expect, test} from 'vitest';
import {emptyDraft} from '../../../source/notification/fields.ts';
import {focusedLine, formLines} from '../../../source/tui/form/form-view.tsx';
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
		const lines = formLines({...focused, highlighted: {index, isAcceptedOnLeave: false}}, 76);
		const shown = lines.flatMap(line =>
			line.kind === 'text' && line.label === '' && line.tone !== 'faint' && /^[▌ ] \S/v.test(line.text) ? [line] : [],
		);
		const first = Math.min(Math.max(0, index - 3), values.length - 5);
		expect(shown.map(({text}) => text.slice(2))).toEqual(values.slice(first, first + 5));
		expect(shown.filter(({tone}) => tone === 'focus').map(({text}) => text.slice(2))).toEqual([values[index]]);
		expect(JSON.stringify(lines)).toContain(`${values.length - 5} more: `);
	}
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

test('the filters are told in a sentence, unless it stands beside the form', () => {
	const filters = ['value', 'asset'].map(fieldName => ({fieldName, operator: 'eq', value: '10', valueType: 'int'}));
	const state = openForm({draft: {...emptyDraft, filters}});
	const told = (isToldBeside: boolean) =>
		formLines(state, 76, isToldBeside).some(
			line => line.kind === 'text' && line.text === 'when value = 10 and asset = 10',
		);
	expect(told(false)).toBe(true);
	expect(told(true)).toBe(false);
});

test('of a long template five lines are shown, the last one with the cursor', () => {
	const draft = {...emptyDraft, template: '1\n2\n3\n4\n5\n6\n7'};
	const shownAt = (cursor: number) => {
		const state = focusOn(openForm({draft}), 'template');
		const lines = formLines({...state, edit: {...state.edit, cursor}}, 76);
		const line = lines[focusedLine(lines)];
		const shown = lines.flatMap(each =>
			each.kind === 'fields' && each.cells.length === 1 && /^\d$/v.test(each.cells[0]!.text) ? each.cells[0]!.text : [],
		);
		expect(JSON.stringify(lines)).toContain('7 lines in total');
		return [shown.join(''), line?.kind === 'fields' && line.cells[0]!.text];
	};

	expect(shownAt(0)).toEqual(['12345', '1']);
	expect(shownAt(8)).toEqual(['12345', '5']);
	expect(shownAt(10)).toEqual(['23456', '6']);
	expect(shownAt(13)).toEqual(['34567', '7']);
});
