import {Buffer} from 'node:buffer';
import {chmod, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox, type AppOptions} from '../helpers/app.tsx';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {pasted} from '../helpers/screen.tsx';
import {list} from '../changes/harness.ts';

type Service = Parameters<typeof list>[0];

async function webhooksOf(service: Service): Promise<string[]> {
	const listed = await list(service);
	return listed
		.filter(({channel}) => channel === 'WEBHOOK')
		.map(({recipient}) => recipient)
		.toSorted();
}

/** An app that keeps what it copies. */
async function startCopyingApp(options: AppOptions) {
	const copied: string[] = [];
	const app = await startApp({
		...options,
		desktop: {
			platform: 'linux',
			get: name => (name === 'SSH_TTY' ? '/dev/pts/1' : undefined),
			write(sequence) {
				copied.push(Buffer.from(/52;c;(?<text>[^\u{7}\u{1B}]*)/v.exec(sequence)!.groups!.text!, 'base64').toString());
			},
		},
	});
	return {...app, copied};
}

test('twelve webhook URLs are changed by keys alone, taken back by u, and the command that is copied does the same', async () => {
	await using sandbox = await temporarySandbox({samples: 48});
	const before = await webhooksOf(sandbox);
	expect(before).toHaveLength(12);
	await using app = await startCopyingApp({service: sandbox, size: '120x40'});
	await app.waitFor('48 notifications');

	await app.press('/', pasted('channel:webhook'), 'Enter', 'a', 'e');
	await app.waitFor('12 different');
	await app.press(pasted('/example.(com|org)/hooks.acme.example/'));
	const preview = await app.waitFor('12 change');
	expect(preview).toContain('https://[example.com→hooks.acme.example]/hooks/usdc');
	await app.press('Enter');
	const review = await app.waitFor('Type 12, then enter');
	expect(review).toContain('Change 12 on');
	expect(review).toContain('The templates of all 12 cannot be read from the service and will be lost.');
	expect(review).toContain('edit --query channel:webhook --replace');
	await app.press('C');
	await app.waitFor('the command');
	await app.press('1', '2');
	await app.waitFor('then enter: 12');
	await app.press('Enter');
	await app.waitFor(/✓ Replaced 12 on .* u: undo/v);
	const after = await webhooksOf(sandbox);
	expect(after).toEqual(before.map(url => url.replace(/example.(?:com|org)/v, 'hooks.acme.example')).toSorted());

	await app.press('Escape', 'u');
	await app.waitFor('Undo');
	await app.press('12', 'Enter');
	await app.waitFor(/✓ Undone. Replaced 12 on .* U: redo/v);
	expect(await webhooksOf(sandbox)).toEqual(before);
	await app.press('U');
	await app.waitFor(/Redo|Undo/v);
	await app.press('12', 'Enter');
	await app.waitFor(/✓ Redone. Replaced 12 on .* u: undo/v);
	expect(await webhooksOf(sandbox)).toEqual(after);
	await app.press('u');
	await app.waitFor('Undo');
	await app.press('12', 'Enter');
	await app.waitFor(/✓ Undone. Replaced 12 on .* U: redo/v);

	// The history says of the edit that was undone that it was, also when it is opened, and why it cannot be undone again.
	await app.press('H', 'G', 'Enter');
	expect(await app.waitFor('replaced 12 notifications')).toContain('undone');
	await app.press('u');
	await app.waitFor('Nothing can be undone. All of it is undone already, or had no effect.');
	await app.press('Escape', 'Escape', 'Escape');

	await using folder = await temporaryFolder();
	const [, ...argv] = app.copied[0]!.split(' ').map(word => word.replaceAll(/^'|'$/gv, ''));
	const run = await runCommand([...argv, '--yes'], {home: folder.path, env: environmentOf(sandbox)});
	expect(run.errors.join(' ')).toContain('Replaced 12 of 12.');
	expect(await webhooksOf(sandbox)).toEqual(after);
});

test('an invalid one is told with its reason and left out; . repeats the change on other marks', async () => {
	await using sandbox = await temporarySandbox({samples: 12});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('12 notifications');
	// An e-mail address and two webhooks.
	await app.press(' ', ' ', 'e');
	await app.waitFor('2 different');
	await app.press(pasted(String.raw`/.*(hooks.*)/https:\/\/new.example\/$1/`));
	await app.waitFor('1 changes');
	await app.press('C-u', pasted(String.raw`/.*[\/@](.*)/https:\/\/new.example\/$1/`));
	const frame = await app.waitFor('1 changes · 1 invalid');
	expect(frame).toMatch(/✗ 1 +EMAIL +ops-1 +\[treasury@.*→https:.*\].* {2}Recipient is not/v);
	await app.press('Enter');
	await app.waitFor('1 is invalid. ctrl+x leaves it out.');
	await app.press('BackTab', 'BackTab', 'BackTab', ' ');
	const leftOut = await app.waitFor('1 changes · 1 template unknown · 1 left out');
	expect(leftOut).toMatch(/^ *- 1 +EMAIL +ops-1 .* treasury@example\.com +left out/mv);
	await app.press('Enter');
	await app.waitFor('y edit');
	await app.press('y');
	await app.waitFor(/✓ Replaced \d+ with 1\d on/v);
	expect(await webhooksOf(sandbox)).toContain('https://new.example/usdc');

	await app.press('A', 'G', 'k', 'k', ' ');
	await app.press('.');
	const repeated = await app.waitFor('1 changes');
	expect(repeated).toContain('compliance?team=7');
	await app.press('Enter');
	await app.waitFor('y edit');
	await app.press('y');
	await app.waitFor(/✓ Replaced \d+ with 1\d on/v);
	expect(await webhooksOf(sandbox)).toContain('https://new.example/compliance?team=7');
});

