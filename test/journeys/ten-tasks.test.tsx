import {Buffer} from 'node:buffer';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {narrow, paletteCommands} from '../../source/tui/tools/palette.tsx';
import {allHold} from '../helpers/all-guards.ts';
import {startApp, temporaryFolder, temporarySandbox, type AppOptions} from '../helpers/app.tsx';
import {countKeys, type CountedScreen} from '../helpers/counted-keys.ts';
import {createNamed, homeWith} from '../helpers/two-profiles.ts';
import {list} from '../changes/harness.ts';
import {create, list as listAsSent, send, type Service} from '../sandbox/client.ts';

const treasury = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/decisions/screens.md'), 'utf8');

/** The keys that a task takes now, in the table of the page. */
const keysOf = (task: number): string =>
	new RegExp(String.raw`^\| ${task} \|.*\| (?<now>[^\|]+) \|$`, 'mv').exec(page)!.groups!.now!;

/** The program on a terminal reached over SSH, and what it put on the clipboard. */
async function start(options: AppOptions): Promise<CountedScreen & {readonly copied: readonly string[]}> {
	const copied: string[] = [];
	const app = await startApp({
		size: '120x40',
		...options,
		desktop: {
			platform: 'linux',
			get: name => (name === 'SSH_TTY' ? '/dev/pts/1' : undefined),
			write(sequence) {
				copied.push(Buffer.from(/52;c;(?<text>[^\u{7}\u{1B}]*)/v.exec(sequence)!.groups!.text!, 'base64').toString());
			},
		},
	});
	return {...countKeys(app), copied};
}

const createWebhook = async (service: Service, user: string, url: string) =>
	create(service, {
		external_user_id: user,
		channel: 'WEBHOOK',
		delivery_location: url,
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [treasury]},
	});

/** What the notifications are, whatever their IDs. */
async function contentOf(service: Service): Promise<string[]> {
	const listed = await listAsSent(service);
	return listed.map(({id: _id, ...content}) => JSON.stringify(content)).toSorted();
}

async function recipientsOf(service: Service): Promise<string[]> {
	const listed = await list(service);
	return listed.map(({recipient}) => recipient);
}

test('1. the host of all webhooks of one user is changed', async () => {
	await using sandbox = await temporarySandbox();
	const others = await recipientsOf(sandbox);
	for (const name of ['a', 'b', 'c']) {
		await createWebhook(sandbox, 'ops-7', `https://old.example/${name}`);
	}

	await createWebhook(sandbox, 'ops-70', 'https://old.example/of-another-user');
	await using app = await start({service: sandbox});
	await app.waitFor('16 notifications');
	await app.press('/');
	await app.type('user:=ops-7 channel:webhook');
	await app.waitFor('3 of 16');
	await app.press('Enter', 'a', 'e');
	await app.waitFor('3 different');
	await app.paste('/old.example/new.example/');
	expect(await app.waitFor('3 to replace')).toContain('https://[old→new].example/a');
	await app.press('Enter');
	await app.waitFor('Type 3, then enter');
	await app.type('3');
	await app.press('Enter');
	await app.waitFor('✓ Replaced 3');
	expect(app.counted()).toBe(keysOf(1));
	const recipients = await recipientsOf(sandbox);
	expect(recipients.toSorted()).toEqual(
		[
			...others,
			'https://old.example/of-another-user',
			...['a', 'b', 'c'].map(name => `https://new.example/${name}`),
		].toSorted(),
	);
});

test('2. duplicates are found, and all but the oldest are deleted', async () => {
	await using sandbox = await temporarySandbox({samples: 3});
	const once = await contentOf(sandbox);
	for (const user of ['ops-7', 'ops-7', 'ops-7']) {
		await createWebhook(sandbox, user, 'https://old.example/a');
	}

	await using app = await start({service: sandbox});
	await app.waitFor('6 notifications');
	await app.press('D');
	await app.waitFor('1 group, 2 to delete');
	await app.press('a', 'd');
	await app.waitFor('Type 2, then enter');
	await app.type('2');
	await app.press('Enter');
	await app.waitFor('✓ Deleted 2');
	expect(app.counted()).toBe(keysOf(2));
	const left = await list(sandbox);
	expect(left.map(({id}) => id)).toEqual(['1', '2', '3', '4']);
	expect(await contentOf(sandbox)).toEqual(expect.arrayContaining(once));
});

