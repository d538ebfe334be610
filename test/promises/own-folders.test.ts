import {execFile} from 'node:child_process';
import {chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir, userInfo} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {expect, onTestFinished, test} from 'vitest';
import {builtProgram} from '../helpers/terminal-home.ts';

async function folder(): Promise<string> {
	const made = await mkdtemp(path.join(await realpath(tmpdir()), 'chainbell-'));
	onTestFinished(async () => rm(made, {recursive: true, force: true}));
	return made;
}

type Run = {readonly exitCode: number; readonly stdout: string; readonly stderr: string};

/** Runs the built program with a umask, in a folder, with nothing but these variables. */
async function run(
	argv: readonly string[],
	env: Readonly<Record<string, string>>,
	{cwd = tmpdir(), umask = '022'} = {},
): Promise<Run> {
	const {promise, resolve} = Promise.withResolvers<Run>();
	const child = execFile(
		'/bin/sh',
		['-c', 'umask "$1"; shift; exec "$@"', 'sh', umask, process.execPath, builtProgram, ...argv],
		{cwd, env: {PATH: process.env.PATH, ...env}},
		(error, stdout, stderr) => {
			resolve({exitCode: error === null ? 0 : Number(error.code), stdout, stderr});
		},
	);
	child.stdin!.end();
	return promise;
}

const add = (name: string) => ['profile', 'add', name, '--base-url', 'https://api.example.com', '--key-env', 'KEY'];

const modeOf = async (file: string) => {
	const {mode} = await stat(file);
	return (mode % 0o1000).toString(8);
};

test.runIf(process.platform === 'linux').each(['002', '277'])(
	'with umask %s all folders that are made are private, and what was saved is accepted',
	async umask => {
		const home = await folder();
		expect(await run(add('one'), {HOME: home}, {umask})).toMatchObject({
			exitCode: 0,
			stderr: expect.stringContaining('Saved the profile one.') as string,
		});
		expect(await run(['list', '--sandbox'], {HOME: home}, {umask})).toMatchObject({exitCode: 0});
		expect(await run(['profile', 'list'], {HOME: home}, {umask})).toMatchObject({
			exitCode: 0,
			stdout: expect.stringContaining('one\tyes') as string,
		});
		for (const each of await readdir(home, {recursive: true, withFileTypes: true})) {
			const place = path.join(each.parentPath, each.name);
			expect({place, mode: await modeOf(place)}).toEqual({
				place,
				mode: each.isDirectory() ? '700' : (expect.stringMatching(/^[46]00$/v) as string),
			});
		}
	},
);

test.runIf(process.platform === 'linux')(
	'an empty folder of chainbell that others can write to is made private; in another one nothing is saved',
	async () => {
		const home = await folder();
		const own = path.join(home, '.config', 'chainbell');
		await mkdir(own, {recursive: true});
		await chmod(own, 0o775);
		expect(await run(add('one'), {HOME: home})).toMatchObject({exitCode: 0});
		expect(await modeOf(own)).toBe('700');
		expect(await run(['profile', 'list'], {HOME: home})).toMatchObject({exitCode: 0});

		const other = await folder();
		await mkdir(path.join(other, '.config'));
		await chmod(path.join(other, '.config'), 0o775);
		expect(await run(add('one'), {HOME: other})).toMatchObject({
			exitCode: 1,
			stderr: expect.stringMatching(
				/^Nothing was changed: other users can write to .*\.config and could have it run commands as you; run: chmod go-w /v,
			) as string,
		});
		expect(await readdir(path.join(other, '.config', 'chainbell'))).toEqual([]);
	},
);

test.runIf(process.platform === 'linux')('profiles that are added at once are all there', async () => {
	const home = await folder();
	const names = ['one', 'two', 'three', 'four'];
	const runs = await Promise.all(names.map(async name => run(add(name), {HOME: home})));
	expect(runs.map(({stderr}) => stderr)).toEqual(
		names.map(name => expect.stringContaining(`Saved the profile ${name}.`) as string),
	);
	const {stdout} = await run(['profile', 'list', '--json'], {HOME: home});
	expect((JSON.parse(stdout) as ReadonlyArray<{readonly name: string}>).map(({name}) => name).toSorted()).toEqual(
		names.toSorted(),
	);
	expect(await readdir(path.join(home, '.config', 'chainbell'))).toEqual(['config.yaml']);
});

const trap = (mark: string) => `profiles: {trap: {baseUrl: "http://127.0.0.1:1/", apiKeyCommand: [touch, ${mark}]}}\n`;

/** A folder whose config.yaml, wherever a relative path leads, would run a command. */
async function trapped() {
	const cwd = await folder();
	const mark = path.join(cwd, 'it-ran');
	for (const place of ['chainbell', '.config/chainbell', 'relative/chainbell']) {
		await mkdir(path.join(cwd, place), {recursive: true});
		await writeFile(path.join(cwd, place, 'config.yaml'), trap(mark), {mode: 0o600});
	}

	return {
		cwd,
		async files() {
			const found = await readdir(cwd, {recursive: true});
			return found.toSorted();
		},
	};
}

test.runIf(process.platform === 'linux').each(['relative', ''])(
	'relative and empty paths of the XDG variables are ignored: %j',
	async value => {
		const home = await folder();
		const {cwd, files} = await trapped();
		const before = await files();
		const env = {
			HOME: home,
			KEY: 'key',
			XDG_CONFIG_HOME: value,
			XDG_STATE_HOME: value,
			XDG_DATA_HOME: value,
			XDG_CACHE_HOME: value,
		};
		expect(await run(add('one'), env, {cwd})).toMatchObject({exitCode: 0});
		expect(await run(['list'], {...env, CHAINBELL_PROFILE: 'trap'}, {cwd})).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining('no profile trap in') as string,
		});
		expect(await run(['delete', '1', '--yes', '--sandbox'], env, {cwd})).toMatchObject({exitCode: 0});
		expect(await files()).toEqual(before);
		const made = await Promise.all(
			['.config', '.local/state', '.local/share', '.cache'].map(async place => readdir(path.join(home, place))),
		);
		expect(made).toEqual([['chainbell'], ['chainbell'], ['chainbell'], ['chainbell']]);
	},
);

test.runIf(process.platform === 'linux').each(['relative'])(
	'an empty or relative HOME is the one of the password database: %j',
	async value => {
		const {cwd, files} = await trapped();
		const before = await files();
		const elsewhere = await folder();
		const env = {HOME: value, XDG_CACHE_HOME: elsewhere, XDG_STATE_HOME: elsewhere, XDG_DATA_HOME: elsewhere};
		const {stdout} = await run(['doctor', '--json'], env, {cwd});
		expect(stdout).toContain(path.join(userInfo().homedir, '.config', 'chainbell'));
		expect(await files()).toEqual(before);
	},
);

test.runIf(process.platform === 'linux')(
	'a folder where none can be made is done without or refused, and nothing waits for ever',
	async () => {
		const home = await folder();
		const nowhere = '/proc/nope';
		expect(await run(['profile', 'list'], {HOME: home, XDG_CACHE_HOME: nowhere})).toMatchObject({exitCode: 0});
		expect(await run(add('one'), {HOME: home, XDG_CONFIG_HOME: nowhere})).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('Nothing was changed: ENOENT') as string,
		});
		expect(await run(['list', '--sandbox'], {HOME: home, XDG_DATA_HOME: nowhere})).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('ENOENT') as string,
		});
		expect(await run(['list', '--sandbox'], {HOME: home, XDG_STATE_HOME: nowhere})).toMatchObject({exitCode: 0});
	},
);
