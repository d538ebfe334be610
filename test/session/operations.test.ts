import {existsSync, renameSync, writeFileSync} from 'node:fs';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {createPauseControl} from '../../source/operations/pool.ts';
import type {Sighting} from '../../source/operations/operation-context.ts';
import type {AccountOperations} from '../../source/session/operations.ts';
import type {Operation} from '../../source/ledger/journal/operation.ts';
import {createServices} from '../../source/session/services.ts';
import type {Services, Session} from '../../source/session/session.ts';
import {findUndo} from '../../source/session/undo-plan.ts';
import {systemClock, type Clock} from '../../source/platform/clock.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {createElsewhere, list} from '../operations/harness.ts';
import {start, watchWrites} from '../sandbox/client.ts';
import type {HoldableSandbox} from '../helpers/holdable-sandbox.ts';
import {input, oldOne, temporaryFile} from '../ledger/ledgers.ts';

type Setup = {
	readonly sandbox: HoldableSandbox;
	readonly services: Services;
	readonly session: Session;
	readonly operations: AccountOperations;
	readonly ledgerFile: string;
	/** The POSTs and DELETEs that have arrived. */
	readonly writes: readonly string[];
	readonly close: () => Promise<void>;
};

const {signal} = new AbortController();

/** Pauses are short. */
const hurriedClock: Clock = {
	...systemClock,
	sleep: async (milliseconds, ended) => systemClock.sleep(milliseconds / 20, ended),
};

const edited = {...input, name: 'Edited'};
const bulkOptions = () => ({signal, pauseControl: createPauseControl(), onProgress: () => undefined});

/** A session on a sandbox that holds two notifications, 1 and 2. */
async function setUp({isReadOnly = false, ledgerFile = temporaryFile(), samples = 0} = {}): Promise<Setup> {
	const sandbox = await start({samples});
	await createElsewhere(sandbox, input);
	await createElsewhere(sandbox, {...input, userId: 'user-2'});
	const {services, close} = createServices({
		clock: hurriedClock,
		profile: {
			environment: {
				baseUrl: sandbox.baseUrl,
				apiKey: sandbox.apiKey,
				profile: undefined,
				noColour: true,
				editor: undefined,
				get: () => undefined,
			},
			configFile: `${ledgerFile}.yaml`,
			isReadOnly,
		},
		isReadOnly,
		configFile: `${ledgerFile}.yaml`,
		sandboxFile: `${ledgerFile}.sandbox`,
		ledgerFile,
		editor: 'false',
		timeout: 10_000,
		settlingTime: 0,
	});
	let closing: Promise<void> | undefined;
	const closeOnce = async () => {
		closing ??= close();
		return closing;
	};

	onTestFinished(closeOnce);
	const opening = await services.open();
	if (opening.state !== 'open') {
		throw new Error('No session was opened.');
	}

	const {session} = opening;
	return {
		sandbox,
		services,
		session,
		operations: session.operations,
		ledgerFile,
		writes: watchWrites(sandbox),
		close: closeOnce,
	};
}

/** What a command has listed before it deletes something. */
async function showAccount({sandbox}: Setup) {
	const startedAt = hurriedClock.elapsed.now();
	return {listing: {records: await list(sandbox), complete: true}, startedAt, readAt: hurriedClock.now()} as const;
}

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

test('closing what was opened closes the ledger: SQLite then deletes its write-ahead log', async () => {
	const {services, ledgerFile, close} = await setUp();
	await services.openLedger();
	expect(existsSync(`${ledgerFile}-wal`)).toBe(true);
	await close();
	expect(existsSync(`${ledgerFile}-wal`)).toBe(false);
});

test('after an operation the list shows the same records, but for what changed', async () => {
	const {
		session: {listing},
		operations,
	} = await setUp();
	const firstListing = new Promise<Sighting>(resolve => {
		listing.onListing(resolve);
	});
	listing.start();
	const {
		listing: {records: before},
	} = await firstListing;
	await operations.create({...input, userId: 'user-3'}, {signal});
	const {shown} = listing.get();
	expect(shown).toHaveLength(3);
	expect(before.map(record => shown.includes(record))).toEqual([true, true]);
});

test('an account that is left is no longer watched', async () => {
	const {
		services,
		session: {listing},
		session,
	} = await setUp();
	listing.start();
	listing.watchEvery(5);
	expect(listing.get().watch).toEqual({every: 5, wait: 5});
	await services.leave(session);
	expect(listing.get().watch).toBeUndefined();
});

