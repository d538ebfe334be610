import {runOn} from '../helpers/command-account.ts';
import {chmod, readdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openLedger} from '../../source/ledger/ledger.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {answering, type Handler} from '../helpers/http-server.ts';
import {creation, make, sent} from '../ledger/ledgers.ts';
import {containing} from '../helpers/texts.ts';

const key = 'key-for-the-test';

const two = answering(200, [{id: 1}, {id: 2}]);

async function doctor(home: string, handler: Handler, options: Partial<CommandOptions> = {}) {
	const {stdout, exitCode, stderr} = await runOn(handler, 'doctor --json', {home, ...options});
	expect(stdout + stderr).not.toContain(key);
	const {isOk, checks} = JSON.parse(stdout) as {
		isOk: boolean;
		checks: Array<{name: string; status: string; message: string; hint: string | null}>;
	};
	expect(isOk).toBe(exitCode === 0);
	expect(checks.filter(({status, hint}) => status !== 'ok' && hint === null)).toEqual([]);
	return {exitCode, byName: Object.fromEntries(checks.map(check => [check.name, check]))};
}

test('where all is well, each check says what it found', async () => {
	await using home = await temporaryFolder();
	const {exitCode, byName} = await doctor(home.path, two);
	expect(exitCode).toBe(0);
	expect(Object.values(byName).map(({name, status}) => `${name} ${status}`)).toEqual([
		'Node ok',
		'terminal ok',
		'config ok',
		'ledger ok',
		'account ok',
		'service ok',
	]);
	expect(byName.service!.message).toMatch(/^2 notifications, listed in \d+\.\d s$/v);
	expect(await readdir(home.path)).toEqual([]);
});

test('without a configuration it runs, and says how to begin', async () => {
	await using home = await temporaryFolder();
	const run = await runCommand('doctor', {home: home.path});
	expect(run).toMatchObject({exitCode: 0, stderr: ''});
	expect(run.lines).toEqual(
		expect.arrayContaining(['! account   No account is set up.', containing('            Pass --base-url')]),
	);
});

test.each([
	[
		'a refused API key',
		answering(401, {message: `Invalid ${key}\u{1B}[2J`}),
		{},
		'service',
		'failure',
		/\(401\).*Invalid \[API key\]/v,
	],
	['a partial listing', answering(200, {results: [{id: 1}], count: 3}), {}, 'service', 'warning', /partial/v],
	[
		'a service that cannot be reached',
		two,
		{env: environmentOf({baseUrl: 'http://127.0.0.1:1/'})},
		'service',
		'failure',
		/127\.0\.0\.1/v,
	],
	[
		'an address without TLS',
		two,
		{env: environmentOf({baseUrl: 'http://example.com/'})},
		'account',
		'failure',
		/base URL/v,
	],
	[
		'no API key',
		two,
		{env: {CHAINBELL_BASE_URL: 'https://example.com/'}},
		'account',
		'failure',
		/CHAINBELL_API_KEY is not set/v,
	],
	[
		'certificates that are not checked',
		two,
		{env: {NODE_TLS_REJECT_UNAUTHORIZED: '0'}},
		'TLS',
		'warning',
		/not checked/v,
	],
	[
		'a terminal that cannot move the cursor',
		two,
		{env: {TERM: 'dumb'}, columns: {output: 80}},
		'terminal',
		'failure',
		/TERM is dumb/v,
	],
	[
		'a small terminal',
		two,
		{env: {TERM: 'xterm', LANG: 'C.UTF-8'}, columns: {output: 30}},
		'terminal',
		'warning',
		/30x/v,
	],
	[
		'a locale without wide characters',
		two,
		{env: {TERM: 'xterm', LANG: 'C'}, columns: {output: 80}},
		'terminal',
		'warning',
		/C is not UTF-8/v,
	],
])('%s', async (_name, handler, options, name, status, message) => {
	await using home = await temporaryFolder();
	const {exitCode, byName} = await doctor(home.path, handler, options);
	expect(byName[name]).toMatchObject({status, message: expect.stringMatching(message) as unknown});
	expect(exitCode).toBe(status === 'failure' ? 1 : 0);
});

test('config.yaml: its profiles and the sources of their keys; permissions and mistakes', async () => {
	await using home = await temporaryFolder();
	const file = path.join(home.path, 'config.yaml');
	await writeFile(
		file,
		`profiles:\n  a:\n    baseUrl: https://a.example.com/\n    apiKey: ${key}\n  b:\n    baseUrl: https://b.example.com/\n    apiKeyEnv: B\n`,
		{mode: 0o600},
	);
	const good = await doctor(home.path, two);
	expect(good.byName.config!.message).toContain('a (key from config.yaml), b (key from environment variable B)');
	await chmod(file, 0o644);
	const readable = await doctor(home.path, two);
	expect(readable).toMatchObject({
		exitCode: 1,
		byName: {config: {status: 'failure', message: containing('chmod 600')}},
	});
});

test.each([
	['theme: x', 'theme must be auto, dark, light or mono'],
	['columns: [id, foo]', 'columns.1 must be one of id, '],
	['abis: [no.json]', 'abis.0 cannot be read: there is no such file'],
	['keys: {list: {delete: [e]}}', 'keys.list.delete has a key that list.edit has, too'],
])('a setting of the screens that is wrong is a warning: %s', async (setting, problem) => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), setting, {mode: 0o600});
	const {exitCode, byName} = await doctor(home.path, two);
	expect(exitCode).toBe(0);
	expect(byName.settings).toMatchObject({status: 'warning', message: containing(`config.yaml line 1: ${problem}`)});
});

test('the ledger is looked at and left as it is: missing, in use, unfinished, damaged', async () => {
	await using home = await temporaryFolder();
	const file = path.join(home.path, 'ledger.sqlite');
	const {ledger} = openLedger(file, {now: () => Date.UTC(2026, 0, 1)});
	make(ledger, creation, sent('POST'));
	const open = await doctor(home.path, two);
	expect(open.byName.ledger).toMatchObject({
		status: 'warning',
		message: containing('1 request, 1 pending change'),
		hint: containing('chainbell recover'),
	});
	ledger.close();
	await writeFile(file, 'not a database, but long enough to be read as one: '.repeat(100));
	const before = await readdir(home.path);
	const damaged = await doctor(home.path, two);
	expect(damaged).toMatchObject({
		exitCode: 1,
		byName: {
			ledger: {
				status: 'failure',
				message: `${file} is damaged`,
				hint: containing('chainbell recover'),
			},
		},
	});
	expect(await readdir(home.path)).toEqual(before);
});

test('a ledger of a newer version is left where it is, and the remedy is a newer chainbell', async () => {
	await using home = await temporaryFolder();
	const file = path.join(home.path, 'ledger.sqlite');
	openLedger(file, {now: () => 0}).ledger.close();
	using database = new DatabaseSync(file);
	database.exec('PRAGMA user_version = 99');
	const {
		byName: {ledger},
	} = await doctor(home.path, two);
	expect(ledger).toMatchObject({
		status: 'failure',
		message: containing('newer chainbell'),
		hint: 'Update chainbell. Leave the file where it is: changes may be pending in it.',
	});
});
