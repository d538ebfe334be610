import {Buffer} from 'node:buffer';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {startApp, temporaryFolder, type AppOptions} from '../../helpers/app.tsx';

/** The app on a terminal reached over SSH, and what was put on its clipboard. */
async function startWithClipboard(options: AppOptions = {}) {
	const written: string[] = [];
	const app = await startApp({
		...options,
		desktop: {
			platform: 'linux',
			get: name => (name === 'SSH_TTY' ? '/dev/pts/1' : undefined),
			write(sequence) {
				written.push(sequence);
			},
		},
	});
	await app.waitFor('12 notif');
	return {
		...app,
		written,
		/** The text that was copied last. */
		copied: () => Buffer.from(/^\u{1B}\]52;c;(.*)\u{7}$/v.exec(written.at(-1) ?? '')?.[1] ?? '', 'base64').toString(),
	};
}

test('copy an ID: the terminal gets it as OSC 52', async () => {
	await using app = await startWithClipboard();
	await app.press('j', 'y');
	const frame = await app.waitFor(/^▌ i {2}ID +2$/mv);
	expect(frame.replace(/curl '.*/v, 'curl …')).toMatchInlineSnapshot(`
		" copy · SANDBOX
		▌ i  ID                2
		  a  address           0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
		  r  recipient         https://example.com/hooks/usdc
		  u  user              ops-1
		  n  name              USDC in and out
		  J  JSON, as listed   { "id": 2, "external_user_id": "ops-1", "channel": "WEB…
		  b  JSON body         { "external_user_id": "ops-1", "channel": "WEBHOOK", "n…
		  y  YAML body         external_user_id: ops-1 channel: WEBHOOK notification_n…
		  c  curl command      curl …
		  C  chainbell command chainbell --sandbox create --user ops-1 --channel webho…
		  l  explorer link     https://etherscan.io/address/0xA0b86991c6218b36c1d19D4a…










		 ? help  enter copy  esc cancel"
	`);
	await app.press('i');
	await app.waitFor("Sent the ID to the terminal's clipboard.");
	expect(app.written).toEqual([`\u{1B}]52;c;${Buffer.from('2').toString('base64')}\u{7}`]);
	expect(app.frame()).toContain('12 notifications');
});

test('every kind, in the details and at 40x10', async () => {
	await using app = await startWithClipboard({size: '40x10'});
	await app.press('Enter');
	await app.waitFor(/^ Treasury:[^·]+ · SANDBOX/v);
	const copied: Record<string, string> = {};
	for (const key of ['i', 'a', 'r', 'u', 'n', 'J', 'y', 'c', 'l']) {
		await app.press('y');
		await app.waitFor(/^. i {2}ID/mv);
		const count = app.written.length;
		await app.press(key);
		await app.waitFor('clipboard');
		expect(app.written).toHaveLength(count + 1);
		copied[key] = app.copied();
		await app.press('J');
	}

	const listed = JSON.parse(copied.J!) as Record<string, unknown>;
	expect(listed).toMatchObject({
		id: 1,
		external_user_id: copied.u,
		delivery_location: copied.r,
		notification_name: copied.n,
		event_details: {addresses: [copied.a]},
	});
	expect(copied.i).toBe('1');
	const body = parse(copied.y!) as Record<string, unknown>;
	expect(body).toMatchObject({external_user_id: copied.u, channel: 'EMAIL'});
	expect(body).not.toHaveProperty('id');
	expect(copied.c).toMatch(/^curl '.*\$CHAINBELL_API_KEY/sv);
	expect(copied.l).toBe(`https://etherscan.io/address/${copied.a!}`);
});

test('C and J copy the command and the JSON in the review of an edit, in the question before a delete and before an undo', async () => {
	await using app = await startWithClipboard();
	const copies = async (key: string) => {
		await app.press(key);
		await app.waitFor('clipboard');
		return app.copied();
	};

	await app.press('j', 'e');
	await app.waitFor('edit notification 2');
	await app.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'x', 'C-s');
	await app.waitFor('Replace 2 on SANDBOX?');
	expect(await copies('C')).toMatch(/^chainbell --sandbox edit --set .* 2$/v);
	await app.press('c');
	await app.waitFor('C  chainbell');
	expect(JSON.parse(await copies('J'))).toMatchObject({external_user_id: 'ops-1', channel: 'WEBHOOK'});
	await app.press('Escape', 'Escape', 'Escape');
	await app.waitFor('12 notif');

	await app.press('d');
	await app.waitFor('Delete 2 from SANDBOX?');
	expect(await copies('C')).toBe('chainbell --sandbox delete 2');
	await app.press('c');
	await app.waitFor('C  chainbell');
	expect(JSON.parse(await copies('J'))).toMatchObject({id: 2});
	await app.press('y');
	await app.waitFor('✓ Deleted');
	await app.press('u');
	await app.waitFor('Undo: recreate 2 on SANDBOX');
	expect(await copies('C')).toBe('chainbell --sandbox undo 1');
	await app.press('c');
	await app.waitFor('C  chainbell');
	expect(JSON.parse(await copies('J'))).not.toHaveProperty('id');
});

test('in the review, the arrows and enter choose; the curl command stands there without a margin', async () => {
	await using app = await startWithClipboard();
	await app.press('c', 'C-s');
	await app.waitFor('Create on');
	await app.press('J', 'G');
	const frame = await app.waitFor('--data-raw');
	const lines = frame.split('\n');
	const shown = lines
		.slice(
			lines.findIndex(line => line.startsWith("curl '")),
			lines.findIndex(line => line.includes('? help')),
		)
		.filter(line => line !== '');
	expect(shown.filter(line => line.startsWith(' '))).toEqual([]);
	await app.press('c');
	await app.waitFor(/^▌ J {2}JSON body/mv);
	await app.press('j', 'j', 'Enter');
	await app.waitFor('Sent the curl command');
	expect(app.copied()).toContain('--data-raw');
	expect(app.frame()).toContain('review');
});

test('what is not there says so; nothing is copied from the header of a group', async () => {
	await using app = await startWithClipboard();
	await app.press(...'jjjj', 'y');
	await app.waitFor(/^. i {2}ID/mv);
	await app.press('n');
	await app.waitFor('There is nothing of that kind to copy here.');
	await app.press('Escape', 'b', 'u', 'g', 'y');
	await app.waitFor('there is nothing to copy');
	expect(app.written).toEqual([]);
});

test('o over SSH shows the link of the explorer in config.yaml, and copies it', async () => {
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		'explorers: {ETH_MAINNET: "https://example.com/a/{address}"}\n',
		{mode: 0o600},
	);
	await using app = await startWithClipboard({home: home.path, size: '120x30'});
	await app.press('o');
	await app.waitFor(
		"https://example.com/a/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 · Sent the link to the terminal's clipboard.",
	);
	expect(app.copied()).toBe('https://example.com/a/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
});

test('an explorer with the address in its host is refused when config.yaml is read, and o does not end the program', async () => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), 'explorers:\n  ETH_MAINNET: "https://{address}/"\n', {
		mode: 0o600,
	});
	await using app = await startWithClipboard({home: home.path, size: '120x30'});
	expect(app.frame()).toContain(
		'config.yaml line 2: explorers.ETH_MAINNET must be an https:// address with {address} in it, after the host',
	);
	await app.press('o');
	await app.waitFor('https://etherscan.io/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 · Sent the link');
});
