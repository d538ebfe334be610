import {expect, test} from 'vitest';
import {asksOfUndo, surveyUndo} from '../../source/changes/undo.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {recordOf} from '../helpers/looks.ts';
import {
	begin,
	created,
	deleted,
	deletion,
	happen,
	input,
	make,
	openNew,
	profile as account,
	recreation,
	seen,
	sent,
} from '../ledger/ledgers.ts';
import {ending, forms, profile, setUp, type SandboxPlace} from './harness.ts';

const park = (id: string) => ({...deletion(id), park: true}) as const;
const parkOne = (ledger: Ledger, id: string) => make(ledger, park(id), ...deleted(id));
const resumption = (id: string, undoes: number) => ({...recreation(id, undoes), park: true}) as const;
const parkedIn = ({changes}: Pick<Ledger, 'changes'>, of = account) => changes.parked(of).map(({id}) => id);

/** What resuming items would send, and what sends it. */
async function resume({look, changes, ledger, run}: SandboxPlace, ...parked: readonly number[]) {
	const given = await look();
	const listed = {records: given.listing.records, isComplete: given.listing.complete};
	const undo = await surveyUndo(changes, {set: changes.item(parked[0]!)!.set, parked}, listed);
	const {asks} = await asksOfUndo(changes, id => ledger.sent.get(profile, id), undo, listed);
	return {
		undo,
		send: async (accepted: 'all' | ReadonlySet<string> = new Set()) =>
			ending(await run(asks, {given: await look(), accepted})),
	};
}

test('what is parked is created again with its template, once, and its redo parks it again', async () => {
	const place = await setUp({existing: [input]});
	const parking = await place.run([{kind: 'delete', of: await place.snapshot('1', input), park: true}]);
	expect([ending(parking), parkedIn(place, profile)]).toEqual(['done', [1]]);
	const [first, second] = [await resume(place, 1), await resume(place, 1)];
	expect(first.undo).toMatchObject({kind: 'resume', count: 1, contentUnknown: 0});
	expect(await first.send()).toBe('done 2');
	expect(await second.send()).toBe('duplicates: 0 as 2');
	await expect(second.send('all')).rejects.toThrow('It is undone already');
	expect([await place.account(), parkedIn(place, profile)]).toEqual([forms({2: input}), []]);
	expect(place.ledger.sent.get(profile, '2')?.template).toBe(input.template);
	const again = await surveyUndo(place.changes, {set: 2}, {records: [recordOf('2', input)], isComplete: true});
	const {asks} = await asksOfUndo(place.changes, () => undefined, again, {
		records: [recordOf('2', input)],
		isComplete: true,
	});
	expect(ending(await place.run(asks))).toBe('done');
	expect(parkedIn(place, profile)).toEqual([3]);
	expect(place.writes).toEqual(['DELETE 1', 'POST', 'DELETE 2']);
});

test('those of several sets are resumed as one', async () => {
	const contents = [input, {...input, userId: 'b'}, {...input, userId: 'c'}];
	const place = await setUp({existing: contents});
	const [one, two, three] = (await place.deletions('1', '2', '3')).map(ask => ({...ask, park: true}) as const);
	await place.run([one!, two!]);
	await place.run([three!]);
	const {undo, send} = await resume(place, 2, 3);
	expect(undo).toMatchObject({kind: 'resume', count: 2, only: undefined});
	expect([await send(), parkedIn(place, profile)]).toEqual(['done 2', [1]]);
});

test('it is parked from the proof of its deletion on, and while nothing may create it', () => {
	const ledger = openNew();
	const [item] = begin(ledger, park('1'));
	expect(parkedIn(ledger)).toEqual([]);
	happen(ledger, item!, ...deleted('1'));
	expect(parkedIn(ledger)).toEqual([1]);
	// The process is killed after its POST: nobody knows yet what became of it.
	const resumed = make(ledger, resumption('1', 1), sent('POST'));
	expect(parkedIn(ledger)).toEqual([]);
	expect(() => begin(ledger, resumption('1', 1))).toThrow('It is undone already, or is being undone.');
	happen(ledger, resumed, seen('failed'));
	expect(parkedIn(ledger)).toEqual([1]);
	make(ledger, resumption('1', 1), ...created('2'));
	expect(parkedIn(ledger)).toEqual([]);
	parkOne(ledger, '3');
	ledger.changes.revise(4, {kind: 'decided', how: 'unpark'});
	expect([parkedIn(ledger), ledger.changes.undoable(4)?.id]).toEqual([[], 4]);
});

test('what is parked outlives the history, with what resumed others of its set, and is counted before an account is forgotten', () => {
	let time = 0;
	const ledger = openNew(() => ++time);
	const items = begin(ledger, park('1'), park('2'));
	for (const {id, snapshot} of items) {
		happen(ledger, {id}, ...deleted(snapshot!.id));
	}

	make(ledger, resumption('1', 1), ...created('5'));
	make(ledger, deletion('7'), ...deleted('7'));
	const left = () => ledger.changes.changes({profile: account, limit: 9, say: () => ''}).map(({set}) => set.id);
	ledger.accounts.prune(time + 9);
	expect([left(), parkedIn(ledger), ledger.accounts.survey([account]).parked]).toEqual([[2, 1], [2], 1]);
	const resuming = make(ledger, resumption('2', 2), sent('POST'));
	ledger.accounts.prune(time + 9);
	expect(left()).toEqual([4, 2, 1]);
	happen(ledger, resuming, seen('done', {newId: '6'}));
	ledger.accounts.prune(time + 9);
	expect(left()).toEqual([]);
});
