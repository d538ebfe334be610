import {environmentWith} from '../helpers/environment.ts';
import {writeFile, chmod} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, test, afterEach, vi} from 'vitest';
import type {Environment} from '../../source/config/environment.ts';
import {
	findProfile,
	type ProfileChoice,
	type ProfileRequest,
	keyRemedy,
	readOnlyReason,
	findApiKey,
} from '../../source/config/profile.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import process from 'node:process';
import type {ProfileSettings} from '../../source/config/profile-file.ts';

const two = `
profile: test
profiles:
  prod: {baseUrl: https://prod.example, apiKey: key-of-prod, readOnly: true, colour: false, settlingTime: 90}
  test: {baseUrl: https://test.example, apiKeyEnv: TEST_KEY}
`;

type Setting = Omit<Partial<ProfileRequest>, 'environment'> & {
	readonly file?: string;
	readonly environment?: Partial<Environment>;
};

/** Chooses with a config file of its own; the file's path is written `FILE` in problems. */
async function choose({file, environment = {}, ...request}: Setting): Promise<ProfileChoice> {
	await using folder = await temporaryFolder();
	const configFile = path.join(folder.path, 'config.yaml');
	if (file !== undefined) {
		await writeFile(configFile, file, {mode: 0o600});
	}

	const choice = await findProfile({
		configFile,
		environment: environmentWith({
			get: name => (name === 'TEST_KEY' ? 'key-of-test' : undefined),
			...environment,
		}),
		...request,
	});
	return choice.state === 'problem' ? {...choice, problem: choice.problem.replaceAll(configFile, 'FILE')} : choice;
}

/** Which account was chosen: its name, address and key. */
async function accountOf(setting: Setting) {
	const choice = await choose(setting);
	return choice.state === 'found'
		? `${choice.profile.name} ${choice.profile.baseUrl} ${choice.profile.apiKey}`
		: JSON.stringify(choice);
}

const prod = 'prod https://prod.example key-of-prod';
const fromFile = 'test https://test.example key-of-test';
const env = {baseUrl: 'https://env.example:8443/x', apiKey: 'key-of-env'};
const fromEnv = 'env.example:8443 https://env.example:8443/x key-of-env';

describe('which account is opened', () => {
	test.each([
		["the file's own choice", {file: two}, fromFile],
		[
			'its only one',
			{file: 'profiles: {only: {baseUrl: https://only.example, apiKey: key-of-only}}'},
			'only https://only.example key-of-only',
		],
		['the one that --profile names', {file: two, name: 'prod'}, prod],
		['the one that CHAINBELL_PROFILE names', {file: two, environment: {profile: 'prod'}}, prod],
		['--profile before CHAINBELL_PROFILE', {file: two, name: 'test', environment: {profile: 'prod'}}, fromFile],
		['CHAINBELL_PROFILE before CHAINBELL_BASE_URL', {file: two, environment: {...env, profile: 'prod'}}, prod],
		["CHAINBELL_BASE_URL before the file's choice", {file: two, environment: env}, fromEnv],
		[
			'--base-url before CHAINBELL_BASE_URL',
			{baseUrl: 'https://flag.example', environment: env},
			'flag.example https://flag.example key-of-env',
		],
		[
			'--base-url before CHAINBELL_PROFILE',
			{file: two, baseUrl: 'https://flag.example', environment: {...env, profile: 'prod'}},
			'flag.example https://flag.example key-of-env',
		],
		['CHAINBELL_BASE_URL without a file', {environment: env}, fromEnv],
		[
			'what is no URL, for it to be refused later',
			{baseUrl: 'nonsense', environment: env},
			'nonsense nonsense key-of-env',
		],
	])('%s', async (_name, setting, account) => {
		expect(await accountOf(setting)).toBe(account);
	});

	test('none if nothing is set up', async () => {
		expect(await choose({})).toEqual({state: 'none'});
		expect(await choose({file: '# nothing yet'})).toEqual({state: 'none'});
		expect(await choose({environment: {apiKey: 'k'}})).toEqual({state: 'none'});
	});
});

