import {renameSync, writeFileSync} from 'node:fs';
import {expect, onTestFinished, test} from 'vitest';
import type {Look} from '../../source/changes/context.ts';
import type {Item} from '../../source/ledger/item.ts';
import type {Notification} from '../../source/notification/notification.ts';
import {createMonotonicClock, systemClock, type Clock} from '../../source/platform/clock.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import type {AccountChanges, Ended, Outcome} from '../../source/account/account-changes.ts';
import {createServices} from '../../source/account/services.ts';
import {createElsewhere, list} from '../changes/harness.ts';
import {account, deletion, input, sql, temporaryFile} from '../ledger/ledgers.ts';
import {spawnLedger} from '../ledger/processes.ts';
import {start, watchWrites} from '../sandbox/client.ts';
import {environmentWith} from '../helpers/environment.ts';
import {containing} from '../helpers/texts.ts';

let elapsed = 0;

/** Pauses are short, and between two moments there is some time. */
const hurriedClock: Clock = {
	...systemClock,
	async sleep(milliseconds, ended) {
		await systemClock.sleep(milliseconds / 20, ended);
		elapsed += milliseconds;
	},
	elapsed: createMonotonicClock('test', () => {
		elapsed += 2;
		return elapsed;
	}),
};

const {signal} = new AbortController();
const edited = {...input, name: 'Edited'};
const third = {...input, userId: 'user-3'};

/** A session on a sandbox that has two notifications, 1 and 2. */
async function setUp({isReadOnly = false} = {}) {
	const ledgerFile = temporaryFile();
	const configFile = `${ledgerFile}.yaml`;
	const sandbox = await start();
	await createElsewhere(sandbox, input);
	await createElsewhere(sandbox, {...input, userId: 'user-2'});
	const {services, close} = createServices({
		clock: hurriedClock,
		profile: {
			environment: environmentWith(sandbox),
			configFile,
			isReadOnly,
		},
		isReadOnly,
		configFile,
		sandboxFile: `${ledgerFile}.sandbox`,
		ledgerFile,
		editor: 'false',
		timeout: 10_000,
		settlingTime: 0,
	});
	onTestFinished(close);
	const opening = await services.open();
	if (opening.state !== 'open') {
		throw new Error('No session was opened.');
	}

	const {session} = opening;
	const records = await list(sandbox);
	return {
		sandbox,
		services,
		session,
		changes: session.changes,
		ledgerFile,
		close,
		configure(text: string) {
			writeFileSync(configFile, text, {mode: 0o600});
		},
		records: records as [Notification, Notification],
		/** The POSTs and DELETEs that have arrived. */
		writes: watchWrites(sandbox),
		/** The ledger, read from its file. */
		query(text: string) {
			const database = openDatabase(ledgerFile, {isReadOnly: true});
			const rows = database.prepare(text).all();
			database.close();
			return rows;
		},
	};
}

type Setup = Awaited<ReturnType<typeof setUp>>;

const itemOf = (outcome: Outcome): Item => (outcome as Ended).only!;

/** What undoing a change would do. */
const surveyLast = async (changes: AccountChanges, isRedo = false) =>
	changes.surveyUndo((await changes.findUndo(isRedo))!);

/** Every way to begin a change. */
const beginning = ({changes, records: [of]}: Setup): ReadonlyArray<Promise<Outcome>> => [
	changes.run([{kind: 'create', input: edited}], {signal}),
	changes.run([{kind: 'replace', of, input: edited}], {signal}),
	changes.run([{kind: 'delete', of}], {signal}),
];

/** Every way to continue change 1. */
const continuing = ({changes}: Setup): ReadonlyArray<Promise<Outcome>> => [
	changes.finish({set: 1}, {signal}),
	changes.rollBack({set: 1}, {signal}),
	changes.stop({set: 1}, {signal}),
	changes.retry({set: 1}, {signal}),
];

const impossible = (reason: string) => ({kind: 'impossible', reason: containing(reason)});

test('a ledger that cannot be used refuses every change, and nothing is sent', async () => {
	const setup = await setUp();
	sql(setup.ledgerFile, 'CREATE TABLE program (version TEXT); PRAGMA user_version = 99');
	for (const result of await Promise.all([...beginning(setup), ...continuing(setup)])) {
		expect(result).toEqual(impossible('Nothing was sent: '));
		expect(result).toEqual(impossible('schema 99'));
	}

	expect(setup.writes).toEqual([]);
});

test('a change that is not there, of another account or of another process is not continued', async () => {
	const setup = await setUp();
	const {changes, services, session, ledgerFile} = setup;
	for (const result of await Promise.all(continuing(setup))) {
		expect(result).toEqual(impossible('Nothing was sent. The ledger has no change 1.'));
	}

	const {ledger} = await services.openLedger();
	await ledger.changes.begin({...account, profile: 'another'}, [deletion('1')]);
	const undo = await changes.surveyUndo({set: 1});
	for (const result of await Promise.all([...continuing(setup), changes.undo(undo, {signal})])) {
		expect(result).toEqual(impossible('this change belongs to another account.'));
	}

	const other = await spawnLedger(ledgerFile);
	await other.call('changes', 'begin', {...account, profile: session.profileKey}, [deletion('1')]);
	expect(await changes.finish({set: 2}, {signal})).toEqual(impossible('Another chainbell is working on it'));
	expect(setup.writes).toEqual([]);
	await other.kill();
	expect(await changes.rollBack({set: 2}, {signal})).toMatchObject({kind: 'ended', only: {phase: 'rolled-back'}});
});

