import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, temporaryFolder, stillClock, temporarySandbox} from '../../helpers/app.tsx';
import {typicalKeys} from './typical-form.ts';
import {openLedger} from '../../../source/ledger/ledger.ts';

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

test('a text of the editor that cannot be read is not lost without a question', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "notifications: [" > "$1"\n', {mode: 0o755});
	await using app = await startApp({editor: script});
	await app.waitFor('12 notifications');
	await app.press('E');
	await app.waitFor(/The text is\s+kept/v);
	await app.press('Escape');
	await app.waitFor('Discard the text from the editor');
	await app.press('y');
	await app.waitFor('12 notifications');
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

type Service = {readonly baseUrl: string; readonly apiKey: string};

/** Reads the users of the saved drafts from disk, as another process would. */
function savedUsers(home: string, service: Service): string[] {
	const {ledger} = openLedger(path.join(home, 'ledger.sqlite'), {now: stillClock.now});
	const users = ledger.drafts
		.list(`${service.baseUrl} ${new URL(service.baseUrl).host}`)
		.map(({draft}) => draft.userId);
	ledger.close();
	return users;
}

/** A clock on which a pause lasts until the promise resolves. */
const clockWithPause = (pause: Promise<void>) => ({...stillClock, sleep: async () => pause});

const emptyAccount = async () => createAcceptingServer(1);

test('a draft is saved when a field is left, without a pause', async () => {
	const endless = Promise.withResolvers<void>();
	await using server = await emptyAccount();
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using app = await startApp({service, clock: clockWithPause(endless.promise)});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-1', 'Left', 'Left');
	expect(savedUsers(app.home, service)).toEqual([]);
	await app.press('Tab', 'Tab');
	await app.waitFor('▌ Recipient');
	expect(savedUsers(app.home, service)).toEqual(['user-1']);
});

test('a draft that was sent is deleted, and not saved again when the form closes', async () => {
	await using server = await emptyAccount();
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using app = await startApp({service});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'BackTab', 'BackTab', 'BackTab', 'BackTab', 'Hello', 'C-s');
	expect(await app.waitFor('Create a notification on')).toMatch(/Event +ADDRESS_ACTIVITY\n +Template +Hello\n/v);
	expect(savedUsers(app.home, service)).toEqual(['user-1']);
	await app.press('C-s');
	await app.waitFor('✓ Created');
	await app.press('Down', 'Up');
	expect(savedUsers(app.home, service)).toEqual([]);
});

test.each(['80x24'])(
	'an edit that continues an unsent draft says so, and offers the stored values, at %s',
	async size => {
		await using app = await startApp({size});
		await app.waitFor('12');
		await app.press('e');
		await app.waitFor('edit notification 1');
		expect(app.frame()).not.toContain('unsent draft');
		await app.press('End', '-typed', 'Escape');
		await app.waitFor('Draft kept');
		await app.press('e');
		await app.waitFor(/unsent\s+draft/v);
		expect(app.frame()).toContain('alt+r discard draft');
		expect(app.frame()).toContain('ops-1-typed');
		await app.send('\u{1B}r');
		await app.waitUntilGone(/unsent\s+draft/v);
		expect(app.frame()).toMatch(/User \* +ops-1 *\n/v);
		await app.send('\u{1F}');
		await app.waitFor('ops-1-typed');
		await app.waitFor(/unsent\s+draft/v);
		await app.send('\u{1B}r');
		await app.press('Escape');
		await app.waitFor('12');
		expect(app.frame()).not.toContain('Draft kept');
		await app.press('e');
		await app.waitFor('edit notification 1');
		expect(app.frame()).not.toMatch(/unsent\s+draft/v);
	},
);

test('the draft of what was sent, and of which nothing is known yet, is not called unsent', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	sandbox.faults.add({name: 'create-drop-before', count: 1});
	await using app = await startApp({service: sandbox, size: '100x24'});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	await app.waitFor('No duplicate in the listing');
	await app.press('y');
	await app.waitFor('looking for it in the listing');
	await app.press('Escape');
	await app.waitFor('Not known whether it was created');
	await app.press('n', 'M-d');
	await app.waitFor(/This was sent as change 1, which\s+is pending/v);
	expect(app.frame()).not.toContain('unsent draft');
	await app.press('C-s');
	await app.waitFor(/Create a notification[^]*! This was sent as change 1,/v);
});

test('suggestions lie over the values of the fields below, whose labels stay', async () => {
	await using sandbox = await temporarySandbox({samples: 4});
	await using app = await startApp({service: sandbox});
	await app.waitFor('4 notifications');
	await app.press('n', 'user-1', 'Tab', 'e', 'Tab');
	expect(await app.waitFor('│  treasury@example.com')).toMatch(
		/▌ Recipient .*\n {2}Address \* {3}│ {2}treasury@example\.com/v,
	);
});
