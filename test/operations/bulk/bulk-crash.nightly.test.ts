import {expect, test} from 'vitest';
import type {Account, Act, Body, Listed, Pending, Told} from '../../door.ts';
import type {Fault} from '../../helpers/holdable-sandbox.ts';
import {
	bodyFor,
	copyAtEveryStep,
	copyFixture,
	createFixture,
	listed,
	openWreck,
	recover,
	temporaryRoot,
	within,
	type Fixture,
	type Wreck,
} from '../fixtures.ts';
import {crashTimeout, forEach} from '../state-machine.ts';

const root = temporaryRoot();
const everybody = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5'];
const untouched = ['user-1', 'user-5'];
const existing = everybody.map(user => bodyFor(user));
const ids = new Set(['2', '3', '4']);

const userOf = ({external_user_id: user}: Body) => user;

/** What a set says that ended as wanted. */
const endedWith = (counts: Readonly<Record<string, number>>): Told => ({
	kind: 'ended',
	set: expect.any(Number) as number,
	counts,
});

/** The users whose notifications the account holds. Clears all faults first. */
async function users(fixture: Fixture): Promise<string[]> {
	const all = await listed(fixture);
	return all.map(({body}) => userOf(body));
}

/** The users whose items are done, as the history has it. */
const doneUsers = async (fixture: Fixture, set: number): Promise<string[]> =>
	within(fixture, async account =>
		account
			.changes()
			.filter(change => change.set === set && change.state === 'done')
			.map(({old, body}) => userOf(old?.body ?? body!)),
	);

/** Finishes what is pending. */
const finish = async (account: Account, pending: Pending) => account.perform({act: 'finish', pending});

/** Leaves out what has not started, and takes back what is half done. What no response named is deleted only when it is named. */
async function rollBackNaming(account: Account, pending: Pending) {
	const set = pending.set!;
	await account.perform({act: 'roll back', pending});
	for (const change of account.changes()) {
		if (change.set === set && change.state === 'created') {
			await account.perform({act: 'roll back', pending: {change}, chosenId: change.newId});
		}
	}

	return {set, counts: account.counts(set)};
}

/** Counts without those that are 0. */
const counted = (counts: Readonly<Record<string, number>>) =>
	Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** What every run starts from: a copy of the template. */
type Start = {readonly template: Fixture; readonly act: Act};

async function prepareDelete(): Promise<Start> {
	const template = await createFixture(root, existing);
	const all = await listed(template);
	return {template, act: {act: 'bulk delete', targets: all.filter(({id}) => ids.has(id))}};
}

async function prepareRecreation(): Promise<Start> {
	const {template, act} = await prepareDelete();
	expect(await within(template, async account => account.perform(act))).toEqual(endedWith({done: 3}));
	return {template, act: {act: 'undo'}};
}

async function prepareCreate(): Promise<Start> {
	const isUntouched = (body: Body) => untouched.includes(userOf(body));
	const template = await createFixture(
		root,
		existing.filter(body => isUntouched(body)),
	);
	return {template, act: {act: 'bulk create', bodies: existing.filter(body => !isUntouched(body))}};
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

	const result = await recover(resumed, finish);
	const isAll = found.length === after.length;
	const now = await users(resumed);
	expect(now.toSorted()).toStrictEqual([...(result === undefined && !isAll ? before : after)]);
	if (result === undefined) {
		// It had not started, or was done.
		expect([before, after]).toContainEqual(found.toSorted());
		return false;
	}

	expect(result).toEqual(endedWith({done: 3}));
	const skipped = await openWreck(wreck);
	const rest = await recover(skipped, async (account, pending) => account.perform({act: 'roll back', pending}));
	expect(rest?.reason).toBeUndefined();
	// The history agrees with the account, and nothing more was sent.
	expect(await users(skipped)).toStrictEqual(found);
	const changed = await doneUsers(skipped, rest!.set!);
	const expected =
		before.length > after.length ? before.filter(user => !changed.includes(user)) : [...before, ...changed];
	expect(found.toSorted()).toStrictEqual(expected.toSorted());
	expect(await recover(skipped, async () => true)).toBeUndefined();
	return true;
}

