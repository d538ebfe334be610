import {describe, expect, test} from 'vitest';
import {totalOf, type NewItem} from '../../../source/ledger/batches/batch.ts';
import type {OperationState} from '../../../source/ledger/journal/operation.ts';
import type {RequestAnswer} from '../../../source/ledger/journal/requests.ts';
import {LedgerError, MissingEntryError, PendingChangeError} from '../../../source/ledger/ledger-error.ts';
import type {Ledger} from '../../../source/ledger/ledger.ts';
import {
	creation,
	deleteOne,
	input,
	lastDeleted,
	moment,
	oldOne,
	open,
	openNew,
	profile,
	skipped,
	temporaryFile,
} from '../ledgers.ts';
import {spawnLedger} from '../processes.ts';

const all = {after: 0, limit: 100};

const item = (id: string): NewItem => ({kind: 'delete', profileName: 'production', snapshot: oldOne(id)});

/** A complete bulk delete of these notifications. */
function plan({journal}: Ledger, ...ids: readonly string[]): number {
	const batch = journal.beginBatch(profile);
	journal.addItems(
		batch,
		ids.map(id => item(id)),
	);
	journal.completeBatch(batch);
	return batch;
}

/** Records outcomes for the items of a batch, in order. */
function answer({journal}: Ledger, batch: number, ...outcomes: ReadonlyArray<'ok' | 'rejected' | 'unknown'>): void {
	const items = journal.itemsIn(batch, 'planned', all);
	for (const [index, outcome] of outcomes.entries()) {
		const {id, snapshot} = items[index]!;
		const request = journal.itemSent(id, {method: 'DELETE', target: snapshot!.id});
		journal.itemAnswered(
			request,
			{outcome, summary: `said of ${snapshot!.id}`},
			{state: ({ok: 'done', rejected: 'failed', unknown: undefined} as const)[outcome], detail: outcome},
		);
	}
}

test('a batch is unfinished from its completion until its last item has ended', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {journal} = ledger;
	const id = journal.beginBatch(profile, ['8', '9']);
	journal.addItems(id, [item('1'), item('2')]);
	journal.addItems(id, [item('3')]);
	expect(journal.unfinishedBatches(profile)).toStrictEqual([]);
	expect(() => journal.itemSent(1, {method: 'DELETE', target: '1'})).toThrow(
		'Bulk operation 1 does not have all its items yet.',
	);

	journal.completeBatch(id);
	const batch = {
		id,
		profile,
		kind: 'delete',
		startedAt: moment,
		counts: {planned: 3, created: 0, unknown: 0, done: 0, failed: 0, skipped: 0},
		keeps: ['8', '9'],
	};
	expect(journal.unfinishedBatches(profile)).toStrictEqual([batch]);
	expect(open(file).ledger.journal.unfinishedBatches(profile)).toStrictEqual([batch]);
	expect(journal.unfinishedBatches('another')).toStrictEqual([]);
	expect(() => {
		journal.addItems(id, [item('4')]);
	}).toThrow('Bulk operation 1 already has all its items.');

	answer(ledger, id, 'ok', 'unknown', 'rejected');
	expect(journal.batch(id).counts).toStrictEqual({planned: 0, created: 0, unknown: 1, done: 1, failed: 1, skipped: 0});
	expect(totalOf(journal.batch(id).counts)).toBe(3);
	expect(journal.itemsIn(id, 'deleting', all)).toMatchObject([
		{snapshot: {id: '2'}, detail: 'unknown', batch: id, endedAt: undefined},
	]);
	expect(journal.itemsIn(id, 'failed', all)).toMatchObject([
		{snapshot: {id: '3'}, detail: 'rejected', endedAt: moment},
	]);
	journal.changeItems([{id: 2, state: 'done', detail: 'gone'}]);
	expect(journal.unfinishedBatches(profile)).toStrictEqual([]);
	// Items are not listed as single operations, but their requests are in the history.
	expect(journal.unfinished(profile)).toStrictEqual([]);
	expect(
		journal.history({profile}).map(({kind, target, state, summary}) => [kind, target, state, summary]),
	).toStrictEqual([
		['delete', '3', 'failed', 'said of 3'],
		['delete', '2', 'done', 'said of 2'],
		['delete', '1', 'done', 'said of 1'],
	]);
});

