import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline/promises';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {builtProgram} from '../helpers/terminal-home.ts';
import {startTerminal} from '../helpers/terminal.ts';

test.each(['SIGINT', 'SIGTERM'] as const)(
	'chainbell sandbox serves other clients, including the screens, and ends cleanly on %s',
	async signal => {
		await using folder = await temporaryFolder();
		const sandbox = spawn(
			process.execPath,
			[builtProgram, 'sandbox', '--file', path.join(folder.path, 'own.sqlite'), '--samples', '3'],
			{stdio: ['ignore', 'pipe', 'inherit']},
		);
		let printed = '';
		for await (const line of createInterface(sandbox.stdout)) {
			printed += `${line}\n`;
			if (line.includes('curl')) {
				break;
			}
		}

		const baseUrl = /http:\/\/127\.0\.0\.1:\d+\//v.exec(printed)?.[0] ?? 'not printed';
		const keyFile = path.join(folder.path, 'own.keys');
		expect(printed).toContain(keyFile);
		const keys = await readFile(keyFile, 'utf8');
		const [apiKey = ''] = keys.split('\n', 1);
		expect(printed).not.toContain(apiKey);

		{
			await using terminal = startTerminal({env: {CHAINBELL_BASE_URL: baseUrl, CHAINBELL_API_KEY: apiKey}});
			await terminal.waitFor('3 notifications');
			terminal.press('d');
			await terminal.waitFor('y delete');
			await terminal.confirm('y');
			await terminal.waitFor('✓ Deleted 1');
			terminal.press('q');
			await terminal.exit;
			expect(terminal.bytes).not.toContain(apiKey);
		}

		sandbox.kill(signal);
		expect(await once(sandbox, 'exit')).toEqual([0, null]);
	},
);

test.each([
	[['--help'], 0, /chainbell COMMAND --help/v],
	[['help', 'sandbox'], 0, /chainbell sandbox \[options\]/v],
	[['list', '-h'], 0, /chainbell list \[QUERY…\] \[options\]/v],
	[['-V'], 0, /^\d+\.\d+\.\d+\n$/v],
	[['--version'], 0, /^\d+\.\d+\.\d+\n$/v],
	[['--no-such-thing'], 2, /Unknown option --no-such-thing\.\nRun chainbell --help/v],
	[['nonsense'], 2, /Unknown command "nonsense"\./v],
	[['--port', '1'], 2, /chainbell has no option --port; chainbell sandbox has\./v],
	[['--timeout', 'x'], 2, /must be a number from/v],
])('chainbell %s', async (args, exitCode, said) => {
	const result = await promisify(execFile)(process.execPath, [builtProgram, ...args]).catch(
		(error: unknown) => error as {code: number; stdout: string; stderr: string},
	);
	expect('code' in result ? result.code : 0).toBe(exitCode);
	expect(result.stdout + result.stderr).toMatch(said);
});

test('an option before the command belongs to it: nothing is drawn on the terminal', async () => {
	await using terminal = startTerminal({args: ['--sandbox', 'list', '--no-color'], columns: 200});
	expect(await terminal.exit).toMatchObject({exitCode: 0});
	expect(terminal.screen()).toContain('treasury@example.com');
	expect(terminal.bytes).not.toContain('\u{1B}');
});
