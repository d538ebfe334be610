import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';
import {answer} from '../../helpers/http-server.ts';
import {startRawService, type RawRecord} from '../../changes/raw-service.ts';
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
