import {chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {saveProfile, readProfileFile} from '../../source/config/profile-file.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {containing} from '../helpers/texts.ts';

const key = 'sk-live-0123456789';

/** A config file of its own, readable by its owner alone. */
async function configFile(text?: string, mode = 0o600) {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'config.yaml');
	if (text !== undefined) {
		await writeFile(file, text);
		await chmod(file, mode);
	}

	return {
		file,
		async [Symbol.asyncDispose]() {
			await folder[Symbol.asyncDispose]();
		},
	};
}

const modeOf = async (file: string) => {
	const {mode} = await stat(file);
	return (mode % 0o1000).toString(8);
};

async function problemOf(text: string) {
	await using config = await configFile(text);
	const read = await readProfileFile(config.file);
	return read.ok ? '' : read.problem.replace(config.file, 'FILE');
}

describe('reading', () => {
	test('profiles get defaults for missing settings', async () => {
		await using config = await configFile(
			`
			profile: prod
			profiles:
			  prod: {baseUrl: 'https://a', apiKey: ${key}, readOnly: true, colour: false, settlingTime: 90.5}
			  test: {baseUrl: 'https://b', apiKeyEnv: TEST_KEY}
			  safe: {baseUrl: 'https://c', apiKeyCommand: [pass, show, key]}
		`.replaceAll('\t', ''),
		);
		expect(await readProfileFile(config.file)).toEqual({
			ok: true,
			value: {
				profile: 'prod',
				profiles: {
					prod: {baseUrl: 'https://a', apiKey: key, readOnly: true, colour: false, settlingTime: 90.5},
					test: {baseUrl: 'https://b', apiKeyEnv: 'TEST_KEY', readOnly: false, colour: true},
					safe: {baseUrl: 'https://c', apiKeyCommand: ['pass', 'show', 'key'], readOnly: false, colour: true},
				},
			},
		});
	});

	test.each([
		['off', false],
		['true', true],
		['false', false],
	])('readOnly, colour and keepListings may be %s', async (word, value) => {
		await using config = await configFile(
			`storage: {keepListings: ${word}}\nprofiles: {a: {baseUrl: 'https://a', apiKeyEnv: KEY, readOnly: ${word}, colour: ${word}}}`,
		);
		expect(await readProfileFile(config.file)).toMatchObject({
			value: {storage: {keepListings: value}, profiles: {a: {readOnly: value, colour: value}}},
		});
	});
});

test.each([
	[
		'extra: 1',
		'FILE line 1: extra is no setting. The settings here are profile, profiles, storage, team, protect, policies, preview, columns, views, keys, theme, mouse, explorers, abis, labels',
	],
	['# ours\nstorge: {}', 'FILE line 2: storge is no setting. Did you mean storage?'],
	[
		'profiles:\n  prod:\n    baseUrl: a\n    apiKeyEnv: b\n    readonly: true',
		'FILE line 5: profiles.prod.readonly is no setting. Did you mean readOnly?',
	],
	[
		'profiles:\n  prod:\n    baseUrl: a\n    apiKeyEnv: b\n    timeout: 1',
		'FILE line 5: profiles.prod.timeout is no setting. The settings here are baseUrl, apiKey, apiKeyEnv, apiKeyCommand, readOnly, colour, settlingTime, limits, team, protect, policies',
	],
	[
		'storage: {history: 9d, key2: 1}',
		'FILE line 1: storage.… is no setting. The settings here are keepListings, history',
	],
	['profiles:\n  prod:\n    apiKeyEnv: b', 'FILE line 2: profiles.prod.baseUrl is missing'],
	[
		'profiles:\n  prod:\n    baseUrl:\n    apiKeyEnv: b',
		'FILE line 3: profiles.prod.baseUrl is empty. It must be text',
	],
	[
		'profiles:\n  prod:\n    baseUrl: a\n    apiKeyEnv: b\n    readOnly: maybe',
		'FILE line 5: profiles.prod.readOnly must be true or false',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyEnv: b, colour: ye}}',
		'FILE line 1: profiles.prod.colour must be true or false. Did you mean yes?',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyCommand: pass show}}',
		'FILE line 1: profiles.prod.apiKeyCommand must be a list: the program, then its arguments',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyCommand: []}}',
		'FILE line 1: profiles.prod.apiKeyCommand must be a list: the program, then its arguments',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyCommand: [pass, 1]}}',
		'FILE line 1: profiles.prod.apiKeyCommand.1 must be text; put it in quotes',
	],
	[
		'profiles: {prod: {baseUrl: a}}',
		'FILE line 1: profiles.prod needs exactly one of apiKeyEnv, apiKeyCommand and apiKey',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyEnv: b, apiKey: c}}',
		'FILE line 1: profiles.prod needs exactly one of apiKeyEnv, apiKeyCommand and apiKey',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: 0}}',
		'FILE line 1: profiles.prod.settlingTime must be more than 0 seconds',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: -60}}',
		'FILE line 1: profiles.prod.settlingTime must be more than 0 seconds',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: 60 s}}',
		'FILE line 1: profiles.prod.settlingTime must be a number of seconds',
	],
	[
		'profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: .inf}}',
		'FILE line 1: profiles.prod.settlingTime must be a number of seconds',
	],
	['profile: 123', 'FILE line 1: profile must be text; put it in quotes'],
	['profile: true', 'FILE line 1: profile must be text; put it in quotes'],
	['profile: [a]', 'FILE line 1: profile must be text'],
	['profile: a\nprofiles: prod', 'FILE line 2: profiles must be names with their settings'],
	[
		'profiles: {prod: }',
		'FILE line 1: profiles.prod is empty. It must have settings: baseUrl, apiKey, apiKeyEnv, apiKeyCommand, readOnly, colour, settlingTime, limits, team, protect, policies',
	],
	['storage: {keepListings: maybe}', 'FILE line 1: storage.keepListings must be true or false'],
	...['90', '0d', '1.5d', '999999d'].map(history => [
		`storage: {history: ${history}}`,
		'FILE line 1: storage.history must be a number of days, such as 90d',
	]),
	[
		'- a',
		'FILE: it must have settings: profile, profiles, storage, team, protect, policies, preview, columns, views, keys, theme, mouse, explorers, abis, labels',
	],
	['profiles:\n\tprod: 1', 'FILE is not YAML: tab as indent at line 2'],
	['profiles: {}\nprofiles: {}', 'FILE is not YAML: duplicate key at line 2'],
])('what is wrong is said, with where it is: %j', async (text, problem) => {
	expect(await problemOf(text)).toBe(problem);
});

