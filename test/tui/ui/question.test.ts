import fc from 'fast-check';
import {expect, test} from 'vitest';
import {breakdownOf} from '../../../source/query/group.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {breakdownSaid, deletionUndoSaid, layOutQuestion, notesSaid} from '../../../source/tui/ui/question.tsx';
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
	asked: 'Delete 40?',
	summary: {label: 'by user', text: 'a 40'},
	consequences: 'u recreates them.',
	shownCommand: 'chainbell delete …',
};
const textsOf = (lines: ReadonlyArray<{readonly text: string}>) => lines.map(({text}) => text);

test('a question about one is what is asked, the notification, what happened and the consequences', () => {
	const layout = layOutQuestion(one, 4, {columns: 80, rows: 20});
	expect(textsOf(layout.head)).toEqual([
		'Delete 1?',
		'  Treasury',
		'  E-mail treasury@example.com when value > 10',
		'  at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1',
		'✗ It failed.',
		'u recreates it.',
	]);
	expect(layout).toMatchObject({scrolled: [], required: 0, count: 4, missing: 0});
});

test('in few lines all but what is asked and what happened scrolls, and has to be read', () => {
	const layout = layOutQuestion(one, 4, {columns: 80, rows: 6});
	expect(textsOf(layout.head)).toEqual(['Delete 1?', '✗ It failed.']);
	expect(layout.required).toBe(layout.scrolled.length);
	expect(textsOf(layout.scrolled).at(-1)).toBe('u recreates it.');
	expect(layout).toMatchObject({count: layout.required + 4, height: 4, missing: 0});
	// In one line it can be neither read nor answered.
	expect(layOutQuestion(one, 4, {columns: 80, rows: 1})).toMatchObject({height: 0, missing: 1});
});

test('the consequences for many stay; what is counted, and the command, scroll, and need not be read', () => {
	const whole = layOutQuestion(many, 40, {columns: 80, rows: 8});
	expect(textsOf(whole.head)).toEqual(['Delete 40?', 'a 40', 'u recreates them.', 'chainbell delete …']);
	const low = layOutQuestion(many, 40, {columns: 80, rows: 7});
	expect(textsOf(low.head)).toEqual(['Delete 40?', 'u recreates them.']);
	expect(textsOf(low.scrolled)).toEqual(['a 40', 'chainbell delete …']);
	expect(low).toMatchObject({required: 0, count: 42, height: 5});
	const lowest = layOutQuestion(many, 40, {columns: 80, rows: 3});
	expect(textsOf(lowest.head)).toEqual(['Delete 40?']);
	expect(lowest).toMatchObject({required: 1, height: 2});
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
	[{...exact, contentUnknown: 1}, 1, 'warning: ! u recreates it without its template, which is unknown here.'],
])('before a deletion the operator sees what an undo could recreate: %j of %i', (losses, total, line) => {
	const said = told(deletionUndoSaid(losses, total, undefined));
	expect(said.map(({tone, text}) => `${tone}:${text}`)).toStrictEqual([line]);
});

test('where the journal does not keep changes forever, the operator sees for how long a deletion can be undone', () => {
	expect(told(deletionUndoSaid(exact, 1, 90)).at(-1)!.text).toBe(
		' u works for 90 days: storage.history deletes older changes.',
	);
});

test('a note is safe to show', () => {
	expect(told(notesSaid(['members prio\u{7}rity.']))).toStrictEqual([{tone: 'warning', text: ' ! members prio␇rity.'}]);
});

const of = (...users: readonly string[]) =>
	breakdownOf(users.map(userId => notificationWith({userId, network: 'ETH_MAINNET'})));

test('as many values as fit, and the number of the others, safe to show', () => {
	const counts = of('user-1', 'user-1', 'user-2', 'user-3', '');
	expect(breakdownSaid(counts, 82)).toStrictEqual([
		{label: 'by user', text: 'user-1 2 · user-2 1 · user-3 1 · none 1'},
		{label: 'by channel', text: 'EMAIL 5'},
		{label: 'by network', text: 'ETH_MAINNET 5'},
	]);
	expect(breakdownSaid(counts, 42)[0]!.text).toBe('user-1 2 · 3 more');
	expect(breakdownSaid(of('a\u{202E}b\n'), 82)[0]!.text).toBe('a<U+202E>b␊ 1');
});
