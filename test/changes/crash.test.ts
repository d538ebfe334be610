import process from 'node:process';
import {expect, test} from 'vitest';
import type {Account, Act, Body, Change, Listed, Told} from '../door.ts';
import type {Fault} from '../helpers/holdable-sandbox.ts';
import {
	accountOf,
	bodyFor,
	copyAtEveryStep,
	copyFixture,
	createFixture,
	formOf,
	killAtStep,
	listed,
	openWreck,
	runAct,
	temporaryRoot,
	within,
	type Fixture,
	type Wreck,
} from './fixtures.ts';

const root = temporaryRoot();

/** How many wrecks are recovered at once: one lists while another waits for its ledger. */
const concurrency = 4;

/** Milliseconds for one scenario on a busy machine. */
const timeout = 180_000;

/** A change that is killed at every step of it. The account has somebody else's 1, and what is edited and deleted from 2 on. */
type Scenario = {
	/** How many of them there are. */
	readonly count: number;
	/** What is done before, with an answer for each. */
	readonly first?: (all: readonly Listed[]) => Act;
	readonly firstFaults?: readonly Fault[];
	readonly act: (all: readonly Listed[]) => Act;
	/** Those without a count stay on after the restart. */
	readonly faults?: readonly Fault[];
	/** What arrives if it is not killed. */
	readonly writes: string;
	/** The phases in which a kill can leave its changes. */
	readonly phases: string;
	/** Compares a copy with what a real SIGKILL leaves at the step in the middle. */
	readonly isKilled?: true;
};

const user = (id: number) => bodyFor(`user-${id}`);
const edited = (id: number): Body => ({...user(id), delivery_location: 'others@example.com', template: 'new words'});
const at = (all: readonly Listed[], id: number): Listed => all.find(one => one.id === String(id))!;
const toEdit = (all: readonly Listed[], id: number) => ({target: at(all, id), body: edited(id)});
const editTwo = (all: readonly Listed[]): Act => ({act: 'edit', ...toEdit(all, 2)});
const deleteTwo = (all: readonly Listed[]): Act => ({act: 'delete', target: at(all, 2)});
const create: Act = {act: 'create', body: user(9)};
const undo = (): Act => ({act: 'undo'});

/** An answer lost to a POST, and one to a DELETE. */
const lost: readonly Fault[] = [
	{name: 'create-drop-after', count: 1},
	{name: 'delete-drop-after', count: 1},
];
const late: Fault = {name: 'create-late', value: 2, count: 1};
const half = {count: 2, first: editTwo, firstFaults: [{name: 'delete-500-before', count: 1}]} as const;

const several = (all: readonly Listed[]) => [2, 3, 4].map(id => at(all, id));
/** Where the new one is seen, and the old one goes, is one transaction in a set of one. */
const edit = 'creating deleting done';

const scenarios: Readonly<Record<string, Scenario>> = {
	'a create': {count: 1, act: () => create, writes: 'POST', phases: 'creating done'},
	'a delete': {count: 2, act: deleteTwo, writes: 'DELETE 2', phases: 'deleting done'},
	'an edit': {count: 2, act: editTwo, writes: 'DELETE 2, POST', phases: edit, isKilled: true},
	'an edit whose answers are lost, and whose new one is listed late': {
		count: 2,
		act: editTwo,
		faults: [...lost, late],
		writes: 'DELETE 2, POST',
		phases: edit,
	},
	'an edit on a service that keeps the ID': {
		count: 2,
		act: editTwo,
		faults: [{name: 'create-same-id'}],
		writes: 'POST',
		phases: 'creating done',
	},
	'the undo of a create': {count: 1, first: () => create, act: undo, writes: 'DELETE 2', phases: 'deleting done'},
	'the undo of a delete': {count: 2, first: deleteTwo, act: undo, writes: 'POST', phases: 'creating done'},
	'the undo of an edit': {count: 2, first: editTwo, act: undo, writes: 'DELETE 3, POST', phases: edit},
	'the end of a half-done edit': {
		...half,
		act: () => ({act: 'finish'}),
		writes: 'DELETE 2',
		phases: 'created deleting done',
	},
	'the roll back of a half-done edit': {
		...half,
		act: () => ({act: 'roll back'}),
		writes: 'DELETE 3',
		phases: 'created rolled-back undoing',
	},
	'several creates': {
		count: 1,
		act: () => ({act: 'bulk create', bodies: [user(7), user(8), user(9)]}),
		writes: 'POST, POST, POST',
		phases: 'creating done planned',
	},
	'several deletes, of which one answer is lost and one is refused for now': {
		count: 5,
		act: all => ({act: 'bulk delete', targets: several(all)}),
		faults: [lost[1]!, {name: 'any-429', count: 1}],
		writes: 'DELETE 2, DELETE 3, DELETE 4',
		phases: 'deleting done planned',
	},
	'several edits whose answers are lost': {
		count: 4,
		act: all => ({act: 'bulk edit', edits: [2, 3].map(id => toEdit(all, id))}),
		faults: lost,
		writes: 'DELETE 2, DELETE 3, POST, POST',
		phases: `created ${edit} planned`,
	},
	'the undo of several deletes, of which one answer is lost and one is listed late': {
		count: 5,
		first: all => ({act: 'bulk delete', targets: several(all)}),
		act: undo,
		faults: [lost[0]!, late],
		writes: 'POST, POST, POST',
		phases: 'creating done planned',
	},
	'a set of every kind, whose answers are lost': {
		count: 4,
		first: deleteTwo,
		act: all => ({
			act: 'set',
			items: [
				{act: 'delete', target: at(all, 4)},
				{act: 'edit', ...toEdit(all, 3)},
				{act: 'create', body: user(9)},
				{act: 'recreate', target: at(all, 2), body: user(2), undoes: 1},
			],
		}),
		faults: lost,
		writes: 'DELETE 3, DELETE 4, POST, POST, POST',
		phases: `created ${edit} planned`,
	},
};

