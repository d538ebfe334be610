import {setImmediate as turn} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import type {Sighting} from '../../source/operations/operation-context.ts';
import {createPendingChanges, type PendingChanges, type PendingSummary} from '../../source/session/pending-changes.ts';
import type {SettledChange} from '../../source/session/settle-pending.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import {createListeners} from '../../source/platform/listeners.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import type {Clock} from '../../source/platform/clock.ts';
import {stillClock} from '../helpers/app.tsx';
import {sightingAt} from '../helpers/sightings.ts';
import {waitUntil} from '../helpers/wait.ts';
import {awaited} from '../operations/context.ts';
import {creation, input, oldOne, open, openNew, profile, temporaryFile} from '../ledger/ledgers.ts';
import {spawnLedger} from '../ledger/processes.ts';

type Settled = Awaited<ReturnType<Parameters<typeof createPendingChanges>[0]['settle']>>;

/** A pause of the clock. */
type Pause = {readonly milliseconds: number; readonly end: () => void; readonly signal: AbortSignal | undefined};

type Rig = {
	readonly pending: PendingChanges;
	/** Passes a listing on, as the listing store does, and waits until it was settled. `settled`: what it settles. */
	readonly list: (settled: Settled) => Promise<void>;
	/** The pauses so far. */
	readonly pauses: readonly Pause[];
	/** Passes on that the service says that nothing has changed. */
	readonly check: () => void;
	/** How often a new listing was requested. */
	readonly refreshes: () => number;
	/** Waits until something has happened. */
	readonly until: (isMet: () => boolean) => Promise<void>;
	/** Whether listings are passed on. */
	readonly isListening: () => boolean;
	/** The sightings by which changes were settled. */
	readonly sightings: readonly Sighting[];
	/** What listeners were told, and the count at that time. */
	readonly told: ReadonlyArray<{readonly changes: readonly SettledChange[]; readonly count: number}>;
};

const nothing: Settled = {settled: [], wait: undefined};

const done: SettledChange = {kind: 'batch', batch: 'delete', done: 1, failed: 0};

/** The pending changes of a ledger, with a listing store and a clock that only the test moves. */
function createRig(ledger: Ledger, openLedger = async () => awaited(ledger)): Rig {
	const watchers = new Set<() => void>();
	const changed = () => {
		for (const watcher of watchers) {
			watcher();
		}
	};

	const until: Rig['until'] = async isMet => {
		await waitUntil(
			() => (isMet() ? true : undefined),
			watcher => {
				watchers.add(watcher);
				return () => {
					watchers.delete(watcher);
				};
			},
			() => 'It did not happen.',
		);
	};

	const pauses: Pause[] = [];
	const clock: Clock = {
		...stillClock,
		async sleep(milliseconds, signal) {
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			signal?.addEventListener('abort', () => {
				reject(new Error('aborted'));
				changed();
			});
			pauses.push({milliseconds, end: resolve, signal});
			changed();
			return promise;
		},
	};
	const listeners = new Set<(sighting: Sighting) => void>();
	const sightings: Sighting[] = [];
	const checks = createListeners();
	let refreshes = 0;
	let next = nothing;
	const pending = createPendingChanges({
		profileKey: profile,
		clock,
		listing: {
			onListing(listener) {
				listeners.add(listener);
				return () => {
					listeners.delete(listener);
				};
			},
			onChecked: checks.add,
			refresh() {
				refreshes++;
				changed();
			},
		},
		openLedger,
		async settle(sighting) {
			sightings.push(sighting);
			changed();
			return next;
		},
	});
	pending.subscribe(changed);
	const told: Array<Rig['told'][number]> = [];
	pending.onSettled(changes => {
		told.push({changes, count: pending.get().count});
		changed();
	});
	onTestFinished(pending.close);

	return {
		pending,
		until,
		pauses,
		sightings,
		told,
		refreshes: () => refreshes,
		check: checks.notify,
		isListening: () => listeners.size > 0,
		async list(settled) {
			next = settled;
			const count = sightings.length;
			for (const listener of listeners) {
				listener(sightingAt(0));
			}

			await until(() => sightings.length > count);
		},
	};
}

