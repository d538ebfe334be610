import {describe, expect, test} from 'vitest';
import type {ItemQuery} from '../../../source/ledger/changes.ts';
import type {Item} from '../../../source/ledger/item.ts';
import {finish} from '../../../source/platform/time-slices.ts';
import type {Failure} from '../../../source/service/failure.ts';
import {formatTime} from '../../../source/terminal/time.ts';
import {
	endingsSaid,
	endSaid,
	groupItems,
	groupRow,
	interruptedSaid,
	pendingQuestion,
	rowsOfGroups,
} from '../../../source/tui/changes/change-lines.ts';
import {leftNotice, resultNotice, settledNotice} from '../../../source/tui/ui/notices.ts';
import type {SettledChange} from '../../../source/account/settle-pending.ts';
import {endedWith, impossible, itemWith, refusedBy, setWith} from '../../helpers/items.ts';
import {told} from '../../helpers/told.ts';
import {answered, creation, input, moment, oldOne} from '../../ledger/ledgers.ts';
import {initialNavigation, reduceNavigation, type Notice} from '../../../source/tui/ui/navigation.ts';

const onList = (notice: Notice): Notice => reduceNavigation(initialNavigation, {type: 'notice', notice}).notice!;
const resultOnList = (...given: Parameters<typeof resultNotice>) => onList(resultNotice(...given));
const settledOnList = (...given: Parameters<typeof settledNotice>) => onList(settledNotice(...given));

const refused: Failure = {
	kind: 'unauthorized',
	outcome: 'rejected',
	summary: 'The service rejected the API key (401).',
	nextStep: 'Enter another.',
};
const failed: Failure = {...refused, kind: 'server', summary: 'The service failed (503).'};

const stillListed = {why: 'answer', text: 'It is still listed.'} as const;

test('a change of several that was interrupted says how far it got, and what each key does', () => {
	const first = itemWith({
		kind: 'replace',
		snapshot: {...oldOne('7', {recipient: 'old@example.com'}), template: input.template},
	});
	const edit = setWith('replace', {done: 135, created: 65, planned: 2050});
	expect(told(interruptedSaid(edit, first, moment + 27_000)).map(({text}) => text)).toStrictEqual([
		' Bulk edit interrupted · 27 s ago · recipient',
		'   135 done   65 half done (old and new exist)   2,050 not started',
	]);
	const keys = (...set: Parameters<typeof setWith>) =>
		told(endingsSaid(setWith(...set), 'activity')).map(({text}) => text.trim());
	expect(keys('replace', edit.counts)).toStrictEqual([
		'f  finish the remaining 2,115',
		's  stop here: keep 135, roll back 65',
		'b  roll back everything',
	]);
	expect(keys('replace', {created: 2, unknown: 1})).toStrictEqual([
		'f  finish the remaining 3',
		'b  roll back everything',
	]);
	expect(keys('delete', {planned: 3}).at(-1)).toBe('b  skip all of it');
	expect(keys('delete', {done: 96, unknown: 1})).toStrictEqual([
		'f  finish the remaining 1',
		'b  roll back everything',
	]);
	expect(keys('delete', {planned: 3, done: 1})[1]).toBe('s  stop here: keep 1, skip the rest');
});

