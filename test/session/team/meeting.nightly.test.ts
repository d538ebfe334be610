import {expect, test} from 'vitest';
import {findUndo, listedIn, planUndo} from '../../../source/session/undo-plan.ts';
import {metText} from '../../../source/ledger/team/received-changes.ts';
import {list} from '../../operations/harness.ts';
import {bulk, inputOf, setUp, settlingTime, signal} from './members.ts';

test('two who edited the same without the board are told when it is back: theirs is named, and the operator chooses', async () => {
	const {sandbox, setDown, member} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const [first, second] = [await anna.listed('1'), await carl.listed('1')];
	await setDown(true);
	const hold = sandbox.faults.hold({on: 'create', count: 1});
	const editing = carl.session.operations.replace(second, inputOf(second, {name: 'Carls'}), {signal});
	await hold.arrived;
	expect(
		await anna.session.operations.replace(first, inputOf(first, {name: 'Quite another', recipient: 'x@example.com'}), {
			signal,
		}),
	).toMatchObject({kind: 'done'});
	hold.release();
	expect(await editing).toMatchObject({kind: 'open', operation: {state: 'created'}});
	await setDown(false);
	const [hers, his] = [await anna.session.team!.open(), await carl.session.team!.open()];
	await hers.update();
	await his.update();
	const journal = await carl.journal();
	const pending = journal.unfinished(carl.session.profileKey)[0]!;
	expect(pending.detail).toMatch(/^1 was already gone: somebody else deleted or edited it\. Finish this to keep 2/v);
	expect(await carl.session.operations.finish(pending.id, {signal})).toMatchObject({kind: 'done'});
	const left = await list(sandbox);
	expect(left.map(({name}) => name).toSorted()).toStrictEqual(['Annas', 'Carls']);
});

test("u takes back my own last change; a colleague's is taken back by its number", async () => {
	const {sandbox, member} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const first = await anna.listed('1');
	await anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal});
	await anna.close();
	const his = await carl.session.team!.open();
	await carl.listed('2');
	await his.update();
	carl.clock.pass(settlingTime);
	const journal = await carl.journal();
	const {profileKey} = carl.session;
	const {listing} = carl.session.listing.get();
	const records = listing.state === 'ready' ? listing.value.records : [];
	expect(findUndo(journal, profileKey, {records, isComplete: true})).toBeUndefined();
	const [change] = journal.changes({profile: profileKey, limit: 1});
	const plan = planUndo(journal, journal.get(change!.id)!, listedIn(records, true));
	expect(plan).toMatchObject({kind: 'replace', operation: {by: {operator: 'anna', host: 'ci-7'}}});
	expect(await carl.session.operations.undo(plan, {signal})).toMatchObject({kind: 'done'});
	const left = await list(sandbox);
	expect(left.map(({name}) => name)).toStrictEqual(['Treasury']);
	expect(
		journal.changes({profile: profileKey, limit: 2}).map(({isUndone, by}) => [isUndone, by?.operator]),
	).toStrictEqual([
		[false, undefined],
		[true, 'anna'],
	]);
});

test('the rest of a bulk operation whose machine died, with its clock an hour off, is ended by another, who creates nothing of it', async () => {
	const {sandbox, member, pass} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	anna.clock.set(anna.clock.now() + 3_600_000);
	const first = await anna.listed('1');
	const hold = sandbox.faults.hold({on: 'create', when: 'before'});
	const inputs = [1, 2, 3, 4, 5, 6].map(index => inputOf(first, {name: `Bulk ${index}`}));
	void anna.session.operations.bulkCreate(inputs, {...bulk(), canRepeat: true, concurrency: 1});
	await hold.arrived;
	const his = await carl.session.team!.open();
	await carl.listed('1');
	await his.update();
	const journal = await carl.journal();
	const {profileKey} = carl.session;
	expect(journal.unfinishedBatches(profileKey)).toStrictEqual([]);
	await pass(120_000 + settlingTime);
	await his.update();
	const [batch] = journal.unfinishedBatches(profileKey);
	// Whether the board knew already that the first one was sent or not: none is sent from here.
	expect(batch).toMatchObject({by: {operator: 'anna', host: 'ci-7'}, counts: {done: 0, failed: 0}});
	expect(batch!.counts.planned + batch!.counts.unknown).toBe(6);
	// What she sent counts from the end of her lease, which has passed here as well.
	carl.clock.pass(121_000 + settlingTime);
	expect(await carl.session.operations.resumeBatch(batch!.id, bulk())).toMatchObject({kind: 'ended'});
	carl.clock.pass(settlingTime + 1000);
	expect(await carl.session.operations.resumeBatch(batch!.id, bulk())).toMatchObject({
		kind: 'ended',
		counts: {planned: 0, unknown: 0, failed: 6},
	});
	expect(await list(sandbox)).toHaveLength(1);
	hold.release();
});

test('what was sent after a lease, which nobody answered, is pending for both, although a colleague has ended it', async () => {
	const {sandbox, member, pass} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const first = await anna.listed('1');
	await carl.listed('1');
	sandbox.faults.add({name: 'create-drop-after', count: 1});
	const hold = sandbox.faults.hold({on: 'create', when: 'before'});
	const editing = anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal});
	await hold.arrived;
	await pass(120_000 + settlingTime);
	anna.clock.pass(125_000);
	const his = await carl.session.team!.open();
	await his.update();
	const journal = await carl.journal();
	const [pending] = journal.unfinished(carl.session.profileKey);
	carl.clock.pass(settlingTime + 1000);
	expect(await carl.session.operations.finish(pending!.id, {signal})).toMatchObject({kind: 'failed'});
	// Hers is sent when his end of it is on the board.
	await his.update();
	hold.release();
	expect(await editing).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('It stays pending.') as string,
	});
	await anna.close();
	await his.update();
	expect(journal.get(pending!.id)).toMatchObject({
		endedAt: undefined,
		detail: expect.stringContaining(metText) as string,
	});
	expect(await list(sandbox)).toHaveLength(2);
});
