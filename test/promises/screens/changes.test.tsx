import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox, type AppOptions} from '../../helpers/app.tsx';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {pasted} from '../../helpers/screen.tsx';
import {list} from '../../sandbox/client.ts';

const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

/** The program on a sandbox with four notifications: 1 is "Treasury: large transfers" of ops-1, 2 a webhook of ops-1, 3 and 4 are of ops-2. */
async function open({samples = 4, ...options}: AppOptions & {readonly samples?: number} = {}) {
	const sandbox = await temporarySandbox({samples});
	const app = await startApp({service: sandbox, ...options});
	await app.waitFor(`${samples} notifications · listed just now`);
	return {
		...app,
		sandbox,
		/** User and recipient of what the service has, by ID. */
		async account() {
			const listed = await list(sandbox);
			return Object.fromEntries(listed.map(one => [one.id, [one.external_user_id, one.delivery_location].join(' ')]));
		},
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
		},
	};
}

type Place = Awaited<ReturnType<typeof open>>;

/** Fills in a new notification, up to its address. */
async function fillIn(app: Place, addresses = address): Promise<void> {
	await app.press('n', pasted('ops-3'), 'Enter', 'e', 'Enter', pasted('deposits@example.com'), 'Enter');
	await app.waitFor('▌ Address');
	await app.press(pasted(addresses));
}

/** Deletes all notifications, up to the first request. */
async function deleteAll(app: Place, count: number): Promise<void> {
	await app.press('a', 'd');
	await app.waitFor(`of all ${count}`);
	await app.press(String(count), 'Enter');
}

/** Deletes the notification under the cursor. */
async function deleteOne(app: Place): Promise<void> {
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('3 notifications · listed just now');
}

test('The form', async () => {
	await using app = await open();
	await fillIn(app);
	await app.press('C-n', 'value', 'Enter', pasted('10'));
	await app.waitFor('value > 10');
	for (const part of ['ops-3', 'EMAIL', 'deposits@example.com', address, 'ETH_MAINNET', 'No duplicate']) {
		expect(app.frame()).toContain(part);
	}

	// What is wrong is said before anything is sent.
	await app.press('Escape', 'n');
	await app.waitFor('1 draft: alt+d');
	await app.press('C-s');
	await app.waitFor('4 errors');
	expect(app.frame()).toContain('✗ is required');
});

test('The review', async () => {
	await using app = await open();
	await fillIn(app);
	await app.press('C-s');
	await app.waitFor('y create');
	for (const part of ['E-mail deposits@example.com for any event', 'user ops-3', '✓ No duplicate']) {
		expect(app.frame()).toContain(part);
	}

	await app.press('J');
	await app.waitFor('"delivery_location"');

	expect(Object.keys(await app.account())).toHaveLength(4);
	await app.press('C-s');
	await app.waitFor('✓ Created 5');
	expect(await app.account()).toMatchObject({5: 'ops-3 deposits@example.com'});

	// The review of an edit says what changes.
	await app.press('g', 'e');
	await app.waitFor('edit notification 1');
	await app.press('Tab', 'Tab', 'C-u', pasted('safe@example.com'), 'C-s');
	await app.waitFor('y replace');
	expect(app.frame()).toContain('treasury@example.com');
	expect(app.frame()).toContain('safe@example.com');
	await app.press('C-s');
	await app.waitFor('✓ Replaced 1');
	expect(Object.values(await app.account())).toContain('ops-1 safe@example.com');
	expect(Object.values(await app.account())).not.toContain('ops-1 treasury@example.com');
});

test('Several addresses', async () => {
	await using app = await open();
	await fillIn(app, `${address} 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`);
	await app.waitFor('2 addresses: creates 2 notifications, one for each.');
	await app.press('C-s');
	await app.waitFor('Create 2 notifications');
	await app.press('C-s');
	await app.waitFor('6 notifications · listed just now');
	expect(Object.values(await app.account()).slice(4)).toEqual(Array(2).fill('ops-3 deposits@example.com'));
});

