import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';

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

test('of a base URL with the path of the endpoint it is said what to leave out', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using app = await startApp({isNew: true});
	await app.waitFor('Base URL');
	await app.press(`${sandbox.baseUrl}api/v1/`, 'Tab', sandbox.apiKey, 'C-s');
	const frame = await app.waitFor('The service has no such endpoint (404).');
	expect(frame).toContain('Check the base URL above: leave out /api/v1/… if it is there.');
	expect(frame).not.toContain('--base-url');
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

test.each([
	['80x24', () => ''],
	['40x8', (key: string) => `echo ${key}`],
])('an existing profile is not overwritten, which is said at its name: %s', async (size, source) => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  mine: {baseUrl: "${sandbox.baseUrl}", apiKeyEnv: NOWHERE}\n`,
	);
	await using app = await startApp({isNew: true, home: home.path, size});
	await app.waitFor('profile mine');
	await app.press(sandbox.apiKey, 'Tab', 'mine', 'Tab', source(sandbox.apiKey), 'C-s');
	const frame = await app.waitFor(/there\s+is\s+a\s+profile\s+mine\s+already;\s+choose\s+another\s+name/v);
	expect(frame).toMatch(/▌ Save as +mine/v);
	expect(await readFile(path.join(home.path, 'config.yaml'), 'utf8')).toContain('NOWHERE');
});

test('what is missing is said at its field', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using app = await startApp({isNew: true});
	await app.waitFor('Base URL');
	await app.press(sandbox.baseUrl, 'Tab', 'Tab', 'Tab', `echo ${sandbox.apiKey}`, 'C-s');
	expect(await app.waitFor('✗ Enter the API key.')).toContain('▌ API key');
	await app.press(sandbox.apiKey, 'C-s');
	expect(await app.waitFor('✗ Enter a profile name: the source of the key is saved there.')).toContain('▌ Save as');
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
