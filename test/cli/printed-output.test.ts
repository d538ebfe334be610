import {execFile, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {openLedger} from '../../source/ledger/ledger.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {builtProgram, makeHome, type Home} from '../helpers/terminal-home.ts';

const run = promisify(execFile);

const input: NotificationInput = {
	userId: 'u',
	channel: 'EMAIL',
	name: 'n'.repeat(200),
	recipient: 'a@example.com',
	network: 'N',
	eventType: 'E',
	addresses: [],
	filters: [],
	template: '',
	topics: ['', '', '', ''],
};

/** A home whose ledger has so many entries that a pipe does not hold what is printed of them. */
function homeWithHistory(): Home {
	const home = makeHome();
	const {ledger} = openLedger(path.join(home.path, 'state/chainbell/ledger.sqlite'), {now: () => Date.UTC(2026, 0, 1)});
	for (let index = 0; index < 400; index++) {
		ledger.changes.begin(
			{profile: 'https://api.example.com/ 0123456789abcdef', profileName: 'production', isRepeated: true},
			[{kind: 'create', input}],
			{kind: 'sent', method: 'POST', moment: {era: 'test', at: index}},
		);
	}

	ledger.close();
	return home;
}

test('history prints all of it into a pipe', async () => {
	await using home = homeWithHistory();
	const piped = async (...args: string[]) => {
		// A pipe of the shell: those of Node hold more.
		const {stdout} = await run(
			'/bin/sh',
			['-c', '"$@" | cat', 'sh', process.execPath, builtProgram, 'history', ...args],
			{env: home.environment, maxBuffer: 10_000_000},
		);
		return stdout;
	};

	expect(JSON.parse(await piped('--json'))).toHaveLength(400);
	const lines = await piped();
	expect(lines.split('\n')).toHaveLength(401);
});

test('a reader that closes the pipe ends the program quietly', async () => {
	await using home = homeWithHistory();
	const child = spawn('/bin/sh', ['-c', '"$@" | head -1', 'sh', process.execPath, builtProgram, 'history'], {
		env: home.environment,
	});
	const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
	expect(printed.split('\n')).toHaveLength(2);
	expect(complaints).toBe('');
});

test.skipIf(!existsSync('/dev/full')).each([['history'], ['--help'], ['list']])(
	'%s: output that cannot be written is an error',
	async (...args) => {
		await using home = homeWithHistory();
		const child = spawn(
			'/bin/sh',
			[
				'-c',
				'"$@" > /dev/full; echo $?',
				'sh',
				process.execPath,
				builtProgram,
				...args,
				...(args[0] === 'list' ? ['--sandbox'] : []),
			],
			{env: home.environment},
		);
		const [code, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
		expect(code).toBe('1\n');
		expect(complaints).toMatch(/^chainbell: .*no space left on device/v);
	},
);
