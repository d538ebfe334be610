import {readdirSync, mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {listedIn, planUndo} from '../../source/operations/undo-plan.ts';
import type {OperationState} from '../../source/ledger/journal/operation.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {LedgerError, PendingChangeError} from '../../source/ledger/ledger-error.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {creation, oldOne, open, profile, temporaryFile} from './ledgers.ts';
import {spawnLedger, type LedgerProcess} from './processes.ts';

const spawnSeveral = async (file: string, count: number): Promise<LedgerProcess[]> =>
	Promise.all(Array.from({length: count}, async () => spawnLedger(file)));

const beginIn = async (ledger: LedgerProcess): Promise<number> => {
	const {id} = (await ledger.call('journal', 'begin', creation)) as {id: number};
	return id;
};

test('several processes can create a ledger and write to it at once without losing anything', async () => {
	const file = temporaryFile();
	const ledgers = await spawnSeveral(file, 3);
	expect(ledgers.map(({isWritable, notice}) => ({isWritable, notice}))).toStrictEqual(
		ledgers.map(() => ({isWritable: true, notice: undefined})),
	);

	const written = await Promise.all(
		ledgers.map(async (ledger, writer) =>
			Promise.all(
				Array.from({length: 20}, async (_, count) => {
					const id = await beginIn(ledger);
					await ledger.call('journal', 'requestSent', id, {method: 'POST'});
					await ledger.call('drafts', 'save', profile, {draft: {name: `${writer}.${count}`}, purpose: 'create'});
					await ledger.call('sent', 'remember', profile, `${writer}.${count}`, {
						template: '',
						topics: ['', '', '', ''],
						at: 1,
					});
					await ledger.call('learned', 'write', profile, {network: [`${writer}.${count}`]});
					return id;
				}),
			),
		),
	);

	const {ledger} = open(file);
	const names = written.flatMap((ids, writer) => ids.map((_id, count) => `${writer}.${count}`)).toSorted();
	expect(ledger.journal.unfinished(profile).map(({id}) => id)).toStrictEqual(written.flat().toSorted((a, b) => a - b));
	expect(ledger.journal.history({})).toHaveLength(names.length);
	expect(
		ledger.drafts
			.list(profile)
			.map(({draft}) => draft.name)
			.toSorted(),
	).toStrictEqual(names);
	expect(ledger.learned.read(profile)).toStrictEqual({...noValues, network: names});
	expect(names.filter(name => ledger.sent.get(profile, name) === undefined)).toStrictEqual([]);
});

test('if several processes find a damaged file at once, one replaces it and all use the new one', async () => {
	const file = temporaryFile();
	mkdirSync(path.dirname(file));
	writeFileSync(file, 'Dear diary\n'.repeat(1000));
	const ledgers = await spawnSeveral(file, 4);
	expect(ledgers.filter(({notice}) => notice !== undefined)).toHaveLength(1);
	expect(ledgers.every(({isWritable}) => isWritable)).toBe(true);
	expect(readdirSync(path.dirname(file)).filter(name => name.includes('unreadable'))).toHaveLength(1);

	const ids = await Promise.all(ledgers.map(async ledger => beginIn(ledger)));
	expect(
		open(file)
			.ledger.journal.unfinished(profile)
			.map(({id}) => id),
	).toStrictEqual(ids.toSorted((a, b) => a - b));
});

test('only the process that began an operation owns it, as long as it lives', async () => {
	const file = temporaryFile();
	const [first, second] = await spawnSeveral(file, 2);
	const id = await beginIn(first!);
	expect(await first!.call('journal', 'ownerElsewhere', id)).toBeUndefined();
	expect(await second!.call('journal', 'ownerElsewhere', id)).toStrictEqual({pid: first!.pid});
	expect(await second!.call('journal', 'claim', id)).toBe(false);
	await expect(second!.call('journal', 'advance', id, {state: 'failed'})).rejects.toThrow(
		`Another chainbell (process ${first!.pid}) is working on operation 1. Try again when it has finished.`,
	);
	await expect(second!.call('journal', 'requestSent', id, {method: 'POST'})).rejects.toThrow(
		`Another chainbell (process ${first!.pid}) is working on operation 1. Try again when it has finished.`,
	);
	// Another process cannot release it.
	await second!.call('journal', 'release', id);
	expect(await second!.call('journal', 'claim', id)).toBe(false);
	expect(await first!.call('journal', 'claim', id)).toBe(true);

	await first!.call('journal', 'release', id);
	expect(await second!.call('journal', 'claim', id)).toBe(true);
	expect(await first!.call('journal', 'claim', id)).toBe(false);
	await second!.call('journal', 'advance', id, {state: 'done'});
	expect(await first!.call('journal', 'ownerElsewhere', id)).toBeUndefined();
	expect(await first!.call('journal', 'claim', id)).toBe(false);
});

test('what another running process works on is said to be worked on, not to be finished or rolled back', async () => {
	const file = temporaryFile();
	const {journal} = open(file).ledger;
	const other = await spawnLedger(file);
	const deletion = {...creation, kind: 'delete', input: undefined} as const;
	await other.call('journal', 'begin', {...deletion, snapshot: oldOne('2')});
	const batch = await other.call('journal', 'beginBatch', profile);
	await other.call('journal', 'addItems', batch, [{...deletion, snapshot: oldOne('3')}]);
	await other.call('journal', 'completeBatch', batch);
	expect(journal.pendingIds(profile)).toStrictEqual(
		new Map([
			['2', {operation: 1, batch: undefined, holder: {pid: other.pid}, isNew: false}],
			['3', {operation: 2, batch, holder: {pid: other.pid}, isNew: false}],
		]),
	);
	const [pending] = journal.unfinished(profile);
	const undoing = () => planUndo(journal, pending!, listedIn([], true));
	expect(undoing()).toMatchObject({
		kind: 'impossible',
		reason: `Another chainbell (process ${other.pid}) is working on change ${pending!.id}. Try again when it has finished.`,
	});
	for (const id of ['2', '3']) {
		expect(() => journal.begin({...deletion, snapshot: oldOne(id)})).toThrow(
			new LedgerError(`Another chainbell (process ${other.pid}) is working on ${id}. Try again when it has finished.`),
		);
	}

	await other.kill();
	expect(journal.pendingIds(profile)).toStrictEqual(
		new Map([
			['2', {operation: 1, batch: undefined, holder: undefined, isNew: false}],
			['3', {operation: 2, batch, holder: undefined, isNew: false}],
		]),
	);
	expect(undoing()).toMatchObject({
		kind: 'impossible',
		isPending: true,
		reason: 'It is pending: finish it or roll it back.',
	});
	for (const id of ['2', '3']) {
		expect(() => journal.begin({...deletion, snapshot: oldOne(id)})).toThrow(
			new PendingChangeError(`${id} has a pending change: finish it or roll it back first.`),
		);
	}
});

test('if several processes claim the operations of a killed one, exactly one succeeds', async () => {
	const file = temporaryFile();
	const victim = await spawnLedger(file);
	const ids = await Promise.all(Array.from({length: 20}, async () => beginIn(victim)));
	const others = await spawnSeveral(file, 3);
	expect(await others[0]!.call('journal', 'claim', ids[0])).toBe(false);
	await victim.kill();

	const claims = await Promise.all(
		others.map(async other => Promise.all(ids.map(async id => other.call('journal', 'claim', id)))),
	);
	expect(ids.map((_id, index) => claims.filter(claim => claim[index] === true).length)).toStrictEqual(ids.map(() => 1));
});

test.skipIf(process.platform !== 'linux')('a new process with the PID of the owner is not the owner', async () => {
	const file = temporaryFile();
	const [owner, other] = await spawnSeveral(file, 2);
	const id = await beginIn(owner!);
	const database = openDatabase(file);
	database.exec("UPDATE operations SET owner_started = 'an earlier life'");
	database.close();
	expect(await other!.call('journal', 'ownerElsewhere', id)).toBeUndefined();
	expect(await other!.call('journal', 'claim', id)).toBe(true);
});

const states: OperationState[] = ['planned', 'creating', 'created', 'deleting', 'done'];

test.each([8, 89])('after kill -9 and %i answers, every answered change is there', async answers => {
	const file = temporaryFile();
	const victim = await spawnLedger(file);
	// No other process uses the file, so the IDs are known in advance.
	const script = Array.from({length: 40}, (_, index) => index + 1).flatMap(
		id =>
			[
				['begin', creation],
				['advance', id, {state: 'creating'}],
				['requestSent', id, {method: 'POST'}],
				['requestAnswered', 2 * id - 1, {outcome: 'ok', status: 201, target: String(id)}],
				['advance', id, {state: 'created', newId: String(id)}],
				['advance', id, {state: 'deleting'}],
				['requestSent', id, {method: 'DELETE', target: 'snapshot'}],
				['requestAnswered', 2 * id, {outcome: 'ok', status: 204}],
				['advance', id, {state: 'done'}],
			] as const,
	);
	let count = 0;
	let killed: Promise<void> | undefined;
	const outcomes = await Promise.allSettled(
		script.map(async ([method, ...parameters]) => {
			await victim.call('journal', method, ...parameters);
			count++;
			if (count === answers) {
				killed = victim.kill();
			}
		}),
	);
	await killed;
	expect(count).toBeGreaterThanOrEqual(answers);

	const {journal} = open(file).ledger;
	const isAnswered = (index: number) => outcomes[index]!.status === 'fulfilled';
	for (const [index, [method, ...parameters]] of script.entries()) {
		if (method !== 'advance' || !isAnswered(index)) {
			continue;
		}

		const [id, {state}] = parameters as [number, {state: OperationState}];
		expect(states.indexOf(journal.get(id)!.state)).toBeGreaterThanOrEqual(states.indexOf(state));
	}

	const answered = (name: string) => script.filter(([method], index) => method === name && isAnswered(index)).length;
	const history = journal.history({});
	expect(journal.get(answered('begin'))).toBeDefined();
	expect(history.length).toBeGreaterThanOrEqual(answered('requestSent'));
	expect(history.filter(({outcome}) => outcome === 'ok').length).toBeGreaterThanOrEqual(answered('requestAnswered'));
	// Changes without an answer may be there too, but never in part.
	expect(history.every(({operation}) => journal.get(operation) !== undefined)).toBe(true);
	for (const {id} of journal.unfinished(profile)) {
		expect(journal.claim(id)).toBe(true);
	}
});
