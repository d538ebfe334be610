import {execFile} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {builtProgram, makeHome} from '../helpers/terminal-home.ts';

const run = promisify(execFile);

test.skipIf(process.platform === 'win32')(
	'a shell script creates, edits and deletes many, is killed three times, recovers and undoes',
	async () => {
		await using home = makeHome();
		// A failure of the script rejects with what it printed.
		const {stdout} = await run('sh', [path.join(import.meta.dirname, 'changes.sh')], {
			env: {...home.environment, NODE: process.execPath, PROGRAM: builtProgram},
		});
		expect(stdout.trimEnd().split('\n').at(-1)).toBe('all as it should be');
	},
);
