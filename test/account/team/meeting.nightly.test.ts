import {expect, test} from 'vitest';
import {list} from '../../changes/harness.ts';
import {input} from '../../ledger/ledgers.ts';
import {inputOf, setUp, settlingTime, type Member} from './members.ts';

const {signal} = new AbortController();

/** Edits a listed notification, or several. */
const edit = async ({changes}: Member, listed: Parameters<typeof inputOf>[0][], name: string) =>
	changes.run(
		listed.map(of => ({kind: 'replace', of, input: inputOf(of, {name})}) as const),
		{signal, accepted: 'all'},
	);

test('two who edit the same notification at once: one is refused by name, and nothing doubles', async () => {
	const {sandbox, member} = await setUp();
	const [anna, carl] = [await member('anna'), await member('carl')];
	const [first, second] = [await anna.list(), await carl.list()];
	const hold = sandbox.faults.hold({on: 'create'});
	const editing = [edit(anna, first, 'Annas'), edit(carl, second, 'Carls')];
	await hold.arrived;
	await Promise.race(editing);
	hold.release();
	const results = await Promise.all(editing);
	expect(results.map(({kind}) => kind).toSorted()).toStrictEqual(['ended', 'impossible']);
	expect(results.find(({kind}) => kind === 'impossible')).toMatchObject({
		reason: expect.stringMatching(
			/^Nothing was sent\. (?:anna|carl) on \S+ has been changing 1 for \d+ s, and may for another 2 min\. Try again when they have finished\.$/v,
		) as string,
	});
	expect(await list(sandbox)).toHaveLength(1);
});

test('two who create the same at once: one is refused', async () => {
	const {sandbox, member} = await setUp(0);
	const team = [await member('anna'), await member('carl')];
	const hold = sandbox.faults.hold({on: 'create'});
	const creating = team.map(async ({changes}) => changes.run([{kind: 'create', input}], {signal}));
	await hold.arrived;
	await Promise.race(creating);
	hold.release();
	const results = await Promise.all(creating);
	expect(results.map(({kind}) => kind).toSorted()).toStrictEqual(['ended', 'impossible']);
	expect(await list(sandbox)).toHaveLength(1);
});

test('what a colleague has just changed is not changed by an older listing, and its template is known', async () => {
	const {sandbox, member} = await setUp();
	const [anna, carl] = [await member('anna'), await member('carl')];
	const [first, second] = [await anna.list(), await carl.list()];
	// His listing was read before hers took effect, and arrives afterwards.
	const hold = sandbox.faults.hold({on: 'list', count: 1});
	const deleting = carl.changes.run([{kind: 'delete', of: second[0]!}], {signal});
	await hold.arrived;
	expect(await edit(anna, first, 'Annas')).toMatchObject({kind: 'ended', only: {phase: 'done'}});
	await anna.close();
	hold.release();
	expect(await deleting).toStrictEqual({
		kind: 'impossible',
		reason: expect.stringMatching(
			/^Nothing was sent\. anna on \S+ has just changed 1 \(change 1\)\. Refresh the list, then try again\.$/v,
		) as string,
	});
	expect(carl.known()).toMatchObject([{set: {kind: 'replace', by: {operator: 'anna'}}}]);
	expect(await edit(carl, await carl.list(), 'Carls')).toMatchObject({
		kind: 'ended',
		only: {phase: 'done', snapshot: {template: 'Look'}},
	});
	const names = await list(sandbox);
	expect(names.map(({name}) => name)).toStrictEqual(['Carls']);
});

test('two edits of the same sixty: one is refused, nothing doubles, and the other one knows it all', async () => {
	const {sandbox, member} = await setUp(60);
	const [anna, carl] = [await member('anna'), await member('carl')];
	const editAll = async (one: Member, name: string) => edit(one, await one.list(), name);
	const hold = sandbox.faults.hold({on: 'create'});
	const editing = [editAll(anna, 'A'), editAll(carl, 'C')];
	await hold.arrived;
	await Promise.race(editing);
	hold.release();
	const results = await Promise.all(editing);
	expect(results.map(({kind}) => kind).toSorted()).toStrictEqual(['ended', 'impossible']);
	expect(JSON.stringify(results)).toMatch(/has been changing 1 and 59 more for/v);
	expect(await list(sandbox)).toHaveLength(60);
	const [winner, loser] = results[0]!.kind === 'ended' ? [anna, carl] : [carl, anna];
	await winner.close();
	await loser.team.update();
	expect(loser.pending()).toStrictEqual([]);
	expect(loser.known()).toMatchObject([{set: {size: 60, counts: {done: 60}}}]);
});