test.each(Object.entries(scenarios))(
	'%s survives kill -9 at every step',
	async (_name, scenario) => {
		const {template, act} = await scenario.prepare();
		const fixture = await copyFixture(template, scenario.faults);
		const {kind, wrecks} = await copyAtEveryStep(fixture, act);
		expect(kind).toBe('ended');
		const final = await users(fixture);
		expect(final.toSorted()).toStrictEqual(scenario.after);
		const unfinished = await forEach(wrecks, async wreck => wasUnfinished(wreck, scenario));
		// At least when the plan is in the ledger, and when each of three requests was written down and was answered.
		expect(unfinished.filter(Boolean).length).toBeGreaterThanOrEqual(1 + 3 + 3);
	},
	crashTimeout,
);

/** User and name of each notification of the account. Clears all faults first. */
async function named(fixture: Fixture): Promise<string[]> {
	const all = await listed(fixture);
	return all.map(({body}) => `${userOf(body)} ${body.notification_name}`).toSorted();
}

/** One that is listed, to be edited. */
const toEdit = (target: Listed) => ({
	target,
	body: {...bodyFor(userOf(target.body)), notification_name: 'Edited'},
});

/** An answer lost to a POST, and one to a DELETE. */
const lostAnswers: readonly Fault[] = [
	{name: 'create-drop-after', count: 1},
	{name: 'delete-drop-after', count: 1},
];

test(
	'a bulk edit survives kill -9: of the old and the new one at least one exists, and in the end exactly one',
	async () => {
		const template = await createFixture(root, existing);
		// One whose answers are lost, and one beside it. More, and some that wait for them, are in the batch of every kind.
		const edited = new Set(['2', '4']);
		const all = await listed(template);
		const act: Act = {act: 'bulk edit', edits: all.filter(({id}) => edited.has(id)).map(one => toEdit(one))};
		const before = await named(template);
		const after = before.map(text => (edited.has(text.slice(5, 6)) ? `${text.slice(0, 6)} Edited` : text));
		const complete = await copyFixture(template, lostAnswers);
		const {wrecks} = await copyAtEveryStep(complete, act);
		expect(await named(complete)).toStrictEqual(after);

		const states = await forEach(wrecks, async wreck => {
			const resumed = await openWreck(wreck);
			const found = await named(resumed);
			expect(new Set(found.map(text => text.slice(0, 6)))).toStrictEqual(new Set(everybody));
			const result = await recover(resumed, finish);
			if (result === undefined) {
				expect([before, after]).toContainEqual(found);
				return 'over';
			}

			expect(result).toMatchObject({counts: {done: 2}});
			expect(await named(resumed)).toStrictEqual(after);
			const skipped = await openWreck(wreck);
			const rest = await recover(skipped, rollBackNaming);
			const changed = await doneUsers(skipped, rest!.set);
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
		existing.filter(body => userOf(body) !== 'user-4'),
	);
	const all = await listed(template);
	const at = (user: string) => all.find(({body}) => userOf(body) === user)!;
	const deletion = await within(template, async account =>
		account.perform({act: 'bulk delete', targets: [at('user-2')]}),
	);
	expect(deletion).toMatchObject({counts: {done: 1}});
	return {
		template,
		act: {
			act: 'set',
			items: [
				{act: 'delete', target: at('user-5')},
				{act: 'edit', ...toEdit(at('user-3'))},
				{act: 'create', body: bodyFor('user-4')},
				{act: 'recreate', target: at('user-2'), body: bodyFor('user-2'), undoes: 1},
			],
		},
	};
}

test(
	'a batch of every kind with an answer lost to a POST and one to a DELETE survives kill -9: nothing is lost or doubled, and what it deletes goes last',
	async () => {
		const {template, act} = await prepareMixed();
		const before = await named(template);
		const nameOf = (user: string) => `${user} ${bodyFor(user).notification_name}`;
		const after = [nameOf('user-1'), nameOf('user-2'), 'user-3 Edited', nameOf('user-4')];
		const complete = await copyFixture(template, lostAnswers);
		const {kind, wrecks} = await copyAtEveryStep(complete, act);
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
			const result = await recover(resumed, finish);
			if (result === undefined) {
				expect([before, after]).toContainEqual(found);
				return 'over';
			}

			expect(result).toEqual(endedWith({done: 4}));
			expect(await named(resumed)).toStrictEqual(after);
			const skipped = await openWreck(wreck);
			const rest = await recover(skipped, rollBackNaming);
			const changed = await doneUsers(skipped, rest!.set);
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
