import {expect, test} from 'vitest';
import {openLedger} from '../../../source/storage/ledger.ts';
import {planDeletes} from '../../../source/operations/bulk/bulk-delete.ts';
import {runBatch, skipRest} from '../../../source/operations/bulk/run-batch.ts';
import {rollBack} from '../../../source/operations/roll-back.ts';
import {takeSnapshot} from '../../../source/operations/snapshot.ts';
import type {Fault} from '../../../source/sandbox/faults.ts';
import {createPauseControl} from '../../../source/operations/bulk/pause-control.ts';
import {awaited, createContext} from '../context.ts';
import {
	copyAtEveryStep,
	copyFixture,
	createFixture,
	openWreck,
	recoverBatch,
	temporaryRoot,
	type Fixture,
	type OperationRequest,
	type Wreck,
} from '../fixtures.ts';
import {list} from '../harness.ts';
import {crashTimeout, forEach} from '../state-machine.ts';
import {counted, inputs} from './bulk-harness.ts';

const root = temporaryRoot();
const existing = inputs(5);
const ids = new Set(['2', '3', '4']);
const untouched = ['user-1', 'user-5'];
const everybody = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5'];

/** The users whose notifications the account holds. Clears all faults first. */
async function users({sandbox}: Fixture): Promise<string[]> {
	sandbox.faults.clear();
	const listed = await list(sandbox);
	return listed.map(({userId}) => userId);
}

/** The users whose items are done, as the journal has it. */
function doneUsers({ledgerFile}: Fixture, batch: number): string[] {
	const {ledger} = openLedger(ledgerFile, {now: () => 2});
	const done = ledger.journal
		.itemsIn(batch, 'done', {after: 0, limit: 100})
		.map(({snapshot, input}) => (snapshot?.input ?? input!).userId);
	ledger.close();
	return done;
}

/** What every run starts from: a copy of the template. */
type Start = {readonly template: Fixture; readonly request: OperationRequest};

async function prepareDelete(): Promise<Start> {
	const template = await createFixture(root, existing);
	const listed = await list(template.sandbox);
	const targets = listed.filter(({id}) => ids.has(id)).map(one => takeSnapshot(one));
	return {template, request: {kind: 'bulk-delete', targets}};
}

async function prepareRecreation(): Promise<Start> {
	const {template, request} = await prepareDelete();
	const {ledger} = openLedger(template.ledgerFile, {now: () => 0});
	const bulk = {
		context: createContext({service: template.sandbox, ledger}),
		journal: awaited(ledger).journal,
		pauseControl: createPauseControl(),
		onProgress: () => undefined,
	};
	const deletion = await planDeletes(bulk, request.kind === 'bulk-delete' ? request.targets : []);
	expect(await runBatch(bulk, deletion)).toMatchObject({counts: counted({done: 3})});
	ledger.close();
	return {template, request: {kind: 'bulk-undo', batch: deletion}};
}

async function prepareCreate(): Promise<Start> {
	const template = await createFixture(
		root,
		existing.filter(({userId}) => untouched.includes(userId)),
	);
	return {template, request: {kind: 'bulk-create', inputs: existing.filter(({userId}) => !untouched.includes(userId))}};
}

type BulkScenario = {
	readonly prepare: typeof prepareDelete;
	readonly faults: readonly Fault[];
	/** The users before, and after. */
	readonly before: readonly string[];
	readonly after: readonly string[];
};

/** Where faults meet one or two of the three requests, the others are answered as without faults. */
const scenarios: Record<string, BulkScenario> = {
	'a bulk delete with one response lost and one request rate-limited': {
		prepare: prepareDelete,
		faults: [
			{name: 'delete-drop-after', count: 1},
			{name: 'any-429', count: 1},
		],
		before: everybody,
		after: untouched,
	},
	'a bulk create': {prepare: prepareCreate, faults: [], before: untouched, after: everybody},
	'a bulk recreate with one response lost and one notification listed late': {
		prepare: prepareRecreation,
		faults: [
			{name: 'create-drop-after', count: 1},
			{name: 'create-late', value: 1, count: 1},
		],
		before: untouched,
		after: everybody,
	},
};