describe('what keeps it from being opened', () => {
	test.each([
		[
			'several profiles without a default',
			{file: two.replace('profile: test', '')},
			'none of the profiles is the default: prod, test. Pass --profile NAME, or run chainbell profile use NAME',
		],
		['an unknown name', {file: two, name: 'live'}, 'no profile live in FILE (profiles: prod, test)'],
		[
			'the name of a property of every object',
			{file: two, name: 'constructor'},
			'no profile constructor in FILE (profiles: prod, test)',
		],
		[
			'an invalid file',
			{file: 'extra: 1'},
			'FILE line 1: extra is no setting. The settings here are profile, profiles, storage, team, protect, policies, preview, columns, views, keys, theme, mouse, explorers, abis, labels. Correct it first.',
		],
	])('%s', async (_name, setting, problem) => {
		const isUnknown = problem.startsWith('no profile') && {isUnknown: true};
		expect(await choose(setting)).toEqual({state: 'problem', problem, ...isUnknown});
	});

	test.each([
		['CHAINBELL_BASE_URL', {environment: {baseUrl: 'https://a'}}],
		['--base-url', {baseUrl: 'https://a'}],
	])('%s without a key: the address is known', async (_name, setting) => {
		expect(await choose(setting)).toEqual({
			state: 'problem',
			problem: 'CHAINBELL_API_KEY is not set',
			baseUrl: 'https://a',
			isKeyMissing: true,
		});
	});
});

test('colours and changes are enabled unless the profile or the command line disables them', async () => {
	expect(await choose({file: two})).toMatchObject({profile: {isReadOnly: false, hasColour: true, isSandbox: false}});
	expect(await choose({file: two, name: 'prod'})).toMatchObject({profile: {isReadOnly: true, hasColour: false}});
	expect(await choose({file: two, isReadOnly: true})).toMatchObject({profile: {isReadOnly: true}});
	expect(await choose({file: two, name: 'prod', isReadOnly: false})).toMatchObject({profile: {isReadOnly: true}});
	expect(await choose({environment: env})).toMatchObject({profile: {isReadOnly: false, hasColour: true}});
	expect(await choose({environment: env, isReadOnly: true})).toMatchObject({profile: {isReadOnly: true}});
});

describe('the team of an account', () => {
	const team = '{url: {env: TEAM_URL}, account: payments}';
	const get = (name: string) => ({TEAM_URL: 'postgres://u:p@localhost/d', TEST_KEY: 'key-of-test'})[name];

	test.each([
		[
			'of its profile',
			{
				file: `profiles: {only: {baseUrl: https://only.example, apiKey: key-of-only, team: ${team}}}`,
				environment: {get},
			},
			{account: 'payments', isRequired: false, variable: 'TEAM_URL', url: 'postgres://u:p@localhost/d'},
		],
		[
			'of the file, for its only profile',
			{
				file: 'team: {url: {env: TEAM_URL}, account: payments, required: yes}\nprofiles: {only: {baseUrl: https://only.example, apiKey: key-of-only}}',
			},
			{account: 'payments', isRequired: true, variable: 'TEAM_URL', url: undefined},
		],
		[
			'of a file without profiles, for an account from the environment',
			{file: `team: ${team}`, environment: {...env, get}},
			{account: 'payments', isRequired: false, variable: 'TEAM_URL', url: 'postgres://u:p@localhost/d'},
		],
		[
			'none for an account from the environment beside a profile',
			{
				file: `team: ${team}\nprofiles: {only: {baseUrl: https://only.example, apiKey: key-of-only}}`,
				environment: {...env, get},
			},
			undefined,
		],
	])('is that %s', async (_name, setting, expected) => {
		const choice = await choose(setting);
		expect(choice.state === 'found' && choice.profile.team).toStrictEqual(expected);
	});
});

