import {expect, test} from 'vitest';
import {countTexts, doneText, idsText, itemText, resultText} from '../../source/notification/operation-texts.ts';

const none = {done: 0, failed: 0, created: 0, unknown: 0, planned: 0, rolledBack: 0, skipped: 0};

test('counts are those of some, with separators', () => {
	expect(
		countTexts({skipped: 6, rolledBack: 7, planned: 5, unknown: 4, created: 3, failed: 2, done: 1200}),
	).toStrictEqual([
		'1,200 done',
		'2 failed',
		'3 half done',
		'4 outcome unknown',
		'5 not started',
		'7 rolled back',
		'6 skipped',
	]);
	expect([countTexts(none), countTexts({failed: 1})]).toStrictEqual([[], ['1 failed']]);
});

test('the result of a batch says what is not done', () => {
	expect(resultText('Deleted', {...none, done: 1000, failed: 2}, 1002)).toBe('Deleted 1,000 of 1,002 (2 failed).');
	expect(resultText('Created', {...none, done: 3}, 3)).toBe('Created 3 of 3.');
});

const named = {name: 'Treasury', userId: 'user-1'};
const item = {
	kind: 'replace',
	phase: 'done',
	snapshot: {id: '7', input: named},
	input: {...named, name: 'After'},
	newId: '8',
	detail: undefined,
} as const;

test('an item is one line: its state and IDs, its name and user, and the reason', () => {
	expect(itemText(item)).toBe('✓ 7 → 8  Treasury · user-1');
	expect(
		itemText({
			...item,
			kind: 'delete',
			phase: 'failed',
			input: undefined,
			newId: undefined,
			detail: 'It is still listed.',
		}),
	).toBe('✗ 7  Treasury · user-1: It is still listed.');
	expect(
		itemText({
			...item,
			kind: 'create',
			phase: 'failed',
			snapshot: undefined,
			newId: undefined,
			detail: 'Refused (400).',
			input: {...named, name: ''},
		}),
	).toBe('✗ user-1: Refused (400).');
	expect(itemText({...item, phase: 'deleting'})).toBe(
		'? 7 → 8  Treasury · user-1: the old notification may have been deleted',
	);
	expect(itemText({...item, phase: 'failed'})).toBe('✗ 7 → 8  Treasury · user-1: failed');
	expect(itemText({...item, phase: 'rolled-back', newId: undefined})).toBe('– 7  Treasury · user-1');
	expect(itemText({...item, snapshot: undefined, input: undefined})).toBe('✓ 8');
	expect(itemText({...item, phase: 'failed'}, ([name]) => `${name!.slice(0, 3)}…`)).toBe('✗ 7 → 8  Tre…: failed');
});

test('an item that is not done says where it stands in the input, and the refused fields in place of the sentence', () => {
	const issues = [
		{field: 'delivery_location', message: 'is required'},
		{field: '', message: 'too many'},
	];
	const refused = {
		...item,
		kind: 'create',
		phase: 'failed',
		snapshot: undefined,
		newId: undefined,
		place: 'line 3',
		detail: 'The service rejected the request (400).',
	} as const;
	expect(itemText({...refused, issues})).toBe('✗ line 3: After · user-1: delivery_location: is required; too many');
	expect(itemText(refused)).toBe('✗ line 3: After · user-1: The service rejected the request (400).');
	expect(itemText({...item, phase: 'deleting', place: '1.2'})).toBe(
		'? 1.2: 7 → 8  Treasury · user-1: the old notification may have been deleted',
	);
	expect(itemText({...item, place: 'line 3'})).toBe('✓ 7 → 8  Treasury · user-1');
});

test('the word between two IDs depends on the kind', () => {
	expect([idsText(item), idsText({...item, kind: 'recreate'})]).toStrictEqual(['7 with 8', '7 as 8']);
});

const created = {kind: 'create', snapshot: undefined, newId: '8', detail: undefined} as const;

test.each([
	[created, 'Created 8 on production.'],
	[{...created, newId: undefined, detail: 'No ID was returned.'}, 'Created on production. No ID was returned.'],
	[
		{...created, kind: 'replace', snapshot: {id: '7'}, detail: 'It was gone.'},
		'Replaced 7 with 8 on production. It was gone.',
	],
	[{...created, kind: 'recreate', snapshot: {id: '7'}}, 'Recreated 7 as 8 on production.'],
	[{...created, kind: 'delete', snapshot: {id: '7'}, newId: undefined}, 'Deleted 7 from production.'],
] as const)('the effect of %j is told', (operation, text) => {
	expect(doneText(operation, 'production')).toBe(text);
});