test('3. what others changed since the last start is searched, and what was changed here is in the history', async () => {
	await using sandbox = await temporarySandbox({samples: 6});
	await using home = await temporaryFolder();
	{
		await using yesterday = await start({service: sandbox, home: home.path});
		await yesterday.waitFor('6 notifications');
		await yesterday.press('d', 'y');
		await yesterday.waitFor('✓ Deleted 1');
	}

	await createNamed(sandbox, 'Payouts', 'payouts@example.com');
	const {status} = await send(sandbox, 'DELETE', `${notificationsPath}2/`);
	expect(status).toBeLessThan(300);

	await using app = await start({service: sandbox, home: home.path});
	await app.waitFor('1 new · 1 gone');
	await app.press(':');
	await app.waitFor('palette');
	await app.type('changed');
	await app.waitFor(/^▌ Show what changed/mv);
	await app.press('Enter');
	const changed = await app.waitFor('2 of 6 notifications');
	expect(changed).toContain('/ is:new or is:gone');
	expect(changed).toMatch(/^.\+7 +Payouts/mv);
	expect(changed).toMatch(/^.-2 +USDC in and out/mv);
	await app.press('H');
	expect(await app.waitFor('1 change')).toMatch(
		/ago +#1 +deleted 1 +E-mail treasury@example\.com .*Treasury: large tran/v,
	);
	expect(app.counted()).toBe(keysOf(3));
});

test('4. a delete is taken back', async () => {
	await using sandbox = await temporarySandbox({samples: 3});
	const before = await contentOf(sandbox);
	await using app = await start({service: sandbox});
	await app.waitFor('3 notifications');
	await app.press('d', 'y');
	await app.waitFor('✓ Deleted 1');
	await app.press('u');
	expect(await app.waitFor('Undo: recreate')).toContain('Treasury: large transfers');
	await app.press('y');
	await app.waitFor('✓ Undone. Recreated 1 as 4');
	expect(app.counted()).toBe(keysOf(4));
	expect(await contentOf(sandbox)).toEqual(before);
});

test('5. what only staging has is copied to production', async () => {
	await using production = await temporarySandbox({samples: 2});
	await using staging = await temporarySandbox({samples: 2});
	await createNamed(staging, 'Large transfers', 'large@example.com');
	await createNamed(staging, 'Small transfers', 'small@example.com');
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await start({isNew: true, home: home.path});
	await app.waitFor('4 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('2 to create');
	await app.press('Enter');
	await app.waitFor('Type 2, then enter:');
	await app.type('2');
	await app.press('Enter');
	await app.waitFor('Created 2 notifications on production');
	expect(app.counted()).toBe(keysOf(5));
	expect(await contentOf(production)).toEqual(await contentOf(staging));
});

test('6. who gets alerts for an address is listed with recipients', async () => {
	await using sandbox = await temporarySandbox();
	await using app = await start({service: sandbox});
	await app.waitFor('12 notifications');
	await app.press('/');
	await app.paste(`address:${treasury.toLowerCase()}`);
	const typed = await app.waitFor('3 of 12 notifications');
	// The note of a match would cover the recipients.
	expect(typed).not.toContain(`address: ${treasury}`);
	await app.press('Enter');
	const frame = app.frame();
	expect(app.counted()).toBe(keysOf(6));
	for (const recipient of [
		/^.+EMAIL +ops-1 +treasury@example\.com /mv,
		/^.+SLACK +user-1003 +C0EXAMPLE01 /mv,
		/^.+EMAIL +compliance +compliance@example\./mv,
	]) {
		expect(frame).toMatch(recipient);
	}
});

test('7. five similar ones are created from one', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	const [model] = await list(sandbox);
	const addresses = [1, 2, 3, 4, 5].map(digit => `0x${String(digit).repeat(40)}`);
	await using app = await start({service: sandbox});
	await app.waitFor('1 notification ');
	await app.press('c');
	await app.waitFor('clone notification 1');
	await app.paste(addresses.join('\n'));
	await app.waitFor('5 addresses: creates 5 notifications, one for each.');
	await app.press('C-s');
	await app.waitFor('Create 5 notifications on');
	await app.press('C-s');
	await app.waitFor('✓ Created 5');
	expect(app.counted()).toBe(keysOf(7));
	const [, ...created] = await list(sandbox);
	expect(created.map(({addresses: [address]}) => address!).toSorted()).toEqual(addresses);
	for (const {userId, channel, recipient, filters, name} of created) {
		expect({userId, channel, recipient, filters, name}).toEqual({
			userId: model!.userId,
			channel: model!.channel,
			recipient: model!.recipient,
			filters: model!.filters,
			name: model!.name,
		});
	}
});

