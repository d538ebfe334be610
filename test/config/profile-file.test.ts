import {
	chmod,
	mkdir,
	readdir,
	readFile,
	stat,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readProfileFile, saveProfile} from '../../source/config/profile-file.ts';
import {temporaryFolder} from '../helpers/app.tsx';

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

async function problemOf(text: string): Promise<string> {
	await using config = await configFile(text);
	const read = await readProfileFile(config.file);
	return read.ok ? '' : read.problem.replace(config.file, 'FILE');
}

describe('reading', () => {
	test('profiles get defaults for missing settings', async () => {
		await using config = await configFile(`
			profile: prod
			profiles:
			  prod: {baseUrl: 'https://a', apiKey: ${key}, readOnly: true, colour: false, settlingTime: 90.5}
			  test: {baseUrl: 'https://b', apiKeyEnv: TEST_KEY}
			  safe: {baseUrl: 'https://c', apiKeyCommand: [pass, show, key]}
		`.replaceAll('\t', ''));
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

	test.each([undefined, '', '# nothing yet\n', '{}', 'profiles:\n', 'profiles: {}', 'profiles:\n#  prod:\n#    baseUrl: x\n', 'profile:\n'])('%j holds no profiles', async text => {
		await using config = await configFile(text);
		expect(await readProfileFile(config.file)).toEqual({ok: true, value: {profiles: {}}});
	});

	test('a directory at its path is a problem', async () => {
		await using config = await configFile();
		await mkdir(config.file);
		const read = await readProfileFile(config.file);
		expect(read).toMatchObject({ok: false, problem: expect.stringMatching(/^could not read .+ \(EISDIR\)$/v) as string});
	});
});

describe('what is wrong is said, with where it is', () => {
	test.each([
		['extra: 1', 'FILE: has unknown settings: extra'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, readonly: true}}', 'FILE: profiles.prod has unknown settings: readonly'],
		['profiles: {prod: {apiKeyEnv: b}}', 'FILE: profiles.prod.baseUrl Invalid input: expected string, received undefined'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, readOnly: maybe}}', 'FILE: profiles.prod.readOnly Invalid input: expected boolean, received string'],
		['profiles: {prod: {baseUrl: a, apiKeyCommand: pass show}}', 'FILE: profiles.prod.apiKeyCommand Invalid input: expected array, received string'],
		['profiles: {prod: {baseUrl: a}}', 'FILE: profiles.prod needs exactly one of apiKeyEnv, apiKeyCommand and apiKey'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, apiKey: c}}', 'FILE: profiles.prod needs exactly one of apiKeyEnv, apiKeyCommand and apiKey'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: 0}}', 'FILE: profiles.prod.settlingTime must be more than 0 seconds'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: -60}}', 'FILE: profiles.prod.settlingTime must be more than 0 seconds'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: 60 s}}', 'FILE: profiles.prod.settlingTime must be a number of seconds'],
		['profiles: {prod: {baseUrl: a, apiKeyEnv: b, settlingTime: .inf}}', 'FILE: profiles.prod.settlingTime must be a number of seconds'],
		['profiles: {prod: }', 'FILE: profiles.prod Invalid input: expected object, received null'],
		['- a', 'FILE: Invalid input: expected object, received array'],
		['profiles:\n\tprod: 1', 'FILE is not YAML: tab as indent at line 2'],
		['profiles: {}\nprofiles: {}', 'FILE is not YAML: duplicate key at line 2'],
	])('%j', async (text, problem) => {
		expect(await problemOf(text)).toBe(problem);
	});

	test('an empty apiKeyCommand', async () => {
		expect(await problemOf('profiles: {prod: {baseUrl: a, apiKeyCommand: []}}')).toContain('profiles.prod.apiKeyCommand');
	});
});

describe('a problem never quotes the key', () => {
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
	])('%j', async line => {
		const problem = await problemOf(`profiles:\n  prod:\n    baseUrl: https://a\n    ${line}\n`);
		expect(problem).toMatch(/^FILE(?:: | is not YAML)/v);
		expect(problem).not.toContain('\n');
		expect(problem).not.toMatch(/sk-live|0123456789/v);
	});

	test('in a mapping on one line', async () => {
		expect(await problemOf(`profiles: {prod: {baseUrl: a, apiKey:${key}}}`)).toBe('FILE: profiles.prod has unknown settings');
	});
});

describe('a file that holds a key', () => {
	const text = `profiles: {prod: {baseUrl: a, apiKey: ${key}}}`;

	test.runIf(process.platform !== 'win32').each([0o640, 0o604, 0o644, 0o660, 0o666, 0o610])('is refused with mode %o', async mode => {
		await using config = await configFile(text, mode);
		const read = await readProfileFile(config.file);
		expect(read).toEqual({ok: false, problem: `${config.file} contains an API key but other users can read it; run: chmod 600 ${config.file}`});
	});

	test.each([0o600, 0o400, 0o700])('is read with mode %o', async mode => {
		await using config = await configFile(text, mode);
		expect(await readProfileFile(config.file)).toMatchObject({ok: true});
	});

	test('a file without a key may be readable by others', async () => {
		await using config = await configFile('profiles: {prod: {baseUrl: a, apiKeyEnv: KEY}}', 0o644);
		expect(await readProfileFile(config.file)).toMatchObject({ok: true});
	});
});