test('an item whose request was not executed can be planned again', () => {
	const ledger = openNew();
	const {journal} = ledger;
	const batch = plan(ledger, '1');
	const request = journal.itemSent(1, {method: 'DELETE', target: '1'});
	expect(journal.get(1)?.state).toBe('deleting');
	journal.itemAnswered(request, {outcome: 'rejected', status: 429}, {state: 'planned', detail: 'too many'});
	expect(journal.batch(batch).counts.planned).toBe(1);
	journal.itemSent(1, {method: 'DELETE', target: '1'});
	expect(journal.get(1)).toMatchObject({state: 'deleting', detail: ''});
	expect(journal.requestsOf(1).map(({outcome}) => outcome)).toStrictEqual(['rejected', 'sent']);
});

test('failed items are reopened as planned, or as deleting if the outcome is unknown', () => {
	const ledger = openNew();
	const {journal} = ledger;
	const batch = plan(ledger, '1', '2', '3');
	answer(ledger, batch, 'ok', 'rejected', 'unknown');
	journal.changeItems([{id: 3, state: 'failed', detail: 'still listed'}]);
	journal.reopenFailed(batch);
	expect(journal.itemsIn(batch, 'planned', all)).toMatchObject([{id: 2, endedAt: undefined}]);
	expect(journal.itemsIn(batch, 'deleting', all)).toMatchObject([{id: 3}]);
	expect(journal.itemsIn(batch, 'done', all)).toMatchObject([{id: 1}]);
});

test('an item keeps its place when it is sent without refused members, and loses the refused fields when it is left', () => {
	const {journal} = openNew();
	const batch = journal.beginBatch(profile);
	journal.addItems(batch, [{kind: 'create', profileName: 'production', input, place: 'line 3'}]);
	journal.completeBatch(batch);
	const [id] = journal.itemIds(batch);
	const issues = [{field: 'template', message: 'Too short.'}];
	journal.itemAnswered(
		journal.itemSent(id!, {method: 'POST'}),
		{outcome: 'rejected', status: 400, summary: 'No.'},
		{state: 'failed', detail: 'No.', issues},
	);
	expect(journal.get(id!)).toMatchObject({place: 'line 3', issues});
	journal.reopenFailed(batch, new Map([[id!, ['extra']]]));
	expect(journal.get(id!)).toMatchObject({state: 'planned', place: 'line 3', issues});
	journal.leavePlanned(batch, skipped('It was not created.'));
	expect(journal.get(id!)).toMatchObject({place: 'line 3', detail: 'It was not created.'});
	expect(journal.get(id!)).not.toHaveProperty('issues');
});

test('items that are left end as rolled back, with the reason', () => {
	const ledger = openNew();
	const {journal} = ledger;
	const batch = plan(ledger, '1', '2');
	answer(ledger, batch, 'ok');
	journal.leavePlanned(batch, skipped('It was "not" deleted.'));
	expect(journal.batch(batch).counts).toStrictEqual({
		planned: 0,
		created: 0,
		unknown: 0,
		done: 1,
		failed: 0,
		skipped: 1,
	});
	expect(journal.get(2)).toMatchObject({
		state: 'rolled-back',
		detail: 'It was "not" deleted.',
		endedAt: moment,
		knownIds: [],
	});
	expect(() => journal.itemSent(2, {method: 'DELETE'})).toThrow('Operation 2 has already ended (rolled-back).');
});

