import {describe, expect, test} from 'vitest';
import {settlePending} from '../../source/account/settle-pending.ts';
import type {Event, Item, NewItem} from '../../source/ledger/item.ts';
import {createPlace} from '../changes/harness.ts';
import {lookAt, recordOf} from '../helpers/looks.ts';
import {
	answered,
	awaited,
	begin,
	created,
	creation,
	deleted,
	deletion,
	edit,
	happen,
	input,
	profile,
	recreation,
	seen,
	sent,
} from '../ledger/ledgers.ts';

const settlingTime = 60_000;

/** When the requests of these tests were sent. */
const sentAt = 100_000;

const settled = sentAt + settlingTime;

/** When a second listing proves that what the one at `settled` did not show is missing. */
const second = settled + 2000;

const nothing = {settled: [], wait: undefined};

/** A ledger, and how a listing settles what is pending in it. */
function setUp() {
	const {ledger, file, time, contextWith} = createPlace({baseUrl: 'http://127.0.0.1:1/', apiKey: 'unused'});
	const {changes} = ledger;
	return {
		ledger,
		changes,
		file,
		/** Makes a change to whose items this happens, and that no process owns. */
		leave(...items: ReadonlyArray<readonly [NewItem, ...Event[]]>): Item[] {
			const made = begin(ledger, ...items.map(([item]) => item));
			const left = made.map((item, index) => happen(ledger, item, ...(items[index]!.slice(1) as Event[])));
			changes.release(left[0]!.set);
			return left;
		},
		/** Settles by a complete listing that is begun at a moment, and that has been read at another one. */
		async settle(
			at: number,
			ids: readonly string[],
			{
				readAt = at,
				account = profile,
				names = {},
			}: {
				readonly readAt?: number;
				readonly account?: string;
				readonly names?: Readonly<Record<string, string>>;
			} = {},
		) {
			time.at = readAt;
			const {template: _template, topics: _topics, ...fields} = input;
			const records = ids.map(id => recordOf(id, {...fields, name: names[id] ?? fields.name}));
			return settlePending(awaited(ledger), contextWith({profile: account, settlingTime}), lookAt(at, records));
		},
	};
}

const posted = sent('POST', undefined, sentAt);
const deleting = (id: string, at = sentAt) => sent('DELETE', id, at);

test('what is pending stays so until its time is over, and the shortest wait is told', async () => {
	const {leave, settle} = setUp();
	leave([{...creation, knownIds: ['1']}, posted]);
	leave([deletion('1'), deleting('1', sentAt + 700)]);
	expect(await settle(settled - 1, ['1'])).toEqual({settled: [], wait: 1});
	expect(await settle(settled, ['1'])).toEqual({settled: [], wait: 700});
	expect(await settle(settled + 700, ['1'])).toMatchObject({
		settled: [{kind: 'set', set: {id: 2}, only: {phase: 'failed'}, done: 0, failed: 1}],
		wait: 1300,
	});
	expect(await settle(second, ['1'])).toMatchObject({
		settled: [{kind: 'set', set: {id: 1}, only: {phase: 'failed'}, done: 0, failed: 1}],
		wait: undefined,
	});
	expect(await settle(second, ['1'])).toEqual(nothing);
});

test('the items of several are settled one by one, and what they sent is not sent again', async () => {
	const {ledger, leave, settle} = setUp();
	const [one, two, three, planned] = leave(
		[deletion('1'), deleting('1'), answered('ok', {status: 204}, sentAt)],
		[deletion('2'), deleting('2')],
		[edit('3'), posted, answered('ok', {named: '9'}, sentAt)],
		[deletion('4')],
	);
	const names = {9: 'New'};
	const set = {id: 1, counts: {unknown: 1, done: 1, created: 1, planned: 1}};
	expect(await settle(sentAt + 1, ['2', '3', '4', '9'], {names})).toMatchObject({
		settled: [{kind: 'set', set, only: undefined, done: 1, failed: 0}],
		wait: settlingTime - 1,
	});
	expect(await settle(settled, ['2', '3', '4', '9'], {names})).toMatchObject({
		settled: [{done: 0, failed: 1}],
		wait: undefined,
	});
	// The rest waits for the operator, and any process can go on with it.
	expect(await settle(second, ['2', '3', '4', '9'], {names})).toEqual(nothing);
	const now = [one, two, three, planned].map(each => ledger.changes.item(each!.id)!);
	expect(now.map(({phase, requests}) => [phase, requests.length])).toEqual([
		['done', 1],
		['failed', 1],
		['created', 1],
		['planned', 0],
	]);
	expect(() => happen(ledger, planned!, seen('failed'))).toThrow('Change 1 is not claimed.');
});

describe('an edit whose old one was still listed after its DELETE', () => {
	const half = (outcome: 'ok' | 'unknown' | 'rejected', id = '3') =>
		[
			edit(id),
			posted,
			answered('ok', {named: '9'}, sentAt),
			seen('created', {newId: '9'}),
			deleting(id),
			answered(outcome, {}, sentAt),
			seen('created', {reason: [{why: 'still-listed', isConfirmed: outcome === 'ok', is: 'both'}]}),
		] as const;
	const names = {9: 'New'};

	test('is done once a listing lacks that', async () => {
		const {leave, settle} = setUp();
		leave(half('ok'));
		expect(await settle(settled, ['1', '3', '9'], {names})).toEqual(nothing);
		expect(await settle(settled, ['1', '9'], {names})).toMatchObject({
			settled: [{only: {phase: 'done', newId: '9', reason: []}, done: 1, failed: 0}],
		});
	});
});

describe('a notification that counted as deleted and is listed again', () => {
	test('is told once, and stays undoable', async () => {
		const {changes, leave, settle} = setUp();
		const [one] = leave([deletion('1'), ...deleted('1')], [deletion('2'), ...deleted('2')]);
		expect(await settle(settled, ['1'])).toMatchObject({settled: [{kind: 'revised', item: {id: one!.id}}]});
		expect(changes.item(one!.id)).toMatchObject({phase: 'failed', reason: [{why: 'listed-again'}]});
		expect(changes.undoable(one!.id)?.id).toBe(one!.id);
		expect(await settle(settled, ['1'])).toEqual(nothing);
	});

	test('is not told while its DELETE may still take effect, nor with other content', async () => {
		const {leave, settle} = setUp();
		leave([deletion('1'), deleting('1'), answered('ok', {}, sentAt), seen('done')]);
		expect(await settle(settled - 1, ['1'])).toEqual(nothing);
		expect(await settle(settled, ['1'], {names: {1: 'Another'}})).toEqual(nothing);
		expect(await settle(settled, ['1'])).toMatchObject({settled: [{kind: 'revised'}]});
	});

	test('is not what a later item has created, or may have', async () => {
		const {leave, settle} = setUp();
		leave([deletion('1'), ...deleted('1')]);
		const [back] = leave([recreation('1'), sent('POST', undefined, settled - 1)]);
		expect(await settle(settled, [])).toMatchObject({settled: []});
		expect(await settle(settled, ['1'])).toMatchObject({settled: []});
		expect(await settle(settled + settlingTime, ['1'])).toMatchObject({settled: [{set: {id: back!.set}, done: 1}]});
		leave([edit('5', input.name), ...created('5')]);
		expect(await settle(settled + settlingTime, ['1', '5'])).toEqual(nothing);
	});
});
