import {expect, onTestFinished, test, describe} from 'vitest';
import type {Look} from '../../source/changes/context.ts';
import {createPendingChanges, type PendingSummary, pendingRefusal} from '../../source/account/pending-changes.ts';
import {type SettledChange, type Settlement, settlePending} from '../../source/account/settle-pending.ts';
import {createListeners} from '../../source/platform/listeners.ts';
import type {Item, Event, NewItem} from '../../source/ledger/item.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {stillClock} from '../helpers/app.tsx';
import {lookAt, recordOf} from '../helpers/looks.ts';
import {waitUntil} from '../helpers/wait.ts';
import {
	awaited,
	begin,
	creation,
	deletion,
	edit,
	happen,
	make,
	openNew,
	profile,
	seen,
	sent,
	answered,
	created,
	deleted,
	input,
	recreation,
} from '../ledger/ledgers.ts';
import {createPlace} from '../changes/harness.ts';

/** A pause of the clock. */
type Pause = {readonly milliseconds: number; readonly end: () => void; readonly signal: AbortSignal | undefined};

/** What a listing settles does not matter here. */
const done = {kind: 'revised'} as SettledChange;

const settling = (wait?: number): Settlement => ({settled: [done], wait});

/** The pending changes of a ledger, with a listing store and a clock that only the test moves. */
function createRig(ledger: Ledger, openLedger = async () => awaited(ledger)) {
	const watchers = createListeners();
	const until = async (isMet: () => boolean) =>
		waitUntil(
			() => (isMet() ? true : undefined),
			watchers.add,
			() => 'It did not happen.',
		);
	const pauses: Pause[] = [];
	const listings = createListeners<[look: Look]>();
	const checks = createListeners();
	const looks: Look[] = [];
	const told: Array<{readonly changes: readonly SettledChange[]; readonly count: number}> = [];
	let listening = 0;
	let refreshes = 0;
	let next: Settlement | undefined;
	const pending = createPendingChanges({
		profileKey: profile,
		clock: {
			...stillClock,
			async sleep(milliseconds, signal) {
				const {promise, resolve, reject} = Promise.withResolvers<void>();
				signal?.addEventListener('abort', () => {
					reject(new Error('aborted'));
					watchers.notify();
				});
				pauses.push({milliseconds, end: resolve, signal});
				watchers.notify();
				return promise;
			},
		},
		listing: {
			onListing(listener) {
				const stop = listings.add(listener);
				listening++;
				return () => {
					listening--;
					stop();
				};
			},
			onChecked: checks.add,
			refresh() {
				refreshes++;
				watchers.notify();
			},
		},
		openLedger,
		async settle(look) {
			looks.push(look);
			watchers.notify();
			return next;
		},
	});
	pending.subscribe(watchers.notify);
	pending.onSettled(changes => {
		told.push({changes, count: pending.get().count});
		watchers.notify();
	});
	onTestFinished(pending.close);
	const list = async (settlement: Settlement | undefined) => {
		next = settlement;
		const count = looks.length;
		listings.notify(lookAt(0));
		await until(() => looks.length > count);
	};

	return {
		pending,
		until,
		/** The pauses so far. */
		pauses,
		/** The listings by which changes were settled. */
		looks,
		/** What listeners were told, and the count at that time. */
		told,
		refreshes: () => refreshes,
		/** Passes on that the service says that nothing has changed. */
		check: checks.notify,
		isListening: () => listening > 0,
		/** What the next listings settle; undefined: nothing, because a change is being made. */
		answerWith(settlement: Settlement | undefined) {
			next = settlement;
		},
		/** Passes a listing on, as the listing store does, and waits until it was used. */
		list,
		/** The same, of one that settles something, until that is told. */
		async settle(wait?: number) {
			const count = told.length;
			await list(settling(wait));
			await until(() => told.length > count);
		},
		async update() {
			const {promise, resolve} = Promise.withResolvers<void>();
			const stop = pending.subscribe(resolve);
			pending.update();
			await promise;
			stop();
			return pending.get();
		},
	};
}

/** A pending edit of a notification, by a replacement that is known if it has an ID. */
function beginEdit(ledger: Ledger, id: string, newId?: string): Item {
	const item = make(ledger, edit(id, id), sent('POST'), ...(newId === undefined ? [] : [seen('created', {newId})]));
	ledger.changes.release(item.set);
	return item;
}

/** The end of a pending change. */
function end(ledger: Ledger, item: Item): void {
	ledger.changes.claim(item.set);
	happen(ledger, item, seen('done'));
}

const summaryOf = (count: number, ...ids: string[]): PendingSummary => ({count, ids: new Set(ids), parked: []});