test.each([
	`apiKey: ${key}: x`,
	`apiKey:${key}`,
	key,
	`? ${key}`,
	`${key}: x`,
	`apiKey: "${key}`,
	String.raw`apiKey: "${key}\q"`,
	String.raw`apiKey: "\U${key}"`,
	`apiKey: '${key}' x`,
	`apiKey: x ${key}: y`,
	`apiKey: *${key}`,
	`apiKey: |${key}`,
	`apiKey: >${key}`,
	`apiKey: @${key}`,
	`apiKey: %${key}`,
	`apiKey: !<${key} x`,
	`apiKey: !e!${key} x`,
	`apiKey: [${key}]`,
	`apiKey: {${key}: 1}`,
	`apiKey: {${key}}`,
	`apiKey: ]${key}`,
	`apiKey: x\n    apiKey: ${key}`,
	`apiKey: ${key}\n    apiKeyEnv: X`,
	`apiKey: ${key}\n    unheard-of: ${key}`,
	`apiKey: ${key}\n  - ${key}`,
])('a problem never quotes the key: %j', async line => {
	const problem = await problemOf(`profiles:\n  prod:\n    baseUrl: https://a\n    ${line}\n`);
	expect(problem).toMatch(/^FILE(?:(?: line \d)?: | is not YAML)/v);
	expect(problem).not.toContain('\n');
	expect(problem).not.toMatch(/sk-live|0123456789/v);
});

test.each([
	`profiles: {${key}: 1}`,
	`profiles: {prod: {baseUrl: a, ${key.replaceAll(/[\d\-]/gv, '')}abcdefghijklmnop: 1}}`,
	'profiles: {abcdefghijklmnopqrstuvwxyz: 1}',
	`storage: {${key}: 1}`,
	`${key}: 1`,
])('a name that could be an API key is not repeated: %j', async text => {
	expect(await problemOf(text)).toMatch(/^FILE line 1: [.a-z]*… /v);
});

describe('a file that holds a key', () => {
	const text = `profiles: {prod: {baseUrl: a, apiKey: ${key}}}`;

	test.runIf(process.platform !== 'win32').each([0o640, 0o604, 0o644, 0o610])('is refused with mode %o', async mode => {
		await using config = await configFile(text, mode);
		const read = await readProfileFile(config.file);
		expect(read).toEqual({
			ok: false,
			problem: `${config.file} contains an API key but other users can read it; run: chmod 600 ${config.file}`,
		});
	});

	test.runIf(process.platform !== 'win32').each([0o660, 0o602, 0o666, 0o620])(
		'is refused with mode %o even if it contains no key: others could have it run commands',
		async mode => {
			await using config = await configFile('profiles: {}', mode);
			const read = await readProfileFile(config.file);
			expect(read).toEqual({
				ok: false,
				problem: `other users can write to ${config.file} and could have it run commands as you; run: chmod go-w ${config.file}`,
			});
		},
	);

	test.runIf(process.platform !== 'win32')(
		'is refused in a folder where others can replace it, and through a symbolic link',
		async () => {
			await using config = await configFile('profiles: {}');
			await using links = await temporaryFolder();
			const link = path.join(links.path, 'config.yaml');
			await symlink(config.file, link);
			expect(await readProfileFile(link)).toMatchObject({ok: true});
			const folder = path.dirname(config.file);
			await chmod(folder, 0o777);
			expect(await readProfileFile(link)).toMatchObject({
				ok: false,
				problem: containing(`other users can write to ${folder} `),
			});
			await chmod(folder, 0o1777);
			expect(await readProfileFile(link)).toMatchObject({ok: true});
		},
	);
	test.runIf(process.platform !== 'win32')('is refused where others can replace a folder above it', async () => {
		await using top = await temporaryFolder();
		const folder = path.join(top.path, 'open', 'mine', 'chainbell');
		await mkdir(folder, {recursive: true});
		const file = path.join(folder, 'config.yaml');
		await writeFile(file, 'profiles: {}', {mode: 0o600});
		const open = path.join(top.path, 'open');
		await chmod(open, 0o775);
		expect(await readProfileFile(file)).toEqual({
			ok: false,
			problem: `other users can write to ${open} and could have it run commands as you; run: chmod go-w ${open}`,
		});
		await chmod(open, 0o1777);
		expect(await readProfileFile(file)).toMatchObject({ok: true});
	});
});

