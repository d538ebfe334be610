import {chmod, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
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
