import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';

/** A home whose profile gets its API key from a script. */
async function homeWith(baseUrl: string, script: string) {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'config.yaml');
	await writeFile(file, JSON.stringify({profiles: {production: {baseUrl, apiKeyCommand: [process.execPath, '-e', script]}}}), {mode: 0o600});
	return folder;
}

test('while a key command runs, what it waits for is shown, and esc cancels it', async () => {
	await using folder = await homeWith('https://api.example.com/', String.raw`console.error("touch the key\u001b[2J"); setInterval(() => undefined, 1000)`);
	await using app = await startApp({isNew: true, home: folder.path});
	const frame = await app.waitFor('touch the key');
	expect(frame).toContain(`Waiting for the API key from ${path.basename(process.execPath)}`);
	expect(frame).toContain('s of at most 30 s. esc: cancel');
	expect(frame).toContain('touch the key␛[2J');
	await app.press('Escape');
	expect(await app.waitFor('Base URL')).toContain('was cancelled');
});

test('the first line that a key command prints opens the account', async () => {
	await using sandbox = await temporarySandbox();
	await using folder = await homeWith(sandbox.baseUrl, String.raw`console.log("${sandbox.apiKey}\nurl: x")`);
	await using app = await startApp({isNew: true, home: folder.path});
	expect(await app.waitFor('production')).toContain('production');
});