test('the items of a change are told by what became of them and why, whatever their IDs, in the words of the first', () => {
	const item = (id: number, given: Partial<Item>) => itemWith({id, position: id, of: 6, endedAt: undefined, ...given});
	const edit = (id: number, old: string, newId: string): Item =>
		item(id, {kind: 'replace', phase: 'created', snapshot: oldOne(old), newId, reason: [{why: 'listed-now'}]});
	const all = [
		item(1, {phase: 'done', newId: '10'}),
		edit(2, '1', '11'),
		edit(3, '12', '13'),
		item(4, {phase: 'failed', reason: [{why: 'answer', text: 'Not allowed (403).'}]}),
		item(5, {phase: 'planned'}),
		item(6, {phase: 'planned'}),
	];
	const source = {
		item: (id: number) => all.find(each => each.id === id),
		itemAt: (_set: number, position: number) => all[position - 1],
		items: (_set: number, {phases, after = 0}: ItemQuery = {}) =>
			all.filter(({phase, position}) => phases?.includes(phase) === true && position > after),
	};
	const set = setWith('replace', {done: 1, created: 2, failed: 1, planned: 2});
	const groups = finish(groupItems(set, source));
	const rows = Array.from({length: rowsOfGroups(groups)}, (_, index) => groupRow(groups, index)!).map(
		({group, item: of}) => of?.position ?? group.line.text,
	);
	expect(rows).toStrictEqual([
		'✗ 1 failed: Not allowed (403).',
		4,
		'? 2 half done: 11 is listed now: finish the edit to delete 1, or roll it back. … and 1 more',
		2,
		3,
		'· 2 not started',
		5,
		6,
		'✓ 1 done',
		1,
	]);
	expect(groupRow(groups, rows.length)).toBeUndefined();
	const refusal = (id: number, old: string): Item =>
		item(id, {
			kind: 'delete',
			phase: 'failed',
			snapshot: oldOne(old),
			reason: [{why: 'answer', text: `No (403): ${old} is not yours.`}],
		});
	const refusals = [refusal(1, '4'), refusal(2, '7'), refusal(3, 'e-5')];
	const refusedGroups = finish(
		groupItems(setWith('delete', {failed: 3}), {
			...source,
			items: (_set, query) => refusals.slice(query?.after),
		}),
	);
	const left = [
		item(1, {phase: 'unfollowed', endedAt: moment, reason: [{why: 'stopped-following'}]}),
		item(2, {phase: 'unfollowed', endedAt: moment, reason: [{why: 'stopped-following'}]}),
	];
	const leftGroups = groupItems(setWith('create', {failed: 2}), {
		...source,
		items: (_set, query) => left.slice(query?.after),
	});
	expect(finish(leftGroups).map(({line}) => line.text)).toStrictEqual([
		'? 2 not followed: You stopped following it; what was sent may still take effect.',
	]);
	const lost = (id: number, old: string): Item =>
		item(id, {
			kind: 'delete',
			phase: 'failed',
			snapshot: oldOne(old),
			reason: [{why: 'answer', text: '127.0.0.1 did not answer.'}],
		});
	const unanswered = [lost(1, '1'), lost(2, '2'), lost(3, '127')];
	expect(
		finish(
			groupItems(setWith('delete', {failed: 3}), {...source, items: (_set, query) => unanswered.slice(query?.after)}),
		).map(({line}) => line.text),
	).toStrictEqual(['✗ 3 failed: 127.0.0.1 did not answer.']);
	expect(refusedGroups.map(({line}) => line.text)).toStrictEqual([
		'✗ 3 failed: No (403): 4 is not yours. … and 2 more',
	]);
	const whole = finish(groupItems(setWith('create', {done: 6}), source));
	expect([rowsOfGroups(whole), groupRow(whole, 1)?.item?.position]).toStrictEqual([7, 1]);
});

test.each<[Partial<Item>, string, string]>([
	[{kind: 'replace', snapshot: oldOne('7'), newId: '8'}, 'good', '✓ Replaced 7 with 8. u: undo'],
	[{newId: '8', reason: [{why: 'answer', text: 'It is listed.'}]}, 'good', '✓ Created 8. It is listed. u: undo'],
	[
		{kind: 'recreate', snapshot: oldOne('7'), newId: '9', undoes: 1, isUndo: true},
		'good',
		'✓ Undone. Recreated 7 as 9. U: redo',
	],
	[{kind: 'delete', snapshot: oldOne('9'), undoes: 2}, 'good', '✓ Redone. Deleted 9. u: undo'],
	[
		{newId: '8', notes: [{why: 'others', ids: ['9']}]},
		'good',
		'✓ Created 8. 9 is new and identical: a proxy may have sent the request twice. Delete what is not wanted. D: duplicates · u: undo',
	],
	[
		{phase: 'rolled-back', newId: '8', reason: [{why: 'taken-back', id: '8', isConfirmed: true}]},
		'good',
		'✓ Rolled back 8. 8 was deleted.',
	],
	[
		{kind: 'delete', phase: 'failed', snapshot: oldOne('7\u{7}'), reason: [stillListed]},
		'bad',
		'✗ 7␇ was not deleted. It is still listed.',
	],
	[
		{
			kind: 'replace',
			phase: 'failed',
			snapshot: oldOne('7'),
			newId: '8',
			reason: [{why: 'neither', is: 'new-missing'}],
		},
		'bad',
		'✗ Failed 7 → 8. Neither 7 nor 8 is listed any more. It may still appear: look at the list again before you create it anew.',
	],
])('what became of %j is told as %s: %s', (change, tone, text) => {
	const notice = resultOnList(endedWith(itemWith(change)));
	expect([notice.tone, notice.text, notice.refusal]).toStrictEqual([tone, text, undefined]);
	expect(notice.follows).toBe(change.phase === undefined ? change.newId : undefined);
});