/** A pending edit of a notification, by a replacement that is known if it has an ID. */
function beginEdit({journal}: Ledger, id: string, newId?: string): number {
	const operation = journal.begin({
		...creation,
		kind: 'replace',
		snapshot: oldOne(id),
		input: {...input, name: 'Renamed'},
	});
	journal.advance(operation.id, {state: newId === undefined ? 'creating' : 'created', newId});
	journal.release(operation.id);
	return operation.id;
}

const summaryOf = (count: number, ...ids: string[]): PendingSummary => ({count, ids: new Set(ids)});

test('operations and batches are counted, with the notifications they are about', async () => {
	const ledger = openNew();
	const {pending, until} = createRig(ledger);
	expect(pending.get()).toStrictEqual(summaryOf(0));
	beginEdit(ledger, '1');
	beginEdit(ledger, '2', '9');
	ledger.journal.begin(creation);
	const batch = ledger.journal.beginBatch(profile);
	ledger.journal.addItems(
		batch,
		['3', '4'].map(id => ({kind: 'delete', profileName: 'production', snapshot: oldOne(id)})),
	);
	ledger.journal.completeBatch(batch);
	// Only of the first item a DELETE was sent.
	ledger.journal.itemSent(ledger.journal.itemsIn(batch, 'planned', {after: 0, limit: 1})[0]!.id, {
		method: 'DELETE',
		target: '3',
	});

	pending.update();
	await until(() => pending.get().count > 0);
	expect(pending.get()).toStrictEqual(summaryOf(4, '1', '2', '9', '3'));
});

test('that nothing has changed, according to the service, settles nothing, but shows what another process left pending', async () => {
	const ledger = openNew();
	const {pending, list, check, until, sightings} = createRig(ledger);
	await list(nothing);
	beginEdit(ledger, '1');
	check();
	await until(() => pending.get().count > 0);
	expect(pending.get()).toStrictEqual(summaryOf(1, '1'));
	expect(sightings).toHaveLength(1);
});

test('what has ended is not counted any more', async () => {
	const ledger = openNew();
	const {pending, until} = createRig(ledger);
	const id = beginEdit(ledger, '1');
	pending.update();
	await until(() => pending.get().count === 1);
	ledger.journal.claim(id);
	ledger.journal.advance(id, {state: 'done'});
	pending.update();
	await until(() => pending.get().count === 0);
	expect(pending.get()).toStrictEqual(summaryOf(0));
});

test('while nothing is pending, no listener is called and the summary is the same object', async () => {
	const ledger = openNew();
	const {pending, list, until, told} = createRig(ledger);
	const before = pending.get();
	let calls = 0;
	const unsubscribe = pending.subscribe(() => {
		calls++;
	});
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 1);
	expect([calls, pending.get()]).toStrictEqual([0, before]);

	const id = beginEdit(ledger, '1');
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 2);
	ledger.journal.claim(id);
	ledger.journal.advance(id, {state: 'done'});
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 3);
	expect(calls).toBe(2);
	expect(pending.get()).toBe(before);

	unsubscribe();
	beginEdit(ledger, '2');
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 4);
	expect([calls, pending.get().count]).toStrictEqual([2, 1]);
});

test('what another process is working on is not counted', async () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const [held] = [beginEdit(ledger, '1'), beginEdit(ledger, '2')];
	const other = await spawnLedger(file);
	await other.call('journal', 'claim', held);
	const {pending, until} = createRig(ledger);
	pending.update();
	await until(() => pending.get().count > 0);
	expect(pending.get()).toStrictEqual(summaryOf(1, '2'));
});

