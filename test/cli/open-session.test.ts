import {writeFile} from 'node:fs/promises';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {defineCommand} from '../../source/cli/command.ts';
import {confirm, createInterrupt} from '../../source/cli/confirm.ts';
import {openSession} from '../../source/cli/open-session.ts';
import {createProgressLine} from '../../source/cli/progress.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {onlyOf} from '../../source/account/account-changes.ts';
import {stillClock, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {systemClock} from '../../source/platform/clock.ts';
import {environmentOf, runCommand, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {containing} from '../helpers/texts.ts';
import {showKeyCommand} from '../../source/cli/account.ts';
import {systemHost} from '../../source/cli/command-host.ts';

const input: NotificationInput = {
	userId: 'u-1',
	channel: 'EMAIL',
	name: '',
	recipient: 'a@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: [`0x${'1'.repeat(40)}`],
	filters: [],
	template: '',
	topics: ['', '', '', ''],
};

/** A command as those that change something are written. */
const add = defineCommand({
	name: 'add',
	summary: 'create a notification of the test',
	options: {},
	examples: {},
	exitCodes: [],
	load: async () => async run => {
		await using opened = await openSession(run);
		using interrupt = createInterrupt(run);
		await confirm(`Create one in ${opened.place}?`, interrupt, run);
		interrupt.throwIfInterrupted();
		const outcome = await opened.session.changes.run([{kind: 'create', input}], {signal: interrupt.signal});
		run.print(outcome.kind === 'impossible' ? outcome.reason : (onlyOf(outcome)?.phase ?? outcome.kind));
		return 0;
	},
});

const table = [add];

test('a command opens the account with its ledger, and is asked before it sends', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using home = await temporaryFolder();
	const options = {
		home: home.path,
		env: environmentOf(sandbox),
		table,
		columns: {errors: 80},
		isInputTerminal: true,
		settlingTime: 100,
	};
	const {host} = new URL(sandbox.baseUrl);
	expect(await runCommand('add', {...options, input: 'y\n'})).toMatchObject({
		exitCode: 0,
		lines: ['done'],
		stderr: `Create one in ${host}?\nType y to confirm: `,
	});
	expect(existsSync(path.join(home.path, 'ledger.sqlite'))).toBe(true);
	expect(await runCommand('add --yes', options)).toMatchObject({exitCode: 0, lines: ['duplicates'], stderr: ''});
	expect(await runCommand('add --yes --read-only', options)).toMatchObject({
		lines: [containing('read-only')],
	});
	for (const typed of ['n\n', '\n', '']) {
		expect(await runCommand('add', {...options, input: typed})).toMatchObject({exitCode: 6, stdout: ''});
	}

	expect(await runCommand('add', {...options, isInputTerminal: false})).toMatchObject({
		exitCode: 6,
		errors: [containing('Nothing was sent'), containing('--yes')],
	});
	expect(await runCommand('add --json', {...options, columns: {}})).toMatchObject({
		exitCode: 6,
		stderr: containing('"code":"unconfirmed"'),
	});
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('%s while it asks: nothing is sent; the second signal ends the program', async (signal, code) => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using home = await temporaryFolder();
	let send: (name: 'SIGINT' | 'SIGTERM') => void = () => undefined;
	const run = await runCommand('add', {
		home: home.path,
		env: environmentOf(sandbox),
		table,
		input: new PassThrough(),
		columns: {errors: 80},
		isInputTerminal: true,
		onSignals(sender) {
			send = sender;
		},
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
		errors: [expect.any(String), 'Type y to confirm: ', 'Interrupted.', 'Nothing was sent.'],
	});
	expect(await runCommand('list', {home: home.path, env: environmentOf(sandbox)})).toMatchObject({
		exitCode: 0,
		stdout: '',
	});
});

test('a profile without its API key, and a configuration that others can write to', async () => {
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		'profiles:\n  a:\n    baseUrl: https://api.example.com/\n    apiKeyEnv: MISSING\n',
		{mode: 0o600},
	);
	expect(await runCommand('add', {home: home.path, table})).toMatchObject({
		exitCode: 4,
		errors: ['Could not open an account: profile a: the environment variable MISSING is not set.', expect.any(String)],
	});
	expect(await runCommand('add --profile b', {home: home.path, table})).toMatchObject({
		exitCode: 1,
		errors: [containing('no profile b'), expect.any(String)],
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
				environment: () => ({
					baseUrl: undefined,
					apiKey: undefined,
					profile: undefined,
					noColour: false,
					editor: undefined,
					get: () => undefined,
				}),
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

const run = async (argv: readonly string[], change: Partial<CommandOptions> = {}) => {
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  prod:\n    baseUrl: ${baseUrl}\n    apiKey: key-for-the-test\n`,
		{mode: 0o600},
	);
	return await runCommand(argv, {home: home.path, clock: {...systemClock, sleep: async () => undefined}, ...change});
};

test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
	['the environment', [], environmentOf({baseUrl}), 'Check CHAINBELL_BASE_URL (http://127.0.0.1:1/).'],
	[
		'an option, before the environment',
		['--base-url', baseUrl],
		environmentOf({baseUrl: 'http://127.0.0.1:2/'}),
		'Check --base-url (http://127.0.0.1:1/).',
	],
	['the only profile', [], {}, 'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).'],
	[
		'a profile by its name, before the environment',
		['--profile', 'prod'],
		environmentOf({baseUrl}),
		'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).',
	],
	[
		'a profile of the environment',
		[],
		{CHAINBELL_PROFILE: 'prod'},
		'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).',
	],
])('a service that cannot be reached: the base URL from %s is named', async (_case, options, env, hint) => {
	const {exitCode, errors} = await run(['list', ...options], {env});
	expect([exitCode, errors.at(-1)]).toStrictEqual([7, `${hint} Check your network.`]);
	expect(await run(['delete', '1', '--yes', '--json', ...options], {env})).toMatchObject({
		exitCode: 7,
		stderr: containing(`"hint":"Nothing was sent. ${hint} Check your network."`),
	});
});