test('of several it is told how many, what was skipped, and the key that takes them back', () => {
	const text = (...given: Parameters<typeof setWith>) =>
		resultOnList(endedWith(undefined, {set: setWith(...given)}), {place: 'SANDBOX'}).text;
	expect(text('delete', {done: 3})).toBe('✓ Deleted 3 notifications from SANDBOX. u: undo');
	expect(text('create', {done: 1000, skipped: 2})).toBe('✓ Created 1,000 notifications on SANDBOX. 2 skipped. u: undo');
	expect(text('replace', {skipped: 5})).toBe('✓ Replaced 0 notifications on SANDBOX. 5 skipped.');
	expect(text('replace', {rolledBack: 32, skipped: 28})).toBe('✓ Rolled back 32 notifications on SANDBOX. 28 skipped.');
	expect(text('replace', {done: 2, rolledBack: 3})).toBe(
		'✓ Replaced 2 notifications on SANDBOX. 3 rolled back. u: undo',
	);
	expect(
		resultOnList(endedWith(undefined, {set: setWith('recreate', {done: 3})}), {
			first: itemWith({undoes: 1, isUndo: true}),
		}).text,
	).toBe('✓ Undone. Recreated 3 notifications. U: redo');
});

test('of several that are not all done it is told why one is not', () => {
	const notice = (given: Parameters<typeof setWith>[1], problem?: string, failure?: Failure) =>
		resultOnList(endedWith(undefined, {set: setWith('delete', given), problem, failure}));
	expect(notice({created: 2, unknown: 1}, 'The old one is gone.', failed)).toMatchObject({
		tone: 'bad',
		text: '✗ Deleted 0 of 3 (2 half done, 1 outcome unknown). The old one is gone.',
	});
	expect(notice({created: 2}, undefined, failed).text).toBe(
		'✗ Deleted 0 of 2 (2 half done). The service failed (503).',
	);
	expect(notice({unknown: 1, done: 1}, 'No listing.')).toMatchObject({
		tone: 'warning',
		text: '? Deleted 1 of 2 (1 outcome unknown). No listing.',
	});
	expect(notice({failed: 1, done: 1})).toMatchObject({tone: 'bad', text: '✗ Deleted 1 of 2 (1 failed).'});
});

test('what is still pending says why, which key shows it, and what is added', () => {
	const wait = {why: 'choose', ids: ['8'], as: 'unchecked'} as const;
	const creating = itemWith({phase: 'creating', endedAt: undefined, reason: [wait]});
	expect(resultOnList(endedWith(creating), {more: 'Your draft is saved.'})).toEqual({
		tone: 'warning',
		text: '? 8 has this content, but it may have existed before. Your draft is saved. ! shows the change.',
		refusal: undefined,
	});
	const ok = {n: 1, at: 0, method: 'POST', target: '8', ...answered('ok')} as const;
	const accepted = {
		...creating,
		newId: '8',
		requests: [ok],
		reason: [{why: 'confirmed', what: 'created', id: '8'}] as const,
	};
	expect(resultOnList(endedWith(accepted))).toEqual({
		text: 'Pending. The service confirmed it as ID 8, but no listing shows it yet. ! shows the change.',
		follows: '8',
		refusal: undefined,
	});
	expect(resultOnList(endedWith({...creating, reason: []}, {problem: 'Stopped.'})).text).toBe(
		'? Stopped. ! shows the change.',
	);
	expect(resultOnList(endedWith({...creating, reason: []})).text).toBe(
		'? It is pending: the new notification is not listed yet. ! shows the change.',
	);
});

test('screens say until when something is waited for as they say other times', () => {
	const until = moment + 30_000;
	const wait = {why: 'wait', what: 'deleted', until} as const;
	const deleting = itemWith({
		kind: 'delete',
		phase: 'deleting',
		endedAt: undefined,
		snapshot: oldOne('7'),
		reason: [wait],
	});
	const set = setWith('delete', {done: 1, unknown: 1});
	const expected = `chainbell checks every listing until ${formatTime(moment + 60_000).slice(-5)}.`;
	expect(resultOnList(endedWith(deleting)).text).toBe(`? ${expected} ! shows the change.`);
	expect(resultNotice(endedWith(undefined, {set, left: deleting})).text).toContain(expected);
	expect(endSaid(endedWith(undefined, {set, left: deleting}))).toContainEqual({text: expected, tone: 'warning'});
});