test('8. the filters of a notification are checked against a sample, which is shown', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await start({service: sandbox, size: '80x24'});
	await app.waitFor('2 notifications');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('C-t');
	const builtIn = await app.waitFor('✗ The sample does not match: its value is 0.5.');
	expect(builtIn).toContain('✗ value > 10 (int): it is 0.5');
	expect(builtIn).toContain('"external_user_id": "user123"');
	await app.paste('{"value": 11, "asset": "ETH"}');
	const own = await app.waitFor('✓ The sample matches');
	expect(own).toContain('✓ value > 10 (int): it is 11');
	expect(own).toMatch(/"value": 11,\n +"asset": "ETH"/v);
	expect(app.counted()).toBe(keysOf(8));
	await app.press('Escape', 'Escape');
	await app.waitFor('2 notifications');
});

test('9. the history says why a create of yesterday failed, in the words of the service', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await temporaryFolder();
	const words = 'This API key may not create notifications';
	{
		await using yesterday = await start({service: sandbox, home: home.path});
		await yesterday.waitFor('2 notifications');
		sandbox.faults.add({name: 'create-403', count: 1});
		await yesterday.press('c');
		await yesterday.waitFor('clone notification 1');
		await yesterday.paste(`0x${'1'.repeat(40)}`);
		await yesterday.press('C-s', 'C-s');
		await yesterday.waitFor(`The service says: ${words}`);
	}

	await using app = await start({service: sandbox, home: home.path, size: '80x24'});
	await app.waitFor('2 notifications');
	await app.press('H');
	expect(await app.waitFor('1 change')).toMatch(/create +✗ failed +Treasury: large .* · This API key/v);
	await app.press('Enter');
	const change = await app.waitFor('rejected 403');
	expect(change.replaceAll(/\s+/gv, ' ')).toContain(
		`failed This API key is not allowed to do that (403). The service said: "${words}".`,
	);
	expect(app.counted()).toBe(keysOf(9));
});

test('10. a curl command that creates one, and a chainbell command that changes many, are copied', async () => {
	await using sandbox = await temporarySandbox();
	await using forCurl = await start({service: sandbox});
	await forCurl.waitFor('12 notifications');
	await forCurl.press('y');
	await forCurl.waitFor('curl command');
	await forCurl.press('c');
	await forCurl.waitFor('Sent the curl command');
	expect(forCurl.counted()).toBe(keysOf(10));
	const [curl] = forCurl.copied;
	expect(curl).toMatch(/^curl 'http:.*Bearer \$CHAINBELL_API_KEY"/sv);
	expect(JSON.parse(/--data-raw '(?<body>.*)'$/v.exec(curl!)!.groups!.body!)).toMatchObject({
		external_user_id: 'ops-1',
		channel: 'EMAIL',
		delivery_location: 'treasury@example.com',
	});

	await using forMany = await start({service: sandbox});
	await forMany.waitFor('12 notifications');
	await forMany.press('/');
	await forMany.type('channel:webhook');
	await forMany.press('Enter', 'a', 'e');
	await forMany.waitFor('3 different');
	await forMany.paste('/example.(com|org)/hooks.example/');
	await forMany.waitFor('3 to replace');
	await forMany.press('Enter');
	await forMany.waitFor('Type 3, then enter');
	await forMany.press('C');
	await forMany.waitFor('the command');
	expect(forMany.counted()).toBe(keysOf(11));
	expect(forMany.copied).toEqual([
		expect.stringContaining(
			" edit --query channel:webhook --replace 'to=/example.(com|org)/hooks.example/' --accept-unknown-template",
		),
	]);
	expect(await recipientsOf(sandbox)).toContain('https://example.com/hooks/usdc');
});

test.each([
	['changed', 'Show what changed'],
	['yesterday', 'Show what changed'],
	['why', 'Open activity'],
	['command', 'Copy ID, JSON, curl …'],
	['sample', 'Edit'],
	['take back', 'Undo last change'],
	['staging', 'Switch profile'],
	['duplicates', 'Find duplicates'],
	['bulk edit', 'Edit'],
])('the palette of the list finds the task "%s" under "%s"', (text, label) => {
	expect(narrow(paletteCommands({scope: 'list', guards: allHold}), text)[0]?.label).toBe(label);
});