test('two sessions of one account never continue, settle or release the change that the other makes', async () => {
	const {sandbox, services, session, records, query} = await setUp();
	const beside = services.openProfile(session.profile);
	if (!beside.ok) {
		throw new Error('No session was opened.');
	}

	const {arrived, release} = sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
	const deleting = session.changes.run([{kind: 'delete', of: records[0]}], {signal});
	await arrived;
	const other = beside.session.changes;
	for (const result of await Promise.all(continuing({changes: other} as Setup))) {
		expect(result).toEqual(impossible('is working on it'));
	}

	const before = query('SELECT * FROM change');
	beside.session.listing.refresh();
	const {promise: listed, resolve} = Promise.withResolvers<Look>();
	beside.session.listing.onListing(resolve);
	expect(await other.settle(await listed)).toEqual({settled: [], wait: undefined});
	expect(query('SELECT * FROM change')).toEqual(before);
	release();
	expect(await deleting).toMatchObject({kind: 'ended', only: {phase: 'done'}});
});

test('a ledger that is closed while a request is in flight is said, with what is to be done next', async () => {
	const {sandbox, changes, records, close} = await setUp();
	const {arrived, release} = sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
	const deleting = changes.run([{kind: 'delete', of: records[0]}], {signal});
	await arrived;
	await close();
	release();
	expect(await deleting).toMatchObject({kind: 'impossible', cause: 'stopped', pending: '1'});
});

/** Holds the write lock of the ledger, as another process would, until the returned function is called. */
async function holdLedger({services, ledgerFile}: Setup): Promise<() => void> {
	await services.openLedger();
	const other = openDatabase(ledgerFile);
	other.exec('BEGIN IMMEDIATE');
	return () => {
		other.exec('ROLLBACK');
		other.close();
	};
}

async function untilBusy({services: {retryStatus}}: Setup): Promise<void> {
	const {promise, resolve} = Promise.withResolvers<void>();
	const check = () => {
		if (retryStatus.isLedgerBusy()) {
			resolve();
		}
	};

	const unsubscribe = retryStatus.subscribe(check);
	check();
	await promise;
	unsubscribe();
}

test('who stops waiting for the ledger has sent nothing', async () => {
	const setup = await setUp();
	const release = await holdLedger(setup);
	const controller = new AbortController();
	const deleting = setup.changes.run([{kind: 'delete', of: setup.records[0]}], {signal: controller.signal});
	await untilBusy(setup);
	controller.abort();
	expect(await deleting).toEqual({
		kind: 'impossible',
		reason:
			'Nothing was sent. Another process holds the lock of the ledger. End it, or wait until it has finished, and try again.',
	});
	release();
	expect(setup.writes).toEqual([]);
});

/** Moves the ledger away while a request is held, so that the change cannot write any more, and back once it has ended. Returns how it ended. */
async function failDuring(
	{sandbox, ledgerFile}: Setup,
	on: 'list' | 'create' | 'delete',
	acting: () => Promise<Outcome>,
) {
	const hold = sandbox.faults.hold({on});
	const result = acting();
	await hold.arrived;
	renameSync(ledgerFile, `${ledgerFile}-elsewhere`);
	hold.release();
	const outcome = await result;
	renameSync(`${ledgerFile}-elsewhere`, ledgerFile);
	return outcome;
}

const owners = ({query}: Setup) => query('SELECT owner_pid FROM change WHERE owner_pid IS NOT NULL');

test('where the ledger fails, it is said whether something was sent, and any process can go on', async () => {
	const setup = await setUp();
	const {changes, records, writes, services} = setup;
	await services.openLedger();
	const moved = `${setup.ledgerFile} was moved or deleted. Restart chainbell, so that changes can be recorded again.`;
	const replace = async () => changes.run([{kind: 'replace', of: records[0], input: edited}], {signal});
	expect(await failDuring(setup, 'list', replace)).toEqual({kind: 'impossible', reason: `Nothing was sent. ${moved}`});
	expect(writes).toEqual([]);
	expect(await failDuring(setup, 'create', replace)).toEqual({
		kind: 'impossible',
		cause: 'stopped',
		reason: `${moved} Nothing more was sent. Of change 1, 0 of 1 are done (1 outcome unknown).`,
		pending: '1',
	});
	expect([writes, owners(setup)]).toEqual([['POST'], []]);
	const finish = async () => changes.finish({set: 1}, {signal});
	expect(await failDuring(setup, 'list', finish)).toEqual(impossible(`Nothing was sent. ${moved}`));
	expect(owners(setup)).toEqual([]);
	expect(itemOf(await finish())).toMatchObject({phase: 'done', newId: '3'});
	expect(writes).toEqual(['POST', 'DELETE 1']);
});