test('a refused key goes with the notice, and a reason of its own stands alone', () => {
	const item = itemWith({phase: 'failed'});
	expect(resultOnList(endedWith(item, {failures: new Map([[item.id, refused]])}))).toMatchObject({refusal: refused});
	expect(resultOnList(endedWith(item, {failure: failed})).refusal).toBeUndefined();
	expect(resultOnList(refusedBy(refused))).toMatchObject({
		tone: 'bad',
		text: '✗ The service rejected the API key (401).',
		refusal: refused,
	});
	expect(resultOnList(impossible('Another chainbell is working on it.\u{7}'))).toEqual({
		tone: 'bad',
		text: '✗ Another chainbell is working on it.␇',
		refusal: undefined,
	});
});

test('who leaves an attempt that did not succeed is told that nothing was changed, and why', () => {
	const cancelled = {...failed, kind: 'cancelled'} as const;
	expect(leftNotice('delete', refusedBy(failed)).text).toBe('Nothing was deleted. The service failed (503).');
	expect(leftNotice('replace', refusedBy(cancelled)).text).toBe('Nothing was replaced.');
	expect(leftNotice('create', impossible('Nothing was sent. It is read-only.')).text).toBe('Nothing was created.');
	const item = itemWith({kind: 'delete', phase: 'failed', snapshot: oldOne('7'), reason: [stillListed]});
	expect(leftNotice('delete', endedWith(item)).text).toBe('✗ 7 was not deleted. It is still listed.');
});

/** The question with its consequences, and how many it can delete. */
function asked(...parameters: Parameters<typeof pendingQuestion>) {
	const {asked: question, consequences, count} = pendingQuestion(...parameters);
	return [`${question}|${consequences}`, count];
}

