import {chmod, mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {builtProgram} from '../helpers/terminal-home.ts';
import {startTerminal} from '../helpers/terminal.ts';

test('in a terminal of the type dumb, a table has no bold text', async () => {
	await using folder = await temporaryFolder();
	const options = {home: folder.path, columns: {output: 80, errors: 80}};
	const {stdout: plain} = await runCommand(['--sandbox', 'list'], {...options, env: {TERM: 'dumb'}});
	expect(plain).toMatch(/^ID /v);
	expect(plain).not.toContain('\u{1B}');
	const {stdout: bold} = await runCommand(['--sandbox', 'list'], {...options, env: {TERM: 'xterm-256color'}});
	expect(bold).toContain('\u{1B}[1m');
});

test('in a terminal of the type dumb, nothing is written that would have to be erased: no progress, no wait for the command of the API key', async () => {
	await using folder = await temporaryFolder();
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, []);
	});
	const config = path.join(folder.path, 'config/chainbell');
	await mkdir(config, {recursive: true, mode: 0o700});
	await writeFile(
		path.join(config, 'config.yaml'),
		`profiles:\n  test:\n    baseUrl: ${server.baseUrl}\n    apiKeyCommand: [${folder.path}/key]\n`,
		{mode: 0o600},
	);
	await writeFile(path.join(folder.path, 'key'), '#!/bin/sh\necho key-for-the-test\n');
	await chmod(path.join(folder.path, 'key'), 0o700);
	await using terminal = startTerminal({
		file: process.execPath,
		args: [builtProgram, '--profile', 'test', 'list'],
		home: folder.path,
		env: {TERM: 'dumb'},
	});
	expect(await terminal.exit).toMatchObject({exitCode: 0});
	expect(terminal.bytes).not.toContain('\u{1B}');
});
