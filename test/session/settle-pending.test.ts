import {describe, expect, test} from 'vitest';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {settlePending} from '../../source/session/settle-pending.ts';
import type {Operation, OperationState, RequestEntry} from '../../source/ledger/journal/operation.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {era, momentAt, recordOf, sightingAt} from '../helpers/sightings.ts';
import {awaited, createContext} from '../operations/context.ts';
import {creation, input, oldOne, open, openNew, profile, temporaryFile} from '../ledger/ledgers.ts';
import {spawnLedger} from '../ledger/processes.ts';

const settlingTime = 60_000;

/** When the requests of these tests were sent. */
const sent = 100_000;

const settled = sent + settlingTime;

/** When a second listing proves that what the one at `settled` did not show is missing. */
const second = settled + 2000;

const unused = {baseUrl: 'http://127.0.0.1:1/', apiKey: 'unused'};

/** The reasons why items of the batches of a ledger were left open the last time. */
const reasonsOf = new WeakMap<Ledger, ReadonlyMap<number, string> | undefined>();

/** Settles the pending changes of a ledger by a complete listing that is begun at a moment and has just arrived. */
async function settleBy(
	ledger: Ledger,
	at: number,
	ids: readonly string[],
	change: Partial<OperationContext> = {},
	namesOf: Readonly<Record<string, string>> = {},
) {
	const context: OperationContext = {
		...createContext({service: unused, ledger, settlingTime}),
		profile,
		elapsed: createMonotonicClock(era, () => at),
		knownSince: () => momentAt(sent),
		...change,
	};
	const {template: _template, topics: _topics, ...fields} = input;
	const {reasons, ...rest} = await settlePending(
		awaited(ledger),
		context,
		sightingAt(
			at,
			ids.map(id => recordOf(id, {...fields, name: namesOf[id] ?? fields.name})),
		),
	);
	reasonsOf.set(ledger, reasons);
	return rest;
}

/** A create whose POST has no answer; not claimed by anybody. */
function beginCreate({journal}: Ledger, at = sent, knownIds: readonly string[] = []): number {
	const {id} = journal.begin({...creation, knownIds});
	journal.advance(id, {state: 'creating'});
	journal.requestSent(id, {method: 'POST', moment: momentAt(at)});
	journal.release(id);
	return id;
}

/** A delete whose DELETE has no answer; not claimed by anybody. */
function beginDelete({journal}: Ledger, target: string, at = sent): number {
	const {id} = journal.begin({profile, profileName: 'production', kind: 'delete', snapshot: oldOne(target)});
	journal.advance(id, {state: 'deleting'});
	journal.requestSent(id, {method: 'DELETE', target, moment: momentAt(at)});
	journal.release(id);
	return id;
}

/** A replacement of a notification by 9, in a state. */
function beginReplace({journal}: Ledger, target: string, state: OperationState): number {
	const {id} = journal.begin({
		profile,
		profileName: 'production',
		kind: 'replace',
		input,
		snapshot: oldOne(target, {name: 'Old'}),
	});
	journal.requestAnswered(journal.requestSent(id, {method: 'POST', moment: momentAt(sent)}), {
		outcome: 'ok',
		status: 201,
		target: '9',
	});
	journal.advance(id, {state, ...(state !== 'creating' && {newId: '9'})});
	if (state === 'undoing') {
		journal.requestSent(id, {method: 'DELETE', target: '9', moment: momentAt(sent)});
	}

	journal.release(id);
	return id;
}

/** A batch of deletes with a DELETE of unknown outcome for each. */
function beginBatch({journal}: Ledger, targets: readonly string[], at = sent): number {
	const batch = journal.beginBatch(profile);
	journal.addItems(
		batch,
		targets.map(id => ({kind: 'delete', profileName: 'production', snapshot: oldOne(id)})),
	);
	journal.completeBatch(batch);
	for (const {id, snapshot} of journal.itemsIn(batch, 'planned', {after: 0, limit: targets.length})) {
		journal.itemSent(id, {method: 'DELETE', target: snapshot!.id, moment: momentAt(at)});
	}

	journal.releaseBatch(batch);
	return batch;
}

/** A delete that ended as done. */
function endDelete(ledger: Ledger, target: string, answer: Partial<RequestEntry> = {}): number {
	const id = beginDelete(ledger, target);
	const [{id: request}] = ledger.journal.requestsOf(id) as [RequestEntry];
	ledger.journal.requestAnswered(request, {outcome: 'ok', status: 204, ...answer});
	ledger.journal.advance(id, {state: 'done'});
	return id;
}