describe('a question says what the answer does, and how many it can delete', () => {
	const several = (...given: Parameters<typeof setWith>) => ({set: setWith(...given), item: undefined});
	const one = (change: Partial<Item>) => ({set: setWith(change.kind ?? 'create'), item: itemWith(change)});
	const edit = {kind: 'replace', snapshot: oldOne('7\u{7}'), newId: '8', phase: 'created'} as const;

	test.each<[Parameters<typeof pendingQuestion>[1], string, number]>([
		[several('delete', {done: 3, failed: 2}), 'Retry: delete 2 notifications from prod?|', 2],
		[several('replace', {failed: 1}), 'Retry: replace 1 notification on prod?|', 1],
		[several('create', {failed: 1}), 'Retry: create 1 notification on prod?|', 0],
		[
			several('delete', {done: 7, failed: 3, planned: 50}),
			'Retry: delete 3 notifications, and finish the remaining 50 from prod?|',
			53,
		],
	])('retry %j', (...[subject, ...question]) => {
		expect(asked('retry', subject, 'prod')).toEqual(question);
	});

	test('a retry tells what is sent from what is only looked for', () => {
		const retry = (counts: Parameters<typeof setWith>[1], lost: number) =>
			asked('retry', several('replace', counts), 'prod', {lost});
		expect(retry({failed: 38, planned: 2}, 2)).toEqual([
			'Retry: replace 36 notifications, and finish the remaining 2 on prod?|',
			38,
		]);
		expect(retry({failed: 2, planned: 1}, 2)).toEqual(['Retry: finish the remaining 1 on prod?|', 1]);
		expect(retry({failed: 2}, 2)).toEqual(['Retry: look for 2 again?|', 0]);
	});

	test.each<[Parameters<typeof pendingQuestion>[1], string, number]>([
		[several('delete', {planned: 3}), 'Delete the remaining 3 from prod?|', 3],
		[
			several('replace', {planned: 2, created: 1, unknown: 1}),
			'Replace the remaining 4 on prod?|Each old one is deleted once its new one is listed.',
			4,
		],
		[several('mixed', {planned: 1, done: 1}), 'Change the remaining 1 on prod?|This can delete notifications.', 1],
		[
			one(edit),
			'Finish the edit: delete "Treasury" (ID 7␇) from prod?|It is pending: both the new and the old notification exist.',
			1,
		],
	])('finish %j', (...[subject, ...question]) => {
		expect(asked('finish', subject, 'prod')).toEqual(question);
	});

	test('the notification is the one that is deleted, with its name', () => {
		const renamed = one({...edit, input: {...creation.input, name: 'New', userId: 'new'}});
		const [finishing, back] = (['finish', 'take-back'] as const).map(how => pendingQuestion(how, renamed, 'prod'));
		expect([finishing!.asked, finishing!.object]).toEqual([
			'Finish the edit: delete "Treasury" (ID 7␇) from prod?',
			expect.objectContaining({name: 'Treasury', userId: 'user-1'}),
		]);
		expect([back!.asked, back!.object]).toEqual([
			'Roll back the edit of "Treasury" (ID 7␇): delete ID 8 from prod?',
			expect.objectContaining({name: 'New', userId: 'new'}),
		]);
	});

	test.each<[Parameters<typeof pendingQuestion>[1], string, number]>([
		[
			several('delete', {planned: 3, unknown: 1}),
			'Roll back everything: recreate up to 1 notification on prod, with a new ID?|The 3 that were not sent are skipped. The one with an unknown outcome is looked for first. What is done is rolled back once nothing of the rest is open.',
			1,
		],
		[
			several('create', {unknown: 3}),
			'Roll back everything: delete up to 3 notifications from prod?|Each of the 3 with an unknown outcome is looked for first. What is done is rolled back once nothing of the rest is open.',
			3,
		],
		[
			several('replace', {planned: 1, created: 32}),
			'Roll back the bulk edit: delete 32 new ones from prod?|The 1 that was not sent is skipped.',
			32,
		],
		[
			several('replace', {created: 1, unknown: 2}),
			'Roll back the bulk edit: delete up to 3 new ones from prod?|Each of the 2 with an unknown outcome is looked for first.',
			3,
		],
		[
			one(edit),
			'Roll back the edit of "Treasury" (ID 7␇): delete ID 8 from prod?|It is pending: both the new and the old notification exist.',
			1,
		],
		[
			one({phase: 'creating'}),
			'Roll back the create of "Treasury": delete what it may have created from prod?|It is pending: the new notification is not listed yet.',
			1,
		],
		[
			one({phase: 'planned'}),
			'Roll back the create of "Treasury"? Nothing is deleted.|It is pending: nothing was sent yet.',
			0,
		],
		[
			one({kind: 'delete', phase: 'deleting', snapshot: oldOne('7')}),
			'Roll back the delete of "Treasury" (ID 7)? Nothing is deleted.|It is pending: the old notification may have been deleted.',
			0,
		],
		[
			several('delete', {planned: 3, done: 4}),
			'Roll back everything: recreate 4 notifications on prod, with new IDs?|The 3 that were not sent are skipped.',
			4,
		],
		[
			several('replace', {planned: 2050, created: 65, done: 135}),
			'Roll back everything: replace 135 notifications on prod with what they were before, with new IDs?|First this will delete 65 new ones. The 2,050 that were not sent are skipped.',
			200,
		],
	])('take back %j', (...[subject, ...question]) => {
		expect(asked('take-back', subject, 'prod')).toEqual(question);
	});

	test('of what is done only what can be undone is rolled back', () => {
		expect(asked('take-back', several('recreate', {planned: 12, done: 8}), 'prod', {undoable: 4})).toEqual([
			'Roll back everything: delete 4 notifications from prod?|The 12 that were not sent are skipped.',
			4,
		]);
	});

	test('what no response named is deleted only by name, and keeps the rest from being rolled back', () => {
		expect(asked('take-back', several('replace', {created: 4, done: 20}), 'prod', {unnamed: 4})).toEqual([
			'Roll back everything: replace 20 notifications on prod with what they were before, with new IDs?|First this will delete up to 4 new ones. No response named 4 of the new ones: each is deleted only if you name it (enter, then b). What is done is rolled back once nothing of the rest is open.',
			24,
		]);
	});

	test.each<[Parameters<typeof pendingQuestion>[1], string, number]>([
		[
			several('delete', {planned: 3, done: 4}),
			'Stop here: keep 4 and skip the rest? Nothing is deleted.|The 3 that were not sent are skipped.',
			0,
		],
		[
			several('replace', {planned: 1, created: 1, unknown: 2, done: 9}),
			'Stop here: keep 9 and delete up to 3 new ones from prod?|The 1 that was not sent is skipped. Each of the 2 with an unknown outcome is looked for first.',
			3,
		],
	])('stop %j', (...[subject, ...question]) => {
		expect(asked('stop', subject, 'prod')).toEqual(question);
	});

	test.each<[Parameters<typeof pendingQuestion>[1], string]>([
		[
			several('create', {unknown: 3}),
			'Stop following the 3 open items of the bulk create?|What was sent may still take effect.',
		],
		[
			several('delete', {done: 40, planned: 20}),
			'Stop following the bulk delete?|The 20 that were not sent are skipped.',
		],
		[
			one({}),
			'Stop following the create of "Treasury"?|What was sent may still take effect, and its outcome will not be shown.',
		],
		[
			one(edit),
			'Stop following the edit of "Treasury" (ID 7␇)?|What was sent may still take effect, and its outcome will not be shown.',
		],
	])('stop following %j', (subject, question) => {
		expect(asked('drop', subject, 'prod')).toEqual([question, 0]);
	});
});

