import {expect, test} from 'vitest';
import {list} from '../../operations/harness.ts';
import {bulk, inputOf, setUp, settlingTime, signal} from './members.ts';

test('two who edit the same notification at once: one is refused by name, and nothing doubles', async () => {
	const {sandbox, member} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const [first, second] = [await anna.listed('1'), await carl.listed('1')];
	const hold = sandbox.faults.hold({on: 'create'});
	const editing = [
		anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal}),
		carl.session.operations.replace(second, inputOf(second, {name: 'Carls'}), {signal}),
	];
	await hold.arrived;
	await Promise.race(editing);
	hold.release();
	const results = await Promise.all(editing);
	expect(results.map(({kind}) => kind).toSorted()).toStrictEqual(['done', 'impossible']);
	const refused = results.find(result => result.kind === 'impossible')!;
	expect(refused.reason).toMatch(
		/^Nothing was sent\. (?:anna on ci-7|carl on laptop) has been changing 1 for \d+ s, and may for another 2 min\. Try again when they have finished\.$/v,
	);
	expect(await list(sandbox)).toHaveLength(1);
});

test('what a colleague has just changed is not changed by an older listing, and its template is known', async () => {
	const {sandbox, member} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const [first, second] = [await anna.listed('1'), await carl.listed('1')];
	// His listing was read before hers took effect, and arrives afterwards.
	const hold = sandbox.faults.hold({on: 'list', count: 1});
	const deleting = carl.session.operations.delete(second, signal);
	await hold.arrived;
	expect(await anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal})).toMatchObject({
		kind: 'done',
	});
	await anna.close();
	hold.release();
	expect(await deleting).toStrictEqual({
		kind: 'impossible',
		reason: 'Nothing was sent. anna on ci-7 has just changed 1 (change 1). Refresh the list, then try again.',
	});
	const opened = await carl.listed('2');
	const journal = await carl.journal();
	expect(journal.changes({profile: carl.session.profileKey, limit: 9})).toMatchObject([
		{kind: 'replace', by: {operator: 'anna', host: 'ci-7'}},
	]);
	expect(await carl.session.operations.replace(opened, inputOf(opened, {name: 'Carls'}), {signal})).toMatchObject({
		kind: 'done',
		operation: {snapshot: {template: 'Look'}},
	});
	const names = await list(sandbox);
	expect(names.map(({name}) => name)).toStrictEqual(['Carls']);
});

test('two bulk edits of the same sixty: one is refused, and nothing doubles', async () => {
	const {sandbox, member} = await setUp(60);
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const editAll = async ({session, listed}: typeof anna, name: string) => {
		await listed('60');
		const {listing} = session.listing.get();
		const records =
			listing.state === 'ready' ? listing.value.records.filter(record => record.kind === 'notification') : [];
		return session.operations.bulkReplace(
			records.map(of => ({of, input: inputOf(of, {name})})),
			bulk(),
		);
	};

	const hold = sandbox.faults.hold({on: 'create'});
	const editing = [editAll(anna, 'A'), editAll(carl, 'C')];
	await hold.arrived;
	await Promise.race(editing);
	hold.release();
	const results = await Promise.all(editing);
	expect(results.map(({kind}) => kind).toSorted()).toStrictEqual(['ended', 'impossible']);
	expect(JSON.stringify(results)).toMatch(/has been changing 1 and 59 more for/v);
	expect(await list(sandbox)).toHaveLength(60);
	// The refused one left nothing behind.
	await anna.close();
	const his = await carl.session.team!.open();
	await his.update();
	const {unfinishedBatches, pendingIds} = await carl.journal();
	expect([unfinishedBatches(carl.session.profileKey).length, pendingIds(carl.session.profileKey).size]).toStrictEqual([
		0, 0,
	]);
});

