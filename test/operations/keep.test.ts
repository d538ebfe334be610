import {expect, test} from 'vitest';
import {keep} from '../../source/operations/keep.ts';
import {replace} from '../../source/operations/replace.ts';
import {rollBack} from '../../source/operations/roll-back.ts';
import {sendDelete} from '../sandbox/client.ts';
import {input} from '../storage/ledgers.ts';
import {createElsewhere, expectOpen, list, setUp, snapshotAt} from './harness.ts';

const edited = {...input, recipient: 'others@example.com'};
const theirEdit = {...input, name: 'Theirs'};

/** An edit of 1 that somebody else edits meanwhile: `isFirst` says whose POST arrives first. */
async function editedByBoth(isFirst: 'mine' | 'theirs') {
	const work = await setUp({existing: [input]});
	const hold = work.sandbox.faults.hold({on: isFirst === 'mine' ? 'delete' : 'create', when: 'before', count: 1});
	const replacing = replace(work.context, await snapshotAt(work.sandbox, '1'), edited);
	await hold.arrived;
	const elsewhere = await createElsewhere(work.sandbox, theirEdit);
	await sendDelete(work.sandbox, '1');
	hold.release();
	expectOpen(await replacing);
	const {newId} = work.ledger.journal.get(1)!;
	return {
		...work,
		mine: newId!,
		theirs: elsewhere,
		keep: async (which: Parameters<typeof keep>[2]) => keep(work.context, work.ledger.journal.get(1)!, which),
		async ids() {
			const listed = await list(work.service);
			return listed.map(({id}) => id);
		},
	};
}

test('keep both deletes nothing', async () => {
	const work = await editedByBoth('theirs');
	expect(await work.keep('both')).toMatchObject({kind: 'done', operation: {id: 1, newId: work.mine}});
	expect(await work.ids()).toEqual([work.theirs, work.mine]);
});

test('keep mine deletes theirs, as an operation of its own', async () => {
	const work = await editedByBoth('theirs');
	expect(await work.keep('mine')).toMatchObject({kind: 'done', operation: {id: 1, newId: work.mine}});
	expect(await work.ids()).toEqual([work.mine]);
	expect(work.ledger.journal.get(2)).toMatchObject({kind: 'delete', state: 'done', snapshot: {id: work.theirs}});
});

test('keep theirs deletes mine', async () => {
	const work = await editedByBoth('theirs');
	expect(await work.keep('theirs')).toMatchObject({
		kind: 'failed',
		operation: {id: 1, state: 'rolled-back', detail: `${work.mine} was deleted.`},
	});
	expect(await work.ids()).toEqual([work.theirs]);
});

test('theirs is not kept if it has the higher ID: two who both gave way would lose both', async () => {
	const work = await editedByBoth('mine');
	expect(expectOpen(await work.keep('theirs')).reason).toBe(
		`${work.mine} was kept, because ${work.theirs} does not have the lower ID: if both of you gave way, both would be lost. Keep mine, or both.`,
	);
	expect(await work.ids()).toEqual([work.mine, work.theirs]);
	expect(await work.keep('mine')).toMatchObject({kind: 'done'});
});

test('mine, if it is not listed any more, is not said to be kept', async () => {
	const work = await editedByBoth('theirs');
	await sendDelete(work.sandbox, work.mine);
	expect(expectOpen(await work.keep('theirs')).reason).toBe(`${work.mine} is not listed. Nothing was deleted.`);
	expect(await work.ids()).toEqual([work.theirs]);
});

test('mine is created again if theirs is gone afterwards', async () => {
	const work = await editedByBoth('theirs');
	const hold = work.sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
	const keeping = work.keep('theirs');
	await hold.arrived;
	await sendDelete(work.sandbox, work.theirs);
	hold.release();
	const result = await keeping;
	expect(result).toMatchObject({kind: 'done', operation: {kind: 'create'}});
	expect(await list(work.service)).toMatchObject([{recipient: edited.recipient}]);
});

test('nothing is deleted that was not named before', async () => {
	const work = await editedByBoth('theirs');
	await sendDelete(work.sandbox, work.theirs);
	const other = await createElsewhere(work.sandbox, {...theirEdit, name: 'Another'});
	expect(expectOpen(await work.keep('mine')).reason).toMatch(
		new RegExp(`probably as ${other}\\..* Nothing was deleted\\.$`, 'v'),
	);
	expect(await work.ids()).toEqual([work.mine, other]);
	// Now it is named; a roll back does not forget it.
	expect(expectOpen(await rollBack(work.context, work.ledger.journal.get(1)!)).reason).toContain(
		`probably as ${other}.`,
	);
	expect(await work.keep('mine')).toMatchObject({kind: 'done'});
	expect(await work.ids()).toEqual([work.mine]);
});

test('an edit that nobody else is known to have changed is left as it is', async () => {
	const work = await editedByBoth('theirs');
	work.ledger.journal.advance(1, {detail: ''});
	expect(await work.keep('both')).toMatchObject({kind: 'impossible'});
});