test('without pending changes there is nothing to settle, and nothing to wait for', async () => {
	expect(await settleBy(openNew(), 0, ['1'])).toStrictEqual({settled: [], wait: undefined});
});

describe('operations', () => {
	test('before the settling time has passed they stay pending, and the shortest wait is told', async () => {
		const ledger = openNew();
		const ids = [beginCreate(ledger, sent, ['1']), beginDelete(ledger, '1', sent + 700)];
		expect(await settleBy(ledger, settled - 1, ['1'])).toStrictEqual({settled: [], wait: 1});
		expect(await settleBy(ledger, settled, ['1'])).toStrictEqual({settled: [], wait: 700});
		expect(await settleBy(ledger, settled + 700, ['1'])).toMatchObject({
			settled: [{operation: {id: ids[1], state: 'failed'}}],
			wait: 1300,
		});
		expect(await settleBy(ledger, second, ['1'])).toMatchObject({
			settled: [{operation: {id: ids[0], state: 'failed'}}],
			wait: undefined,
		});
	});

	/** `listings`: how many are needed. */
	type Ending = Partial<Operation> & {readonly requests?: number; readonly listings?: 1 | 2};

	test.each<[string, (ledger: Ledger) => number, readonly string[], Ending]>([
		[
			'a create that is listed: done',
			ledger => beginCreate(ledger, sent, ['3']),
			['3', '7'],
			{state: 'done', newId: '7'},
		],
		[
			'a create that is not listed: failed',
			ledger => beginCreate(ledger, sent, ['3']),
			['3'],
			{state: 'failed', listings: 2},
		],
		['a delete that is listed: failed', ledger => beginDelete(ledger, '1'), ['1'], {state: 'failed'}],
		['a delete that is not listed: done', ledger => beginDelete(ledger, '1'), [], {state: 'done', listings: 2}],
		[
			'a replacement that is listed: created',
			ledger => beginReplace(ledger, '1', 'creating'),
			['9'],
			{state: 'created', newId: '9'},
		],
		[
			'the roll-back of a replacement that is gone: rolled back',
			ledger => beginReplace(ledger, '1', 'undoing'),
			['1'],
			{state: 'rolled-back', newId: '9', requests: 2, listings: 2},
		],
		[
			'the roll-back of a replacement that is listed: created',
			ledger => beginReplace(ledger, '1', 'undoing'),
			['1', '9'],
			{state: 'created', newId: '9', requests: 2},
		],
	])('after it: %s', async (_name, begin, listed, {requests = 1, listings = 1, ...change}) => {
		const ledger = openNew();
		const id = begin(ledger);
		const first = await settleBy(ledger, settled, listed);
		if (listings === 2) {
			expect(first).toStrictEqual({settled: [], wait: 2000});
		}

		const result = listings === 1 ? first : await settleBy(ledger, second, listed);
		expect(result.settled).toMatchObject([{kind: 'operation', operation: {id, ...change}}]);
		expect(result.wait).toBeUndefined();
		// Nothing was sent, and any process can go on with it.
		expect(ledger.journal.requestsOf(id)).toHaveLength(requests);
		expect(ledger.journal.ownerElsewhere(id)).toBeUndefined();
	});

	test('the draft of one that is settled is discarded', async () => {
		const ledger = openNew();
		ledger.drafts.save(profile, {draft: input, purpose: 'create'});
		beginCreate(ledger);
		await settleBy(ledger, sent, []);
		expect(ledger.drafts.list(profile)).toHaveLength(1);
		await settleBy(ledger, settled, ['7']);
		expect(ledger.drafts.list(profile)).toEqual([]);
	});

	test('one that stays pending can be claimed by any process', async () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		const id = beginDelete(ledger, '1');
		await settleBy(ledger, sent, ['1']);
		const other = await spawnLedger(file);
		expect(await other.call('journal', 'claim', id)).toBe(true);
	});

	test('a replacement that was listed waits for the operator', async () => {
		const ledger = openNew();
		const id = beginReplace(ledger, '1', 'created');
		expect(await settleBy(ledger, settled, ['1', '9'])).toStrictEqual({settled: [], wait: undefined});
		expect(ledger.journal.get(id)?.state).toBe('created');
	});

	test('the wait is counted from when the listing arrived', async () => {
		const ledger = openNew();
		beginCreate(ledger);
		const elapsed = createMonotonicClock(era, () => settled - 200);
		expect(await settleBy(ledger, sent, [], {elapsed})).toStrictEqual({settled: [], wait: 200});
	});

	test('if the settling time passes while the listing is read, the next look is at once', async () => {
		const ledger = openNew();
		beginCreate(ledger);
		const elapsed = createMonotonicClock(era, () => settled + 300);
		expect(await settleBy(ledger, settled - 1, [], {elapsed})).toStrictEqual({settled: [], wait: 1});
	});

	test('a delete that was killed before its request was written down waits until a listing must show the notification', async () => {
		const ledger = openNew();
		const {journal} = ledger;
		const {id} = journal.begin({profile, profileName: 'production', kind: 'delete', snapshot: oldOne('1')});
		journal.advance(id, {state: 'deleting'});
		journal.release(id);
		expect(await settleBy(ledger, sent + 1000, [])).toStrictEqual({settled: [], wait: settlingTime - 1000});
		expect(await settleBy(ledger, settled, [])).toStrictEqual({settled: [], wait: 2000});
		expect(await settleBy(ledger, second, [])).toMatchObject({
			settled: [{operation: {state: 'done'}}],
			wait: undefined,
		});
	});

	test('a second look may be needed at once as well', async () => {
		const ledger = openNew();
		beginCreate(ledger);
		const elapsed = createMonotonicClock(era, () => second + 300);
		expect(await settleBy(ledger, settled, [], {elapsed})).toStrictEqual({settled: [], wait: 1});
	});

	test('what one listing lacked by mistake is not concluded from', async () => {
		const ledger = openNew();
		const id = beginDelete(ledger, '1');
		expect(await settleBy(ledger, settled, [])).toStrictEqual({settled: [], wait: 2000});
		expect(await settleBy(ledger, second, ['1'])).toMatchObject({
			settled: [{operation: {id, state: 'failed', detail: 'It is still listed.'}}],
		});
	});

	test('a replacement that was listed needs no other look', async () => {
		const ledger = openNew();
		beginReplace(ledger, '1', 'created');
		expect(await settleBy(ledger, sent, ['1', '9'])).toStrictEqual({settled: [], wait: undefined});
	});

	test('one that was listed long before is settled by two listings, without the settling time', async () => {
		const ledger = openNew();
		beginDelete(ledger, '1');
		const change = {knownSince: () => momentAt(sent - settlingTime)};
		expect(await settleBy(ledger, sent, [], change)).toStrictEqual({settled: [], wait: 2000});
		expect(await settleBy(ledger, sent + 2000, [], change)).toMatchObject({
			settled: [{operation: {state: 'done', snapshot: {id: '1'}}}],
			wait: undefined,
		});
	});

	test('those of another account are left alone', async () => {
		const ledger = openNew();
		const id = beginDelete(ledger, '1');
		expect(await settleBy(ledger, settled, [], {profile: 'another'})).toStrictEqual({settled: [], wait: undefined});
		expect(ledger.journal.get(id)?.state).toBe('deleting');
	});
});

