import {expect, test} from 'vitest';
import {openLedger} from '../../source/storage/ledger.ts';
import {resume} from '../../source/operations/resume.ts';
import {replace} from '../../source/operations/replace.ts';
import {rollBack} from '../../source/operations/roll-back.ts';
import {LedgerError} from '../../source/storage/ledger-error.ts';
import {input} from '../storage/ledgers.ts';
import {createContext, profile} from './context.ts';
import {copySite, newSite, recover, run, temporaryGround, type Site} from './fixtures.ts';
import {account, forms, oldAt, openOne} from './harness.ts';
import {forEachStep, patience} from './state-machine.ts';

const ground = temporaryGround();
const edited = {...input, recipient: 'others@example.com'};
const [snapshot, pair, renewed] = [forms({1: input}), forms({1: input, 2: edited}), forms({2: edited})];

/** 1 was to be replaced by 2, and both are there. Nobody is at it. */
async function halfDone(): Promise<Site> {
	const site = await newSite(ground, [input]);
	site.sandbox.faults.add({name: 'delete-500-before', count: 1});
	const {ledger} = openLedger(site.ledgerFile, {now: () => 0});
	const {operation} = openOne(await replace(createContext({service: site.sandbox, ledger}), await oldAt(site.sandbox, '1'), edited));
	ledger.journal.release(operation.id);
	ledger.close();
	return site;
}

test.each([
	['finish', renewed, ['POST', 'DELETE 1', 'DELETE 1']],
	['roll-back', snapshot, ['POST', 'DELETE 1', 'DELETE 2']],
] as const)('a %s that is killed at any step can be gone on with, either way', async (kind, end, writes) => {
	const whole = await halfDone();
	const {steps} = await run(whole, {kind});
	expect(await account(whole.sandbox)).toStrictEqual(end);
	expect(whole.writes).toStrictEqual(writes);

	const seen = await forEachStep(steps, async killAt => {
		const site = await halfDone();
		expect(await run(site, {kind}, killAt)).toStrictEqual({kind: 'killed', steps: killAt});
		const there = await account(site.sandbox);
		expect([pair, end]).toContainEqual(there);

		const [forth, back] = await copySite(site);
		const finished = await recover(forth, async (context, operation) => resume(context, operation, {mayResend: true}));
		const undone = await recover(back, rollBack);
		if (finished === undefined) {
			expect([undone, there]).toStrictEqual([undefined, end]);
			return 'over';
		}

		expect([finished.kind, undone?.kind]).toStrictEqual(['2' in there ? 'done' : 'open', '1' in there ? 'failed' : 'open']);
		expect(await account(forth.sandbox)).toStrictEqual('2' in there ? renewed : snapshot);
		expect(await account(back.sandbox)).toStrictEqual('1' in there ? snapshot : renewed);
		return Object.keys(there).join(' and ');
	});
	expect(new Set(seen)).toStrictEqual(new Set(['1 and 2', Object.keys(end).join(''), 'over']));
}, patience);

test.each([
	['finish', 'finish'],
	['roll-back', 'finish'],
] as const)('of two chainbells, one to %s and one to %s, only one acts', async (...kinds) => {
	const site = await halfDone();
	const hold = site.sandbox.faults.hold({on: 'list', count: 1});
	const both = kinds.map(async kind => run(site, {kind}));
	await hold.arrived;
	expect(await Promise.race(both)).toMatchObject({kind: 'somebody else is at it', steps: 0});

	// Nor does one that asks nobody.
	const {ledger} = openLedger(site.ledgerFile, {now: () => 0});
	const [operation] = ledger.journal.unfinished(profile);
	const context = createContext({service: site.sandbox, ledger});
	for (const act of [async () => resume(context, operation!, {mayResend: true}), async () => rollBack(context, operation!)]) {
		await expect(act()).rejects.toThrow(LedgerError);
	}

	ledger.close();
	hold.release();
	const endings = await Promise.all(both);
	expect(endings.find(({steps}) => steps > 0)?.kind).toMatch(/^(?:done|failed)$/v);
	expect(site.writes).toHaveLength(3);
	expect([snapshot, renewed]).toContainEqual(await account(site.sandbox));
});