describe('an item for which requests were sent before', () => {
	/** Sends a DELETE for the one item of a batch for each outcome; after each, the item is in this state. */
	function sendAll({journal}: Ledger, outcomes: ReadonlyArray<RequestAnswer['outcome']>, state: OperationState): void {
		for (const [index, outcome] of outcomes.entries()) {
			const request = journal.itemSent(1, {method: 'DELETE', target: '1'});
			journal.itemAnswered(request, {outcome}, {state: index === outcomes.length - 1 ? state : 'planned'});
		}
	}

	test.each<[ReadonlyArray<RequestAnswer['outcome']>, OperationState]>([
		[['unknown'], 'deleting'],
		[['ok'], 'deleting'],
		[['sent'], 'deleting'],
		[['unknown', 'rejected'], 'deleting'],
		[['rejected', 'not-sent'], 'planned'],
	])('after %j is reopened as %s', (outcomes, state) => {
		const ledger = openNew();
		const batch = plan(ledger, '1');
		sendAll(ledger, outcomes, 'failed');
		ledger.journal.reopenFailed(batch);
		expect(ledger.journal.get(1)).toMatchObject({state, endedAt: undefined});
	});

	test.each<[ReadonlyArray<RequestAnswer['outcome']>, OperationState]>([
		[['unknown'], 'deleting'],
		[['unknown', 'rejected'], 'deleting'],
		[['rejected', 'not-sent'], 'rolled-back'],
	])('after %j, and planned again, is %s when the rest is skipped', (outcomes, state) => {
		const ledger = openNew();
		const {journal} = ledger;
		const batch = plan(ledger, '1', '2');
		sendAll(ledger, outcomes, 'planned');
		journal.leavePlanned(batch, skipped('It was not deleted.'));
		expect([1, 2].map(id => journal.get(id)?.state)).toStrictEqual([state, 'rolled-back']);
		expect(journal.unfinishedBatches(profile)).toHaveLength(state === 'deleting' ? 1 : 0);
	});

	test('of a bulk recreate is creating again', () => {
		const {journal} = openNew();
		const batch = journal.beginBatch(profile);
		journal.addItems(
			batch,
			['1', '2'].map(id => ({kind: 'recreate', profileName: 'production', input, snapshot: oldOne(id)})),
		);
		journal.completeBatch(batch);
		for (const [index, state] of (['failed', 'planned'] as const).entries()) {
			journal.itemAnswered(journal.itemSent(index + 1, {method: 'POST'}), {outcome: 'unknown'}, {state});
		}

		journal.leavePlanned(batch, skipped('It was not created.'));
		journal.reopenFailed(batch);
		expect(journal.itemsIn(batch, 'creating', all).map(({id}) => id)).toStrictEqual([1, 2]);
	});

	test('of another batch is left alone', () => {
		const ledger = openNew();
		const {journal} = ledger;
		plan(ledger, '1');
		sendAll(ledger, ['unknown'], 'failed');
		const other = plan(ledger, '2');
		journal.reopenFailed(other);
		journal.leavePlanned(other, skipped('It was not deleted.'));
		expect([1, 2].map(id => journal.get(id)?.state)).toStrictEqual(['failed', 'rolled-back']);
	});
});

describe('a notification has one pending change at most', () => {
	test.each<[string, (ledger: Ledger) => unknown]>([
		['an edit', ({journal}) => journal.begin({...creation, kind: 'replace', snapshot: oldOne('2')})],
		['a delete', ({journal}) => journal.begin({...creation, kind: 'delete', input: undefined, snapshot: oldOne('2')})],
		['another batch', ledger => plan(ledger, '1', '2')],
	])('%s of a notification that a batch will delete is refused', (_name, begin) => {
		const ledger = openNew();
		plan(ledger, '2', '3');
		expect(() => begin(ledger)).toThrow(
			new PendingChangeError('2 has a pending change: finish it or roll it back first.'),
		);
	});

	test('a batch cannot delete a notification with a pending change, and then none of the added items is saved', () => {
		const ledger = openNew();
		ledger.journal.begin({...creation, kind: 'replace', snapshot: oldOne('2')});
		const batch = ledger.journal.beginBatch(profile);
		expect(() => {
			ledger.journal.addItems(batch, [item('1'), item('2')]);
		}).toThrow('2 has a pending change');
		expect(totalOf(ledger.journal.batch(batch).counts)).toBe(0);
	});

	test('after the change has ended, it can be changed again', () => {
		const ledger = openNew();
		answer(ledger, plan(ledger, '2'), 'rejected');
		expect(totalOf(ledger.journal.batch(plan(ledger, '2')).counts)).toBe(1);
	});
});

describe('a bulk delete', () => {
	test('is undone at once or one by one, and no item twice', () => {
		const ledger = openNew();
		const {journal} = ledger;
		deleteOne(ledger, '9');
		const batch = plan(ledger, '1', '2', '3');
		answer(ledger, batch, 'ok', 'ok', 'rejected');
		expect(lastDeleted(journal, profile)).toMatchObject({batch, snapshot: {id: '2'}});
		const undoable = () => journal.undoableItems(batch, all).map(({snapshot}) => snapshot!.id);
		expect(undoable()).toStrictEqual(['1', '2']);
		const [first, second] = journal.undoableItems(batch, all);
		expect(journal.undoable(first!.id)).toStrictEqual(first);

		journal.advance(journal.begin({...creation, kind: 'recreate', snapshot: oldOne('1')}).id, {
			state: 'done',
			newId: '11',
		});
		expect(undoable()).toStrictEqual(['2']);
		expect(journal.undoable(first!.id)).toBeUndefined();

		const back = journal.beginBatch(profile);
		journal.addItems(back, [
			{kind: 'recreate', profileName: 'production', input, snapshot: oldOne('2'), knownIds: ['5'], undoes: second!.id},
		]);
		// A bulk recreate that is not complete does not count.
		expect(undoable()).toStrictEqual(['2']);
		journal.completeBatch(back);
		expect(undoable()).toStrictEqual([]);
		expect(lastDeleted(journal, profile)?.snapshot?.id).toBe('9');
		const again = journal.beginBatch(profile);
		expect(() => {
			journal.addItems(again, [
				{kind: 'recreate', profileName: 'production', input, snapshot: oldOne('2'), undoes: second!.id},
			]);
		}).toThrow('Some of these changes are undone already');

		const request = journal.itemSent(journal.itemsIn(back, 'planned', all)[0]!.id, {method: 'POST'});
		journal.itemAnswered(request, {outcome: 'rejected'}, {state: 'failed', detail: 'no'});
		expect(undoable()).toStrictEqual(['2']);
	});
});