test('changes are counted until they have ended, with the notifications they are about', async () => {
	const ledger = openNew();
	const {pending, update} = createRig(ledger);
	expect(pending.get()).toStrictEqual(summaryOf(0));
	const edited = [beginEdit(ledger, '1'), beginEdit(ledger, '2', '9')];
	const creating = make(ledger, creation);
	const [first] = begin(ledger, deletion('3', {name: 'Other'}), deletion('4', {name: 'Other'}));
	happen(ledger, first!, sent('DELETE', '3'), seen('failed'));
	expect(await update()).toStrictEqual(summaryOf(4, '1', '2', '9', '4'));
	for (const item of [...edited, creating]) {
		end(ledger, item);
	}

	expect(await update()).toStrictEqual(summaryOf(1, '4'));
});

test('that nothing has changed, according to the service, settles nothing, but shows what another process left pending', async () => {
	const ledger = openNew();
	const {pending, list, check, until, looks} = createRig(ledger);
	await list({settled: [], wait: undefined});
	beginEdit(ledger, '1');
	check();
	await until(() => pending.get().count > 0);
	expect(pending.get()).toStrictEqual(summaryOf(1, '1'));
	expect(looks).toHaveLength(1);
});

test('a listing that settles something is told, also if nothing had been counted before', async () => {
	const {pending, settle} = createRig(openNew());
	const before = pending.get();
	await settle();
	expect(pending.get()).not.toBe(before);
});

test('once the wait is over it lists again, a little later; a later listing replaces that time', async () => {
	const {pending, list, until, pauses, refreshes} = createRig(openNew());
	await list(settling(5000));
	await until(() => pauses.length === 1);
	expect([pending.isWaiting(), pending.nextWait()]).toEqual([true, 5000]);
	await list(settling(3000));
	await until(() => pauses.length === 2);
	expect(pauses.map(({signal, milliseconds}) => [signal?.aborted, milliseconds])).toEqual([
		[true, 5100],
		[false, 3100],
	]);
	expect(refreshes()).toBe(0);
	pauses[1]!.end();
	await until(() => refreshes() > 0);
	expect(refreshes()).toBe(1);
});

const own = (...ids: string[]) => ids.map(id => [id, undefined] as const);

test.each([
	['nothing is pending', ['1'], own('2'), undefined],
	['one', ['1'], own('1'), {reason: 'A change of 1 is pending: finish it or roll it back first.', isPending: true}],
	[
		'one of two',
		['1', '2'],
		own('1'),
		{
			reason: 'Of these 2, 1 has a pending change (1): finish it or roll it back first, or leave it out.',
			isPending: true,
		},
	],
	[
		'many',
		['1', '2', '3', '4', '5', '6', '7'],
		own('1', '2', '3', '4', '5', '6'),
		{
			reason:
				'Of these 7, 6 have a pending change (1, 2, 3, 4, 5 and 1 more): finish it or roll it back first, or leave them out.',
			isPending: true,
		},
	],
	[
		'all of two',
		['1', '2'],
		own('1', '2'),
		{reason: 'Of these 2, 2 have a pending change (1, 2): finish it or roll it back first.', isPending: true},
	],
	[
		'one, in another process',
		['1'],
		[['1', {pid: 77}] as const],
		{reason: 'Another chainbell (process 77) is working on 1. Try again when it has finished.'},
	],
	[
		'one, at a colleague',
		['1'],
		[['1', {operator: 'anna\u{1B}', host: 'ci-7'}] as const],
		{reason: 'anna␛ on ci-7 is working on 1. Try again when they have finished.'},
	],
	[
		'several, some of them in another process',
		['1', '2', '3', '4'],
		[...own('1'), ['2', {pid: 77}] as const, ['3', {pid: 77}] as const],
		{
			reason:
				'Another chainbell (process 77) is working on 2 of these 4 (2, 3). Try again when it has finished, or leave them out.',
		},
	],
])('the refusal where what is pending is: %s', (_name, ids, pending, refusal) => {
	expect(pendingRefusal(ids, new Map(pending.map(([id, holder]) => [id, {holder}])))).toEqual(refusal);
});

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
		leave(...items: ReadonlyArray<readonly [NewItem, ...Event[]]>) {
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
	// From when it was read.
	expect(await settle(settled - 100, ['1'], {readAt: settled - 40})).toEqual({settled: [], wait: 40});
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

test('of several that are settled none is told alone', async () => {
	const {leave, settle} = setUp();
	leave([deletion('1'), deleting('1'), answered('ok', {}, sentAt)], [deletion('2')]);
	expect(await settle(sentAt + 1, ['2'])).toMatchObject({settled: [{only: undefined, done: 1, failed: 0}]});
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
