import {expect, test} from 'vitest';
import {countTexts, doneText, itemText, namedText, undoText} from '../../source/notification/operation-texts.ts';
import {batchUndoNotes, lossesOf, lossNotes} from '../../source/notification/losses.ts';
import {input, oldOne} from '../ledger/ledgers.ts';

const none = {done: 0, failed: 0, created: 0, unknown: 0, planned: 0, rolledBack: 0, skipped: 0};

test.each([
	[{name: 'Treasury', id: '17'}, '"Treasury" (ID 17)'],
	[{name: ' ', id: '17'}, 'ID 17'],
	[{name: 'Treasury'}, '"Treasury"'],
	[{name: ''}, 'a notification'],
	[{name: 'x'.repeat(61), id: '17'}, `"${'x'.repeat(60)}…" (ID 17)`],
])('a question names %j', (named, text) => {
	expect(namedText(named)).toBe(text);
});

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

test.each([
	[
		'recreate',
		'recreate "Treasury" on production, with a new ID',
		'recreate 1,200 notifications on production, with new IDs',
	],
	['delete', 'delete "Treasury" from production', 'delete 1,200 notifications from production'],
	[
		'replace',
		'replace "Treasury" on production with what it was before, with a new ID',
		'replace 1,200 notifications on production with what they were before, with new IDs',
	],
	[
		'mixed',
		'reverse 1 change on production (what is recreated gets a new ID)',
		'reverse 1,200 changes on production (what is recreated gets a new ID)',
	],
] as const)('an undo by a %s is described in the same words for one and for many', (kind, one, many) => {
	expect([
		undoText(kind, {count: 1, name: '"Treasury"', place: 'production'}),
		undoText(kind, {count: 1200, place: 'production'}),
	]).toStrictEqual([one, many]);
});

test('one without a name is counted', () => {
	expect(undoText('delete', {count: 1, place: 'production'})).toBe('delete 1 notification from production');
});

const exact = {contentUnknown: 0, undocumented: 0, incomplete: 0};

test('of many, each kind of loss is a sentence, and topics are named where they can be lost', () => {
	expect(
		lossNotes({contentUnknown: 2, topicsUnknown: 2, undocumented: 1200, incomplete: 1}, 4000, 'chainbell undo'),
	).toStrictEqual([
		'chainbell undo cannot restore the templates and topics of 2, if any: the service returns none.',
		'1,200 have undocumented fields or values. They are sent again, but the service may refuse or ignore them.',
		'chainbell undo cannot recreate 1: it contains the API key, which is never stored and must be entered again.',
	]);
	expect(lossNotes({...exact, contentUnknown: 4, topicsUnknown: 1}, 4, 'u')).toStrictEqual([
		'u cannot restore the templates of all 4 and the topics of 1, if any: the service returns none.',
	]);
	expect(lossNotes({...exact, contentUnknown: 3}, 3, 'u')).toStrictEqual([
		'u cannot restore the templates of all 3, if any: the service returns none.',
	]);
	expect(lossNotes(exact, 3, 'u')).toStrictEqual([]);
});

test('of one, each kind of loss is a sentence about it', () => {
	expect(lossNotes({...exact, contentUnknown: 1}, 1, 'u')).toStrictEqual([
		'u cannot restore its template, if any: the service returns none.',
	]);
	expect(
		lossNotes(
			{
				contentUnknown: 1,
				topicsUnknown: 1,
				undocumented: 1,
				differences: ['no user', 'members priority'],
				incomplete: 1,
			},
			1,
			'u',
		),
	).toStrictEqual([
		'u cannot restore its template and topics, if any: the service returns none.',
		'It has undocumented fields or values (no user; members priority). They are sent again, but the service may refuse or ignore them.',
		'u cannot recreate it: it contains the API key, which is never stored and must be entered again.',
	]);
});

test('the losses of one are found in its record, and in what was sent from this machine', () => {
	const {template, topics} = input;
	const known = {...oldOne(), template, topics};
	expect(lossesOf(known, false)).toMatchObject(exact);
	expect(lossesOf(oldOne(), false)).toMatchObject({...exact, contentUnknown: 1});
	expect(lossesOf({...known, raw: {id: 7, priority: 1}}, true)).toMatchObject({
		contentUnknown: 0,
		undocumented: 1,
		differences: ['members priority'],
		incomplete: 1,
	});
});

test('before a bulk operation is undone, what it leaves out and what it doubles is told', () => {
	const survey = {...exact, count: 12, impossible: 0, reason: undefined, duplicates: 0};
	expect(batchUndoNotes(survey)).toStrictEqual([]);
	expect(
		batchUndoNotes({...survey, contentUnknown: 12, impossible: 1, reason: '7 no longer exists.', duplicates: 1}),
	).toStrictEqual([
		'1 cannot be undone: 7 no longer exists.',
		'This undo cannot restore the templates of all 12, if any: the service returns none.',
		'1 is identical to a listed notification: recreating it creates a duplicate.',
	]);
	expect(batchUndoNotes({...survey, impossible: 2, reason: '7 no longer exists.', duplicates: 1000})).toStrictEqual([
		'2 cannot be undone. The first: 7 no longer exists.',
		'1,000 are identical to listed notifications: recreating them creates duplicates.',
	]);
});