describe('batches', () => {
	test('the reason why items stay open is that of the last listing', async () => {
		const ledger = openNew();
		const batch = beginBatch(ledger, ['1']);
		await settleBy(ledger, sent, ['1']);
		expect(reasonsOf.get(ledger)).toEqual(
			new Map([[batch, expect.stringMatching(/^chainbell checks every listing until /v)]]),
		);
		await settleBy(ledger, settled, []);
		expect(reasonsOf.get(ledger)).toEqual(
			new Map([[batch, 'A complete listing does not show it; a second one decides.']]),
		);
		await settleBy(ledger, second, []);
		expect(reasonsOf.get(ledger)).toBeUndefined();
	});

	test('items are settled one by one', async () => {
		const ledger = openNew();
		const batch = beginBatch(ledger, ['1', '2', '3']);
		// 1 was listed for long before its DELETE.
		const knownSince = (id: string) => momentAt(id === '1' ? 0 : sent);
		const one = {kind: 'batch', batch: 'delete'} as const;
		expect(await settleBy(ledger, sent, ['2'], {knownSince})).toStrictEqual({settled: [], wait: settlingTime});
		expect(await settleBy(ledger, sent + 2000, ['2'], {knownSince})).toStrictEqual({
			settled: [{...one, done: 1, failed: 0}],
			wait: settlingTime - 2000,
		});
		expect(await settleBy(ledger, settled - 1, ['2'], {knownSince})).toStrictEqual({settled: [], wait: 1});
		expect(await settleBy(ledger, settled, ['2'], {knownSince})).toStrictEqual({
			settled: [{...one, done: 0, failed: 1}],
			wait: 2000,
		});
		expect(await settleBy(ledger, second, ['2'], {knownSince})).toStrictEqual({
			settled: [{...one, done: 1, failed: 0}],
			wait: undefined,
		});
		expect(ledger.journal.batch(batch).counts).toStrictEqual({
			planned: 0,
			created: 0,
			unknown: 0,
			done: 2,
			failed: 1,
			skipped: 0,
		});
	});

	test('a bulk recreate is settled by what is listed', async () => {
		const ledger = openNew();
		const {journal} = ledger;
		const batch = journal.beginBatch(profile);
		journal.addItems(batch, [{kind: 'recreate', profileName: 'production', input, snapshot: oldOne('1')}]);
		journal.completeBatch(batch);
		const [item] = journal.itemsIn(batch, 'planned', {after: 0, limit: 1});
		journal.itemAnswered(
			journal.itemSent(item!.id, {method: 'POST', moment: momentAt(sent)}),
			{outcome: 'ok', status: 201, target: '7'},
			{state: 'creating'},
		);
		journal.releaseBatch(batch);
		expect(await settleBy(ledger, sent, ['7'])).toStrictEqual({
			settled: [{kind: 'batch', batch: 'recreate', done: 1, failed: 0}],
			wait: undefined,
		});
		expect(journal.get(item!.id)).toMatchObject({state: 'done', newId: '7'});
	});

	test('what was only planned waits for the operator', async () => {
		const ledger = openNew();
		const batch = ledger.journal.beginBatch(profile);
		ledger.journal.addItems(batch, [{kind: 'delete', profileName: 'production', snapshot: oldOne('1')}]);
		ledger.journal.completeBatch(batch);
		expect(await settleBy(ledger, settled, ['1'])).toStrictEqual({settled: [], wait: undefined});
		expect(ledger.journal.batch(batch).counts.planned).toBe(1);
	});

	test('any process can go on with it', async () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		const batch = beginBatch(ledger, ['1']);
		expect(await settleBy(ledger, sent, ['1'])).toStrictEqual({settled: [], wait: settlingTime});
		const other = await spawnLedger(file);
		expect(await other.call('journal', 'claimBatch', batch)).toBe(true);
	});
});