test.each([
	[{apiKeyEnv: 'PROD_KEY'}, 'Correct the environment variable PROD_KEY, from which profile prod takes its API key.'],
	[
		{apiKeyCommand: ['/usr/bin/pass', 'show', 'confidential']},
		'Check what pass prints (apiKeyCommand of profile prod), then try again: the command is run once more.',
	],
	[{}, 'Correct apiKey of profile prod in config.yaml.'],
])('%j', (settings, remedy) => {
	expect(keyRemedy('prod', settings)).toBe(remedy);
});

test.each([
	[{isReadOnly: false}, undefined],
	[{isReadOnly: false, isReadOnlyRun: true}, undefined],
	[{isReadOnly: true}, 'This profile is read-only.'],
	[{isReadOnly: true, isReadOnlyRun: true}, 'Read-only: started with --read-only.'],
])('the cause is named: %j', (profile, reason) => {
	expect(readOnlyReason(profile)).toBe(reason);
});

const nodeName = path.basename(process.execPath);

afterEach(() => {
	vi.unstubAllEnvs();
});

const key = 'sk-live-0123456789';

const environmentOf = (variables: Readonly<Record<string, string>>) => environmentWith({get: name => variables[name]});

const settings = (source: Partial<ProfileSettings>) => ({
	baseUrl: 'https://a',
	readOnly: false,
	colour: true,
	...source,
});

const find = async (source: Partial<ProfileSettings>, variables: Readonly<Record<string, string>> = {}) =>
	findApiKey(settings(source), environmentOf(variables));

const node = (script: string) => ({apiKeyCommand: [process.execPath, '-e', script]});

test.each(['', ' \n'])('%j in the file is not a key', async apiKey => {
	expect(await find({apiKey})).toEqual({ok: false, problem: 'apiKey is empty'});
});

test.each([{}, {MY_KEY: ''}, {MY_KEY: ' '}, {OTHER: key}])('the environment %j does not set it', async variables => {
	expect(await find({apiKeyEnv: 'MY_KEY'}, variables)).toEqual({
		ok: false,
		problem: 'the environment variable MY_KEY is not set',
	});
});

describe('from a command', () => {
	test.each([
		[
			'fails',
			`console.log("${key}"); console.error("wrong: ${key}"); process.exitCode = 3`,
			'exited with 3: wrong: [API key]',
		],
		['is killed', `console.log("${key}"); process.kill(process.pid, "SIGKILL")`, 'exited with SIGKILL'],
		[
			'prints nothing',
			String.raw`console.error("no such\u001b[31m entry\n\ntry again")`,
			'printed no API key: no such␛[31m entry · try again',
		],
		['prints only white space', 'console.log("  ")', 'printed no API key'],
		['prints without an end', `setInterval(() => console.log("${key}".repeat(2000)), 1)`, 'printed more than 64 KiB'],
	])('that %s gives no key; its stderr is shown, its stdout is not', async (_name, script, problem) => {
		expect(await find(node(script))).toEqual({ok: false, problem: `${nodeName} ${problem}`});
	});

	test('has no input and no API key in its environment', async () => {
		vi.stubEnv('CHAINBELL_API_KEY', key);
		const script = 'process.stdin.resume().on("end", () => console.log("end", "CHAINBELL_API_KEY" in process.env))';
		expect(await find(node(script))).toEqual({ok: true, value: 'end false'});
	});

	test.runIf(process.platform !== 'win32')('that may not be run', async () => {
		await using folder = await temporaryFolder();
		const file = path.join(folder.path, 'command');
		await writeFile(file, `echo ${key}`);
		await chmod(file, 0o600);
		expect(await find({apiKeyCommand: [file]})).toEqual({ok: false, problem: 'command could not be started (EACCES)'});
	});
});