test('Drafts', async () => {
	await using app = await open();
	await fillIn(app);
	await app.press('Escape');
	await app.waitFor('Draft kept. n, then alt+d, continues it.');
	await app.press('n');
	await app.waitFor('1 draft: alt+d');
	await app.press('M-d');
	await app.waitFor(address);
	expect(app.frame()).toContain('ops-3');
	await app.press('M-r');
	await app.waitUntilGone('deposits@example.com');
	await app.press('Escape', 'n');
	await app.waitFor('new notification');
	expect(app.frame()).not.toContain('1 draft');
});

test('Deleting one', async () => {
	await using app = await open();
	await app.press('d');
	await app.waitFor('y delete');
	for (const part of [
		'Delete "Treasury: large transfers" (ID 1) from',
		'treasury@example.com',
		'user ops-1',
		'! u cannot restore its template',
	]) {
		expect(app.frame()).toContain(part);
	}

	expect(app.frame()).toMatch(/Command +chainbell .*delete 1/v);
	await app.press('Enter', 'Y');
	expect(app.frame()).toContain('y delete');
	await app.press('y');
	await app.waitFor('3 notifications · listed just now');
	expect(Object.keys(await app.account())).toEqual(['2', '3', '4']);
});

test('A protected notification', async () => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'protect: name:treasury\n', {mode: 0o600});
	await using app = await open({home: home.path});
	await app.press('d');
	await app.waitFor(/is\s+protected\.\s+Continue\s+anyway\?/v);
	expect(app.frame()).toContain('config.yaml line 1 protects it: name:treasury');
	await app.press('y', 'Enter');
	await app.waitFor('Nothing was sent.');
	await app.press('Backspace', pasted('Treasury: large transfers'), 'Enter');
	await app.waitFor(/Delete .*ID 1\)? from/v);
});

test('Deleting several', async () => {
	await using app = await open();
	await app.press(' ', ' ', ' ', 'd');
	await app.waitFor('Type 3, then enter');
	for (const part of ['Delete 3 notifications', '1 EMAIL · 1 WEBHOOK', 'templates of all 3, if any']) {
		expect(app.frame()).toContain(part);
	}

	await app.press('2', 'Enter');
	expect(Object.keys(await app.account())).toHaveLength(4);
	await app.press('Backspace', '3', 'Enter');
	await app.waitFor('1 notification ');
	expect(Object.keys(await app.account())).toEqual(['4']);
});

test('A change of several', async () => {
	await using app = await open();
	const hold = app.sandbox.faults.hold({on: 'delete'});
	await deleteAll(app, 4);
	await hold.arrived;
	await app.waitFor('4 in flight');
	expect(app.frame()).toContain('0 of 4');
	expect(app.frame()).toContain('esc pause');
	hold.release();
	await app.waitFor('0 notifications · listed just now');
	expect(await app.account()).toEqual({});
});

test('The result of a change of several', async () => {
	await using app = await open();
	app.sandbox.faults.add({name: 'delete-403', count: 1});
	await deleteAll(app, 4);
	await app.waitFor('r retry failed');
	// What failed stays on the screen, with the reason.
	for (const part of ['Deleted 3 of 4 (1 failed)', 'not allowed to do that (403)']) {
		expect(app.frame()).toContain(part);
	}

	await app.press('r');
	await app.waitFor('Retry: delete 1 notification from');
	await app.press('y');
	await app.waitFor('0 notifications · listed just now');
	expect(await app.account()).toEqual({});
});

test('Editing several', async () => {
	await using app = await open();
	await app.press('a', 'e');
	await app.waitFor('4 different');
	expect(app.frame()).toContain('edit 4 notifications');
	expect(app.frame()).toContain('-1001000000001');
	await app.press(pasted('/example/acme/'));
	await app.waitFor('treasury@[example→acme].com');
	expect(app.frame()).toContain('https://[example→acme].com/hooks/usdc');
	expect(app.frame()).toContain('2 to replace');
	expect(Object.values(await app.account())).toContain('ops-1 treasury@example.com');
});

