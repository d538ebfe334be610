import {expect, test} from 'vitest';
import {undoText} from '../../source/notification/operation-texts.ts';

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
