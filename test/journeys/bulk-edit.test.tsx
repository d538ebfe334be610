import {chmod, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {list} from '../changes/harness.ts';

const scripts = {
	rename: 'sed -i "s/^  notification_name: .*/  notification_name: From the editor/" "$1"',
	broken: 'echo "- [" >>"$1"',
};

test.each([
	['two marked', [' ', ' '], 2, 'Type 2, then enter', ['2', 'Enter'], '✓ Replaced 2 notifications on'],
	['the row under the cursor', [], 1, 'y replace', ['y'], '✓ Replaced 1 with 13 on'],
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
