import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';

/** Starts with nothing set up and checks what is asked. */
async function askForConnection(size: string): Promise<string> {
	await using app = await startApp({isNew: true, size});
	const frame = await app.waitFor('Base URL');
	expect(frame).toContain('API key');
	expect(frame).toContain('ctrl+t');
	return frame;
}

test('asks for a service and a key, at 80x24', async () => {
	expect(await askForConnection('80x24')).toMatchInlineSnapshot(`
		" chainbell · connect to a service
		 Enter the base URL of the notification service and your API key. Or press
		 ctrl+t to use the sandbox: a service inside this program, which watches no
		 chain and delivers nothing.

		▌ Base URL  https://api.example.com/
		  API key   as issued by the provider
		  Save as   profile name (empty: do not save)
		  Key from  $VARIABLE or a command (empty: plain text)













		 ctrl+g help  tab next  ctrl+s connect  ctrl+t sandbox"
	`);
});

test('asks for a service and a key, at 120x40', async () => {
	expect(await askForConnection('120x40')).toMatchInlineSnapshot(`
		" chainbell · connect to a service

		 Enter the base URL of the notification service and your API key. Or press ctrl+t to use the sandbox: a service inside
		 this program, which watches no chain and delivers nothing.

		▌ Base URL  https://api.example.com/
		  API key   as issued by the provider
		  Save as   profile name (empty: do not save)
		  Key from  $VARIABLE or a command (empty: plain text)





























		 ctrl+g help  tab next  ctrl+s connect  ctrl+t sandbox"
	`);
});

test('a rejected key is reported at the key, an unreachable service at the base URL', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using app = await startApp({isNew: true});
	await app.waitFor('Base URL');
	await app.press(sandbox.baseUrl, 'Tab', 'wrong-key', 'C-s');
	await app.waitFor('Invalid or missing API key');
	expect(app.frame()).toContain('▌ API key');

	await sandbox.close();
	await app.press('C-u', sandbox.apiKey, 'C-s');
	await app.waitFor('Could not reach');
	expect(app.frame()).toContain('▌ Base URL');
});

test.each([
	['http://example.com/', 'Use https'],
	['nonsense', 'Enter the full base URL'],
	['https://u:p@example.com/', 'Remove the user name'],
])('%s is refused before anything is sent', async (baseUrl, said) => {
	await using app = await startApp({isNew: true});
	await app.waitFor('Base URL');
	await app.press(baseUrl, 'Tab', 'some-key', 'C-s');
	await app.waitFor(said);
});

test.each(['80x24', '80x12', '40x10'])('no line covers another at %s', async size => {
	await using app = await startApp({isNew: true, size});
	await app.waitFor('Base URL');
	await app.press('nonsense', 'Tab', 'some-key', 'C-s');
	await app.waitFor('Enter the full base URL');
	const lines = app
		.frame()
		.split('\n')
		.map(line => line.trimEnd());
	for (const label of [/^[ ▌] Base URL {2}nonsense$/v, /^[ ▌] API key {3}•{8}$/v, /^[ ▌] Save as /v]) {
		expect(lines.filter(line => label.test(line))).toHaveLength(1);
	}
});

test('an existing profile is not overwritten', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  mine: {baseUrl: "${sandbox.baseUrl}", apiKeyEnv: NOWHERE}\n`,
	);
	await using app = await startApp({isNew: true, home: home.path});
	await app.waitFor('NOWHERE is not set');
	await app.press(sandbox.apiKey, 'Tab', 'mine', 'C-s');
	await app.waitFor(/there\s+is\s+a\s+profile\s+mine\s+already/v);
	expect(await readFile(path.join(home.path, 'config.yaml'), 'utf8')).toContain('NOWHERE');
});

test('continues with the checked account, or with the sandbox', async () => {
	await using sandbox = await temporarySandbox({samples: 3});
	await using app = await startApp({isNew: true});
	await app.waitFor('Base URL');
	await app.press(sandbox.baseUrl, 'Enter', sandbox.apiKey, 'Enter', 'Enter');
	await app.waitFor('3 notifications');

	await using other = await startApp({isNew: true});
	await other.waitFor('Base URL');
	await other.press('C-t');
	await other.waitFor('SANDBOX');
});

test('an account that is connected with --read-only is read-only', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using app = await startApp({isNew: true, isReadOnly: true});
	await app.waitFor('Base URL');
	await app.press(sandbox.baseUrl, 'Tab', sandbox.apiKey, 'C-s');
	await app.waitFor('1 notification ');
	expect(app.frame()).toContain('read-only');
	for (const key of ['n', 'e', 'c', 'd', 'u']) {
		await app.press(key);
		await app.waitFor('Read-only: started with --read-only.');
		await app.press('j');
		await app.waitUntilGone('Read-only: started with --read-only.');
	}
});

test('an account that is connected in place of a read-only profile without a key is read-only', async () => {
	await using sandbox = await temporarySandbox();
	await using home = await temporaryFolder();
	const config = `profiles:\n  audit:\n    baseUrl: ${sandbox.baseUrl}\n    apiKeyEnv: AUDIT_KEY\n    readOnly: true\n`;
	await writeFile(`${home.path}/config.yaml`, config, {mode: 0o600});
	await using app = await startApp({isNew: true, home: home.path});
	await app.waitFor('profile audit');
	// The address is known.
	await app.press(sandbox.apiKey, 'C-s');
	await app.waitFor('12 notifications');
	expect(app.frame()).toContain('read-only');
	await app.press('d');
	await app.waitFor('This profile is read-only.');
});
