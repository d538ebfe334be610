import {expect, test} from 'vitest';
import {openLedger} from '../../../source/storage/ledger.ts';
import {planDeletes} from '../../../source/operations/bulk/bulk-delete.ts';
import {runBatch, skipRest} from '../../../source/operations/bulk/run-batch.ts';
import {takeSnapshot} from '../../../source/operations/snapshot.ts';
import type {Fault} from '../../../source/sandbox/faults/switches.ts';
import {createPauseControl} from '../../../source/operations/bulk/pause-control.ts';
import {awaited, createContext} from '../context.ts';
import {copySite, newSite, recoverBatch, run, temporaryGround, type Errand, type Site} from '../fixtures.ts';
import {list} from '../harness.ts';
import {forEachStep, patience} from '../state-machine.ts';
import {counted, inputs} from './bulk-harness.ts';

const ground = temporaryGround();
const everyone = inputs(5);
const ids = new Set(['2', '3', '4']);
const kept = ['user-1', 'user-5'];
const everybody = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5'];

/** Whose notifications there are; nothing misbehaves any more. */
async function users(site: Site): Promise<string[]> {
	site.sandbox.faults.clear();
	const listed = await list(site.sandbox);
	return listed.map(({userId}) => userId);
}

/** What the journal says has come to its end: who is gone, who is back. */
function ended({ledgerFile}: Site, batch: number): string[] {
	const {ledger} = openLedger(ledgerFile, {now: () => 2});
	const done = ledger.journal.itemsIn(batch, 'done', {after: 0, limit: 100}).map(({snapshot}) => snapshot!.input.userId);
	ledger.close();
	return done;
}

async function deleting(faults: readonly Fault[]): Promise<{readonly site: Site; readonly errand: Errand}> {
	const site = await newSite(ground, everyone);
	const listed = await list(site.sandbox);
	const targets = listed.filter(({id}) => ids.has(id)).map(one => takeSnapshot(one));
	for (const fault of faults) {
		site.sandbox.faults.add(fault);
	}

	return {site, errand: {kind: 'bulk-delete', targets}};
}

async function restoring(faults: readonly Fault[]): Promise<{readonly site: Site; readonly errand: Errand}> {
	const {site, errand} = await deleting([]);
	const {ledger} = openLedger(site.ledgerFile, {now: () => 0});
	const bulk = {context: createContext({service: site.sandbox, ledger}), journal: awaited(ledger).journal, pauseControl: createPauseControl(), onProgress: () => undefined};
	const deletion = await planDeletes(bulk, errand.kind === 'bulk-delete' ? errand.targets : []);
	expect(await runBatch(bulk, deletion)).toMatchObject({counts: counted({done: 3})});
	ledger.close();
	for (const fault of faults) {
		site.sandbox.faults.add(fault);
	}

	return {site, errand: {kind: 'bulk-restore', deletion}};
}

type Walk = {
	readonly begin: typeof deleting;
	readonly faults: readonly Fault[];
	/** Who is there before, and after. */
	readonly before: readonly string[];
	readonly after: readonly string[];
};

const walks: Record<string, Walk> = {
	'a bulk delete': {begin: deleting, faults: [], before: everybody, after: kept},
	'a bulk delete, one answer lost and one refused for now': {
		begin: deleting, faults: [{name: 'delete-drop-after', count: 1}, {name: 'any-429', count: 1}], before: everybody, after: kept,
	},
	'a bulk restore': {begin: restoring, faults: [], before: kept, after: everybody},
	'a bulk restore, one answer lost and one listed late': {
		begin: restoring, faults: [{name: 'create-drop-after', count: 1}, {name: 'create-late', value: 1, count: 1}], before: kept, after: everybody,
	},
};

/** Kills it at a step, then carries it on in one copy of the site, and leaves the rest in another. Returns whether it was found unfinished. */
async function wasFoundAfter({begin, faults, before, after}: Walk, killAt: number): Promise<boolean> {
	const {site, errand} = await begin(faults);
	// What runs at once takes its steps in no certain order, and now and then one step less.
	const {kind} = await run(site, errand, killAt);
	expect(['killed', 'ended']).toContain(kind);
	const there = await users(site);
	const [forth, back] = await copySite(site);

	const finished = await recoverBatch(forth, async (bulk, {id}) => runBatch(bulk, id));
	const isAll = there.length === after.length;
	const now = await users(forth);
	expect(now.toSorted()).toStrictEqual([...finished === undefined && !isAll ? before : after]);
	if (finished === undefined) {
		// It had not begun, or was over.
		expect([before, after]).toContainEqual(there.toSorted());
		return false;
	}

	expect(finished).toMatchObject({counts: counted({done: 3}), failure: undefined, unresolvedReason: undefined});
	const left = await recoverBatch(back, async (bulk, {id}) => skipRest(bulk, id));
	expect(left?.unresolvedReason).toBeUndefined();
	// What the journal says is what is so, and nothing more was sent.
	expect(await users(back)).toStrictEqual(there);
	const changed = ended(back, left!.batch);
	const expected = before.length > after.length
		? before.filter(user => !changed.includes(user))
		: [...before, ...changed];
	expect(there.toSorted()).toStrictEqual(expected.toSorted());
	expect(await recoverBatch(back, async () => true)).toBeUndefined();
	return true;
}

test.each(Object.entries(walks))('%s survives kill -9 at every step', async (_name, walk) => {
	const {site, errand} = await walk.begin(walk.faults);
	const {kind, steps} = await run(site, errand);
	expect(kind).toBe('ended');
	const through = await users(site);
	expect(through.toSorted()).toStrictEqual(walk.after);
	// Between what comes after a step and what comes before the next one nothing happens.
	const found = await forEachStep(Math.ceil(steps / 2), async half => wasFoundAfter(walk, (2 * half) - 1));
	// From when it is written down whole until it is over.
	expect(found.filter(Boolean).length).toBeGreaterThan(9);
}, patience);
