import {expect, test} from 'vitest';
import {openLedger} from '../../source/storage/ledger.ts';
import {resume} from '../../source/operations/resume.ts';
import {replace} from '../../source/operations/replace.ts';
import {rollBack} from '../../source/operations/roll-back.ts';
import {LedgerError} from '../../source/storage/ledger-error.ts';
import {input} from '../storage/ledgers.ts';
import {createContext, profile} from './context.ts';
import {
	copyAtEveryStep,
	createFixture,
	openWreck,
	recover,
	runOperation,
	temporaryRoot,
	type Fixture,
} from './fixtures.ts';
import {account, forms, snapshotAt, expectOpen} from './harness.ts';
import {crashTimeout, forEach} from './state-machine.ts';

const root = temporaryRoot();
const edited = {...input, recipient: 'others@example.com'};
const [before, both, after] = [forms({1: input}), forms({1: input, 2: edited}), forms({2: edited})];

/** A replacement of 1 by 2 that stopped when both existed. No process holds it. */
async function halfDone(): Promise<Fixture> {
	const fixture = await createFixture(root, [input]);
	fixture.sandbox.faults.add({name: 'delete-500-before', count: 1});
	const {ledger} = openLedger(fixture.ledgerFile, {now: () => 0});
	const {operation} = expectOpen(
		await replace(createContext({service: fixture.sandbox, ledger}), await snapshotAt(fixture.sandbox, '1'), edited),
	);
	ledger.journal.release(operation.id);
	ledger.close();
	return fixture;
}

test.each([
	['finish', after, ['POST', 'DELETE 1', 'DELETE 1']],
	['roll-back', before, ['POST', 'DELETE 1', 'DELETE 2']],
] as const)(
	'a %s that is killed at any step can be finished and rolled back',
	async (kind, end, writes) => {
		const fixture = await halfDone();
		const {wrecks} = await copyAtEveryStep(fixture, {kind});
		expect(await account(fixture.sandbox)).toStrictEqual(end);
		expect(fixture.writes).toStrictEqual(writes);

		const seen = await forEach(wrecks, async wreck => {
			const finished = await openWreck(wreck);
			const rolledBack = await openWreck(wreck);
			const found = await account(finished.sandbox);
			expect([both, end]).toContainEqual(found);

			const finish = await recover(finished, async (context, operation) =>
				resume(context, operation, {mayResend: true}),
			);
			const rollBackResult = await recover(rolledBack, rollBack);
			if (finish === undefined) {
				expect([rollBackResult, found]).toStrictEqual([undefined, end]);
				return 'over';
			}

			expect([finish.kind, rollBackResult?.kind]).toStrictEqual([
				'2' in found ? 'done' : 'open',
				'1' in found ? 'failed' : 'open',
			]);
			expect(await account(finished.sandbox)).toStrictEqual('2' in found ? after : before);
			expect(await account(rolledBack.sandbox)).toStrictEqual('1' in found ? before : after);
			return Object.keys(found).join(' and ');
		});
		expect(new Set(seen)).toStrictEqual(new Set(['1 and 2', Object.keys(end).join(''), 'over']));
	},
	crashTimeout,
);

test.each([
	['finish', 'finish'],
	['roll-back', 'finish'],
] as const)('of two processes, one to %s and one to %s, only one acts', async (...kinds) => {
	const fixture = await halfDone();
	const hold = fixture.sandbox.faults.hold({on: 'list', count: 1});
	const runs = kinds.map(async kind => runOperation(fixture, {kind}));
	await hold.arrived;
	expect(await Promise.race(runs)).toMatchObject({kind: 'claimed by another process', steps: 0});

	// Nor does an operation that never claimed it.
	const {ledger} = openLedger(fixture.ledgerFile, {now: () => 0});
	const [operation] = ledger.journal.unfinished(profile);
	const context = createContext({service: fixture.sandbox, ledger});
	for (const act of [
		async () => resume(context, operation!, {mayResend: true}),
		async () => rollBack(context, operation!),
	]) {
		await expect(act()).rejects.toThrow(LedgerError);
	}

	ledger.close();
	hold.release();
	const results = await Promise.all(runs);
	expect(results.find(({steps}) => steps > 0)?.kind).toMatch(/^(?:done|failed)$/v);
	expect(fixture.writes).toHaveLength(3);
	expect([before, after]).toContainEqual(await account(fixture.sandbox));
});
