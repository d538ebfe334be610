import {expect} from 'vitest';
import type {Account as Opened, Act, Body, Change, Pending, Told} from '../door.ts';
import type {Fault} from '../helpers/holdable-sandbox.ts';
import {
	accountOf,
	copyAtEveryStep,
	copyFixture,
	createFixture,
	forms,
	killAtStep,
	openWreck,
	recover,
	type Fixture,
	type Wreck,
} from './fixtures.ts';

/** How many steps are tested at once: one lists while another waits for its ledger. */
const concurrency = 4;

/** Milliseconds for one scenario on a busy machine. */
export const crashTimeout = 180_000;

export type Account = Readonly<Record<string, Body>>;

/** An operation, and what must hold wherever it is killed. */
export type CrashScenario = {
	/** The account before, with IDs from 1. A roll back recreates it, unless there is `before`. */
	readonly existing: readonly Body[];
	/** The account that `request` leaves, if it is another one: a roll back recreates this one. */
	readonly before?: Account;
	/** Faults without a count stay on after the restart. */
	readonly faults?: readonly Fault[];
	/** Makes the request for the operation. */
	readonly request: (fixture: Fixture) => Promise<Act>;
	/** Every account that a kill can leave behind, in order. */
	readonly intermediate: readonly Account[];
	/** The account when the operation is done. */
	readonly after: Account;
	/** The writes that arrive in all, however often the operation is resumed. */
	readonly writes: readonly string[];
	/** The states that the journal can show after a kill, in order. */
	readonly states: ReadonlyArray<Change['state']>;
	/** Compares a copy with what a real SIGKILL leaves at the step in the middle. */
	readonly isKilled?: boolean;
};

/**
Runs the operation to its end, and copies what SIGKILL would leave at each of its steps. One copy is finished, and another is rolled back.

@returns The number of different copies.
*/
export async function recoverFromEveryStep(root: string, scenario: CrashScenario): Promise<number> {
	const template = await createFixture(root, scenario.existing);
	const request = await scenario.request(template);
	const fixture = await copyFixture(template, scenario.faults);
	const {kind, steps, wrecks} = await copyAtEveryStep(fixture, request);
	expect(kind).toBe('done');
	expect(wrecks.flatMap(wreck => wreck.steps).toSorted((a, b) => a - b)).toStrictEqual(
		Array.from({length: steps}, (_, index) => index + 1),
	);
	expect(await accountOf(fixture)).toStrictEqual(forms(scenario.after));
	expect(fixture.writes).toStrictEqual(scenario.writes);

	const results = await forEach(wrecks, async wreck => finishAndRollBack(wreck, scenario));
	expect(unique(results.map(({found}) => found))).toStrictEqual(scenario.intermediate.map(each => forms(each)));
	expect(unique(results.map(({state}) => state).filter(state => state !== undefined))).toStrictEqual(scenario.states);

	if (scenario.isKilled === true) {
		const middle = Math.ceil(steps / 2);
		const killed = await copyFixture(template, scenario.faults);
		await killAtStep(killed, request, middle);
		const {found, state} = await finishAndRollBack(killed, scenario);
		expect({found, state}).toStrictEqual(results[wrecks.findIndex(wreck => wreck.steps.includes(middle))]);
	}

	return wrecks.length;
}

/** Calls `visit` for every item, several at once. Returns the results in order. */
export async function forEach<I, T>(items: readonly I[], visit: (item: I) => Promise<T>): Promise<T[]> {
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

type Recovered = {
	/** The account after the kill. */
	readonly found: Record<string, string>;
	/** Of the operation in the journal; undefined if it had not started or was already done. */
	readonly state: Change['state'] | undefined;
};

async function finishAndRollBack(wreck: Pick<Wreck, 'folder' | 'writes'>, scenario: CrashScenario): Promise<Recovered> {
	const [before, after] = [forms(scenario.before ?? toAccount(scenario.existing)), forms(scenario.after)];
	const lastingFaults = scenario.faults?.filter(({count}) => count === undefined);
	const finished = await openWreck(wreck);
	const found = await accountOf(finished);
	for (const fault of lastingFaults ?? []) {
		finished.sandbox.faults.add(fault);
	}

	const state = await finish(finished);
	if (state === undefined) {
		expect([before, after]).toContainEqual(found);
	} else {
		expect(await accountOf(finished)).toStrictEqual(after);
		expect([...wreck.writes, ...finished.writes]).toStrictEqual(scenario.writes);
		await expectRollBack(await openWreck(wreck, lastingFaults), {before, after, found});
	}

	return {found, state};
}

/** Finishes the unfinished operation. Returns the state in which the journal had it, undefined where nothing was unfinished. */
async function finish(fixture: Fixture): Promise<Change['state'] | undefined> {
	return recover(fixture, async (account, pending) => {
		expect(await account.perform({act: 'finish', pending, isRepeatable: true})).toMatchObject({kind: 'done'});
		return pending.change?.state;
	});
}

/** Rolls back a change. Where it asks which notification to delete, the first one is named. */
async function rollBackNaming(account: Opened, pending: Pending): Promise<Told> {
	const told = await account.perform({act: 'roll back', pending});
	const named = told.kind === 'open' ? told.candidates?.[0] : undefined;
	return named === undefined ? told : account.perform({act: 'roll back', pending, chosenId: named});
}

type Forms = Readonly<Record<string, string>>;

/** Rolls back the unfinished operation. Where the old notification is gone already, the roll back must be refused, and finishing must work instead. */
async function expectRollBack(
	fixture: Fixture,
	{before, after, found}: Readonly<Record<'before' | 'after' | 'found', Forms>>,
): Promise<void> {
	const isOldGone = Object.entries(before).some(([id, form]) => found[id] !== form);
	const result = await recover(fixture, rollBackNaming);
	if (isOldGone) {
		expect(await accountOf(fixture)).toStrictEqual(found);
		if (result?.kind === 'open') {
			expect(result.reason).toContain('Finish it instead');
			await finish(fixture);
		} else {
			expect(result?.kind).toBe('done');
		}
	} else {
		expect(result).toMatchObject({kind: 'failed', change: {state: 'rolled-back'}});
	}

	expect(await accountOf(fixture)).toStrictEqual(isOldGone ? after : before);
	expect(await recover(fixture, rollBackNaming)).toBeUndefined();
}

const toAccount = (existing: readonly Body[]): Account =>
	Object.fromEntries(existing.map((one, index) => [String(index + 1), one]));

/** The different values, in the order of their first appearance. */
function unique<T>(values: readonly T[]): T[] {
	return new Map(values.map(value => [JSON.stringify(value), value])).values().toArray();
}