test('without the board a change is kept and sent later, and a required one is refused', async () => {
	const {sandbox, setDown, member} = await setUp();
	const [anna, carl, strict] = [
		member('anna', 'ci-7'),
		member('carl', 'laptop'),
		member('eve', 'pc', {isRequired: true}),
	];
	await setDown(true);
	const first = await anna.listed('1');
	expect(await strict.session.operations.delete(await strict.listed('1'), signal)).toStrictEqual({
		kind: 'impossible',
		cause: 'board',
		reason: expect.stringMatching(
			/^Nothing was sent\. The team's board \(.*\) cannot be reached: nothing answers at its address\. It is required \(team\.required in config\.yaml\)\.$/v,
		) as string,
	});
	expect(strict.notices, 'the refusal says it').toStrictEqual([]);
	expect(await anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal})).toMatchObject({
		kind: 'done',
	});
	await expect.poll(() => anna.session.team!.get()).toMatchObject({state: 'unreachable', waiting: 1});
	expect(anna.notices).toStrictEqual([
		expect.stringMatching(
			/cannot be reached: nothing answers at its address\. Changes are kept here, and sent when it is back\.$/v,
		),
	]);
	await setDown(false);
	const team = await anna.session.team!.open();
	await team.update();
	expect(anna.session.team!.get()).toMatchObject({state: 'reached', waiting: 0});
	expect(anna.notices.at(-1)).toBe("The team's board is reached again.");
	const his = await carl.session.team!.open();
	await his.update();
	const journal = await carl.journal();
	expect(journal.changes({profile: carl.session.profileKey, limit: 9})).toMatchObject([
		{kind: 'replace', state: 'done', by: {operator: 'anna'}},
	]);
	expect(await list(sandbox)).toHaveLength(1);
});

test('no request is sent when little is left of the lease, and what was sent after its end stays pending', async () => {
	const {sandbox, member, pass} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const first = await anna.listed('1');
	const hold = sandbox.faults.hold({on: 'create'});
	const editing = anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal});
	await hold.arrived;
	// Her machine sleeps. Carl takes over what is pending, after the lease and the settling time.
	await pass(120_000 + settlingTime);
	anna.clock.pass(125_000);
	const his = await carl.session.team!.open();
	await carl.listed('1');
	await his.update();
	const journal = await carl.journal();
	const [pending] = journal.unfinished(carl.session.profileKey);
	expect(pending).toMatchObject({state: 'creating', by: {operator: 'anna'}});
	const claim = await his.claim(['id 1']);
	expect(claim).toBeDefined();
	hold.release();
	expect(await editing).toStrictEqual({
		kind: 'impossible',
		reason:
			"Your claim on the team's board has ended, so a colleague may go on with this change. It stays pending. Nothing more was sent. Operation 1 is pending: its outcome is unknown.",
		cause: 'stopped',
		pending: '1',
	});
	expect(await list(sandbox), 'nothing is deleted').toHaveLength(2);
	const hers = await anna.journal();
	expect(hers.unfinished(anna.session.profileKey)).toMatchObject([{state: 'creating'}]);
});

test('what a dead colleague left is finished by another, who never sends its POST again', async () => {
	const {sandbox, member, pass} = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop')];
	const first = await anna.listed('1');
	const hold = sandbox.faults.hold({on: 'create', when: 'before'});
	void anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal});
	await hold.arrived;
	const his = await carl.session.team!.open();
	await carl.listed('1');
	await his.update();
	const journal = await carl.journal();
	const {profileKey} = carl.session;
	const [pending] = journal.unfinished(profileKey);
	expect(journal.ownerElsewhere(pending!.id)).toStrictEqual({operator: 'anna', host: 'ci-7'});
	expect(carl.session.team!.get().claims!.get('1')).toMatchObject({operator: 'anna', host: 'ci-7'});
	expect(await carl.session.operations.finish(pending!.id, {signal})).toMatchObject({
		kind: 'impossible',
		reason: expect.stringMatching(/anna on ci-7 has been changing 1/v) as string,
	});
	await pass(120_000 + settlingTime);
	carl.clock.pass(121_000 + settlingTime);
	await his.update();
	expect(journal.ownerElsewhere(pending!.id)).toBeUndefined();
	expect(await carl.session.operations.finish(pending!.id, {signal})).toMatchObject({kind: 'failed'});
	expect(await list(sandbox)).toHaveLength(1);
	hold.release();
});