test('every listing settles, and what it settled is told after the count is right', async () => {
	const ledger = openNew();
	const {pending, list, until, sightings, told} = createRig(ledger);
	beginEdit(ledger, '1');
	await list({settled: [done], wait: undefined});
	await until(() => told.length > 0);
	expect(told).toStrictEqual([{changes: [done], count: 1}]);
	expect(sightings).toStrictEqual([sightingAt(0)]);

	// What settles nothing is not told.
	await list(nothing);
	await list({settled: [done, done], wait: undefined});
	await until(() => told.length > 1);
	expect(told.map(({changes}) => changes.length)).toStrictEqual([1, 2]);
	expect(pending.get().count).toBe(1);
});

test('a listener that was taken off is told nothing more', async () => {
	const {pending, list, until, told} = createRig(openNew());
	let count = 0;
	const stop = pending.onSettled(() => {
		count++;
	});
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 1);
	stop();
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 2);
	expect(count).toBe(1);
});

test('once the wait is over it lists again, a little later', async () => {
	const {list, until, pauses, refreshes} = createRig(openNew());
	await list({settled: [], wait: 5000});
	await until(() => pauses.length === 1);
	expect(pauses[0]!.milliseconds).toBe(5100);
	expect(refreshes()).toBe(0);
	pauses[0]!.end();
	await until(() => refreshes() > 0);
	expect(refreshes()).toBe(1);
});

test('a later listing replaces the time of the next look', async () => {
	const {list, until, pauses, refreshes} = createRig(openNew());
	await list({settled: [], wait: 5000});
	await until(() => pauses.length === 1);
	await list({settled: [], wait: 3000});
	await until(() => pauses.length === 2);
	expect(pauses.map(({signal}) => signal?.aborted)).toStrictEqual([true, false]);
	pauses[1]!.end();
	await until(() => refreshes() > 0);
	expect([refreshes(), pauses[1]!.milliseconds]).toStrictEqual([1, 3100]);
});

test.each([undefined, 0])('with a wait of %j no other look is planned', async wait => {
	const {list, until, pauses, told} = createRig(openNew());
	await list({settled: [done], wait});
	await until(() => told.length === 1);
	await list({settled: [done], wait: 1000});
	await until(() => pauses.length > 0);
	expect(pauses.map(({milliseconds}) => milliseconds)).toStrictEqual([1100]);
});

test('closing stops the next look and takes no more listings', async () => {
	const {pending, list, until, pauses, refreshes, isListening} = createRig(openNew());
	await list({settled: [], wait: 5000});
	await until(() => pauses.length === 1);
	expect(isListening()).toBe(true);
	pending.close();
	expect(isListening()).toBe(false);
	await until(() => pauses[0]!.signal?.aborted === true);
	expect(refreshes()).toBe(0);
});

test('what a listing settles after closing is told to nobody, and no look is planned', async () => {
	const ledger = openNew();
	const {promise, resolve} = Promise.withResolvers<void>();
	const {pending, list, until, pauses, told} = createRig(ledger, async () => {
		await promise;
		return awaited(ledger);
	});
	beginEdit(ledger, '1');
	await list({settled: [done], wait: 1000});
	pending.close();
	resolve();
	// The journal is read all the same.
	await until(() => pending.get().count === 1);
	await turn();
	expect([told.length, pauses.length]).toStrictEqual([0, 0]);
});

test('a ledger that fails leaves the last count', async () => {
	const ledger = openNew();
	let isBroken = false;
	const {pending, list, until, told} = createRig(ledger, async () => {
		if (isBroken) {
			throw new LedgerError('The disk is full.');
		}

		return awaited(ledger);
	});
	beginEdit(ledger, '1');
	pending.update();
	await until(() => pending.get().count === 1);
	isBroken = true;
	await list({settled: [done], wait: undefined});
	await until(() => told.length === 1);
	expect(pending.get().count).toBe(1);
});
