import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {temporarySandbox} from '../helpers/app.tsx';
import {runBuilt} from '../helpers/built-command.ts';
import {body, lines} from '../helpers/command-account.ts';
import {makeHome} from '../helpers/terminal-home.ts';

const count = 200;

/** A process that cannot write more than this many blocks of 512 bytes to a file meets a full disk in the middle of the change. */
const fullDisk = 'ulimit -f 3000';

test.skipIf(process.platform === 'win32')(
	'a bulk command whose disk fills up ends with 8, says what was done and names recover, which finishes it',
	async () => {
		await using sandbox = await temporarySandbox({samples: 0});
		await using home = makeHome();
		// So that nobody waits a minute for what is unknown.
		const config = path.join(home.path, 'config', 'chainbell');
		mkdirSync(config, {recursive: true, mode: 0o700});
		writeFileSync(
			path.join(config, 'config.yaml'),
			`profile: test\nprofiles:\n  test: {baseUrl: '${sandbox.baseUrl}', apiKeyEnv: TEST_KEY, settlingTime: 1}\n`,
			{mode: 0o600},
		);
		const env = {...home.environment, TEST_KEY: sandbox.apiKey};
		const file = path.join(home.path, 'new.jsonl');
		writeFileSync(
			file,
			lines(...Array.from({length: count}, (_value, index) => body(`user-${index}`, {template: 'x'.repeat(200)}))),
		);
		const stopped = await runBuilt(['create', '-f', file], {env, shell: fullDisk});
		const {stdout} = await runBuilt(['list'], {env});
		const created = stdout.split('\n').length - 1;
		expect(created).toBeGreaterThan(0);
		expect(created).toBeLessThan(count);
		expect(stopped).toMatchObject({
			exitCode: 8,
			stderr: expect.stringMatching(
				/The ledger failed[\s\S]*Nothing more was sent[\s\S]*Of change 1, \d+ of 200 are done[\s\S]*chainbell recover 1 --finish/v,
			) as unknown,
		});
		expect(await runBuilt(['recover', '1', '--finish'], {env})).toMatchObject({exitCode: 0});
		const {stdout: all} = await runBuilt(['list'], {env});
		expect(new Set(all.split('\n').map(line => line.split('\t')[3])).size - 1).toBe(count);
		expect(all.split('\n').length - 1).toBe(count);
	},
);
