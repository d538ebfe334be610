import {chmod, readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {splitCommand} from '../../source/config/key-command.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {runCommand, wordsOf, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {containing} from '../helpers/texts.ts';

const key = 'secret-key-of-the-profile-test';

async function makeProfiles(content?: string) {
	const home = await temporaryFolder();
	const file = path.join(home.path, 'config.yaml');
	if (content !== undefined) {
		await writeFile(file, content, {mode: 0o600});
	}

	const outputs: string[] = [];
	return {
		file,
		read: async () => readFile(file, 'utf8'),
		async run(args: CommandLine, options: Partial<CommandOptions> = {}) {
			const run = await runCommand(['profile', ...wordsOf(args)], {home: home.path, ...options});
			outputs.push(run.stdout, run.stderr);
			expect(outputs.join('')).not.toContain(key);
			return run;
		},
		[Symbol.asyncDispose]: home[Symbol.asyncDispose],
	};
}

const two = `# of the team
profile: production  # the default
profiles:
  # careful
  production:
    baseUrl: https://api.example.com/
    apiKeyCommand: [ /usr/bin/pass, show, chainbell/confidential ]
  audit:
    baseUrl: https://api.example.com/
    apiKey: ${key}
    readOnly: true
`;

const add = 'add new --base-url https://api.example.com';

test('list and show say where each API key comes from, and never print one', async () => {
	await using profiles = await makeProfiles(two);
	expect(await profiles.run('list')).toMatchObject({
		exitCode: 0,
		lines: [
			'production\tyes\thttps://api.example.com/\tcommand pass\t',
			'audit\t\thttps://api.example.com/\tconfig.yaml\tread-only',
		],
	});
	const {stdout} = await profiles.run('list --json');
	expect(stdout).not.toContain('confidential');
	expect(JSON.parse(stdout)).toMatchObject([
		{name: 'production', isDefault: true, apiKeyFrom: 'command pass'},
		{name: 'audit', readOnly: true},
	]);
	expect(await profiles.run('show')).toMatchObject({
		exitCode: 0,
		lines: [
			'name: production',
			'isDefault: true',
			'baseUrl: https://api.example.com/',
			'apiKeyFrom: command pass',
			'readOnly: false',
			'colour: true',
		],
	});
	expect(await profiles.run('show audti')).toMatchObject({
		exitCode: 5,
		errors: ['There is no profile audti. Did you mean audit?', 'The profiles are production, audit.'],
	});
	await using none = await makeProfiles();
	expect(await none.run('list', {columns: {output: 80}})).toMatchObject({
		exitCode: 0,
		stdout: '',
		errors: ['There are no profiles. Run chainbell profile add to save one.'],
	});
	expect(await none.run('show')).toMatchObject({exitCode: 5});
});

test('add takes the API key from stdin, a hidden prompt, a variable or a command, and never as an argument', async () => {
	await using profiles = await makeProfiles();
	expect(await profiles.run(add, {input: `${key}\nmore`})).toMatchObject({exitCode: 0, stdout: ''});
	expect(await profiles.read()).toBe(
		`profiles:\n  new:\n    baseUrl: https://api.example.com/\n    apiKey: ${key}\nprofile: new\n`,
	);
	const {mode} = await stat(profiles.file);
	expect((mode % 0o1000).toString(8)).toBe('600');

	const typed = new PassThrough();
	typed.write(`wrong\u{15}${key}x\u{7F}\r`);
	expect(
		await profiles.run('add typed --base-url https://b.example.com/ --read-only', {
			input: typed,
			isInputTerminal: true,
		}),
	).toMatchObject({
		exitCode: 0,
		errors: ['API key (not shown): ', containing('Saved the profile typed.')],
	});
	expect(await profiles.read()).toContain(
		`  typed:\n    baseUrl: https://b.example.com/\n    apiKey: ${key}\n    readOnly: true\n`,
	);
	const interrupted = new PassThrough();
	interrupted.write('abc\u{3}');
	expect(
		await profiles.run('add other --base-url https://b.example.com/', {
			input: interrupted,
			isInputTerminal: true,
		}),
	).toMatchObject({exitCode: 130});

	expect(await profiles.run('add env --base-url https://b.example.com/ --key-env B_KEY --default')).toMatchObject({
		exitCode: 0,
	});
	expect(
		await profiles.run(`add command --base-url https://b.example.com/ --key-command 'pass show "a b"'`),
	).toMatchObject({exitCode: 0});
	const text = await profiles.read();
	expect(text).toContain('profile: env\n');
	expect(text).toContain('    apiKeyEnv: B_KEY\n');
	expect(text).toMatch(/apiKeyCommand:\s+- pass\s+- show\s+- a b\n/v);
});

test.each([
	['add new', 2, 'needs --base-url'],
	['add', 2, 'needs an argument: NAME'],
	['add new --base-url http://api.example.com/', 5, 'The base URL is not valid.'],
	['add production --base-url https://api.example.com/', 5, 'There is a profile production already.'],
	[`${add} --key-env $KEY`, 5, '--key-env is no name'],
	[`${add} --key-env A --key-command b`, 2, 'cannot be combined'],
	[add, 4, 'There is no valid API key on standard input.'],
	[`${add} --dry-run`, 2, 'chainbell profile add has no option --dry-run.'],
	['use none', 5, 'There is no profile none.'],
	['remove none --yes', 5, 'There is no profile none.'],
	['remove audit', 6, 'Nothing was changed: this needs a confirmation'],
	['', 2, 'chainbell profile needs one of: list, show, add, use, remove.'],
	['lsit', 2, 'Unknown command "profile lsit". Did you mean list?'],
])('%j: exit code %d, and the file stays', async (args, exitCode, message) => {
	await using profiles = await makeProfiles(two);
	expect(await profiles.run(args)).toMatchObject({
		exitCode,
		stdout: '',
		errors: [containing(message), expect.any(String)],
	});
	expect(await profiles.read()).toBe(two);
});

test('use and remove keep everything else, comments too', async () => {
	await using profiles = await makeProfiles(two);
	expect(await profiles.run('use audit')).toMatchObject({exitCode: 0});
	expect(await profiles.read()).toBe(two.replace('profile: production  #', 'profile: audit #'));
	expect(await profiles.run('remove audit', {typed: 'n'})).toMatchObject({exitCode: 6});
	expect(await profiles.run('remove audit', {typed: 'y'})).toMatchObject({
		exitCode: 0,
		stderr: containing('with the API key that is saved there'),
	});
	const text = await profiles.read();
	expect(text).toBe(`# of the team\n${two.slice(two.indexOf('profiles:'), two.indexOf('  audit:'))}`);
	const {mode} = await stat(profiles.file);
	expect((mode % 0o1000).toString(8)).toBe('600');
	expect(await profiles.run('show')).toMatchObject({
		exitCode: 0,
		lines: expect.arrayContaining(['name: production', 'isDefault: true']) as unknown,
	});
});

test('a file that others can change, or a profile that others refer to, is refused', async () => {
	await using profiles = await makeProfiles(
		'profiles:\n  a: &a\n    baseUrl: https://a.example.com/\n    apiKeyEnv: A\n  b: *a\n',
	);
	expect(await profiles.run('remove a --yes')).toMatchObject({
		exitCode: 1,
		errors: [containing('Nothing was changed: others in'), expect.any(String)],
	});
	await chmod(profiles.file, 0o666);
	expect(await profiles.run('list')).toMatchObject({
		exitCode: 1,
		errors: [containing('chmod go-w'), expect.any(String)],
	});
});

test('the help of several commands that begin alike', async () => {
	await using profiles = await makeProfiles();
	const {exitCode, lines} = await profiles.run('--help');
	expect(exitCode).toBe(0);
	expect(lines.filter(line => /^ {2}profile (?:list|show|add|use|remove)/v.test(line))).toHaveLength(5);
});

test('quotes of a key command', () => {
	expect(splitCommand('a "b c" \'d "e\' f=" g"  h')).toEqual(['a', 'b c', 'd "e', 'f= g', 'h']);
	expect(splitCommand('  ')).toEqual([]);
});

test.each([
	['profiles:\n  a: [', /is not YAML: .* at line 2\. Correct it first\.$/v],
	[
		two.replace('profile: production', ''),
		/: none of the profiles is the default: production, audit\. Pass --profile NAME, or run chainbell profile use NAME\.$/v,
	],
])('where none can be opened, only what helps is advised: %j', async (content, error) => {
	await using profiles = await makeProfiles(content);
	const {exitCode, errors} = await runCommand('list', {home: path.dirname(profiles.file)});
	expect({exitCode, errors}).toEqual({exitCode: 1, errors: [expect.stringMatching(error)]});
});
