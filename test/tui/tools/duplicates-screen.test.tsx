import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {answer} from '../../helpers/http-server.ts';
import {partial, startRawService, type RawRecord} from '../../changes/raw-service.ts';
import {list} from '../../changes/harness.ts';

const record = (id: number, name: string, others: object = {}): RawRecord => ({
	id,
	external_user_id: 'ops-1',
	channel: 'EMAIL',
	notification_name: name,
	delivery_location: 'ops@example.com',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x01'], filters: []},
	...others,
});

const idsIn = (service: {readonly records: readonly RawRecord[]}) => service.records.map(({id}) => id);

test('duplicates are found by D, all but the oldest are marked and deleted, and the marks are not those of the list', async () => {
	await using service = await temporarySandbox();
	await using app = await startApp({service});
	await app.waitFor('12 notifications');
	for (const id of ['13', '14']) {
		await app.press('g', 'c', 'C-s');
		await app.waitFor('send anyway');
		await app.press('y');
		await app.waitFor(`Created ${id}`);
	}

	await app.press('D');
	await app.waitFor('1 group, 2 to delete');
	// What cannot be compared is said, and the oldest says why it is that.
	expect(app.frame()).toContain('topics: never listed');
	expect(app.frame()).toMatch(/^ +1 .*keep \(oldest\)/mv);
	await app.press('d');
	await app.waitFor('Nothing is marked.');
	// A group opens at one that can go, not at the one to keep.
	await app.press('g', 'Enter');
	await app.waitFor(/^ ID +13$/mv);
	await app.press('Escape');
	await app.waitFor('1 group, 2 to delete');
	await app.press('y');
	await app.waitFor(/^▌ i +ID +13$/mv);
	await app.press('Escape');
	await app.waitFor('1 group, 2 to delete');
	await app.press('a');
	await app.waitFor(/2 marked · 1 group/v);
	await app.press('Escape');
	await app.waitFor('14 notifications');
	expect(app.frame()).not.toContain('marked');
	await app.press('D');
	await app.waitFor('1 group, 2 to delete');
	await app.press('a', 'd');
	expect(await app.waitFor('Type 2, then enter')).toContain('The one duplicate to keep must still be listed');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Deleted 2');
	const left = await list(service);
	expect(left.map(({id}) => id)).toEqual(Array.from({length: 12}, (_value, index) => String(index + 1)));
	await app.waitFor('No duplicates.');
	expect(app.frame()).not.toContain('marked');
	await app.press('y');
	await app.waitFor('Nothing to act on here.');
});

test('nothing is deleted if somebody else deleted the one to keep meanwhile', async () => {
	const service = await startRawService([record(1, 'a'), record(2, 'a'), record(3, 'b')]);
	await using app = await startApp({service});
	await app.waitFor('3 notifications');
	await app.press('D');
	await app.waitFor('1 group, 1 to delete');
	await app.press('a', 'd');
	await app.waitFor('y delete');
	service.records.shift();
	await app.press('y');
	await app.waitFor('1, which was to stay, is not listed any more');
	expect(idsIn(service)).toEqual([2, 3]);
	expect(service.requests.some(({method}) => method === 'DELETE')).toBe(false);
	// The group of which nothing was to stay is none any more.
	await app.press('Escape', 'r');
	await app.waitFor('No duplicates.');
});

test('what a stopped deletion of duplicates left is not deleted after the one to keep is gone', async () => {
	const service = await startRawService([record(1, 'a'), record(2, 'a'), record(3, 'a')]);
	await using home = await temporaryFolder();
	service.behaviour.refusal = response => {
		answer(response, 401);
	};

	{
		await using app = await startApp({service, home: home.path});
		await app.waitFor('3 notifications');
		await app.press('D');
		await app.waitFor('1 group, 2 to delete');
		await app.press('a', 'd');
		await app.waitFor('Type 2, then enter');
		await app.press('2', 'Enter');
		await app.waitFor('rejected the API key (401)');
	}

	// Somebody else deletes it, and the program is opened again.
	delete service.behaviour.refusal;
	service.records.shift();
	await using app = await startApp({service, home: home.path});
	// The start asks about it.
	await app.waitFor('2 not started');
	await app.press('f');
	await app.waitFor('Delete the remaining');
	await app.press('2', 'Enter');
	await app.waitFor('1, which was to stay, is not listed any more');
	expect(idsIn(service)).toEqual([2, 3]);
	// It can still be ended without the rest.
	await app.press('Escape', '!');
	await app.waitFor('2 not started');
	await app.press('b');
	await app.waitFor('Skip the rest of the bulk delete?');
	await app.press('y');
	await app.waitFor('2 skipped.');
	expect(idsIn(service)).toEqual([2, 3]);
});

