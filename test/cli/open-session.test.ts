import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {createProgressLine} from '../../source/cli/progress.ts';
import {stillClock, temporaryFolder} from '../helpers/app.tsx';
import {systemClock} from '../../source/platform/clock.ts';
import {account} from '../helpers/command-account.ts';
import {environmentOf, runCommand, signals, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {environmentWith} from '../helpers/environment.ts';
import {containing} from '../helpers/texts.ts';
import {showKeyCommand} from '../../source/cli/account.ts';
import {systemHost} from '../../source/cli/command-host.ts';

test('it asks before it sends, and only y confirms', async () => {
	await using place = await account(1);
	for (const typed of ['n', '', 'yes']) {
		await place.says(6, 'delete 1', {stdout: ''}, {typed});
	}

	await place.says(6, 'delete 1', {stdout: ''}, {typed: '', input: ''});
	await place.says(6, 'delete 1 --json', '"code":"unconfirmed"');
	expect(await place.list()).toHaveLength(1);
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('%s while it asks: nothing is sent; the second signal ends the program', async (signal, code) => {
	await using place = await account(1);
	const {send, onSignals} = signals();
	const run = await place.run('delete 1', {
		typed: '',
		input: new PassThrough(),
		onSignals,
		onError(text) {
			if (text.endsWith('confirm: ')) {
				queueMicrotask(() => {
					send(signal);
					send(signal);
				});
			}
		},
	});
	expect(run).toMatchObject({
		exitCode: code,
		stdout: '',
		isEnded: true,
		stderr: containing('Type y to confirm: \nInterrupted.\nNothing was sent.\n'),
	});
	expect(await place.list()).toHaveLength(1);
});

test('a profile without its API key', async () => {
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		'profiles:\n  a:\n    baseUrl: https://api.example.com/\n    apiKeyEnv: MISSING\n',
		{mode: 0o600},
	);
	expect(await runCommand('list', {home: home.path})).toMatchObject({
		exitCode: 4,
		errors: ['Could not open an account: profile a: the environment variable MISSING is not set.', expect.any(String)],
	});
});

test.each([
	['shows the same notifications', 'same', undefined],
	[
		'shows others',
		'others',
		/^This API key is new, and the listing does not show whether it belongs to the account[^\n]*Run chainbell without a command to answer that\.$/mv,
	],
] as const)('a renewed API key whose listing %s', async (_name, listed, warning) => {
	const record = (id: number) => ({
		id,
		external_user_id: `u-${id}`,
		channel: 'EMAIL',
		delivery_location: 'a@example.com',
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x1']},
	});
	const first = [1, 2, 3].map(id => record(id));
	await using server = await createHttpServer((request, response) => {
		if (request.method !== 'GET') {
			// The DELETE has no known outcome: the change stays pending.
			response.destroy();
			return;
		}

		const isFirst = request.headers.authorization === 'Bearer key-the-first';
		answer(response, 200, isFirst || listed === 'same' ? first : [7, 8].map(id => record(id)));
	});
	await using home = await temporaryFolder();
	const run = async (apiKey: string, argv: CommandLine) =>
		runCommand(argv, {
			home: home.path,
			env: environmentOf({...server, apiKey}),
			clock: {...systemClock, sleep: async (milliseconds, signal) => systemClock.sleep(milliseconds / 50, signal)},
		});
	expect(await run('key-the-first', 'delete 1 --yes --no-wait')).toMatchObject({exitCode: 8});
	const {stdout, stderr, exitCode} = await run('key-the-second', 'recover --json');
	const pending = JSON.parse(stdout) as unknown;
	if (warning === undefined) {
		expect(stderr).toBe('');
		expect({pending, exitCode}).toMatchObject({pending: [{action: 'delete', id: '1'}], exitCode: 8});
	} else {
		expect(stderr).toMatch(warning);
		expect({pending, exitCode}).toEqual({pending: [], exitCode: 0});
		// What was sent with the first key is still there for it.
		expect(await run('key-the-first', 'recover')).toMatchObject({exitCode: 8});
	}

	expect(stdout + stderr).not.toMatch(/key-the-/v);
});

test('progress is one line on a terminal after a second, and nothing elsewhere', async () => {
	let now = 0;
	const clock = {...stillClock, now: () => now};
	const show = (columns: number | undefined, isQuiet: boolean) => {
		now = 0;
		const written: string[] = [];
		const writeError = (text: string) => {
			written.push(text);
		};

		using line = createProgressLine('deleted', {
			options: {quiet: isQuiet},
			host: {
				clock,
				errorColumns: () => columns,
				environment: () => environmentWith({noColour: false}),
			},
			writeError,
		});
		for (now of [0, 500, 1000, 1100, 2000]) {
			line.update({ended: now / 100, total: 100, note: '1 failed'});
		}

		line.clear();
		return written;
	};

	expect(show(80, false)).toEqual([
		'\r\u{1B}[Kdeleted 10 of 100, 10/s, 9 s left, 1 failed',
		'\r\u{1B}[Kdeleted 20 of 100, 10/s, 8 s left, 1 failed',
		'\r\u{1B}[K',
	]);
	expect(show(20, false)[0]).toBe('\r\u{1B}[Kdeleted 10 of 100,…');
	expect(show(80, true)).toEqual([]);
	expect(show(undefined, false)).toEqual([]);
});

test('a key command that is awaited is shown on one line, which is erased at the end', () => {
	const written: string[] = [];
	const environment = {...systemHost.environment(), get: () => 'xterm'};
	const show = showKeyCommand({
		host: {...systemHost, errorColumns: () => 60, environment: () => environment},
		writeError(text) {
			written.push(text);
		},
	});
	show({command: 'pass', seconds: 0, limit: 30, said: ''});
	show({command: 'pass', seconds: 1, limit: 30, said: 'touch the key, which is in the drawer'});
	show(undefined);
	show(undefined);
	expect(written).toEqual([
		'\r\u{1B}[KWaiting for the API key from pass: 0 s of at most 30 s',
		'\r\u{1B}[KWaiting for the API key from pass: 1 s of at most 30 s · t…',
		'\r\u{1B}[K',
	]);
});

/** Nothing listens there. */
const baseUrl = 'http://127.0.0.1:1/';

const run = async (command: string, change: Partial<CommandOptions> = {}) => {
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  prod:\n    baseUrl: ${baseUrl}\n    apiKey: key-for-the-test\n`,
		{mode: 0o600},
	);
	return await runCommand(command, {home: home.path, clock: {...systemClock, sleep: async () => undefined}, ...change});
};

test.each<[string, string, Readonly<Record<string, string>>, string]>([
	['the environment', '', environmentOf({baseUrl}), 'Check CHAINBELL_BASE_URL (http://127.0.0.1:1/).'],
	[
		'an option, before the environment',
		`--base-url ${baseUrl}`,
		environmentOf({baseUrl: 'http://127.0.0.1:2/'}),
		'Check --base-url (http://127.0.0.1:1/).',
	],
	['the only profile', '', {}, 'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).'],
	[
		'a profile by its name, before the environment',
		'--profile prod',
		environmentOf({baseUrl}),
		'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).',
	],
	[
		'a profile of the environment',
		'',
		{CHAINBELL_PROFILE: 'prod'},
		'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).',
	],
])('a service that cannot be reached: the base URL from %s is named', async (_case, options, env, hint) => {
	const {exitCode, errors} = await run(`list ${options}`, {env});
	expect([exitCode, errors.at(-1)]).toStrictEqual([7, `${hint} Check your network.`]);
	expect(await run(`delete 1 --yes --json ${options}`, {env})).toMatchObject({
		exitCode: 7,
		stderr: containing(`"hint":"Nothing was sent. ${hint} Check your network."`),
	});
});
