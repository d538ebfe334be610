import {renameSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {create, remove, replace, resume, rollBack} from '../../source/operations/one.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {input, open} from '../ledger/ledgers.ts';
import {createContext} from './context.ts';
import {account, forms, journalEntry, rollBackNaming, snapshotAt, expectOpen, setUp} from './harness.ts';

const edited = {...input, recipient: 'others@example.com'};
const plain = {acceptedIds: new Set<string>(), isUnchecked: false};
const always = {mayResend: true};

test.each(['create', 'recreate'] as const)('a %s of unknown outcome can be finished or rolled back', async kind => {
	for (const isFinished of [true, false]) {
		const work = await setUp({existing: [edited]});
		const hold = work.sandbox.faults.hold({on: 'create', count: 1});
		const recreated = kind === 'recreate' ? await snapshotAt(work.sandbox, '1') : undefined;
		const creating = create(work.context, input, {...plain, recreated});
		await hold.arrived;
		work.sandbox.faults.add({name: 'list-503', count: 4});
		work.sandbox.faults.add({name: 'create-drop-after', count: 1});
		hold.release();
		const {operation} = expectOpen(await creating);

		const settled = await (isFinished ? resume : rollBackNaming)(work.context, operation);
		expect(settled).toMatchObject({kind: isFinished ? 'done' : 'failed', operation: {kind, newId: '2'}});
		expect(work.writes).toStrictEqual(isFinished ? ['POST'] : ['POST', 'DELETE 2']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: edited, ...(isFinished && {2: input})}));
	}
});

test('an operation that has ended does not change', async () => {
	const work = await setUp({existing: [input]});
	const {journal} = work.ledger;
	const about = {
		profile: work.context.profile,
		profileName: 'test',
		kind: 'delete',
		snapshot: await snapshotAt(work.sandbox, '1'),
	} as const;
	for (const state of ['done', 'failed', 'rolled-back'] as const) {
		const operation = journal.advance(journal.begin(about).id, {state});
		const kind = state === 'done' ? 'done' : 'failed';
		expect(await resume(work.context, operation, always)).toStrictEqual({kind, operation});
		expect(await rollBack(work.context, operation)).toStrictEqual({kind, operation});
	}

	expect(work.writes).toStrictEqual([]);
});

describe('a ledger that fails', () => {
	test('between two requests: nothing more is sent, and it can be resumed once the ledger works again', async () => {
		const work = await setUp({existing: [input]});
		const hold = work.sandbox.faults.hold({on: 'create', count: 1});
		const snapshot = await snapshotAt(work.sandbox, '1');
		const replacing = replace(work.context, snapshot, edited);
		await hold.arrived;
		renameSync(work.ledgerFile, `${work.ledgerFile}-elsewhere`);
		hold.release();

		await expect(replacing).rejects.toThrow('was moved or deleted');
		expect(work.writes).toStrictEqual(['POST']);
		expect(await account(work.sandbox)).toStrictEqual(forms({1: input, 2: edited}));

		const read = () => work.ledger.journal.get(1)!;
		await expect(resume(work.context, read(), always)).rejects.toThrow(LedgerError);
		await expect(rollBack(work.context, read())).rejects.toThrow(LedgerError);
		expect(work.writes).toStrictEqual(['POST']);
		renameSync(`${work.ledgerFile}-elsewhere`, work.ledgerFile);
		expect(await resume(work.context, read(), always)).toMatchObject({kind: 'done', operation: {newId: '2'}});
		expect(await account(work.sandbox)).toStrictEqual(forms({2: edited}));
	});

	test('before the first request: nothing is sent', async () => {
		const work = await setUp({existing: [input]});
		const snapshot = await snapshotAt(work.sandbox, '1');
		renameSync(work.ledgerFile, `${work.ledgerFile}-elsewhere`);

		for (const operate of [
			async () => create(work.context, edited, plain),
			async () => remove(work.context, snapshot),
			async () => replace(work.context, snapshot, edited),
		]) {
			await expect(operate()).rejects.toThrow(LedgerError);
		}

		expect(work.writes).toStrictEqual([]);
	});
});

describe('content that holds the API key, after a restart', () => {
	test('was not sent: it is not sent now', async () => {
		const work = await setUp({existing: [input]});
		keepSecret(work.sandbox.apiKey);
		work.ledger.journal.begin({
			profile: work.context.profile,
			profileName: 'test',
			kind: 'replace',
			snapshot: await snapshotAt(work.sandbox, '1'),
			input: {...edited, template: work.sandbox.apiKey},
		});
		const {ledger} = open(work.ledgerFile);

		expectOpen(await resume(createContext({service: work.sandbox, ledger}), ledger.journal.get(1)!, always));
		expect(work.writes).toStrictEqual([]);
		expect(journalEntry(work).state).toBe('planned');
	});
});
