import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {LedgerError, MissingEntryError, PendingChangeError} from '../../source/ledger/ledger-error.ts';
import {holderOf, isOwnedHere, ownerColumns} from '../../source/ledger/owner.ts';
import {account, begin, creation, deletion, open, profile, sent, sql, temporaryFile} from './ledgers.ts';
import {spawnLedger, type LedgerProcess} from './processes.ts';

const spawnSeveral = async (file: string, count: number) =>
	Promise.all(Array.from({length: count}, async () => spawnLedger(file)));

/** The changes of a ledger in another process. */
const changesIn =
	({call}: LedgerProcess) =>
	async (method: string, ...parameters: readonly unknown[]) =>
		call('changes', method, ...parameters);

const repeated = {...account, isRepeated: true};

const beginIn = async (ledger: LedgerProcess) => {
	const {id} = (await changesIn(ledger)('begin', repeated, [creation])) as {id: number};
	return id;
};

test('several processes can create a ledger and write to it at once without losing anything', async () => {
	const file = temporaryFile();
	const ledgers = await spawnSeveral(file, 3);
	expect(ledgers.map(({isWritable, notice}) => ({isWritable, notice}))).toStrictEqual(
		ledgers.map(() => ({isWritable: true, notice: undefined})),
	);

	const written = await Promise.all(
		ledgers.map(async ledger =>
			Promise.all(
				Array.from({length: 5}, async () => {
					// Each has one item, so that it has the same number.
					const id = await beginIn(ledger);
					await changesIn(ledger)('append', [{item: id, event: sent('POST')}]);
					await ledger.call('drafts', 'save', profile, {draft: {}, purpose: 'create'});
					return id;
				}),
			),
		),
	);
	const {changes, drafts} = open(file).ledger;
	expect(changes.pending(profile).map(({id}) => id)).toEqual(written.flat().toSorted((a, b) => a - b));
	expect([changes.history({say: () => ''}).length, drafts.list(profile).length]).toEqual([15, 15]);
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
	expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});

test('only the process that began a change owns it, until it releases it or ends', async () => {
	const file = temporaryFile();
	const [first, second] = (await spawnSeveral(file, 2)) as [LedgerProcess, LedgerProcess];
	const [mine, theirs] = [changesIn(first), changesIn(second)];
	const id = await beginIn(first);
	const event = [{item: 1, event: sent('POST')}];
	expect([await mine('holder', id), await theirs('holder', id)]).toEqual([undefined, {pid: first.pid}]);
	expect(await theirs('claim', id)).toBe(false);
	await expect(theirs('append', event)).rejects.toThrow(
		`Another chainbell (process ${first.pid}) is working on change 1. Try again when it has finished.`,
	);
	// Another process cannot release it.
	await theirs('release', id);
	expect([await theirs('claim', id), await mine('claim', id)]).toEqual([false, true]);

	await mine('release', id);
	expect([await theirs('claim', id), await mine('claim', id)]).toEqual([true, false]);
	await theirs('append', event);
	await second.kill();
	expect([await mine('holder', id), await mine('claim', id)]).toEqual([undefined, true]);
});

test('what another running process works on is said to be worked on, not to be finished or rolled back', async () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {changes} = ledger;
	const other = await spawnLedger(file);
	await changesIn(other)('begin', account, [deletion('2'), deletion('3')]);
	const pending = (holder: {pid: number} | undefined) =>
		new Map(['2', '3'].map((id, index) => [id, {item: index + 1, set: 1, holder, isNew: false}]));
	expect(changes.pendingIds(profile)).toEqual(pending({pid: other.pid}));
	expect(() => begin(ledger, deletion('3'))).toThrow(
		new LedgerError(`Another chainbell (process ${other.pid}) is working on 3. Try again when it has finished.`),
	);
	await other.kill();
	expect(changes.pendingIds(profile)).toEqual(pending(undefined));
	expect(() => begin(ledger, deletion('3'))).toThrow(
		new PendingChangeError('3 has a pending change: finish it or roll it back first.'),
	);
});

test('what a killed process had not written down completely is deleted by the next change, or the next start', async () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {changes} = ledger;
	const leave = async (id: string) => {
		const other = await spawnLedger(file);
		const set = (await changesIn(other)('open', account)) as number;
		await changesIn(other)('add', set, [deletion(id)], account);
		return {set, other};
	};

	const missing = (set: number) => {
		expect(() => changes.set(set)).toThrow(new MissingEntryError(`The ledger has no change ${set}.`));
	};

	const first = await leave('2');
	expect(() => begin(ledger, deletion('2'))).toThrow(`Another chainbell (process ${first.other.pid}) is working on 2.`);
	changes.forget(changes.open(account));
	expect(changes.set(first.set).size).toBe(1);
	await first.other.kill();
	// It never began, so that it is in nobody's way.
	expect(changes.pendingIds(profile).size).toBe(0);
	begin(ledger, deletion('2'));
	changes.forget(changes.open(account));
	missing(first.set);

	const second = await leave('3');
	await second.other.kill();
	open(file);
	missing(second.set);
});

test('if several processes claim the changes of a killed one, exactly one succeeds', async () => {
	const file = temporaryFile();
	const victim = await spawnLedger(file);
	const ids = await Promise.all(Array.from({length: 6}, async () => beginIn(victim)));
	const others = await spawnSeveral(file, 3);
	expect(await changesIn(others[0]!)('claim', ids[0])).toBe(false);
	await victim.kill();

	const claims = await Promise.all(
		others.map(async other => Promise.all(ids.map(async id => changesIn(other)('claim', id)))),
	);
	expect(ids.map((_id, index) => claims.filter(claim => claim[index] === true).length)).toEqual(ids.map(() => 1));
});

test.skipIf(process.platform !== 'linux')('a new process with the PID of the owner is not the owner', async () => {
	const file = temporaryFile();
	const [owner, other] = (await spawnSeveral(file, 2)) as [LedgerProcess, LedgerProcess];
	const id = await beginIn(owner);
	sql(file, "UPDATE change SET owner_started = 'an earlier life'");
	expect([await changesIn(other)('holder', id), await changesIn(other)('claim', id)]).toEqual([undefined, true]);
});

test('this process owns what has its PID and start time, and nothing is held by a PID without a process', () => {
	const [pid, started] = ownerColumns();
	const owned = (owner_pid: number | null, owner_started: string | null) => isOwnedHere({owner_pid, owner_started});
	expect([owned(pid, started), owned(1, started), owned(pid, 'earlier'), owned(null, null)]).toEqual([
		true,
		false,
		false,
		false,
	]);
	for (const owner_pid of [0, -1, -process.pid, 2 ** 30, null]) {
		expect(holderOf({owner_pid, owner_started: null, holder: null})).toBeUndefined();
	}

	const anna = {operator: 'anna', host: 'ci-7'};
	expect(holderOf({owner_pid: null, owner_started: null, holder: JSON.stringify(anna)})).toEqual(anna);
});