const settled = (change: Partial<Item>): SettledChange => ({
	kind: 'set',
	set: setWith('create'),
	only: itemWith(change),
	done: 0,
	failed: 0,
});
const several = (kind: Parameters<typeof setWith>[0], done: number, notDone: number): SettledChange => ({
	kind: 'set',
	set: setWith(kind, {done: 3}),
	only: undefined,
	done,
	failed: notDone,
});

test.each<[SettledChange, 'good' | undefined, string]>([
	[settled({newId: '8'}), 'good', '✓ Created 8. A listing has confirmed it.'],
	[
		settled({newId: '8', notes: [{why: 'unconfirmed', is: 'listed'}]}),
		'good',
		'✓ Created 8. A listing has confirmed it.',
	],
	[
		settled({newId: '8', notes: [{why: 'may-have-overwritten', id: '2'}]}),
		'good',
		'✓ Created 8. A listing has confirmed it. If 2 has changed, the service overwrote it.',
	],
	[
		settled({kind: 'recreate', snapshot: oldOne('7'), newId: '8'}),
		'good',
		'✓ Recreated 7 as 8. A listing has confirmed it.',
	],
	[
		settled({kind: 'replace', snapshot: oldOne('7'), newId: '8'}),
		'good',
		'✓ Replaced 7 with 8. A listing has confirmed it.',
	],
	[settled({kind: 'delete', snapshot: oldOne('7')}), 'good', '✓ Deleted 7. A listing has confirmed it.'],
	[
		settled({kind: 'delete', phase: 'failed', snapshot: oldOne('7'), reason: [stillListed]}),
		undefined,
		'✗ 7 was not deleted. It is still listed.',
	],
	[
		settled({phase: 'failed', reason: [{why: 'not-created', isQuiet: true}]}),
		undefined,
		'✗ Failed: nothing was changed. Nothing was created.',
	],
	[
		settled({phase: 'rolled-back', newId: '8', reason: [{why: 'taken-back', id: '8', isConfirmed: true}]}),
		undefined,
		'✓ Rolled back 8. 8 was deleted.',
	],
	[
		settled({kind: 'replace', phase: 'created', snapshot: oldOne('7'), newId: '8', reason: [{why: 'listed-now'}]}),
		undefined,
		'! 8 is listed now: finish the edit to delete 7, or roll it back. Press ! in the list to continue.',
	],
	[
		{
			kind: 'revised',
			item: itemWith({
				kind: 'delete',
				set: 12,
				position: 3,
				of: 4,
				snapshot: oldOne('7'),
				phase: 'failed',
				reason: [{why: 'listed-again'}],
			}),
		},
		undefined,
		'! Change 12.3 (delete 7): It counted as deleted, but is listed again.',
	],
	[several('delete', 2, 0), undefined, '✓ Bulk delete: 2 deleted. A listing has confirmed it.'],
	[several('create', 0, 1), undefined, '✗ Bulk create: 1 not created. H: history'],
	[
		several('replace', 1, 1),
		undefined,
		'✓ Bulk edit: 1 replaced. A listing has confirmed it. ✗ Bulk edit: 1 not replaced. H: history',
	],
])('what a listing has settled is told: %j', (change, tone, text) => {
	expect(settledOnList([change])).toEqual({tone, text});
});

test('of many changes two are told, and how many there are', () => {
	const one = settled({newId: '8'});
	expect(settledOnList([one, one]).text).not.toContain('pending changes are settled');
	expect(settledOnList([one, one, settled({phase: 'failed'})])).toEqual({
		tone: undefined,
		text: '3 pending changes are settled. ✓ Created 8. A listing has confirmed it. ✓ Created 8. A listing has confirmed it. … H: history',
	});
});