test('without the board a change is kept and sent later, and a required one is refused', async () => {
	const {sandbox, relay, member} = await setUp();
	const [anna, carl, strict] = [await member('anna'), await member('carl'), await member('eve', {isRequired: true})];
	relay.setDown(true);
	const first = await anna.list();
	expect(await edit(strict, await strict.list(), 'x')).toStrictEqual({
		kind: 'impossible',
		cause: 'board',
		reason: expect.stringMatching(
			/^Nothing was sent\. The team's board \(.*\) cannot be reached: .*\. It is required \(team\.required in config\.yaml\)\.$/v,
		) as string,
	});
	expect(await edit(anna, first, 'Annas')).toMatchObject({kind: 'ended', only: {phase: 'done'}});
	await expect.poll(anna.team.get).toMatchObject({state: 'unreachable', waiting: 1});
	expect(anna.notices).toStrictEqual([
		expect.stringMatching(/cannot be reached: .*\. Changes are kept here, and sent when it is back\.$/v),
	]);
	relay.setDown(false);
	await anna.team.update();
	expect(anna.team.get()).toMatchObject({state: 'reached', waiting: 0});
	expect(anna.notices.at(-1)).toBe("The team's board is reached again.");
	await carl.list();
	await carl.team.update();
	expect(carl.known()).toMatchObject([{set: {by: {operator: 'anna'}, counts: {done: 1}}}]);
	expect(await list(sandbox)).toHaveLength(1);
});

test('no request is sent when the lease was followed, and what was sent stays pending for both', async () => {
	const {sandbox, member, pass} = await setUp();
	const [anna, carl] = [await member('anna'), await member('carl')];
	const first = await anna.list();
	await carl.list();
	const hold = sandbox.faults.hold({on: 'create'});
	const editing = edit(anna, first, 'Annas');
	await hold.arrived;
	await carl.team.update();
	const [pending] = carl.pending();
	expect(pending).toMatchObject({by: {operator: 'anna'}, counts: {unknown: 1}});
	expect(await carl.changes.finish({set: pending!.id}, {signal})).toMatchObject({
		kind: 'impossible',
		reason: expect.stringMatching(/^Nothing was sent\. anna on \S+ has been changing 1 for/v) as string,
	});
	// Her machine sleeps. Carl takes over what is pending, after the lease and the settling time.
	await pass(120_000 + settlingTime);
	await carl.team.update();
	carl.clock.pass(settlingTime + 1000);
	expect(await carl.changes.finish({set: pending!.id}, {signal})).toMatchObject({kind: 'ended'});
	anna.clock.pass(125_000);
	hold.release();
	expect(await editing).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining("Your claim on the team's board has ended") as string,
	});
	const names = await list(sandbox);
	expect(names.map(({name}) => name).toSorted()).toStrictEqual(['Annas', input.name]);
});

test('a board that lost what it had is told once, and gets it again', async () => {
	const {member, lose} = await setUp(2);
	const anna = await member('anna');
	const [first, second] = await anna.list();
	await edit(anna, [first!], 'Annas');
	await anna.team.update();
	await lose();
	await anna.team.update();
	expect(anna.notices).toStrictEqual([expect.stringContaining('lacks changes that it had') as string]);
	await edit(anna, [second!], 'Annas too');
	const carl = await member('carl');
	await carl.list();
	await carl.team.update();
	expect(carl.known()).toMatchObject([{set: {counts: {done: 1}}}, {set: {counts: {done: 1}}}]);
	expect(anna.notices).toHaveLength(1);
});
