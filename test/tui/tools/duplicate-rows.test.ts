import {expect, test} from 'vitest';
import type {DuplicateGroup} from '../../../source/query/duplicates.ts';
import {duplicateRows, idsButOldest, remainingDuplicates} from '../../../source/tui/tools/duplicates.tsx';
import {widthOf} from '../../../source/terminal/width.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {matching} from '../../helpers/texts.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';
import {answer} from '../../helpers/http-server.ts';
import {startRawService, type RawRecord} from '../../changes/raw-service.ts';
import {list} from '../../changes/harness.ts';

const groupWith = (ids: readonly string[], over: Partial<DuplicateGroup> = {}): DuplicateGroup => ({
	members: ids.map(id => notificationWith({id, name: 'Treasury'})),
	isByAge: true,
	hasOtherContent: false,
	...over,
});

const none: ReadonlySet<string> = new Set();

test('all but the oldest; one with a pending change is neither kept for the others nor deleted', () => {
	const group = groupWith(['1', '2', '3']);
	expect(idsButOldest(group, none)).toEqual(['2', '3']);
	// A DELETE of 1 may still take effect: 2 must stay.
	expect(idsButOldest(group, new Set(['1']))).toEqual(['3']);
	expect(idsButOldest(group, new Set(['1', '2']))).toEqual([]);
	expect(idsButOldest(group, new Set(['3']))).toEqual(['2']);
});

test('what must still be listed is one of each group that stays, and a group of which nothing stays is counted', () => {
	const groups = [groupWith(['1', '2', '3']), groupWith(['4', '5']), groupWith(['6', '7'])];
	expect(remainingDuplicates(groups, new Set(['2', '3']), none)).toEqual({keeps: new Set(['1']), emptied: 0});
	expect(remainingDuplicates(groups, new Set(['1', '2', '4', '5']), none)).toEqual({keeps: new Set(['3']), emptied: 1});
	expect(remainingDuplicates(groups, new Set(['2', '3', '5']), new Set(['1']))).toEqual({
		keeps: new Set(['4']),
		emptied: 1,
	});
	expect(remainingDuplicates(groups, new Set(['99']), none)).toEqual({keeps: none, emptied: 0});
});

const linesOf = (group: DuplicateGroup, marked = none, pending = none, columns = 80) => {
	const rows = [undefined, ...group.members].map(member => ({group, member}));
	const {lineAt} = duplicateRows(rows, marked, pending, columns);
	return rows.map((_, index) => lineAt(index).text);
};

test('a header fits, and its counts are never cut', () => {
	const group = groupWith(['1', '2', '3']);
	expect(linesOf(group, new Set(['2']))).toEqual([
		'Treasury · 3 identical, 1 marked',
		matching(/^ {2}1 +EMAIL +user +a@example.com +any +0x1 +keep \(oldest\)$/v),
		matching(/^● 2 +EMAIL +user +a@example.com +any +0x1$/v),
		matching(/^ {2}3 +EMAIL +user +a@example.com +any +0x1$/v),
	]);
	const [narrow] = linesOf(group, new Set(['2']), none, 30) as [string];
	expect(narrow).toMatch(/^Tr.*… · 3 identical, 1 marked$/v);
	expect(widthOf(narrow)).toBeLessThanOrEqual(30);
});

test('the first says why it is kept, and everything from the service is sanitised', () => {
	const members = ['1\u{1B}', '2'].map(id => notificationWith({id, name: '\u{1B}[31mred'}));
	const group: DuplicateGroup = {members, isByAge: true, hasOtherContent: true};
	const lines = linesOf(group, none, new Set(['2']));
	expect(lines[1]).toMatch(/ {2}keep \(oldest\)$/v);
	expect(lines[2]).toMatch(/ {2}a change is pending$/v);
	expect(lines.join('')).not.toMatch(/\p{Control}/v);
	expect(lines[0]).toContain('2 identical as listed');
	expect(linesOf(groupWith(['x', 'y'], {isByAge: false}))[1]).toContain('first in the listing; its');
});

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
		await app.waitFor('create anyway');
		await app.press('C-s');
		await app.waitFor('Only y sends it in spite of the warning.');
		await app.press('y');
		await app.waitFor(`Created ${id}`);
	}

	await app.press('D');
	await app.waitFor('1 group, 2 to delete');
	// What cannot be compared is said, and the oldest says why it is that.
	expect(app.frame()).toContain('topics: never listed');
	expect(app.frame()).toMatch(/^ {4}1 .*keep \(oldest\)/mv);
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
	// Never the oldest alone.
	await app.press('g', 'j', ' ');
	await app.waitFor('3 marked');
	await app.press('a');
	expect(await app.waitFor(/2 marked · 1 group/v)).toMatch(/^ {4}1 .*keep \(oldest\)/mv);
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
	await app.waitFor('No row is under the cursor.');
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
