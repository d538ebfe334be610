import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../helpers/app.tsx';
import {newKey, startRevocableService} from '../helpers/revocable-service.ts';

/** A home whose profile gets its API key from a script. */
async function homeWith(baseUrl: string, script: string) {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'config.yaml');
	await writeFile(
		file,
		JSON.stringify({profiles: {production: {baseUrl, apiKeyCommand: [process.execPath, '-e', script]}}}),
		{mode: 0o600},
	);
	return folder;
}

test('while a key command runs, what it waits for is shown, and esc cancels it', async () => {
	await using folder = await homeWith(
		'https://api.example.com/',
		String.raw`console.error("touch the key\u001b[2J"); setInterval(() => undefined, 1000)`,
	);
	await using app = await startApp({isNew: true, home: folder.path});
	const frame = await app.waitFor('touch the key');
	expect(frame).toContain(`Waiting for the API key from ${path.basename(process.execPath)}`);
	expect(frame).toContain('s of at most 30 s. esc: cancel');
	expect(frame).toContain('touch the key␛[2J');
	await app.press('Escape');
	const asked = await app.waitFor('Base URL');
	expect(asked).toContain('was cancelled');
	// Only the key is missing.
	expect(asked).toMatch(/Base URL +https:\/\/api\.example\.com\//v);
	expect(asked).toMatch(/▌ API key/v);
});

test('after a 401 the command is run again with enter, before another key is asked for', async () => {
	await using service = await startRevocableService(3);
	await using marks = await temporaryFolder();
	const mark = path.join(marks.path, 'renewed');
	await using folder = await homeWith(
		service.baseUrl,
		`console.log(require("node:fs").existsSync(${JSON.stringify(mark)}) ? "${newKey}" : "the-old-key-4c7f")`,
	);
	await using app = await startApp({isNew: true, home: folder.path, size: '100x20'});
	await app.waitFor('3 notifications · listed');
	service.refuse(() => true, [401]);
	await app.press('r');
	await app.waitFor(`enter: run ${path.basename(process.execPath)} again for the API key.`);
	await app.press('Escape');
	await app.waitFor('another API key');
	await app.press('K', 'Enter');
	await app.waitFor('The new key was not accepted.');
	await writeFile(mark, '');
	await app.press('Enter');
	await app.waitFor('✓ API key accepted.');
	await app.waitFor('3 notifications · listed');
});