test('a change is shown with the listing that proved it, marked as nobody else’s, and the list is not read again', async () => {
	const {
		session,
		changes,
		records: [first],
	} = await setUp();
	const {listing} = session;
	const looks: string[] = [];
	const shown = () =>
		listing
			.get()
			.shown.map(record => (record as Notification).id)
			.join(' ');
	const listed = Promise.withResolvers<void>();
	listing.onListing(({listing: {records}}) => {
		looks.push(records.map(record => (record as Notification).id).join(' '));
		listed.resolve();
	});
	listing.start();
	await listed.promise;
	const {shown: before} = listing.get();
	expect(itemOf(await changes.run([{kind: 'replace', of: first, input: edited}], {signal}))).toMatchObject({
		newId: '3',
	});
	expect(itemOf(await changes.run([{kind: 'create', input: third}], {signal}))).toMatchObject({newId: '4'});
	expect([looks, shown()]).toEqual([['1 2', '2 3', '2 3 4'], '2 3 4']);
	expect(listing.get()).toMatchObject({progress: undefined, changes: {appeared: new Set(), vanished: new Set()}});
	// Its records are the same objects.
	expect(listing.get().shown[0]).toBe(before[1]);
	expect(changes.isRunning()).toBe(false);
});

test('a listing settles a change once, and none while another one is being made', async () => {
	const {sandbox, changes, services, session, records} = await setUp();
	const {ledger} = await services.openLedger();
	/** Leaves a deletion whose DELETE was answered. */
	const leave = async (id: string) => {
		const moment = hurriedClock.elapsed.now();
		const first = {kind: 'sent', method: 'DELETE', target: id, moment} as const;
		const set = await ledger.changes.begin({...account, profile: session.profileKey}, [deletion(id)], first);
		const [item] = ledger.changes.items(set.id);
		await ledger.changes.append([{item: item!.id, event: {kind: 'answered', outcome: 'ok', moment}}]);
		await ledger.changes.release(set.id);
		return set.id;
	};

	const lookNow = (): Look => ({listing: {records, complete: true}, startedAt: hurriedClock.elapsed.now()});
	const first = await leave('77');
	const results = await Promise.all([changes.settle(lookNow()), changes.settle(lookNow())]);
	expect(results.map(result => result?.settled.length)).toEqual([1, 0]);
	expect(ledger.changes.set(first).counts.done).toBe(1);

	const hold = sandbox.faults.hold({on: 'create'});
	const creating = changes.run([{kind: 'create', input: third}], {signal});
	await hold.arrived;
	const second = await leave('78');
	expect([changes.isRunning(), await changes.settle(lookNow())]).toEqual([true, undefined]);
	expect(ledger.changes.set(second).counts.unknown).toBe(1);
	// The listing of that change settles it afterwards.
	const settled = new Promise(resolve => {
		session.pending.onSettled(resolve);
	});
	hold.release();
	await creating;
	expect(await settled).toMatchObject([{kind: 'set', set: {id: second, counts: {done: 1}}}]);
});

test('a rule that is added while the account is open holds at once, but for what takes back', async () => {
	const {sandbox, changes, writes, configure} = await setUp();
	const createdThird = await changes.run([{kind: 'create', input: {...input, userId: 'ops'}}], {signal});
	expect(itemOf(createdThird).newId).toBe('3');
	const [first, , kept] = (await list(sandbox)) as [Notification, Notification, Notification];
	configure('protect: user:=ops\npolicies: [{refuse: "name:edited", say: Not so}]\n');
	const sent = writes.length;
	const isProtected = {
		...impossible('3 is protected: config.yaml line 1 has protect: user:=ops.'),
		cause: 'protected',
	};
	expect(await changes.run([{kind: 'delete', of: kept}], {signal})).toEqual(isProtected);
	expect(await changes.run([{kind: 'create', input: {...edited, userId: 'user-9'}}], {signal})).toEqual({
		...impossible('breaks a policy: Not so (config.yaml line 2).'),
		cause: 'policy',
	});
	const undo = await surveyLast(changes);
	expect(undo).toMatchObject({only: {kind: 'impossible', isProtected: true}});
	expect(writes).toHaveLength(sent);
	const scope = {set: 1};
	const unprotected = await changes.surveyUndo(scope, {isUnprotected: true});
	expect(itemOf(await changes.undo(unprotected, {signal, isUnprotected: true}))).toMatchObject({phase: 'done'});

	configure('protect: "usr:ops"\n');
	expect(await changes.run([{kind: 'delete', of: first}], {signal})).toEqual({
		...impossible('config.yaml line 1: protect: Unknown field "usr:"'),
		cause: 'rules',
	});
	expect(await changes.rollBack({set: 1}, {signal})).toMatchObject({kind: 'ended'});
	expect(itemOf(await changes.undo(await surveyLast(changes, true), {signal}))).toMatchObject({phase: 'done'});
});