/** Runs the remaining items in one copy of what a kill left, and skips them in another. Returns whether the batch was found unfinished. */
async function wasUnfinished(wreck: Wreck, {before, after}: BulkScenario): Promise<boolean> {
	const resumed = await openWreck(wreck);
	const found = await users(resumed);

	const result = await recoverBatch(resumed, async (bulk, {id}) => runBatch(bulk, id));
	const isAll = found.length === after.length;
	const now = await users(resumed);
	expect(now.toSorted()).toStrictEqual([...(result === undefined && !isAll ? before : after)]);
	if (result === undefined) {
		// It had not started, or was done.
		expect([before, after]).toContainEqual(found.toSorted());
		return false;
	}

	expect(result).toMatchObject({counts: counted({done: 3}), failure: undefined, unresolvedReason: undefined});
	const skipped = await openWreck(wreck);
	const rest = await recoverBatch(skipped, async (bulk, {id}) => skipRest(bulk, id));
	expect(rest?.unresolvedReason).toBeUndefined();
	// The journal agrees with the account, and nothing more was sent.
	expect(await users(skipped)).toStrictEqual(found);
	const changed = doneUsers(skipped, rest!.batch);
	const expected =
		before.length > after.length ? before.filter(user => !changed.includes(user)) : [...before, ...changed];
	expect(found.toSorted()).toStrictEqual(expected.toSorted());
	expect(await recoverBatch(skipped, async () => true)).toBeUndefined();
	return true;
}

test.each(Object.entries(scenarios))(
	'%s survives kill -9 at every step',
	async (_name, scenario) => {
		const {template, request} = await scenario.prepare();
		const fixture = await copyFixture(template, scenario.faults);
		const {kind, wrecks} = await copyAtEveryStep(fixture, request);
		expect(kind).toBe('ended');
		const final = await users(fixture);
		expect(final.toSorted()).toStrictEqual(scenario.after);
		const unfinished = await forEach(wrecks, async wreck => wasUnfinished(wreck, scenario));
		// At least when the plan is in the journal, and when each of three requests was written down and was answered.
		expect(unfinished.filter(Boolean).length).toBeGreaterThanOrEqual(1 + 3 + 3);
	},
	crashTimeout,
);

/** User and name of each notification of the account. Clears all faults first. */
async function named({sandbox}: Fixture): Promise<string[]> {
	sandbox.faults.clear();
	const listed = await list(sandbox);
	return listed.map(({userId, name}) => `${userId} ${name}`).toSorted();
}

test(
	'a bulk edit survives kill -9: of the old and the new one at least one exists, and in the end exactly one',
	async () => {
		const template = await createFixture(root, existing);
		// One whose answers are lost, and one beside it. More, and some that wait for them, are in the batch of every kind.
		const edited = new Set(['2', '4']);
		const listed = await list(template.sandbox);
		const edits = listed
			.filter(({id}) => edited.has(id))
			.map(one => takeSnapshot(one))
			.map(snapshot => ({snapshot, input: {...existing[0]!, ...snapshot.input, name: 'Edited'}}));
		const request: OperationRequest = {kind: 'bulk-replace', edits};
		const faults: readonly Fault[] = [
			{name: 'create-drop-after', count: 1},
			{name: 'delete-drop-after', count: 1},
		];
		const before = await named(template);
		const after = before.map(text => (edited.has(text.slice(5, 6)) ? `${text.slice(0, 6)} Edited` : text));
		const complete = await copyFixture(template, faults);
		const {wrecks} = await copyAtEveryStep(complete, request);
		expect(await named(complete)).toStrictEqual(after);

		const states = await forEach(wrecks, async wreck => {
			const resumed = await openWreck(wreck);
			const found = await named(resumed);
			expect(new Set(found.map(text => text.slice(0, 6)))).toStrictEqual(new Set(everybody));
			const result = await recoverBatch(resumed, async (bulk, {id}) => runBatch(bulk, id));
			if (result === undefined) {
				expect([before, after]).toContainEqual(found);
				return 'over';
			}

			expect(result).toMatchObject({counts: counted({done: 2})});
			expect(await named(resumed)).toStrictEqual(after);
			const skipped = await openWreck(wreck);
			const rest = await recoverBatch(skipped, async (bulk, {id}) => {
				await skipRest(bulk, id);
				// What no response named is deleted only when it is named.
				for (const item of bulk.journal.itemsIn(id, 'created', {after: 0, limit: 2})) {
					await rollBack(bulk.context, item, item.newId);
				}

				return bulk.journal.batch(id);
			});
			const changed = doneUsers(skipped, rest!.id);
			expect(rest!.counts).toStrictEqual(counted({done: changed.length, skipped: 2 - changed.length}));
			expect(await named(skipped)).toStrictEqual(
				before.map(text => (changed.includes(text.slice(0, 6)) ? `${text.slice(0, 6)} Edited` : text)),
			);
			return found.length > before.length ? 'half done' : 'open';
		});
		expect(new Set(states)).toStrictEqual(new Set(['over', 'half done', 'open']));
	},
	crashTimeout,
);

