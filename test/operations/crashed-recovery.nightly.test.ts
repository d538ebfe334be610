import {expect, test} from 'vitest';
import {
	accountOf,
	bodyFor,
	copyAtEveryStep,
	createFixture,
	forms,
	listedAt,
	openWreck,
	recover,
	runOperation,
	temporaryRoot,
	within,
	type Fixture,
} from './fixtures.ts';
import {crashTimeout, forEach} from './state-machine.ts';

const root = temporaryRoot();
const body = bodyFor('user-1');
const edited = {...body, delivery_location: 'others@example.com'};
const [before, both, after] = [forms({1: body}), forms({1: body, 2: edited}), forms({2: edited})];

/** A replacement of 1 by 2 that stopped when both existed. No process holds it. */
async function halfDone(): Promise<Fixture> {
	const fixture = await createFixture(root, [body]);
	const target = await listedAt(fixture, '1');
	fixture.sandbox.faults.add({name: 'delete-500-before', count: 1});
	expect(await runOperation(fixture, {act: 'edit', target, body: edited})).toMatchObject({kind: 'open'});
	return fixture;
}

test.each([
	['finish', after, ['POST', 'DELETE 1', 'DELETE 1']],
	['roll back', before, ['POST', 'DELETE 1', 'DELETE 2']],
] as const)(
	'a %s that is killed at any step can be finished and rolled back',
	async (act, end, writes) => {
		const fixture = await halfDone();
		const {wrecks} = await copyAtEveryStep(fixture, {act, isRepeatable: true});
		expect(await accountOf(fixture)).toStrictEqual(end);
		expect(fixture.writes).toStrictEqual(writes);

		const seen = await forEach(wrecks, async wreck => {
			const finished = await openWreck(wreck);
			const rolledBack = await openWreck(wreck);
			const found = await accountOf(finished);
			expect([both, end]).toContainEqual(found);

			const finish = await recover(finished, async (account, pending) =>
				account.perform({act: 'finish', pending, isRepeatable: true}),
			);
			const rollBackResult = await recover(rolledBack, async (account, pending) =>
				account.perform({act: 'roll back', pending}),
			);
			if (finish === undefined) {
				expect([rollBackResult, found]).toStrictEqual([undefined, end]);
				return 'over';
			}

			expect([finish.kind, rollBackResult?.kind]).toStrictEqual([
				'2' in found ? 'done' : 'failed',
				'1' in found ? 'failed' : 'done',
			]);
			expect(await accountOf(finished)).toStrictEqual('2' in found ? after : before);
			expect(await accountOf(rolledBack)).toStrictEqual('1' in found ? before : after);
			return Object.keys(found).join(' and ');
		});
		expect(new Set(seen)).toStrictEqual(new Set(['1 and 2', Object.keys(end).join(''), 'over']));
	},
	crashTimeout,
);

test.each([
	['finish', 'finish'],
	['roll back', 'finish'],
] as const)('of two processes, one to %s and one to %s, only one acts', async (...acts) => {
	const fixture = await halfDone();
	const hold = fixture.sandbox.faults.hold({on: 'list', count: 1});
	const runs = acts.map(async act => runOperation(fixture, {act}));
	await hold.arrived;
	const busy = {kind: 'claimed by another process'};
	expect(await Promise.race(runs)).toMatchObject(busy);
	// Nor does a third one.
	for (const act of ['finish', 'roll back'] as const) {
		expect(await within(fixture, async account => account.perform({act}))).toStrictEqual(busy);
	}

	hold.release();
	const results = await Promise.all(runs);
	expect(results.find(({kind}) => kind !== busy.kind)?.kind).toMatch(/^(?:done|failed)$/v);
	expect(fixture.writes).toHaveLength(3);
	expect([before, after]).toContainEqual(await accountOf(fixture));
});
