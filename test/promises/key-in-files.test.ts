import {Buffer} from 'node:buffer';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {address, clock} from '../helpers/command-account.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {runCommand, type CommandRun} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const key = 'cb_files_canary"/+key~58';

const forms = [
	key,
	JSON.stringify(key).slice(1, -1),
	key.replaceAll("'", "''"),
	encodeURIComponent(key),
	Buffer.from(key).toString('base64'),
];

type Listed = Readonly<Record<string, unknown>>;

const record = (id: number, change: Listed = {}, details: Listed = {}): Listed => ({
	id,
	external_user_id: 'ops',
	channel: 'EMAIL',
	notification_name: `n${id}`,
	delivery_location: `n${id}@example.com`,
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: [address],
		filters: [],
		...details,
	},
	...change,
});

/** Records that repeat the key where interface.md names no member. */
const echoing = [record(1, {owner: {token: key}}), record(2, {}, {signed_by: key})];

let records: readonly Listed[] = [];
let requests: string[] = [];
let server: Awaited<ReturnType<typeof createHttpServer>>;
let home: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
	home = await temporaryFolder();
	server = await createHttpServer((request, response) => {
		requests.push(request.method);
		answer(response, 200, records);
	});
});

afterAll(async () => {
	await server[Symbol.asyncDispose]();
	await home[Symbol.asyncDispose]();
});

const pathOf = (name: string) => path.join(home.path, name);

function write(name: string, text: string): string {
	writeFileSync(pathOf(name), text);
	return pathOf(name);
}

/** Runs a command on an account that lists `listed`, and checks that it shows the key nowhere, sends nothing, and writes it to no file but `except`. */
async function run(
	argv: readonly string[],
	listed: readonly Listed[],
	{
		except = [],
		env = {},
		input,
	}: {
		readonly except?: readonly string[];
		readonly env?: Readonly<Record<string, string>>;
		readonly input?: string;
	} = {},
): Promise<CommandRun> {
	records = listed;
	requests = [];
	const ran = await runCommand(argv, {
		home: home.path,
		env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: key, ...env},
		clock,
		...(input !== undefined && {input}),
	});
	expect(forms.filter(form => `${ran.stdout}${ran.stderr}`.includes(form))).toEqual([]);
	expect(requests.filter(method => method !== 'GET')).toEqual([]);
	for (const entry of readdirSync(home.path, {recursive: true, withFileTypes: true}).filter(
		each => each.isFile() && !except.includes(each.name),
	)) {
		const text = readFileSync(path.join(entry.parentPath, entry.name), 'latin1');
		expect(
			forms.filter(form => text.includes(form)),
			entry.name,
		).toEqual([]);
	}

	return ran;
}

const refused = {exitCode: 5, stderr: expect.stringContaining('the API key') as string};

test('export leaves out members that repeat the API key, and its file needs no change', async () => {
	const out = pathOf('echoing.yaml');
	expect(await run(['export', '--out', out], echoing)).toMatchObject({exitCode: 0});
	expect(readFileSync(out, 'utf8')).toContain('n1@example.com');
	expect(await run(['plan', out, '--exit-code'], echoing)).toMatchObject({
		exitCode: 0,
		lines: ['No changes: 2 unchanged.'],
	});
	expect(await run(['export'], echoing)).toMatchObject({exitCode: 0});
	expect(
		await run(
			['export', '--split', 'user', '--out', pathOf('split')],
			[...echoing, record(3, {external_user_id: key})],
		),
	).toMatchObject({exitCode: 0});
});

