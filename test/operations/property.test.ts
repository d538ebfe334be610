import fc from 'fast-check';
import {expect, test} from 'vitest';
import {storedBody} from '../helpers/model-service/stored-body.ts';
import {openLedger} from '../../source/ledger/ledger.ts';
import type {NotificationSnapshot} from '../../source/ledger/journal/operation.ts';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import type {HoldableFaults} from '../helpers/holdable-sandbox.ts';
import {input, lastDeleted} from '../ledger/ledgers.ts';
import {createContext, profile} from './context.ts';
import {createFixture, temporaryRoot, type Fixture} from './fixtures.ts';
import {perform, expectedAccount, settle, type Account, type OperatorAction} from './operator.ts';
import {account, snapshotAt} from './harness.ts';
import {modelledFaults} from './property-faults.ts';

const root = temporaryRoot();

/** Some of them are identical in a listing, some equivalent. */
const contents: readonly NotificationInput[] = [
	input,
	{...input, template: 'other words'},
	{...input, name: 'another name'},
	{...input, userId: 'user-2'},
	{...input, userId: 'user-2', recipient: 'others@example.com'},
];

type Move = OperatorAction & {
	/** From the beginning. */
	readonly early: readonly Fault[];
	/** From the first request of this kind on. */
	readonly turn: 'create' | 'delete';
	readonly late: readonly Fault[];
};

const {constantFrom, integer, record} = fc;

/** Listings fail for one round of retries (four attempts), or for two. */
const unlisted: fc.Arbitrary<Fault> = record({name: fc.constant('list-503'), count: constantFrom(4, 8)});

/** Faults of these kinds of requests. */
const faultOf = (kinds: RegExp): fc.Arbitrary<Fault> =>
	record({
		name: constantFrom(...modelledFaults.filter(name => kinds.test(name))),
		count: integer({min: 1, max: 5}),
		// For `create-late`: a higher value would list it later than the program looks, and it would count as failed.
		value: integer({min: 1, max: 4}),
	});

/** A response that leaves the outcome unknown, and listings that fail. */
const doubts = (kinds: RegExp): fc.Arbitrary<Fault[]> =>
	fc.tuple(
		faultOf(kinds).filter(({name}) => /drop|500|cut|no-id/v.test(name)),
		unlisted,
	);

const moveOf = (act: Move['act'], turns: ReadonlyArray<Move['turn']>): fc.Arbitrary<Move> => {
	const kinds = new RegExp(`^(?:any|list|${turns.join('|')})-`, 'v');
	return record({
		act: fc.constant(act),
		which: fc.nat(9),
		input: constantFrom(...contents),
		isBold: fc.boolean(),
		recovery: constantFrom('finish', 'roll back'),
		early: fc.oneof(
			fc.constant([]),
			fc.tuple(unlisted),
			fc.tuple(faultOf(/^create-(?:late|same-id)$/v)),
			fc.tuple(faultOf(kinds)),
		),
		turn: constantFrom(...turns),
		late: fc.oneof(fc.constant([]), fc.tuple(faultOf(kinds)), doubts(kinds)),
	});
};

const moves = fc.oneof(
	moveOf('create', ['create']),
	moveOf('edit', ['create', 'delete']),
	moveOf('delete', ['delete']),
	moveOf('undo', ['create']),
);

/** Runs `act` with the faults of a move. */
async function whileBad<T>({early, turn, late}: Move, switches: HoldableFaults, act: () => Promise<T>): Promise<T> {
	for (const fault of early) {
		switches.add(fault);
	}

	const hold = switches.hold({on: turn, when: 'before', count: 1});
	const acted = act();
	await Promise.race([acted, hold.arrived]);
	for (const fault of late) {
		switches.add(fault);
	}

	hold.release();
	return acted;
}

/** Whatever the result is: nothing is lost but the target, and of an edited notification the old or the new one exists. */
function expectNothingLost(
	{act, input: wanted, early, late}: Move,
	chosen: NotificationSnapshot | undefined,
	told: Account,
	existing: Account,
): void {
	const isReplaced = [...early, ...late].some(({name}) => name === 'create-same-id');
	const lost = told
		.keys()
		.filter(id => !existing.has(id))
		.toArray();
	if (!isReplaced) {
		expect(act === 'edit' || act === 'delete' ? [chosen?.id] : []).toStrictEqual(expect.arrayContaining(lost));
	}

	if (act === 'edit' && chosen !== undefined) {
		expect(existing.has(chosen.id) || existing.values().some(form => form === canonicalForm(wanted))).toBe(true);
	}
}

/** Makes the moves one after the other, and compares the account after each with what the results said. */
async function live({ledgerFile, sandbox}: Fixture, all: readonly Move[]): Promise<void> {
	const {ledger} = openLedger(ledgerFile, {now: () => 0});
	const context = createContext({service: sandbox, ledger});
	const look = async () => new Map(Object.entries(await account(sandbox)));
	let told: Account = await look();
	for (const move of all) {
		const ids = told.keys().toArray();
		const chosen = ids.length === 0 ? undefined : await snapshotAt(sandbox, ids[move.which % ids.length]!);
		const matter = {chosen, deleted: lastDeleted(ledger.journal, profile, id => ids.includes(id))?.snapshot};
		const outcome = await whileBad(move, sandbox.faults, async () => perform(context, move, matter));
		expectNothingLost(move, chosen, told, await look());
		if (outcome !== undefined && 'operation' in outcome) {
			const operation =
				outcome.kind === 'open' || outcome.kind === 'accepted'
					? await settle(context, outcome, move, told)
					: outcome.operation;
			expectNothingLost(move, chosen, told, await look());
			told = expectedAccount(told, operation, await look());
		}

		expect(Object.fromEntries(await look())).toStrictEqual(Object.fromEntries(told));
		expect(ledger.journal.unfinished(profile)).toStrictEqual([]);
	}

	ledger.close();
}

test('after any operations and faults the account is as the results said', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(moves, {minLength: 1, maxLength: 12}), async all => {
			const fixture = await createFixture(
				root,
				contents.slice(2).map(one => storedBody(one)),
			);
			try {
				await live(fixture, all);
			} finally {
				await fixture.sandbox.close();
			}
		}),
		{numRuns: 12},
	);
});