describe('several processes', () => {
	test('do not act on the same batch, but can claim it after its process has ended', async () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		const other = await spawnLedger(file);
		const batch = (await other.call('journal', 'beginBatch', profile, 'delete')) as number;
		await other.call('journal', 'addItems', batch, [item('1')]);
		await other.call('journal', 'completeBatch', batch);
		expect(ledger.journal.unfinishedBatches(profile)).toStrictEqual([]);
		expect(ledger.journal.claimBatch(batch)).toBe(false);
		expect(() => ledger.journal.itemSent(1, {method: 'DELETE', target: '1'})).toThrow(
			'Another chainbell is working on bulk operation 1.',
		);
		expect(() => {
			ledger.journal.reopenFailed(batch);
		}).toThrow(LedgerError);

		await other.kill();
		expect(ledger.journal.unfinishedBatches(profile)).toMatchObject([{id: batch}]);
		expect(() => ledger.journal.itemSent(1, {method: 'DELETE', target: '1'})).toThrow(
			'Another chainbell is working on bulk operation 1.',
		);
		expect(ledger.journal.claimBatch(batch)).toBe(true);
		ledger.journal.itemSent(1, {method: 'DELETE', target: '1'});
		ledger.journal.releaseBatch(batch);
		expect(ledger.journal.unfinishedBatches(profile)).toMatchObject([{id: batch, counts: {unknown: 1}}]);
	});

	test('an incomplete batch of a killed process is deleted when the next batch begins', async () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		const other = await spawnLedger(file);
		const partial = (await other.call('journal', 'beginBatch', profile, 'delete')) as number;
		await other.call('journal', 'addItems', partial, [item('1'), item('2')]);
		expect(() => plan(ledger, '2')).toThrow(`Another chainbell (process ${other.pid}) is working on 2.`);
		await other.kill();

		const batch = plan(ledger, '2');
		expect(ledger.journal.get(1)).toBeUndefined();
		expect(() => ledger.journal.batch(partial)).toThrow(
			new MissingEntryError(`The ledger has no bulk operation ${partial}.`),
		);
		expect(totalOf(ledger.journal.batch(batch).counts)).toBe(1);
	});
});

describe('a batch of mixed kinds', () => {
	const edited = {...input, name: 'Edited'};

	test('has the kind of all its items, or is mixed', () => {
		const {journal} = openNew();
		const kindOf = (...items: readonly NewItem[]) => {
			const batch = journal.beginBatch(profile);
			journal.addItems(batch, items);
			journal.completeBatch(batch);
			return journal.batch(batch).kind;
		};

		expect(kindOf(item('1'), item('2'))).toBe('delete');
		expect(kindOf({kind: 'create', profileName: 'production', input}, item('3'))).toBe('mixed');
	});

	test('leaves each planned item with the detail of its kind, and knows what creates and what deletes', () => {
		const {journal} = openNew();
		const batch = journal.beginBatch(profile);
		journal.addItems(batch, [
			item('1'),
			{kind: 'create', profileName: 'production', input},
			{kind: 'replace', profileName: 'production', input: edited, snapshot: oldOne('2')},
		]);
		journal.completeBatch(batch);
		expect(journal.plannedIn(batch, 'DELETE', all).map(({id}) => id)).toStrictEqual([1]);
		expect(journal.plannedIn(batch, 'POST', all).map(({id}) => id)).toStrictEqual([2, 3]);

		journal.leavePlanned(batch, {
			create: 'not created',
			replace: 'not replaced',
			delete: 'not deleted',
			recreate: 'not recreated',
		});
		expect([1, 2, 3].map(id => journal.get(id))).toMatchObject(
			['not deleted', 'not created', 'not replaced'].map(detail => ({state: 'rolled-back', detail})),
		);
	});
});
