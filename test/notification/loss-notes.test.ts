import {expect, test} from 'vitest';
import {batchUndoNotes, lossesOf, lossNotes} from '../../source/notification/losses.ts';
import {input, oldOne} from '../ledger/ledgers.ts';

const exact = {contentUnknown: 0, undocumented: 0, incomplete: 0};

test('of many, each kind of loss is a sentence, and topics are named where they can be lost', () => {
	expect(
		lossNotes({contentUnknown: 2, losesTopics: true, undocumented: 1200, incomplete: 1}, 4000, 'chainbell undo'),
	).toStrictEqual([
		'The templates and topics of 2 are unknown here. chainbell undo recreates them without.',
		'1,200 have undocumented fields or values. They are sent again, but the service may refuse or ignore them.',
		'chainbell undo cannot recreate 1: it contains the API key, which is never stored and must be entered again.',
	]);
	expect(lossNotes({...exact, contentUnknown: 3}, 3, 'u')).toStrictEqual([
		'The templates of all 3 are unknown here. u recreates them without.',
	]);
	expect(lossNotes(exact, 3, 'u')).toStrictEqual([]);
});

test('of one, each kind of loss is a sentence about it', () => {
	expect(lossNotes({...exact, contentUnknown: 1}, 1, 'u')).toStrictEqual([
		'u recreates it without its template, which is unknown here.',
	]);
	expect(
		lossNotes(
			{
				contentUnknown: 1,
				losesTopics: true,
				undocumented: 1,
				differences: ['no user', 'members priority'],
				incomplete: 1,
			},
			1,
			'u',
		),
	).toStrictEqual([
		'u recreates it without its template and topics, which are unknown here.',
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
		'The templates of all 12 are unknown here. This undo recreates them without.',
		'1 is identical to a listed notification: recreating it creates a duplicate.',
	]);
	expect(batchUndoNotes({...survey, impossible: 2, reason: '7 no longer exists.', duplicates: 1000})).toStrictEqual([
		'2 cannot be undone. The first: 7 no longer exists.',
		'1,000 are identical to listed notifications: recreating them creates duplicates.',
	]);
});
