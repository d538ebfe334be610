import fc from 'fast-check';
import {expect, test} from 'vitest';
import {breakdownOf} from '../../../source/query/group.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {asks, deletionUndoSaid, layOutQuestion} from '../../../source/tui/ui/question.tsx';
import {notificationWith} from '../../helpers/notifications.ts';
import {told} from '../../helpers/told.ts';

const filters = [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}];
const treasury = notificationWith({
	id: '1',
	userId: 'ops-1',
	name: 'Treasury',
	recipient: 'treasury@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters,
});
const one = {asked: 'Delete 1?', object: treasury, status: '✗ It failed.', consequences: 'u recreates it.'};
const many = {
	asked: asks('Delete 40?'),
	summary: breakdownOf([treasury, treasury, {...treasury, channel: 'WEBHOOK'}]),
	consequences: 'u recreates them.',
	shownCommand: 'chainbell delete …',
};
const textsOf = (lines: ReadonlyArray<{readonly text: string}>) => lines.map(({text}) => text);

test('a question about one is what is asked, the notification, what happened and the consequences', () => {
	const layout = layOutQuestion(one, 4, {columns: 80, rows: 20});
	expect(textsOf(layout.head)).toEqual([
		'Delete 1?',
		'  E-mail treasury@example.com when value > 10',
		'  at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1',
		'✗ It failed.',
		'u recreates it.',
	]);
	expect(layout).toMatchObject({scrolled: [], required: 0, count: 4, isShown: true});
});

test('in few lines all but what is asked and what happened scrolls, and has to be read', () => {
	const layout = layOutQuestion(one, 4, {columns: 80, rows: 6});
	expect(textsOf(layout.head)).toEqual(['Delete 1?', '✗ It failed.']);
	expect(layout.required).toBe(layout.scrolled.length);
	expect(textsOf(layout.scrolled).at(-1)).toBe('u recreates it.');
	expect(layout).toMatchObject({count: layout.required + 4, height: 4, isShown: true});
	// In one line it can be neither read nor answered.
	expect(layOutQuestion(one, 4, {columns: 80, rows: 1})).toMatchObject({isShown: false});
});

const titled = 'ID   USER';

test('the counts are at the right of a question about many, and its consequences below the rows; in few lines they stay, and the command scrolls', () => {
	const whole = layOutQuestion(many, 40, {columns: 60, rows: 8, titled});
	expect(textsOf(whole.head)).toEqual([`Delete 40?${' '.repeat(29)}2 EMAIL · 1 WEBHOOK`, titled]);
	expect(textsOf(whole.foot)).toEqual(['u recreates them.', 'chainbell delete …']);
	expect(whole).toMatchObject({height: 3, count: 40});
	const low = layOutQuestion(many, 40, {columns: 31, rows: 7, titled});
	expect(textsOf(low.head)).toEqual(['Delete 40?   2 EMAIL · 1 more', 'u recreates them.']);
	expect(textsOf(low.scrolled)).toEqual(['chainbell delete …']);
	expect(low).toMatchObject({required: 0, count: 41, height: 5});
	const lowest = layOutQuestion(many, 40, {columns: 20, rows: 3, titled});
	expect(textsOf(lowest.head)).toEqual(['Delete 40?']);
	expect(lowest).toMatchObject({required: 1, height: 2});
});

test('several users are counted where there is room', () => {
	const summary = breakdownOf([treasury, {...treasury, userId: 'ops-2'}]);
	expect(textsOf(layOutQuestion({...many, summary}, 2, {columns: 80, rows: 20, titled}).head)[0]).toMatch(
		/ 2 EMAIL · 2 users$/v,
	);
});

test('every line fits, and something can be read below what stays, whatever the service lists', () => {
	const text = fc.string({unit: 'grapheme', maxLength: 200});
	fc.assert(
		fc.property(
			text,
			text,
			fc.integer({min: 40, max: 160}),
			fc.integer({min: 2, max: 30}),
			(name, recipient, columns, rows) => {
				const object = notificationWith({name, recipient, filters});
				const {head, scrolled, height} = layOutQuestion({...one, object, consequences: name}, 4, {columns, rows});
				expect(head.length + height).toBeLessThanOrEqual(rows);
				expect(scrolled.length === 0 || height > 0).toBe(true);
				for (const line of [...head, ...scrolled]) {
					expect(widthOf(line.text)).toBeLessThanOrEqual(columns - 1);
				}
			},
		),
	);
});

const exact = {contentUnknown: 0, undocumented: 0, incomplete: 0};

test.each([
	[exact, 1, 'plain: u recreates it exactly, with a new ID.'],
	[exact, 1200, 'plain: u recreates all 1,200 exactly, with new IDs.'],
	[{...exact, contentUnknown: 1}, 1, 'warning: ! u cannot restore its template, if any: the service returns none.'],
])('before a deletion the operator sees what an undo could recreate: %j of %i', (losses, total, line) => {
	const said = told(deletionUndoSaid(losses, total, undefined));
	expect(said.map(({tone, text}) => `${tone}:${text}`)).toStrictEqual([line]);
});