describe('saving', () => {
	test.runIf(process.platform !== 'win32')('a symbolic link stays one, and its target is replaced', async () => {
		await using config = await configFile('# kept\n');
		await using links = await temporaryFolder();
		const link = path.join(links.path, 'config.yaml');
		await symlink(path.relative(links.path, config.file), link);
		await saveProfile(link, 'prod', {baseUrl: 'https://a', apiKeyEnv: 'KEY'});
		expect(await readlink(link)).toBe(path.relative(links.path, config.file));
		expect(await readFile(config.file, 'utf8')).toContain('# kept');
		expect(await readProfileFile(link)).toMatchObject({value: {profiles: {prod: {apiKeyEnv: 'KEY'}}}});
	});

	test('creates the file and its directory, for the owner only, with the profile as default', async () => {
		await using folder = await temporaryFolder();
		const file = path.join(folder.path, 'new', 'chainbell', 'config.yaml');
		await saveProfile(file, 'prod', {baseUrl: 'https://a', apiKey: key});
		expect(await readProfileFile(file)).toEqual({
			ok: true,
			value: {profile: 'prod', profiles: {prod: {baseUrl: 'https://a', apiKey: key, readOnly: false, colour: true}}},
		});
		expect(await modeOf(file)).toBe('600');
		expect(await modeOf(path.dirname(file))).toBe('700');
		expect(await readdir(path.dirname(file))).toEqual(['config.yaml']);
	});

	test('makes a file that others could read private', async () => {
		await using config = await configFile(`profiles: {old: {baseUrl: a, apiKey: ${key}}}`, 0o644);
		await saveProfile(config.file, 'prod', {baseUrl: 'https://a', apiKeyEnv: 'KEY'});
		expect(await modeOf(config.file)).toBe('600');
		expect(await readProfileFile(config.file)).toMatchObject({
			ok: true,
			value: {profiles: {old: {apiKey: key}, prod: {apiKeyEnv: 'KEY'}}},
		});
	});

	test.each([
		['no YAML', `profiles: {prod: {apiKey: "${key}`],
		['a list', `- ${key}`],
		['a word', key],
		['profiles that are none', `profiles: ${key}`],
	])('refuses to change a file that contains %s, and does not quote it', async (_name, text) => {
		await using config = await configFile(text);
		const problem = await saveProfile(config.file, 'prod', {baseUrl: 'https://a', apiKeyEnv: 'KEY'}).catch(String);
		expect(problem).toContain(config.file);
		expect(problem).not.toContain(key);
		expect(await readFile(config.file, 'utf8')).toBe(text);
	});

	test('any name and any key are read back unchanged', async () => {
		const visible = fc.string({
			unit: fc.integer({min: 0x21, max: 0x7e}).map(code => String.fromCodePoint(code)),
			minLength: 1,
		});
		const name = fc
			.oneof(fc.string({minLength: 1}), fc.constantFrom('1', 'null', 'true', '*a', '~', '- x', '#'))
			.filter(text => text !== '__proto__');
		await fc.assert(
			fc.asyncProperty(name, visible, async (profile, apiKey) => {
				await using config = await configFile();
				await saveProfile(config.file, profile, {baseUrl: 'https://a', apiKey});
				expect(await readProfileFile(config.file)).toMatchObject({
					ok: true,
					value: {profile, profiles: {[profile]: {apiKey}}},
				});
			}),
		);
	});
});

describe('limits', () => {
	const withLimits = (limits: string) => `profiles: {p: {baseUrl: 'https://a', apiKeyEnv: K, limits: ${limits}}}`;

	test.each([
		['{listing: much}', 'profiles.p.limits.listing must be a size such as 10 MB'],
		['{record: 0}', 'profiles.p.limits.record must be a size such as 10 MB'],
		['{record: [1]}', 'profiles.p.limits.record must be a size such as 10 MB'],
		['{records: 1 MB}', 'profiles.p.limits.records must be a number of records'],
		['{records: 0}', 'profiles.p.limits.records must be more than 0 records'],
		[
			'{body: 1 MB}',
			'profiles.p.limits.body is no setting. The settings here are listing, record, records, response, error, headers',
		],
	])('%s is refused', async (limits, problem) => {
		expect(await problemOf(withLimits(limits))).toBe(`FILE line 1: ${problem}`);
	});
});
