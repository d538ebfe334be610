import {Buffer} from 'node:buffer';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {account, body, createOne, lines} from '../helpers/command-account.ts';
import {pasted} from '../helpers/screen.tsx';
import {create, watchWrites} from '../sandbox/client.ts';

const rules = [
	'protect: name:treasury',
	'policies:',
	'  - {refuse: "channel:email not:to:example.com", say: Mail stays in the company}',
	'  - {warn: "network:eth not:filter:value", say: No lower bound on the value}',
	'',
].join('\n');

/** The program on a sandbox with samples, of which 1 is "Treasury: large transfers". */
async function setUp(samples = 4, size = '100x30') {
	const sandbox = await temporarySandbox({samples});
	const folder = await temporaryFolder();
	await writeFile(path.join(folder.path, 'config.yaml'), rules, {mode: 0o600});
	const copied: string[] = [];
	const app = await startApp({
		service: sandbox,
		size,
		home: folder.path,
		desktop: {
			platform: 'linux',
			get: () => undefined,
			write(sequence) {
				copied.push(Buffer.from(/52;c;(?<text>[^\u{7}\u{1B}]*)/v.exec(sequence)!.groups!.text!, 'base64').toString());
			},
		},
	});
	await app.waitFor(`${samples} notifications`);
	return {
		app,
		copied,
		sandbox,
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

test('a protected notification is edited only once its name was typed', async () => {
	await using at = await setUp();
	const {app} = at;
	await app.press('e');
	await app.waitFor('is protected. Continue anyway?');
	await app.press('Escape');
	await app.waitFor('4 notifications');
	await app.press('e');
	await app.waitFor('is protected');
	await app.press(pasted('Treasury: large transfers'), 'Enter');
	await app.waitFor('edit notification 1');
	await app.press('C-u', pasted('ops-9'), 'C-s');
	await app.waitFor(/Replace .*ID 1\b/v);
	await app.press('C-s');
	await app.waitFor('✓ Replaced 1');
});

test('of many, what is protected is included once its number is typed, also by an edit and by an undo', async () => {
	await using at = await setUp(4, '120x40');
	const {app, copied} = at;
	await app.press('a', 'e');
	await app.waitFor('edit 4 notifications');
	await app.press('BackTab', 'BackTab', pasted('ops-9'));
	await app.waitFor('1 protected');
	await app.press('M-p');
	await app.waitFor('Type unprotect 1, then enter');
	await app.press(pasted('unprotect 1'), 'Enter');
	await app.waitFor('4 to replace');
	const writes = watchWrites(at.sandbox);
	await app.press('Enter');
	await app.waitFor('Type 4, then enter');
	await app.press('4');
	await app.waitFor('then enter: 4');
	await app.press('Enter');
	await app.waitFor('Replaced 4');
	expect(writes.toSorted()).toStrictEqual([
		'DELETE 1',
		'DELETE 2',
		'DELETE 3',
		'DELETE 4',
		'POST',
		'POST',
		'POST',
		'POST',
	]);
	// The undo replaces again, also before the list shows what was created.
	await app.press('u');
	await app.waitFor('5 is protected');
	await app.press('M-p');
	await app.waitFor('Type unprotect 1, then enter');
	await app.press(pasted('unprotect 1'), 'Enter');
	await app.waitFor('Type 4, then enter');
	await app.press('4', 'Enter');
	await app.waitFor(/▌ 9 +Treasury/v);
	expect(writes).toHaveLength(16);
	await app.press('a', 'd');
	await app.waitFor('Delete 3 notifications');
	await app.press('M-p');
	await app.waitFor('Type unprotect 1, then enter');
	await app.press(pasted('unprotect 1'), 'Enter');
	await app.waitFor('Delete 4 notifications');
	await app.waitFor('Type 4, then enter');
	await app.press('4', 'Enter');
	await app.waitFor('Deleted 4');
	await app.press('u');
	await app.waitFor('recreate 4 notifications');
	await app.press('4', 'Enter');
	await app.waitFor('4 notifications');
	// The redo deletes again, and leaves out what is protected.
	await app.press('U');
	await app.waitFor('protected');
	await app.press('M-p');
	await app.waitFor('Type unprotect 1, then enter');
	await app.press(pasted('unprotect 1'), 'Enter');
	await app.waitFor('delete 4');
	await app.press('C');
	await app.waitFor('the command');
	expect(copied).toEqual([expect.stringMatching(/ undo --unprotect \d+$/v)]);
	await app.press('4', 'Enter');
	await app.waitFor('No notifications');
});

test('a roll back that would delete a protected notification asks for its name', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	const running = place.run([...createOne, '--name', 'Vault', '--no-wait'], {settlingTime: 60_000});
	expect(await running).toMatchObject({exitCode: 8});
	// Two have the content that was sent: nobody knows which is ours.
	await create(
		place.sandbox,
		body('u-1', {notification_name: 'Vault', template: undefined}) as Parameters<typeof create>[1],
	);
	await writeFile(path.join(place.home, 'config.yaml'), 'protect: name:vault\n', {mode: 0o600});
	await using app = await startApp({service: place.sandbox, size: '100x30', home: place.home, settlingTime: 0});
	// What is pending is shown at the start.
	await app.waitFor('b roll back');
	await app.press('b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor('Press the number of the notification to delete: 1: ID 1  2: ID 2');
	await app.press('1');
	await app.waitFor(/ID 1\)? on /v);
	expect(app.frame()).toContain('is protected. Continue anyway?');
	await app.press(pasted('Vault'), 'Enter');
	await app.waitFor('1 notification ');
});

test('the plan of a file leaves what is protected as it is, and names it', async () => {
	await using place = await account();
	await place.run(['create', '-f', '-'], {input: lines(body('ops', {notification_name: 'Treasury'}), body('a'))});
	await writeFile(path.join(place.home, 'config.yaml'), 'protect: name:treasury\n', {mode: 0o600});
	const file = path.join(place.home, 'alerts.yaml');
	const changed = {delivery_location: 'new@example.com'};
	await writeFile(
		file,
		JSON.stringify({
			scope: 'all',
			notifications: [body('ops', {notification_name: 'Treasury', ...changed}), body('a', changed)],
		}),
	);
	await using app = await startApp({service: place.sandbox, size: '100x30', home: place.home});
	await app.waitFor('2 notifications');
	await app.press('F');
	await app.waitFor('File or folder:');
	await app.press(pasted(file), 'Enter');
	const plan = await app.waitFor('1 to replace; 0 unchanged, 1 protected.');
	expect(plan).toContain('! Protected and not touched: 1. config.yaml line 1 has protect: name:treasury.');
	expect(plan).toMatch(/^ *= 1 .* protected$/mv);
	await app.press('M-p');
	await app.waitFor('Type unprotect 1, then enter');
	await app.press(pasted('unprotect 1'), 'Enter');
	await app.waitFor('2 to replace; 0 unchanged.');
	app.resize(40, 10);
	await app.press('Enter');
	// In few lines the consequences have to be read first.
	await app.waitFor(/^ \? help {2}down \d+ more lines/mv);
	await app.press('PageDown');
	await app.waitFor('Type 2, then enter');
	await app.press('PageDown');
	await app.waitFor('--unprotect');
	app.resize(100, 30);
	const writes = watchWrites(place.sandbox);
	await app.press('2');
	await app.waitFor('then enter: 2');
	await app.press('Enter');
	await app.waitFor('✓ Replaced 2');
	expect(writes.toSorted()).toStrictEqual(['DELETE 1', 'DELETE 2', 'POST', 'POST']);
});