test('distinct values are listed with their counts; the notifications follow the one that is changed', async () => {
	await using sandbox = await temporarySandbox({samples: 12});
	await using app = await startApp({service: sandbox, size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('a', 'e');
	await app.waitFor('different');
	await app.press('Tab', 'Tab', 'Enter');
	const values = await app.waitFor('Network: 6 values, and how many have each');
	expect(values).toMatch(/^▌ 6 {2}ETH_MAINNET/mv);
	await app.press('Down', 'Right', '2', 'Enter');
	const frame = await app.waitFor('1 of 6 changed');
	expect(frame).toMatch(/\d change/v);
	await app.press('Escape');
	await app.waitFor('0 change');
});

test('in a low terminal the position of the field is said, and the command of the review scrolls with the notifications', async () => {
	await using app = await startApp({size: '60x16'});
	await app.waitFor('12 notifications');
	await app.press('a', 'e');
	await app.waitFor(/^ field 3 of \d+ · 0 change/mv);
	await app.press('Up', 'Up');
	await app.waitFor(/^ field 1 of \d+ · /mv);
	await app.press('X', 'Enter');
	const review = await app.waitFor('Type 12, then enter');
	expect(review).toMatch(/^ Change 12 on SANDBOX\? +5 EMAIL · 3 WEBHOOK · 4 more$/mv);
	expect(review).toMatch(/lines 1–\d of 15$/mv);
	await app.press('Down', 'Down', 'Down');
	await app.waitUntilGone('--set user=X');
	expect(app.frame()).toContain('Type 12, then enter');
});

const scripts = {
	rename: 'sed -i "s/^  notification_name: .*/  notification_name: From the editor/" "$1"',
	broken: 'echo "- [" >>"$1"',
};

test.each([
	['two marked', [' ', ' '], 2, 'Type 2, then enter', ['2', 'Enter'], '✓ Replaced 2 on'],
	['the row under the cursor', [], 1, 'y edit', ['y'], '✓ Replaced 1 with 13 on'],
] as const)(
	'E opens %s as YAML in the editor and comes back into the preview',
	async (_name, marks, count, answer, keys, done) => {
		await using folder = await temporaryFolder();
		const editor = path.join(folder.path, 'editor');
		await writeFile(editor, `#!/bin/sh\n${scripts.rename}\n`);
		await chmod(editor, 0o700);
		await using sandbox = await temporarySandbox({samples: 12});
		await using app = await startApp({service: sandbox, size: '120x40', editor});
		await app.waitFor('12 notifications');
		await app.press(...marks, 'E');
		const frame = await app.waitFor(`Changed in the editor: ${count} of ${count}.`);
		expect(frame).toContain('name [Treasury: large transfers→From the editor]');
		await app.press('C-s');
		expect(await app.waitFor(answer)).toContain('No single command does the same.');
		await app.press(...keys);
		await app.waitFor(done);
		const listed = await list(sandbox);
		expect(listed.filter(({name}) => name === 'From the editor')).toHaveLength(count);
	},
);

test('a text that cannot be read changes nothing, and is opened again', async () => {
	await using folder = await temporaryFolder();
	const editor = path.join(folder.path, 'editor');
	await writeFile(
		editor,
		`#!/bin/sh\nif grep -q "^- \\[" "$1"; then sed -i "/^- \\[/d" "$1"; ${scripts.rename}; else ${scripts.broken}; fi\n`,
	);
	await chmod(editor, 0o700);
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox, size: '120x40', editor});
	await app.waitFor('2 notifications');
	await app.press('a', 'E');
	await app.waitFor(/The\s+text is kept:\s+open the editor again to correct it\./v);
	await app.press('C-o');
	await app.waitFor('Changed in the editor: 2 of 2.');
	// What the editor saved outlives esc.
	await app.press('Escape');
	await app.waitFor('Nothing was sent. Press . to continue with these edits.');
	await app.press('.');
	await app.waitFor('2 change');
});

test('few notifications leave their room to the fields', async () => {
	await using app = await startApp({size: '80x30'});
	await app.waitFor('12 notifications');
	await app.press(' ', 'j', ' ', 'e');
	const frame = await app.waitFor('2 unchanged');
	expect(frame).toMatch(/^ {2}Filters /mv);
	expect(frame).toMatch(/^ {2}Template/mv);
	expect(frame).not.toMatch(/field \d+ of/v);
});
