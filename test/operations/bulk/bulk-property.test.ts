import fc from 'fast-check';
import {expect, test} from 'vitest';
import {storedBody} from '../../helpers/model-service/stored-body.ts';
import {openLedger} from '../../../source/ledger/ledger.ts';
import {canonicalForm} from '../../../source/notification/equivalence.ts';
import type {NotificationInput} from '../../../source/notification/notification.ts';
import type {BulkResult} from '../../../source/operations/item-set.ts';
import {runBatch, skipRest} from '../../../source/operations/run-set.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {input} from '../../ledger/ledgers.ts';
import {createContext} from '../context.ts';
import {createFixture, temporaryRoot, type Fixture} from '../fixtures.ts';
import {account} from '../harness.ts';
import {modelledFaults} from '../property-faults.ts';
import {createBulkHarness, items, plan, planUndoOf, type BulkHarness} from './bulk-harness.ts';

const root = temporaryRoot();

/** Some of them are identical in a listing. */
const contents: readonly NotificationInput[] = [
	input,
	{...input, template: 'other words'},
	{...input, userId: 'user-2'},
	{...input, userId: 'user-3'},
];

const {array, constantFrom, integer, record, subarray} = fc;

/** Faults of these kinds of requests. */
const faultsOf = (kinds: RegExp): fc.Arbitrary<Fault[]> =>
	array(
		record({
			name: constantFrom(...modelledFaults.filter(name => kinds.test(name))),
			count: integer({min: 1, max: 5}),
			// A higher value would list it later than the program looks, and it would count as failed.
			value: integer({min: 1, max: 2}),
		}),
		{maxLength: 3},
	);

/** A run with faults; `isRetry`: the operator first retries what failed. */
const roundsOf = (kinds: RegExp) =>
	array(
		record({
			faults: faultsOf(kinds),
			isRetry: fc.boolean(),
		}),
		{minLength: 1, maxLength: 3},
	);

const life = record({
	existing: array(constantFrom(...contents), {minLength: 1, maxLength: 8}),
	isLeft: fc.boolean(),
	deletes: roundsOf(/^(?:any|list|delete)-/v),
	recreates: roundsOf(/^(?:any|list|create)-/v),
}).chain(whole =>
	record({
		...(Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, fc.constant(value)])) as {
			[K in keyof typeof whole]: fc.Arbitrary<(typeof whole)[K]>;
		}),
		ids: subarray(
			whole.existing.map((_, index) => String(index + 1)),
			{minLength: 1},
		),
	}),
);

type Round = {readonly faults: readonly Fault[]; readonly isRetry: boolean};

/**
Runs a batch once for each round, with the faults of the round.

@yields The result of each run.
*/
async function* carryThrough({bulk}: BulkHarness, {sandbox}: Fixture, batch: number, rounds: readonly Round[]) {
	for (const {faults, isRetry} of rounds) {
		for (const fault of faults) {
			sandbox.faults.add(fault);
		}

		if (isRetry) {
			await bulk.journal.reopenFailed(batch);
		}

		yield await runBatch(bulk, batch);
	}
}

/** Retries what failed, without faults. */
async function finish({bulk}: BulkHarness, batch: number): Promise<BulkResult> {
	await bulk.journal.reopenFailed(batch);
	return runBatch(bulk, batch);
}

test('under any faults exactly what the journal says is deleted, and exactly that is recreated', async () => {
	await fc.assert(
		fc.asyncProperty(life, async ({existing, ids, deletes, recreates, isLeft}) => {
			const fixture = await createFixture(
				root,
				existing.map(one => storedBody(one)),
			);
			const {ledger} = openLedger(fixture.ledgerFile, {now: () => 0});
			const context = createContext({service: fixture.sandbox, ledger});
			const place = createBulkHarness({
				service: fixture.sandbox,
				context,
				ledger,
				ledgerFile: fixture.ledgerFile,
				pauses: [],
				writes: fixture.writes,
			});
			const itemsOf = (batch: number) =>
				items(place, batch)
					.map(text => text.split(' '))
					.map(([id, state, newId]) => ({id: id!, state: state!, newId}));
			const before = await account(fixture.sandbox);

			const deletion = await plan(place, ids);
			const expectGone = async () => {
				const now = await account(fixture.sandbox);
				for (const [id, form] of Object.entries(before)) {
					const item = itemsOf(deletion).find(one => one.id === id);
					if (item?.state !== 'deleting') {
						expect([id, now[id]]).toStrictEqual([id, item?.state === 'done' ? undefined : form]);
					}
				}
			};

			for await (const _end of carryThrough(place, fixture, deletion, deletes)) {
				await expectGone();
			}

			await (isLeft ? skipRest(place.bulk, deletion) : finish(place, deletion));
			await expectGone();
			const {counts} = ledger.journal.batch(deletion);
			expect(counts).toMatchObject(isLeft ? {planned: 0, unknown: 0} : {done: ids.length});

			if (counts.done > 0) {
				const gone = await account(fixture.sandbox);
				const batch = await planUndoOf(place, deletion);
				const expectBack = async () => {
					const now = Object.values(await account(fixture.sandbox));
					const states = ledger.journal.batch(batch).counts;
					expect(now.length).toBeGreaterThanOrEqual(Object.keys(gone).length + states.done);
					expect(now.length).toBeLessThanOrEqual(Object.keys(gone).length + states.done + states.unknown);
				};

				for await (const _end of carryThrough(place, fixture, batch, recreates)) {
					await expectBack();
				}

				expect(await finish(place, batch)).toMatchObject({counts: {done: counts.done}, unresolvedReason: undefined});
				const back = await account(fixture.sandbox);
				expect(Object.values(back).toSorted()).toStrictEqual(existing.map(one => canonicalForm(one)).toSorted());
				// The journal has the new ID of each.
				const newIds = itemsOf(batch).map(({newId}) => newId!);
				expect(new Set(newIds).size).toBe(counts.done);
				expect(Object.keys(back)).toStrictEqual(expect.arrayContaining(newIds));
				expect(Object.keys(gone).filter(id => newIds.includes(id))).toStrictEqual([]);
			}

			ledger.close();
			await fixture.sandbox.close();
		}),
		{numRuns: 15},
	);
});