test('a delete waits while another process writes to the ledger, without blocking, and continues afterwards', async () => {
	const setup = await setUp();
	const release = await holdLedger(setup);
	const [target] = await list(setup.sandbox);
	const deleting = setup.operations.delete(target!, signal);

	await untilBusy(setup);
	// The event loop turns meanwhile, and nothing is sent that the journal does not have.
	await turn();
	expect(setup.writes).toStrictEqual([]);
	release();

	expect(await deleting).toMatchObject({kind: 'done'});
	expect(setup.writes).toStrictEqual(['DELETE 1']);
	expect(setup.services.retryStatus.get()).toBeUndefined();
});

test('finishing an operation waits while another process writes to the ledger', async () => {
	const setup = await setUp();
	const shown = await showAccount(setup);
	setup.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	setup.sandbox.faults.add({name: 'list-503', count: 4});
	const opened = await setup.operations.delete(shown.listing.records[0]!, signal, {shown});
	expect(opened.kind).toBe('open');
	setup.sandbox.faults.clear();

	const release = await holdLedger(setup);
	const finishing = setup.operations.finish(opened.kind === 'open' ? opened.operation.id : 0, {signal});
	await untilBusy(setup);
	release();
	expect(await finishing).toMatchObject({kind: 'done'});
	expect(setup.writes).toStrictEqual(['DELETE 1', 'DELETE 1']);
});

test('stopping the wait for the ledger ends the operation, and nothing was sent', async () => {
	const setup = await setUp();
	const release = await holdLedger(setup);
	const [target] = await list(setup.sandbox);
	const controller = new AbortController();
	const deleting = setup.operations.delete(target!, controller.signal);
	await untilBusy(setup);
	controller.abort();
	expect(await deleting).toStrictEqual({
		kind: 'impossible',
		reason:
			'Nothing was sent. Another process holds the lock of the ledger. End it, or wait until it has finished, and try again.',
	});
	release();
	expect(setup.writes).toStrictEqual([]);
});

test('a read-only profile refuses every operation, and sends nothing', async () => {
	const setup = await setUp({isReadOnly: true});
	const {operations} = setup;
	const [target] = await list(setup.sandbox);
	const deletion: Operation = {
		id: 1,
		profile: '',
		profileName: '',
		kind: 'delete',
		state: 'done',
		startedAt: 0,
		endedAt: 0,
		input: undefined,
		snapshot: oldOne(),
		newId: undefined,
		knownIds: [],
		detail: undefined,
	};
	const results = await Promise.all([
		operations.create(edited, {signal}),
		operations.replace(target!, edited, {signal}),
		operations.delete(target!, signal),
		operations.finish(1, {signal}),
		operations.rollBack(1, {signal}),
		operations.bulkDelete([target!], bulkOptions()),
		operations.undoBatch(1, [1], bulkOptions()),
		operations.undo(
			{kind: 'recreate', operation: deletion, deleted: oldOne(), input: edited, isRedacted: false},
			{signal},
		),
		operations.resumeBatch(1, bulkOptions()),
		operations.retryFailed(1, bulkOptions()),
		operations.skipRest(1, signal),
	]);
	for (const result of results) {
		expect(result).toStrictEqual({
			kind: 'impossible',
			reason: 'Nothing was sent. Read-only: started with --read-only.',
		});
	}

	expect(setup.writes).toStrictEqual([]);
});

test('a bulk operation of another account is not continued, retried or skipped', async () => {
	const {operations, services, writes} = await setUp();
	const {
		ledger: {journal},
	} = await services.openLedger();
	const id = await journal.beginBatch('another account');
	await journal.addItems(id, [{kind: 'delete', profileName: 'another', snapshot: oldOne()}]);
	await journal.completeBatch(id);
	await journal.releaseBatch(id);
	for (const result of [
		await operations.resumeBatch(id, bulkOptions()),
		await operations.retryFailed(id, bulkOptions()),
		await operations.skipRest(id, signal),
	]) {
		expect(result).toStrictEqual({
			kind: 'impossible',
			reason: expect.stringContaining('belongs to another account') as string,
		});
	}

	expect(writes).toStrictEqual([]);
	expect(journal.batch(id).counts).toMatchObject({planned: 1});
});

