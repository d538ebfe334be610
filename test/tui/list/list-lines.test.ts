import fc from 'fast-check';
import {expect, test} from 'vitest';
import {listLines, type ListNeeds} from '../../../source/tui/list/list-rows.ts';

const quiet: ListNeeds = {
	rows: 2,
	hasRows: true,
	isTyping: false,
	isSearched: false,
	messages: 0,
	problems: 0,
	hasTabs: false,
	hasValues: false,
	hasSeparators: false,
};

test('at least one row is shown beside what is typed, and nothing needs more lines than there are', () => {
	fc.assert(
		fc.property(
			fc.record({
				rows: fc.integer({min: 2, max: 40}),
				hasRows: fc.boolean(),
				isTyping: fc.boolean(),
				isSearched: fc.boolean(),
				messages: fc.nat(9),
				problems: fc.nat(9),
				hasTabs: fc.boolean(),
				hasValues: fc.boolean(),
				hasSeparators: fc.boolean(),
			}),
			needs => {
				const {height, messages, problems, ...has} = listLines(needs);
				const used =
					messages +
					problems +
					[has.hasQueryLine, has.hasTabs, has.hasTitles, has.hasValues, has.hasRule].filter(Boolean).length;
				expect(height).toBeGreaterThan(0);
				expect(used + (needs.hasRows ? height : 0)).toBeLessThanOrEqual(needs.rows);
				expect(has.hasQueryLine || !needs.isTyping).toBe(true);
				expect(messages > 0 || needs.messages === 0 || needs.rows < 5).toBe(true);
			},
		),
	);
});

test('in five lines a search, a view or a message leaves a row; a second row says more than titles', () => {
	expect(listLines(quiet)).toMatchObject({height: 2, hasTitles: false});
	expect(listLines({...quiet, isTyping: true, hasValues: true})).toMatchObject({
		height: 1,
		hasQueryLine: true,
		hasValues: false,
	});
	expect(listLines({...quiet, isSearched: true, messages: 3})).toMatchObject({
		height: 1,
		hasQueryLine: false,
		messages: 1,
	});
	expect(listLines({...quiet, hasTabs: true})).toMatchObject({height: 2, hasTabs: false});
});

test('a long message leaves most of a low list to its rows, and has all lines where there are none', () => {
	const long = {...quiet, rows: 6, messages: 7};
	expect(listLines({...long, isSearched: true})).toMatchObject({height: 3, messages: 1, hasTitles: true});
	expect(listLines({...long, hasRows: false})).toMatchObject({messages: 6});
	expect(listLines({...long, rows: 18})).toMatchObject({messages: 7, height: 10});
});