test('The review of a bulk edit', async () => {
	await using app = await open();
	await app.press('a', 'e');
	await app.waitFor('4 different');
	await app.press(pasted('/example/acme/'), 'C-s');
	await app.waitFor('Type 2');
	expect(app.frame()).toContain('example→acme');
	expect(app.frame()).toContain('template');
	await app.press('2', 'Enter');
	await app.waitFor(/(?:Replaced|Edited) 2/v);
	expect(Object.values(await app.account())).toContain('ops-1 treasury@acme.com');
	expect(Object.keys(await app.account())).toHaveLength(4);
});

test('Undoing', async () => {
	await using app = await open();
	await deleteOne(app);
	await app.press('u');
	await app.waitFor('y undo');
	expect(app.frame()).toMatch(/Undo: recreate .*ID 1\b/v);
	expect(app.frame()).toMatch(/with a\s+new ID\?/v);
	expect(app.frame()).toContain('! This undo cannot restore its template');
	await app.press('y');
	await app.waitFor('4 notifications · listed just now');
	expect(await app.account()).toMatchObject({5: 'ops-1 treasury@example.com'});
	await app.press('U');
	await app.waitFor(/Redo: delete .*ID 5\b/v);
});

test('Activity', async () => {
	await using app = await open();
	await deleteOne(app);
	await app.press('H');
	await app.waitFor('1 change');
	expect(app.frame()).toContain('deleted 1');
	expect(app.frame()).toContain('ops-1');
	await app.press('u');
	await app.waitFor(/Undo: recreate .*ID 1\b/v);
	await app.press('y');
	await app.waitFor('4 notifications · listed just now');
	await app.press('H');
	await app.waitFor('2 changes');
	expect(app.frame()).toContain('undone');
	expect(app.frame()).toContain('undo: recreated 1 as 5');
});

test('A change', async () => {
	await using app = await open();
	await deleteOne(app);
	await app.press('H', 'Enter');
	await app.waitFor('Requests');
	for (const part of ['change 1', 'done', 'DELETE 1', '✓', 'treasury@example.com', 'u undo']) {
		expect(app.frame()).toContain(part);
	}
});

const planned = `scope: user:ops-1
notifications:
  - external_user_id: ops-1
    channel: EMAIL
    delivery_location: withdrawals@example.com
    notification_name: Withdrawals
    event_details:
      network: ETH_MAINNET
      event_type: ADDRESS_ACTIVITY
      addresses: ["${address}"]
`;

test('The plan of a file', async () => {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'alerts.yaml');
	await writeFile(file, planned);
	await using app = await open();
	await app.press('F');
	await app.waitFor('File or folder:');
	await app.press(pasted(file), 'Enter');
	await app.waitFor('1 to create');
	expect(app.frame()).toContain('Withdrawals');
	expect(Object.keys(await app.account())).toHaveLength(4);
	await app.press('Enter');
	await app.waitFor('y apply');
});

test('Pending changes', async () => {
	const clock = createHandClock();
	await using app = await open({clock, settlingTime: 60_000});
	clock.pass(60_000);
	app.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('Not known whether');
	await app.press('Escape');
	await app.waitUntilGone('Not known whether');
	await app.press('!');
	await app.waitFor(' activity · ');
	for (const part of ['delete 1', 'Not known whether', 'treasury@example.com', 'f finish', 'b roll back']) {
		expect(app.frame()).toContain(part);
	}

	await clock.asleep();
	clock.pass(60_000);
	await app.waitFor('✗ failed');
	await app.waitUntilGone(' pending');
	expect(Object.keys(await app.account())).toEqual(['1', '2', '3', '4']);
});

test('A change of several that was stopped', async () => {
	await using app = await open({samples: 12});
	const hold = app.sandbox.faults.hold({on: 'delete'});
	await deleteAll(app, 12);
	await hold.arrived;
	await app.press('Escape');
	hold.release();
	await app.waitFor('s stop');
	await app.press('s');
	await app.waitFor('Deleted 8 of 12 (4 not started).');
	await app.press('Escape');
	await app.waitFor('4 marked · 4 listed just now');
	await app.press('!');
	await app.waitFor(' activity · ');
	expect(app.frame()).toContain('deleted 8 of 12 (4 not started)');
	await app.press('f');
	await app.waitFor('Delete the remaining 4 from');
	await app.press('4', 'Enter');
	await app.waitFor('✓ Deleted 12');
	expect(await app.account()).toEqual({});
});