test("after an operation the listing shows its changes, and marks none of them as somebody else's", async () => {
	const {operations, session, sandbox} = await setUp();
	const until = async (wanted: string) => {
		const {promise, resolve} = Promise.withResolvers<void>();
		const check = () => {
			const {listing, shown, progress} = session.listing.get();
			if (
				listing.state === 'ready' &&
				progress === undefined &&
				shown.map(record => (record.kind === 'notification' ? record.id : '?')).join(' ') === wanted
			) {
				resolve();
			}
		};

		const unsubscribe = session.listing.subscribe(check);
		check();
		await promise;
		unsubscribe();
		expect(session.listing.get().changes).toEqual({appeared: new Set(), vanished: new Set()});
	};

	session.listing.refresh();
	await until('1 2');
	const [target] = await list(sandbox);
	expect(await operations.replace(target!, edited, {signal})).toMatchObject({kind: 'done', operation: {newId: '3'}});
	await until('2 3');
	expect(await operations.create({...edited, userId: 'user-9'}, {signal})).toMatchObject({kind: 'done'});
	await until('2 3 4');
});

test('an operation that stays open is released, so that another process can claim it', async () => {
	const setup = await setUp();
	const shown = await showAccount(setup);
	setup.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	setup.sandbox.faults.add({name: 'list-503', count: 4});
	const opened = await setup.operations.delete(shown.listing.records[0]!, signal, {shown});
	expect(opened.kind).toBe('open');
	const database = openDatabase(setup.ledgerFile, {isReadOnly: true});
	expect(database.prepare('SELECT owner_pid FROM operations').all()).toMatchObject([{owner_pid: null}]);
	database.close();
});

/** Moves the ledger away while a request is held, so that the operation cannot write any more, and back once it has ended. */
async function failDuring(
	{sandbox, ledgerFile}: Setup,
	on: 'list' | 'create' | 'delete',
	acting: () => Promise<unknown>,
): Promise<void> {
	const hold = sandbox.faults.hold({on});
	const result = acting();
	await hold.arrived;
	renameSync(ledgerFile, `${ledgerFile}-elsewhere`);
	hold.release();
	expect(await result).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('was moved or deleted') as string,
	});
	renameSync(`${ledgerFile}-elsewhere`, ledgerFile);
}

/** The processes that own an operation or a batch. */
function ownersIn({ledgerFile}: Setup): unknown[] {
	const database = openDatabase(ledgerFile, {isReadOnly: true});
	const owners = ['operations', 'batches'].flatMap(table =>
		database.prepare(`SELECT owner_pid FROM ${table} WHERE owner_pid IS NOT NULL`).all(),
	);
	database.close();
	return owners;
}

test('where the ledger fails in the middle of an operation, its claim is released at once', async () => {
	const setup = await setUp();
	const {operations, sandbox, services, session} = setup;
	const {ledger} = await services.openLedger();
	const [target] = await list(sandbox);
	await failDuring(setup, 'create', async () => operations.replace(target!, edited, {signal}));
	expect(ownersIn(setup)).toStrictEqual([]);

	const [pending] = ledger.journal.unfinished(session.profileKey);
	await failDuring(setup, 'list', async () => operations.finish(pending!.id, {signal}));
	expect(ownersIn(setup)).toStrictEqual([]);
	expect(await operations.finish(pending!.id, {signal})).toMatchObject({kind: 'done', operation: {newId: '3'}});
});

test('where the ledger fails in the middle of a batch, its claim is released at once', async () => {
	const setup = await setUp();
	const {operations, sandbox, services, session} = setup;
	const {ledger} = await services.openLedger();
	for (let count = 3; count <= 12; count++) {
		await createElsewhere(sandbox, {...input, userId: `user-${count}`});
	}

	const targets = await list(sandbox);
	await failDuring(setup, 'delete', async () => operations.bulkDelete(targets, bulkOptions()));
	expect(ownersIn(setup)).toStrictEqual([]);
	const [batch] = ledger.journal.unfinishedBatches(session.profileKey);
	expect(await operations.resumeBatch(batch!.id, bulkOptions())).toMatchObject({counts: {done: 12}});
});

