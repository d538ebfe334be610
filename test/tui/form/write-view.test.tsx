import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {typicalKeys} from './typical-form.ts';

test('in five lines a notice leaves the focused field in sight', async () => {
	await using app = await startApp({size: '60x5'});
	await app.waitFor('12 notifications');
	await app.press('e', 'C-s');
	const frame = await app.waitFor('No changes to save.');
	expect(frame).toMatch(/^▌ User \* {6}ops-1$/mv);
	await app.press('C-s', 'Tab');
	await app.waitFor(/^▌ Channel/mv);
});

test('the channel can be picked from a list', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Enter');
	await app.waitFor('▌ EMAIL');
	await app.press('Down', 'Down', 'C-g');
	await app.waitFor('· help');
	// Help above it gets the keys.
	await app.press('Down', 'Enter', 'Escape');
	await app.waitFor('▌ TELEGRAM');
	await app.press('Enter');
	await app.waitFor('chat ID or @username');
	expect(app.frame()).toMatch(/Channel \* +TELEGRAM/v);
	await app.press('Up', ' ', 'Down');
	await app.waitFor('▌ SLACK');
	await app.press('Escape');
	await app.waitFor(/▌ Channel \* +TELEGRAM/v);
	await app.press(' ', 'w');
	await app.waitFor(/▌ Channel \* +WEBHOOK/v);
});

test('a value that the service accepted is suggested from then on, also after a restart', async () => {
	const listed: unknown[] = [];
	await using server = await createAcceptingServer(1, listed);
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service, home: home.path});
		await app.waitFor('No notifications yet.');
		await app.press('n', ...typicalKeys, 'Tab', 'C-u', 'ZORA_MAINNET', 'Tab', 'C-s', 'C-s');
		await app.waitFor('✓ Created');
		await app.waitFor('1 notification ');
	}

	// What is listed is suggested as well.
	listed.length = 0;
	await using app = await startApp({service, home: home.path});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'zo');
	await app.waitFor('▌ ZORA_MAINNET');
});

test('a template of several lines is shown, edited in $EDITOR, and unchanged when the editor fails', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "from the editor\\nsecond line\\n" >> "$1"\n', {mode: 0o755});
	await using app = await startApp({editor: script});
	await app.waitFor('12 notifications');
	await app.press('n', 'BackTab');
	await app.waitFor('▌ Template');
	await app.send('\u{1B}[200~first\r\nnext\u{1B}[201~');
	expect(app.frame()).toMatch(/▌ Template +first\n +next/v);
	await app.press('C-o');
	const frame = await app.waitFor('from the editor');
	expect(frame).toMatch(/first\n +next\n +from the editor\n +second line/v);

	await using other = await startApp({editor: 'no-such-editor-anywhere'});
	await other.waitFor('12 notifications');
	await other.press('n', 'BackTab', 'kept', 'C-o');
	await other.waitFor(
		/✗ Editor "no-such-editor-anywhere" not found \(set VISUAL or EDITOR\);\s+template\s+unchanged\./v,
	);
	expect(other.frame()).toContain('kept');
});

test('the template is unchanged when the editor removes the file, and updated when it saves but exits with an error', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "written all the same" > "$1"\nexit 3\n', {mode: 0o755});
	await using removing = await startApp({editor: 'rm'});
	await removing.waitFor('12 notifications');
	await removing.press('n', 'BackTab', 'kept', 'C-o');
	await removing.waitFor(/✗ The edited text cannot be used: there is no such file[^\n]*/v);
	expect(removing.frame()).toContain('kept');

	await using writing = await startApp({editor: script});
	await writing.waitFor('12 notifications');
	await writing.press('n', 'C-o');
	await writing.waitFor(/▌ Template +written all the same/v);
});