test('a board of another account is not merged', async () => {
	const {member, pass, account} = await setUp(3);
	const other = await setUp();
	const [anna, carl] = [member('anna', 'ci-7'), member('carl', 'laptop', {}, other.sandbox)];
	for (const id of ['1', '2', '3']) {
		const of = await anna.listed(id);
		expect(await anna.session.operations.replace(of, inputOf(of, {name: `New ${id}`}), {signal})).toMatchObject({
			kind: 'done',
		});
	}

	await anna.close();
	await pass(3_600_000);
	const his = await carl.session.team!.open();
	await his.update();
	expect(carl.session.team!.get().state, 'nothing is listed yet').toBe('opening');
	await carl.listed('1');
	await his.update();
	expect(carl.notices).toStrictEqual([
		`The team's board knows 3 notifications of ${account}, and 0 of them are listed here: this is probably the API key of another account, so nothing is shared. If it is the same account, run chainbell team join.`,
	]);
	const journal = await carl.journal();
	expect(journal.changes({profile: carl.session.profileKey, limit: 9})).toStrictEqual([]);
});

test('a board that lost what it had gets it again, and nothing is deleted here', async () => {
	const {member, lose, revisions} = await setUp();
	const anna = member('anna', 'ci-7');
	const of = await anna.listed('1');
	await anna.session.operations.replace(of, inputOf(of, {name: 'Annas'}), {signal});
	const team = await anna.session.team!.open();
	await team.update();
	await lose();
	team.follow();
	await expect
		.poll(async () => {
			const {size} = await revisions();
			return size;
		})
		.toBe(1);
	expect(anna.notices).toStrictEqual([
		"The team's board lacks 1 change that it had: was it restored from a backup? Nothing is deleted here, and what was made here is sent again.",
	]);
});

test('a write waits for two round trips to the board, and for nothing of it afterwards', async () => {
	const {sandbox, member, calls, before, setDown} = await setUp();
	const anna = member('anna', 'ci-7');
	const of = await anna.listed('1');
	const team = await anna.session.team!.open();
	await team.update();
	calls.length = 0;
	// Not even for what the write before it left to be sent.
	const releasing = Promise.withResolvers<void>();
	before.set('release', async () => releasing.promise);
	expect(await anna.session.operations.create(inputOf(of, {userId: 'first'}), {signal})).toMatchObject({kind: 'done'});
	await expect.poll(() => calls).toContain('release');
	calls.length = 0;
	const hold = sandbox.faults.hold({on: 'create', when: 'before'});
	const creating = anna.session.operations.create(inputOf(of, {userId: 'other'}), {signal});
	await hold.arrived;
	releasing.resolve();
	expect(calls).toStrictEqual(['claim', 'publish']);
	// What follows does not wait for it.
	await setDown(true);
	hold.release();
	expect(await creating).toMatchObject({kind: 'done'});
});

test('with fifteen seconds of the lease left, which cannot be renewed, nothing is sent any more', async () => {
	const {sandbox, member, setDown} = await setUp();
	const anna = member('anna', 'ci-7');
	const of = await anna.listed('1');
	const creating = sandbox.faults.hold({on: 'create'});
	const editing = anna.session.operations.replace(of, inputOf(of, {name: 'Annas'}), {signal});
	await creating.arrived;
	const listing = sandbox.faults.hold({on: 'list'});
	creating.release();
	await listing.arrived;
	await setDown(true);
	anna.clock.pass(105_000);
	listing.release();
	expect(await editing).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining("Your claim on the team's board has ended") as string,
	});
	expect(await list(sandbox)).toHaveLength(2);
	await setDown(false);
	const journal = await anna.journal();
	const [pending] = journal.unfinished(anna.session.profileKey);
	expect(await anna.session.operations.finish(pending!.id, {signal})).toMatchObject({kind: 'done'});
	expect(await list(sandbox)).toHaveLength(1);
});