test('export hides the API key in what it writes, and a file with [API key] in it is refused', async () => {
	const listed = [
		record(1, {channel: 'WEBHOOK', delivery_location: `https://example.com/?key=${encodeURIComponent(key)}`}),
		record(2, {}, {filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int', by: key}]}),
		record(3, {notification_name: `it's ${key}`}),
	];
	const out = pathOf('hidden.yaml');
	expect(await run(['export', '--out', out], listed)).toMatchObject({exitCode: 0});
	expect(readFileSync(out, 'utf8')).toContain('https://example.com/?key=[API key]');
	for (const argv of [
		['validate', out],
		['create', '-f', out],
		['create', '-f', out, '--dry-run'],
		['plan', out, '--accept-unknown-template'],
	]) {
		expect(await run(argv, []), argv[0]).toMatchObject(refused);
	}

	// What would be replaced has no known template, either.
	for (const argv of [
		['plan', out],
		['apply', out, '--yes'],
	]) {
		expect(await run(argv, listed), argv[0]).toMatchObject({exitCode: 5});
	}
});

test('pull leaves out members that repeat the API key', async () => {
	const file = write('pulled.yaml', 'version: 1\nscope: user:=ops\nnotifications: []\n');
	expect(await run(['pull', file, '--yes'], [record(6, {token: key}), record(7, {}, {signed_by: key})])).toMatchObject({
		exitCode: 0,
	});
	expect(readFileSync(file, 'utf8')).toContain('n7@example.com');
});

test('a plan is not kept if a notification that it changes repeats the API key: apply would refuse it', async () => {
	const file = write('empty.yaml', 'version: 1\nscope: user:=ops\nnotifications: []\n');
	const plan = pathOf('today.plan');
	expect(await run(['plan', file, '--prune', '--all', '--max-deletes', '9', '--out', plan], echoing)).toMatchObject(
		refused,
	);
	expect(readdirSync(home.path)).not.toContain('today.plan');
	expect(await run(['apply', file, '--prune', '--all', '--max-deletes', '9', '--yes'], echoing)).toMatchObject(refused);
});

test('a reference to the API key is refused, with its line, by whatever reads the file', async () => {
	const file = write(
		'reference.yaml',
		`version: 1
notifications:
- external_user_id: ops
  channel: EMAIL
  delivery_location: ops@example.com
  template: {env: CHAINBELL_API_KEY}
  event_details: {network: ETH_MAINNET, event_type: ADDRESS_ACTIVITY, addresses: ["${address}"]}
`,
	);
	for (const argv of [
		['validate', file],
		['plan', file],
		['plan', file, '--out', pathOf('reference.plan')],
		['apply', file, '--yes'],
		['create', '-f', file],
		['create', '-f', file, '--dry-run'],
	]) {
		expect(await run(argv, []), argv.join(' ')).toMatchObject({
			...refused,
			stderr: expect.stringMatching(/reference\.yaml:6:\d+: template contains the API key/v) as string,
		});
	}
});

test('a key that only a profile has is refused in content, too', async () => {
	write(
		'config.yaml',
		`profile: production\nprofiles:\n  production:\n    baseUrl: ${server.baseUrl}\n    apiKeyEnv: OTHER_NAME\n`,
	);
	const env = {CHAINBELL_BASE_URL: '', CHAINBELL_API_KEY: '', OTHER_NAME: key};
	const text = JSON.stringify([{...record(1), id: undefined, template: {env: 'OTHER_NAME'}}]);
	const file = write('other.yaml', `{"version": 1, "notifications": ${text}}`);
	for (const argv of [
		['plan', file],
		['apply', file, '--yes'],
		['create', '-f', file, '--dry-run'],
	]) {
		expect(await run(argv, [], {env}), argv.join(' ')).toMatchObject(refused);
	}

	write('config.yaml', '');
});

test('content that is given in options, in rows or in a copy is refused if it holds the API key', async () => {
	const options = [
		'--user',
		'ops',
		'--channel',
		'email',
		'--to',
		'ops@example.com',
		'--network',
		'ETH_MAINNET',
		'--event',
		'ADDRESS_ACTIVITY',
		'--address',
		address,
	];
	for (const more of [[], ['--dry-run']]) {
		expect(await run(['create', ...options, '--template', key, ...more], [])).toMatchObject(refused);
		expect(await run(['clone', '1', '--set', 'name=Copy', ...more], [record(1, {token: key})])).toMatchObject(refused);
	}

	for (const more of [['--dry-run'], ['--dry-run', '--json'], ['--yes']]) {
		expect(
			await run(['edit', '1', '--set', `name=${key}`, '--accept-unknown-template', ...more], [record(1)]),
			more.join(' '),
		).toMatchObject(refused);
	}

	expect(
		await run(
			['edit', '1', '--set', 'name=New', '--accept-unknown-template', '--dry-run', '--json'],
			[record(1, {notification_name: key})],
		),
	).toMatchObject({exitCode: 0, stdout: expect.stringContaining('[API key]') as string});
	const csv = `user,channel,to,network,event,address,template\nops,EMAIL,ops@example.com,ETH_MAINNET,ADDRESS_ACTIVITY,${address},"${key.replaceAll('"', '""')}"\n`;
	for (const more of [[], ['--out', pathOf('rows.yaml')], ['--dry-run']]) {
		expect(await run(['import', '-', ...more], [], {input: csv}), more.join(' ')).toMatchObject(refused);
	}
});