describe('saving', () => {
	test('creates the file and its directory, for the owner only, with the profile as default', async () => {
		await using folder = await temporaryFolder();
		const file = path.join(folder.path, 'new', 'chainbell', 'config.yaml');
		await saveProfile(file, 'prod', {baseUrl: 'https://a', apiKey: key});
		expect(await readProfileFile(file)).toEqual({
			ok: true, value: {profile: 'prod', profiles: {prod: {baseUrl: 'https://a', apiKey: key, readOnly: false, colour: true}}},
		});
		expect(await modeOf(file)).toBe('600');
		expect(await modeOf(path.dirname(file))).toBe('700');
		expect(await readdir(path.dirname(file))).toEqual(['config.yaml']);
	});

	test('keeps the existing content and comments', async () => {
		await using config = await configFile(`# mine
profile: test # the harmless one
profiles:
  # rarely used
  test:
    baseUrl: https://b # staging
    apiKeyEnv: TEST_KEY

# the end
`);
		await saveProfile(config.file, 'prod', {baseUrl: 'https://a', apiKey: key});
		expect(await readFile(config.file, 'utf8')).toBe(`# mine
profile: test # the harmless one
profiles:
  # rarely used
  test:
    baseUrl: https://b # staging
    apiKeyEnv: TEST_KEY
  prod:
    baseUrl: https://a
    apiKey: ${key}

# the end
`);
	});

	test('updates a profile, and keeps its other settings', async () => {
		await using config = await configFile(`profile: prod
profiles:
  prod:
    # our own
    baseUrl: https://old # since May
    apiKeyCommand: [pass, show, key]
    readOnly: true # on purpose
`);
		await saveProfile(config.file, 'prod', {baseUrl: 'https://new', apiKey: key});
		expect(await readFile(config.file, 'utf8')).toBe(`profile: prod
profiles:
  prod:
    # our own
    baseUrl: https://new # since May
    readOnly: true # on purpose
    apiKey: ${key}
`);
	});

	test('keeps the source of the key unless another one is given', async () => {
		await using config = await configFile('profiles:\n  prod:\n    baseUrl: https://a\n    apiKeyEnv: KEY\n');
		await saveProfile(config.file, 'prod', {readOnly: true});
		expect(await readProfileFile(config.file)).toMatchObject({ok: true, value: {profiles: {prod: {apiKeyEnv: 'KEY', readOnly: true}}}});
	});

	test('keeps profiles that are commented out', async () => {
		await using config = await configFile('profiles:\n#  old: {baseUrl: a}\nprofile:\n');
		await saveProfile(config.file, 'prod', {baseUrl: 'https://a', apiKeyCommand: ['pass', 'show', 'key']});
		expect(await readFile(config.file, 'utf8')).toContain('#  old: {baseUrl: a}');
		expect(await readProfileFile(config.file)).toMatchObject({
			ok: true, value: {profile: 'prod', profiles: {prod: {baseUrl: 'https://a', apiKeyCommand: ['pass', 'show', 'key']}}},
		});
	});

	test('makes a file that others could read private', async () => {
		await using config = await configFile(`profiles: {old: {baseUrl: a, apiKey: ${key}}}`, 0o644);
		await saveProfile(config.file, 'prod', {baseUrl: 'https://a', apiKeyEnv: 'KEY'});
		expect(await modeOf(config.file)).toBe('600');
		expect(await readProfileFile(config.file)).toMatchObject({ok: true, value: {profiles: {old: {apiKey: key}, prod: {apiKeyEnv: 'KEY'}}}});
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
		const visible = fc.string({unit: fc.integer({min: 0x21, max: 0x7E}).map(code => String.fromCodePoint(code)), minLength: 1});
		const name = fc.oneof(fc.string({minLength: 1}), fc.constantFrom('1', 'null', 'true', '*a', '~', '- x', '#')).filter(text => text !== '__proto__');
		await fc.assert(fc.asyncProperty(name, visible, async (profile, apiKey) => {
			await using config = await configFile();
			await saveProfile(config.file, profile, {baseUrl: 'https://a', apiKey});
			expect(await readProfileFile(config.file)).toMatchObject({ok: true, value: {profile, profiles: {[profile]: {apiKey}}}});
		}), {numRuns: 50});
	});
});

describe('limits', () => {
	const withLimits = (limits: string) => `profiles: {p: {baseUrl: 'https://a', apiKeyEnv: K, limits: ${limits}}}`;

	test('are sizes, or numbers of bytes', async () => {
		await using config = await configFile(withLimits('{listing: 200 MB, record: 5MB, records: 50000, headers: 32768}'));
		expect(await readProfileFile(config.file)).toMatchObject({value: {profiles: {p: {limits: {listing: 200_000_000, record: 5_000_000, records: 50_000, headers: 32_768}}}}});
	});

	test.each([
		['{listing: much}', 'profiles.p.limits.listing must be a size such as 10 MB'],
		['{record: 0}', 'profiles.p.limits.record must be a size such as 10 MB'],
		['{record: [1]}', 'profiles.p.limits.record must be a size such as 10 MB'],
		['{records: 1 MB}', 'profiles.p.limits.records must be a number of records'],
		['{records: 0}', 'profiles.p.limits.records must be more than 0 records'],
		['{body: 1 MB}', 'profiles.p.limits has unknown settings: body'],
	])('%s is refused', async (limits, problem) => {
		expect(await problemOf(withLimits(limits))).toBe(`FILE: ${problem}`);
	});
});