test('a partial listing proves neither that the one to keep is there nor that it is gone', async () => {
	const service = await startRawService([record(1, 'a'), record(2, 'a'), record(3, 'b')]);
	await using app = await startApp({service});
	await app.waitFor('3 notifications');
	await app.press('D');
	await app.waitFor('1 group, 1 to delete');
	await app.press('a', 'd');
	await app.waitFor('y delete');
	service.records.shift();
	service.behaviour.listing = records => partial(records);
	await app.press('y');
	await app.waitFor(/✗ Nothing was sent: a complete listing must show first that what is to stay\s+still exists/v);
	expect(service.requests.some(({method}) => method === 'DELETE')).toBe(false);
});

test('nothing is marked by a partial listing, and what has a pending change is not the one that is kept', async () => {
	const service = await startRawService([record(1, 'a'), record(2, 'a'), record(3, 'a')], {
		listing: records => partial(records),
	});
	await using app = await startApp({service, settlingTime: 60_000, clock: createHandClock()});
	await app.waitFor('Incomplete: ');
	await app.press('D');
	await app.waitFor('1 group, 2 to delete');
	await app.press('a');
	await app.waitFor('not a complete listing of now');
	expect(app.frame()).not.toContain('marked');
	delete service.behaviour.listing;
	await app.press('r');
	await app.waitFor('1 group, 2 to delete');
	await app.press('Escape');
	await app.waitFor('3 notifications ·');
	// A DELETE of 1 without an answer: it may take effect later.
	service.behaviour.refusal = response => {
		response.destroy();
	};

	await app.press('g', 'd');
	await app.waitFor('Delete 1 from');
	await app.press('y');
	await app.waitFor('Not known whether');
	await app.press('Escape', 'D');
	await app.waitFor('a change is pending');
	await app.press('a');
	const frame = await app.waitFor('1 marked');
	expect(frame).toMatch(/^ +● 3 /mv);
});

test('a group of which all are marked says so', async () => {
	const service = await startRawService([record(1, 'a'), record(2, 'a')]);
	await using app = await startApp({service, size: '40x10'});
	await app.waitFor(/ 2(?: notifications)?$/mv);
	await app.press('D');
	await app.waitFor('keep (oldest)');
	await app.press('j', ' ', ' ');
	await app.waitFor('! Every one of a group is marked');
	expect(app.frame().split('\n').length).toBeLessThan(10);
});

test.each([['40x10'], ['80x24'], ['120x40']])('the duplicates at %s', async size => {
	const service = await startRawService([
		...[1, 3, 5].map(id => record(id, 'Treasury: large transfers')),
		record(2, 'Deposits'),
		record(4, 'Deposits'),
		record(6, 'Other'),
	]);
	await using app = await startApp({service, size});
	await app.waitFor(size === '40x10' ? / 6(?: notifications)?$/mv : '6 notifications');
	await app.press('D');
	await app.waitFor('oldest');
	await app.press('a');
	const frame = await app.waitFor('2 marked');
	const [columns, rows] = size.split('x').map(Number) as [number, number];
	const lines = frame.split('\n');
	expect(lines.length).toBeLessThan(rows);
	expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns);
	// Not the header: the port in it is not always of the same length.
	expect(
		lines
			.slice(1)
			.map(line => line.trimEnd())
			.join('\n'),
	).toMatchSnapshot();
});

test('in five lines the row under the cursor is shown before anything else', async () => {
	const service = await startRawService([record(1, 'a'), record(2, 'a')]);
	await using app = await startApp({service, size: '60x5'});
	await app.waitFor(/ 2 notifications$/mv);
	await app.press('D');
	await app.waitFor(/^▌/mv);
	await app.press('G');
	await app.waitFor(/^▌ +2 /mv);
	await app.press(' ', 'k', ' ');
	await app.waitFor('! Every one of a group is marked');
	expect(app.frame()).toMatch(/^▌ *● *2 /mv);
});
