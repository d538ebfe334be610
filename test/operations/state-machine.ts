import {expect} from 'vitest';
import type {Operation} from '../../source/storage/journal/operation.ts';
import type {NotificationInput} from '../../source/domain/notification.ts';
import {resume} from '../../source/operations/resume.ts';
import {rollBack} from '../../source/operations/roll-back.ts';
import type {Fault} from '../../source/sandbox/faults/switches.ts';
import {copySite, newSite, recover, run, type Errand, type Site} from './fixtures.ts';
import {account, forms} from './harness.ts';

/** The children and this process keep two cores busy. */
const atOnce = 4;

/** Milliseconds for a walk, on a machine that has other things to do: many processes are started. */
export const patience = 60_000;

export type Account = Readonly<Record<string, NotificationInput>>;

/** An operation, and what has to hold wherever it is killed. */
export type Walk = {
	/** The account as it is found: 1, 2, … This is also what is left when the operation is rolled back. */
	readonly there: readonly NotificationInput[];
	/** Those with a count are over after a restart. */
	readonly faults?: readonly Fault[];
	/** Makes what the operation needs before it begins. */
	readonly errand: (site: Site) => Promise<Errand>;
	/** Everything that can be there when it is killed, in this order. */
	readonly between: readonly Account[];
	/** What is there when it is finished. */
	readonly after: Account;
	/** What is sent in all, however often it is begun anew. */
	readonly writes: readonly string[];
	/** The states in which it can be found, in this order. */
	readonly states: ReadonlyArray<Operation['state']>;
};

/** Lets the operation run through, and then kills it at its first step, its second, … up to its last; each time it is finished in one copy of the site, and rolled back in another. Returns the number of steps. */
export async function walkThrough(ground: string, walk: Walk): Promise<number> {
	const steps = await runThrough(ground, walk);
	const seen = await forEachStep(steps, async killAt => stumble(ground, walk, killAt));
	expect(unique(seen.map(({there}) => there))).toStrictEqual(walk.between.map(each => forms(each)));
	expect(unique(seen.map(({state}) => state).filter(state => state !== undefined))).toStrictEqual(walk.states);
	return steps;
}

/** Visits every step from 1, some at once; returns what the visits did, in order. */
export async function forEachStep<T>(steps: number, visit: (step: number) => Promise<T>): Promise<T[]> {
	const results: T[] = [];
	while (results.length < steps) {
		const batch = Array.from({length: Math.min(atOnce, steps - results.length)}, async (_, index) => visit(results.length + index + 1));
		results.push(...await Promise.all(batch));
	}

	return results;
}

/** Returns how many steps it takes. */
async function runThrough(ground: string, walk: Walk): Promise<number> {
	const {site, errand} = await begin(ground, walk);
	const {kind, steps} = await run(site, errand);
	expect(kind).toBe('done');
	expect(await account(site.sandbox)).toStrictEqual(forms(walk.after));
	expect(site.writes).toStrictEqual(walk.writes);
	return steps;
}

async function begin(ground: string, {there, faults = [], errand}: Walk): Promise<{readonly site: Site; readonly errand: Errand}> {
	const site = await newSite(ground, there);
	const begun = await errand(site);
	for (const fault of faults) {
		site.sandbox.faults.add(fault);
	}

	return {site, errand: begun};
}

type Stumble = {
	readonly there: Record<string, string>;
	/** Undefined where it had not begun, or was over. */
	readonly state: Operation['state'] | undefined;
};

async function stumble(ground: string, walk: Walk, killAt: number): Promise<Stumble> {
	const {site, errand} = await begin(ground, walk);
	expect(await run(site, errand, killAt)).toStrictEqual({kind: 'killed', steps: killAt});

	const [before, after] = [forms(toAccount(walk.there)), forms(walk.after)];
	const there = await account(site.sandbox);
	const [forth, back] = await copySite(site, walk.faults?.filter(({count}) => count === undefined));
	const state = await finish(forth);
	if (state === undefined) {
		expect([before, after]).toContainEqual(there);
	} else {
		expect(await account(forth.sandbox)).toStrictEqual(after);
		expect([...site.writes, ...forth.writes]).toStrictEqual(walk.writes);
		await takeBack(back, {before, after, there});
	}

	return {there, state};
}

/** Finishes what is unfinished. Returns the state it was found in, undefined where there was nothing. */
async function finish(site: Site): Promise<Operation['state'] | undefined> {
	return recover(site, async (context, operation) => {
		expect(await resume(context, operation, {mayResend: true})).toMatchObject({kind: 'done'});
		return operation.state;
	});
}

type Forms = Readonly<Record<string, string>>;

/** Rolls back what is unfinished, which has to be refused where there is nothing to go back to, and then it is finished. */
async function takeBack(site: Site, {before, after, there}: Readonly<Record<'before' | 'after' | 'there', Forms>>): Promise<void> {
	const hasGone = Object.entries(before).some(([id, form]) => there[id] !== form);
	const settled = await recover(site, rollBack);
	if (hasGone) {
		expect(await account(site.sandbox)).toStrictEqual(there);
		if (settled?.kind === 'open') {
			expect(settled.reason).toContain('Finish it instead');
			await finish(site);
		} else {
			expect(settled?.kind).toBe('done');
		}
	} else {
		expect(settled).toMatchObject({kind: 'failed', operation: {state: 'rolled-back'}});
	}

	expect(await account(site.sandbox)).toStrictEqual(hasGone ? after : before);
	expect(await recover(site, rollBack)).toBeUndefined();
}

const toAccount = (there: readonly NotificationInput[]): Account => Object.fromEntries(there.map((one, index) => [String(index + 1), one]));

/** The different ones, in the order of their first appearance. */
function unique<T>(values: readonly T[]): T[] {
	return new Map(values.map(value => [JSON.stringify(value), value])).values().toArray();
}