/** An edit and a set of every kind stand for the others in the check. */
const tried = Object.entries(scenarios).filter(
	([name]) => process.env.NIGHTLY === '1' || ['an edit', 'a set of every kind, whose answers are lost'].includes(name),
);

/** The form of each notification by ID. */
type Forms = Readonly<Record<string, string>>;

/** The account that follows from changes: what is done took effect, and nothing else did. */
function expected(before: Forms, changes: readonly Change[]): Forms {
	const account = {...before};
	for (const {kind, state, old, newId, body} of changes.filter(change => change.state === 'done')) {
		expect(state).toBe('done');
		if (kind === 'delete' || kind === 'replace') {
			Reflect.deleteProperty(account, old!.id);
		}

		if (body !== undefined) {
			account[newId!] = formOf(body);
		}
	}

	return account;
}

/** Continues what is pending. Where a roll back asks which notification is the new one, it is named. Returns what was said last. */
async function goOn(account: Account, act: 'finish' | 'roll back'): Promise<Told | undefined> {
	let told: Told | undefined;
	for (const pending of account.pending()) {
		told = await account.perform({act, pending});
		for (const each of act === 'finish'
			? []
			: [pending, ...account.openItems(pending)].filter(({set}) => set === undefined)) {
			told = each === pending ? told : await account.perform({act, pending: each});
			const chosenId: string | undefined = told.candidates?.[0];
			told = chosenId === undefined ? told : await account.perform({act, pending: each, chosenId});
		}
	}

	return told;
}

const posts = (writes: readonly string[]): number => writes.filter(write => write === 'POST').length;

/** What there was before the act that is killed. */
type Start = {
	readonly template: Fixture;
	readonly act: Act;
	readonly account: Forms;
	/** How many changes the history had, and how many POSTs of later ones had arrived. */
	readonly changes: number;
	readonly posts: number;
};

async function prepare({count, first, firstFaults = [], act}: Scenario): Promise<Start> {
	const template = await createFixture(
		root,
		[bodyFor('somebody else'), user(2), user(3), user(4), user(5)].slice(0, count),
	);
	const all = await listed(template);
	const [account] = [await accountOf(template)];
	if (first === undefined) {
		return {template, act: act(all), account, changes: 0, posts: 0};
	}

	for (const fault of firstFaults) {
		template.sandbox.faults.add(fault);
	}

	// In a process of its own, which holds no claim any more.
	await runAct(template, first(all));
	const {isOpen, changes} = await within(template, async opened => ({
		isOpen: opened.pending().length > 0,
		changes: opened.changes().length,
	}));
	return isOpen
		? {template, act: act(all), account, changes: 0, posts: posts(template.writes)}
		: {template, act: act(all), account: await accountOf(template), changes, posts: 0};
}

/** What a recovery found: the account, and the states of the changes that are killed. */
type Found = {readonly account: Forms; readonly states: string};