test('what another process is working on is skipped until that process ends', async () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const [id, batch] = [beginDelete(ledger, '1'), beginBatch(ledger, ['2'])];
	const other = await spawnLedger(file);
	expect(await other.call('journal', 'claim', id)).toBe(true);
	expect(await other.call('journal', 'claimBatch', batch)).toBe(true);
	expect(await settleBy(ledger, settled, [])).toStrictEqual({settled: [], wait: undefined});
	expect(ledger.journal.ownerElsewhere(id)).toBeDefined();

	await other.kill();
	expect(await settleBy(ledger, settled, [])).toStrictEqual({settled: [], wait: 2000});
	expect(await settleBy(ledger, second, [])).toMatchObject({
		settled: [
			{kind: 'operation', operation: {id, state: 'done'}},
			{kind: 'batch', done: 1, failed: 0},
		],
	});
});

describe('a notification that counted as deleted and is listed again', () => {
	test('is told once, and stays undoable', async () => {
		const ledger = openNew();
		const id = endDelete(ledger, '1');
		endDelete(ledger, '2');
		expect(await settleBy(ledger, settled, ['1'])).toMatchObject({
			settled: [{kind: 'revised', operation: {id}}],
			wait: undefined,
		});
		expect(ledger.journal.get(id)).toMatchObject({
			state: 'failed',
			detail: 'It counted as deleted, but is listed again.',
		});
		expect(ledger.journal.undoable(id)?.id).toBe(id);
		expect(await settleBy(ledger, settled, ['1'])).toStrictEqual({settled: [], wait: undefined});
	});

	test('is not told while its DELETE may still take effect', async () => {
		const ledger = openNew();
		const id = endDelete(ledger, '1');
		expect(await settleBy(ledger, settled - 1, ['1'])).toMatchObject({settled: []});
		expect(ledger.journal.get(id)?.state).toBe('done');
	});

	test('is told of an item of a batch, and of an edit', async () => {
		const ledger = openNew();
		const {journal} = ledger;
		beginBatch(ledger, ['1']);
		await settleBy(ledger, settled, []);
		await settleBy(ledger, second, []);
		const edit = beginReplace(ledger, '2', 'created');
		journal.advance(edit, {state: 'deleting'});
		journal.requestSent(edit, {method: 'DELETE', target: '2', moment: momentAt(sent)});
		journal.advance(edit, {state: 'done'});
		const {settled: changes} = await settleBy(ledger, second, ['1', '2', '9'], {}, {2: 'Old'});
		expect(changes).toMatchObject([
			{kind: 'revised', operation: {snapshot: {id: '2'}}},
			{kind: 'revised', operation: {snapshot: {id: '1'}}},
		]);
	});
});