test('a ledger that was moved away ends an operation with the reason, and nothing is sent', async () => {
	const setup = await setUp();
	await setup.services.openLedger();
	const [target] = await list(setup.sandbox);
	renameSync(setup.ledgerFile, `${setup.ledgerFile}-elsewhere`);
	for (const result of await Promise.all([
		setup.operations.delete(target!, signal),
		setup.operations.replace(target!, edited, {signal}),
		setup.operations.bulkDelete([target!], bulkOptions()),
	])) {
		expect(result).toMatchObject({
			kind: 'impossible',
			reason: expect.stringContaining('was moved or deleted') as string,
		});
	}

	expect(setup.writes).toStrictEqual([]);
});

test('what was created is suggested afterwards, and its draft is discarded', async () => {
	const {operations, services, session} = await setUp();
	const {ledger} = await services.openLedger();
	const draft = {...edited, address: edited.addresses[0]!, network: 'MY_NETWORK'};
	const draftId = await ledger.drafts.save(session.profileKey, {draft, purpose: 'create'});
	expect(await operations.create({...edited, network: 'MY_NETWORK'}, {signal, draftId})).toMatchObject({kind: 'done'});
	expect(ledger.drafts.list(session.profileKey)).toStrictEqual([]);
	expect(ledger.learned.read(session.profileKey).network).toContain('MY_NETWORK');
});

test('a rule that is added while the account is open holds at once, but for what takes back', async () => {
	const {
		sandbox,
		services,
		session: {profileKey},
		operations,
		ledgerFile,
		writes,
	} = await setUp();
	const created = await operations.create({...input, userId: 'ops'}, {signal});
	expect(created).toMatchObject({kind: 'done', operation: {newId: '3'}});
	const before = await list(sandbox);
	const [first, second, third] = before as [(typeof before)[number], (typeof before)[number], (typeof before)[number]];
	writeFileSync(`${ledgerFile}.yaml`, 'protect: user:=ops\npolicies: [{refuse: "name:edited", say: Not so}]\n', {
		mode: 0o600,
	});
	const sent = writes.length;
	const kept = {
		kind: 'impossible',
		cause: 'protected',
		reason: expect.stringContaining('3 is protected: config.yaml line 1 has protect: user:=ops.') as unknown,
	};
	const refused = {
		kind: 'impossible',
		cause: 'policy',
		reason: expect.stringContaining('breaks a policy: Not so (config.yaml line 2).') as unknown,
	};
	expect(await operations.delete(third, signal)).toMatchObject(kept);
	expect(await operations.bulkDelete([third], bulkOptions())).toMatchObject(kept);
	expect(await operations.replace(third, input, {signal})).toMatchObject(kept);
	expect(
		await operations.applySet([{kind: 'delete', of: third}], {...bulkOptions(), whyChanged: () => undefined}),
	).toMatchObject(kept);
	expect(await operations.create(edited, {signal})).toMatchObject(refused);
	expect(await operations.replace(first, edited, {signal})).toMatchObject(refused);
	expect(await operations.bulkCreate([edited], {...bulkOptions(), canRepeat: true})).toMatchObject(refused);
	expect(await operations.bulkReplace([{of: first, input: edited}], bulkOptions())).toMatchObject(refused);
	expect(
		await operations.applySet([{kind: 'create', input: edited}], {...bulkOptions(), whyChanged: () => undefined}),
	).toMatchObject(refused);
	const {ledger} = await services.openLedger();
	const plan = findUndo(ledger.journal, profileKey, {records: before, isComplete: true})!;
	expect(await operations.undo(plan, {signal})).toMatchObject(kept);
	expect(writes).toHaveLength(sent);

	// Of several the others are changed.
	expect(await operations.bulkDelete([second, third], bulkOptions())).toMatchObject({
		kind: 'ended',
		counts: {done: 1},
		skipped: [expect.stringContaining('Left out: 3 is protected')],
	});
	expect(await operations.undo(plan, {signal, isUnprotected: true})).toMatchObject({kind: 'done'});
	writeFileSync(`${ledgerFile}.yaml`, 'protect: "usr:ops"\n', {mode: 0o600});
	expect(await operations.delete(first, signal)).toMatchObject({
		kind: 'impossible',
		cause: 'rules',
		reason: expect.stringContaining('config.yaml line 1: protect: Unknown field "usr:"') as unknown,
	});
	const again = findUndo(ledger.journal, profileKey, {records: await list(sandbox), isComplete: true}, {isRedo: true})!;
	expect(await operations.undo(again, {signal})).toMatchObject({kind: 'done'});
});