/** Finishes one copy of a wreck and takes another one back, and checks each time that the account is what the history says. */
async function recover(wreck: Pick<Wreck, 'folder' | 'writes'>, start: Start, {faults = []}: Scenario): Promise<Found> {
	const lasting = faults.filter(({count}) => count === undefined);
	const finished = await openWreck(wreck);
	const account = await accountOf(finished);
	for (const fault of lasting) {
		finished.sandbox.faults.add(fault);
	}

	const mine = (opened: Account) => opened.changes().filter(({id}) => id > start.changes);
	const creations = (changes: readonly Change[]) => changes.filter(({kind}) => kind !== 'delete');
	const [before, after] = await within(finished, async opened => {
		const changes = mine(opened);
		const sent = creations(changes).filter(({state}) => state !== 'planned').length;
		// A POST that was written down and did not arrive is never sent.
		const missing = sent - posts(wreck.writes) - start.posts;
		await goOn(opened, 'finish');
		expect(mine(opened).filter(({state}) => state === 'failed')).toHaveLength(missing);
		const arrived = posts([...wreck.writes, ...finished.writes]) + start.posts;
		expect(arrived + missing).toBe(creations(changes).length);
		// Then nothing of the set is deleted.
		await goOn(opened, missing > 0 ? 'roll back' : 'finish');
		expect(opened.pending()).toEqual([]);
		return [changes, mine(opened)];
	});
	// Deletions come last.
	const isDeleting = before.some(({kind, state}) => kind === 'delete' && state !== 'planned');
	expect(isDeleting && creations(before).some(({state}) => state !== 'done')).toBe(false);
	expect(await accountOf(finished)).toEqual(expected(start.account, after));

	const takenBack = await openWreck(wreck, lasting);
	const left = await within(takenBack, async opened => {
		const told = await goOn(opened, 'roll back');
		if (opened.pending().length > 0) {
			expect(told?.reason).toContain('Finish it instead');
			await goOn(opened, 'finish');
		}

		expect(opened.pending()).toEqual([]);
		return mine(opened);
	});
	expect(await accountOf(takenBack)).toEqual(expected(start.account, left));
	expect(posts(takenBack.writes)).toBe(0);
	for (const {id, set, old} of left.filter(({state}) => state === 'done')) {
		const isKept = before.some(change => change.id === id && change.state === 'done') || set !== undefined;
		expect(isKept || account[old!.id] !== start.account[old!.id]).toBe(true);
	}

	return {account, states: before.map(({state}) => state).join(' ')};
}

/** Calls `visit` for every item, several at once. Returns the results in order. */
async function forEach<I, T>(items: readonly I[], visit: (item: I) => Promise<T>): Promise<T[]> {
	const results: T[] = [];
	let next = 0;
	const visitRemaining = async () => {
		while (next < items.length) {
			const index = next++;
			results[index] = await visit(items[index]!);
		}
	};

	await Promise.all(Array.from({length: concurrency}, visitRemaining));
	return results;
}

test.each(tried)(
	'%s survives kill -9 at every step',
	async (_name, scenario) => {
		const start = await prepare(scenario);
		const fixture = await copyFixture(start.template, scenario.faults);
		const {steps, wrecks} = await copyAtEveryStep(fixture, start.act);
		expect(wrecks.flatMap(wreck => wreck.steps).toSorted((a, b) => a - b)).toEqual(
			Array.from({length: steps}, (_, index) => index + 1),
		);
		expect(fixture.writes.toSorted().join(', ')).toBe(scenario.writes);
		const found = await forEach(wrecks, async wreck => recover(wreck, start, scenario));
		const phases = new Set(found.flatMap(({states}) => states.split(' ').filter(state => state !== '')));
		expect([...phases].toSorted().join(' ')).toBe(scenario.phases);
		expect(wrecks.length).toBeGreaterThan(2 * fixture.writes.length);

		if (scenario.isKilled === true) {
			const middle = Math.ceil(steps / 2);
			const killed = await copyFixture(start.template, scenario.faults);
			await killAtStep(killed, start.act, middle);
			const same = wrecks.findIndex(wreck => wreck.steps.includes(middle));
			expect(await recover(killed, start, scenario)).toEqual(found[same]);
		}
	},
	timeout,
);

test('of two processes that continue the same change only one acts', async () => {
	const {template} = await prepare(scenarios['the end of a half-done edit']!);
	const hold = template.sandbox.faults.hold({on: 'list', count: 1});
	const runs = (['finish', 'roll back'] as const).map(async act => runAct(template, {act}));
	await hold.arrived;
	const busy = {kind: 'claimed by another process'};
	expect(await Promise.race(runs)).toMatchObject(busy);
	// Nor does a third one.
	expect(await within(template, async account => account.perform({act: 'finish'}))).toEqual(busy);
	hold.release();
	const results = await Promise.all(runs);
	expect(results.find(({kind}) => kind !== busy.kind)?.kind).toMatch(/^(?:done|failed)$/v);
	expect(template.writes).toHaveLength(3);
});
