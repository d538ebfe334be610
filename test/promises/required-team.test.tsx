import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {body, createOne} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {startRecordingProxy} from '../helpers/recording-proxy.ts';
import {pasted} from '../helpers/screen.tsx';

// Nothing answers there: a team that is required stops every change.
const team = 'team: {url: {env: TEAM_URL}, account: payments, required: true}\n';
const variables = {TEAM_URL: 'postgres://ann:secret@127.0.0.1:1/team'};
const mistake = 'storage: {history: 90}\n';

/** An account, and a machine with this config.yaml. */
async function machine(config: string) {
	const sandbox = await temporarySandbox({samples: 3});
	const service = await startRecordingProxy(sandbox);
	const home = await temporaryFolder();
	onTestFinished(async () => {
		await service[Symbol.asyncDispose]();
		await sandbox[Symbol.asyncDispose]();
		await home[Symbol.asyncDispose]();
	});
	const configFile = path.join(home.path, 'config.yaml');
	await writeFile(configFile, config, {mode: 0o600});
	const env = {...environmentOf(service), ...variables};
	return {
		service,
		home: home.path,
		configFile,
		run: async (argv: readonly string[], change: Readonly<Record<string, string>> = {}) =>
			runCommand(argv, {home: home.path, env: {...env, ...change}, settlingTime: 100}),
		writes: () => service.requests.filter(({method}) => method !== 'GET').length,
	};
}

test('with a mistake anywhere in config.yaml no change is sent to an account of the environment or of --base-url, or to the sandbox', async () => {
	const {run, service, writes} = await machine(mistake + team);
	const refused = {
		exitCode: 1,
		stderr: expect.stringMatching(
			/^Nothing was sent: config\.yaml cannot be used: .*config\.yaml line 1: storage\.history must be a number of days, such as 90d\.\nCorrect it, or pass --dry-run\.$/mv,
		) as string,
	};
	expect(await run(['delete', '1', '--yes'])).toMatchObject(refused);
	expect(await run(['delete', '1', '--yes', '--base-url', service.baseUrl], {CHAINBELL_BASE_URL: ''})).toMatchObject(
		refused,
	);
	expect(await run(['delete', '1', '--yes', '--sandbox'])).toMatchObject(refused);
	expect(await run(['delete', '1', '2', '--yes'])).toMatchObject(refused);
	expect(await run(['edit', '1', '--set', 'name=x', '--yes'])).toMatchObject(refused);
	expect(await run([...createOne, '--template', 'words', '--yes'])).toMatchObject(refused);
	expect(writes()).toBe(0);
	expect(await run(['list'])).toMatchObject({exitCode: 0});
});

test('a config.yaml that is no readable file stops changes as well', async () => {
	const sandbox = await machine('');
	const home = await temporaryFolder();
	onTestFinished(async () => home[Symbol.asyncDispose]());
	await mkdir(path.join(home.path, 'config.yaml'));
	const refused = await runCommand(['delete', '1', '--yes'], {
		home: home.path,
		env: environmentOf(sandbox.service),
		settlingTime: 100,
	});
	expect(refused).toMatchObject({
		exitCode: 1,
		stderr: expect.stringMatching(
			/^Nothing was sent: config\.yaml cannot be used: .*config\.yaml cannot be read/v,
		) as string,
	});
	expect(sandbox.writes()).toBe(0);
});

test('nothing is undone or recovered past a required team either', async () => {
	const {run, configFile, writes} = await machine('');
	expect(await run(['delete', '1', '--yes'])).toMatchObject({exitCode: 0});
	await writeFile(configFile, mistake + team, {mode: 0o600});
	expect(await run(['undo', '--last', '--yes'])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('Nothing was sent: config.yaml cannot be used') as string,
	});
	expect(writes()).toBe(1);
});

test('the screens say why nothing can be changed', async () => {
	const {service, home, writes} = await machine(mistake + team);
	await using app = await startApp({service, home, variables, size: '140x30'});
	await app.waitFor(/^▌ 1 /mv);
	await app.press('d');
	await app.waitFor('Read-only: config.yaml cannot be used');
	expect(writes()).toBe(0);
});

test('an account that is typed on the connect screen has the team of config.yaml, and is read-only if that has a mistake', async () => {
	const typed = async (config: string) => {
		const made = await machine(config);
		const app = await startApp({isNew: true, home: made.home, variables, size: '140x30'});
		onTestFinished(async () => app[Symbol.asyncDispose]());
		await app.waitFor('Base URL');
		await app.press(pasted(made.service.baseUrl), 'Tab', pasted(made.service.apiKey), 'C-s');
		await app.waitFor(/^▌ 1 /mv);
		await app.press('d');
		return {...made, ...app};
	};

	const mistaken = await typed(mistake + team);
	await mistaken.waitFor('Read-only: config.yaml cannot be used');
	expect(mistaken.writes()).toBe(0);

	const shared = await typed(team);
	await shared.waitFor('Delete');
	await shared.press('y');
	await shared.waitFor('cannot be reached');
	expect(shared.writes()).toBe(0);
});

test('while a new API key may belong to another account, a required team stops changes', async () => {
	const {home, configFile} = await machine('');
	// Each key has notifications of its own at this address.
	const listed = {first: [{id: 1, ...body('ops-1')}], second: [{id: 7, ...body('ops-7')}]};
	await using service = await createHttpServer(({method, headers}, response) => {
		const key = headers.authorization === 'Bearer key-one' ? 'first' : 'second';
		if (method === 'DELETE') {
			listed[key] = [];
		}

		answer(response, 200, listed[key]);
	});
	const run = async (apiKey: string, ...argv: readonly string[]) =>
		runCommand(argv, {home, env: {...environmentOf({...service, apiKey}), ...variables}, settlingTime: 100});
	expect(await run('key-one', 'delete', '1', '--yes')).toMatchObject({exitCode: 0});
	await writeFile(configFile, team, {mode: 0o600});
	expect(await run('key-two', 'delete', '7', '--yes')).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining(
			'Nothing was sent. It is not known yet whether this API key belongs to the account that the team of config.yaml shares.',
		) as string,
	});
	expect(service.requests.filter(({method}) => method === 'DELETE')).toHaveLength(1);
});

test('a required team of a profile holds for the address and the key that are typed when its own key is missing', async () => {
	const {service, home, writes, configFile} = await machine('');
	await writeFile(
		configFile,
		`profiles: {ours: {baseUrl: "${service.baseUrl}", apiKeyEnv: MISSING_KEY, ${team.trim()}}}\n`,
		{mode: 0o600},
	);
	await using app = await startApp({home, variables, size: '140x30'});
	await app.waitFor('MISSING_KEY');
	await app.press(pasted(service.apiKey), 'C-s');
	await app.waitFor(/^▌ 1 /mv);
	await app.press('d');
	await app.waitFor(/Delete .*ID 1\)? from/v);
	await app.press('y');
	await app.waitFor('cannot be reached');
	expect(writes()).toBe(0);
});
