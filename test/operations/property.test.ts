import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openLedger} from '../../source/ledger/ledger.ts';
import {canonicalForm} from '../../source/notifications/canonical.ts';
import type {NotificationInput} from '../../source/notifications/notification.ts';
import type {Fault, Faults} from '../../source/sandbox/faults/switches.ts';
import {faultNames} from '../../source/sandbox/faults/table.ts';
import {input} from '../ledger/ledgers.ts';
import {createBench, profile} from './bench.ts';
import {newSite, temporaryGround, type Site} from './errands.ts';
import {attempt, believe, settle, type Wish} from './operator.ts';
import {account, oldAt} from './rig.ts';

const ground = temporaryGround();

/** Some of them say the same to a listing, and some do the same job. */
const contents: readonly NotificationInput[] = [
	input,
	{...input, template: 'other words'},
	{...input, name: 'another name'},
	{...input, userId: 'user-2'},
	{...input, userId: 'user-2', recipient: 'others@example.com'},
];

type Move = Wish & {
	/** From the beginning. */
	readonly early: Fault | undefined;
	/** From the first POST or DELETE on. */
	readonly late: Fault | undefined;
};

const faults: fc.Arbitrary<Fault> = fc.oneof(
	fc.record({
		// There is no clock here.
		name: fc.constantFrom(...faultNames.filter(name => name !== 'any-slow')),
		count: fc.integer({min: 1, max: 5}),
		// For `create-late`: what nobody hears of, and is listed later than anybody looks, is told to have failed.
		value: fc.integer({min: 1, max: 4}),
	}),
	// A listing is tried four times; after eight even one who insists knows nothing.
	fc.record({name: fc.constant('list-503'), count: fc.constantFrom(4, 8)}),
);

const moves: fc.Arbitrary<Move> = fc.record({
	act: fc.constantFrom('create', 'edit', 'delete', 'undo'),
	which: fc.nat(9),
	input: fc.constantFrom(...contents),
	isBold: fc.boolean(),
	recovery: fc.constantFrom('finish', 'roll back'),
	early: fc.option(faults, {nil: undefined}),
	late: fc.option(faults, {nil: undefined}),
});

/** Does something while the service misbehaves as a move has it. */
async function whileBad<T>({early, late}: Move, switches: Faults, act: () => Promise<T>): Promise<T> {
	for (const fault of early === undefined ? [] : [early]) {
		switches.add(fault);
	}

	const holds = (['create', 'delete'] as const).map(on => switches.hold({on, when: 'before', count: 1}));
	const release = () => {
		for (const hold of holds) {
			hold.release();
		}
	};

	const acted = act();
	await Promise.race([acted, ...holds.map(async hold => hold.arrived)]);
	for (const fault of late === undefined ? [] : [late]) {
		switches.add(fault);
	}

	release();
	return acted;
}

/** Makes the moves one after the other, and compares after each what is there with what the operator was told. */
async function live({ledgerFile, sandbox}: Site, all: readonly Move[]): Promise<void> {
	const {ledger} = openLedger(ledgerFile, {now: () => 0});
	const bench = createBench({service: sandbox, ledger});
	let told = new Map(Object.entries(await account(sandbox)));
	for (const move of all) {
		const ids = told.keys().toArray();
		const chosen = ids.length === 0 ? undefined : await oldAt(sandbox, ids[move.which % ids.length]!);
		const matter = {chosen, deleted: ledger.journal.lastDeleted(profile)?.old};
		const outcome = await whileBad(move, sandbox.faults, async () => attempt(bench, move, matter));
		const between = await account(sandbox);
		if (move.act === 'edit' && chosen !== undefined) {
			expect([...Object.keys(between), ...Object.values(between)].some(each => each === chosen.id || each === canonicalForm(move.input))).toBe(true);
		}

		if (outcome !== undefined && 'operation' in outcome) {
			const operation = outcome.kind === 'open' ? await settle(bench, outcome, move, told) : outcome.operation;
			const found = await account(sandbox);
			told = new Map(believe(told, operation, new Map(Object.entries(found))));
		}

		expect(await account(sandbox)).toStrictEqual(Object.fromEntries(told));
		expect(ledger.journal.unfinished(profile)).toStrictEqual([]);
	}

	ledger.close();
}

test('whatever is done and whatever goes wrong, what is there is what the operator was told', async () => {
	await fc.assert(fc.asyncProperty(fc.array(moves, {minLength: 1, maxLength: 12}), async all => {
		const site = await newSite(ground, contents.slice(2));
		try {
			await live(site, all);
		} finally {
			await site.sandbox.close();
		}
	}), {numRuns: 150});
});