/** User-2 was deleted here before, user-4 is to be created, 3 (user-3) is to be edited, and 5 (user-5) is to be deleted. */
async function prepareMixed(): Promise<Start> {
	const template = await createFixture(
		root,
		existing.filter(({userId}) => userId !== 'user-4'),
	);
	const listed = await list(template.sandbox);
	const at = (user: string) => takeSnapshot(listed.find(({userId}) => userId === user)!);
	const {ledger} = openLedger(template.ledgerFile, {now: () => 0});
	const bulk = {
		context: createContext({service: template.sandbox, ledger}),
		journal: awaited(ledger).journal,
		pauseControl: createPauseControl(),
		onProgress: () => undefined,
	};
	expect(await runBatch(bulk, await planDeletes(bulk, [at('user-2')]))).toMatchObject({counts: counted({done: 1})});
	ledger.close();
	const inputOf = (user: string) => existing.find(({userId}) => userId === user)!;
	return {
		template,
		request: {
			kind: 'bulk-mixed',
			items: [
				{kind: 'delete', snapshot: at('user-5')},
				{kind: 'replace', snapshot: at('user-3'), input: {...inputOf('user-3'), name: 'Edited'}},
				{kind: 'create', input: inputOf('user-4')},
				{kind: 'recreate', snapshot: at('user-2'), input: inputOf('user-2'), undoes: 1},
			],
		},
	};
}

test(
	'a batch of every kind with an answer lost to a POST and one to a DELETE survives kill -9: nothing is lost or doubled, and what it deletes goes last',
	async () => {
		const faults: readonly Fault[] = [
			{name: 'create-drop-after', count: 1},
			{name: 'delete-drop-after', count: 1},
		];
		const {template, request} = await prepareMixed();
		const before = await named(template);
		const nameOf = (user: string) => `${user} ${existing.find(({userId}) => userId === user)!.name}`;
		const after = [nameOf('user-1'), nameOf('user-2'), 'user-3 Edited', nameOf('user-4')];
		const complete = await copyFixture(template, faults);
		const {kind, wrecks} = await copyAtEveryStep(complete, request);
		expect(kind).toBe('ended');
		expect(await named(complete)).toStrictEqual(after);

		/** What must hold at any time: one of user-3 at least, one of each other at most, and user-5 until everything else is done. */
		const check = (found: readonly string[]) => {
			expect(found.filter(text => !text.startsWith('user-3'))).toStrictEqual(
				[...new Set([nameOf('user-1'), ...found])].filter(text => !text.startsWith('user-3')),
			);
			expect([[nameOf('user-3')], ['user-3 Edited'], [nameOf('user-3'), 'user-3 Edited'].toSorted()]).toContainEqual(
				found.filter(text => text.startsWith('user-3')),
			);
			if (!found.includes(nameOf('user-5'))) {
				expect(found).toStrictEqual(after);
			}
		};

		const states = await forEach(wrecks, async wreck => {
			const resumed = await openWreck(wreck);
			const found = await named(resumed);
			check(found);
			const result = await recoverBatch(resumed, async (bulk, {id}) => runBatch(bulk, id));
			if (result === undefined) {
				expect([before, after]).toContainEqual(found);
				return 'over';
			}

			expect(result).toMatchObject({counts: counted({done: 4}), failure: undefined});
			expect(await named(resumed)).toStrictEqual(after);
			const skipped = await openWreck(wreck);
			const rest = await recoverBatch(skipped, async (bulk, {id}) => {
				await skipRest(bulk, id);
				// One that no response named is deleted only when it is named.
				for (const item of bulk.journal.itemsIn(id, 'created', {after: 0, limit: 4})) {
					await rollBack(bulk.context, item, item.newId);
				}

				return bulk.journal.batch(id);
			});
			const changed = doneUsers(skipped, rest!.id);
			expect(rest!.counts).toStrictEqual(counted({done: changed.length, skipped: 4 - changed.length}));
			const left = await named(skipped);
			check(left);
			expect(left.filter(text => text.startsWith('user-3'))).toStrictEqual([
				changed.includes('user-3') ? 'user-3 Edited' : nameOf('user-3'),
			]);
			expect(['user-2', 'user-4'].filter(user => left.includes(nameOf(user)))).toStrictEqual(
				['user-2', 'user-4'].filter(user => changed.includes(user)),
			);
			expect(left.includes(nameOf('user-5'))).toBe(!changed.includes('user-5'));
			return found.length > before.length + 2 ? 'half done' : 'open';
		});
		expect(new Set(states)).toStrictEqual(new Set(['over', 'half done', 'open']));
	},
	crashTimeout,
);
