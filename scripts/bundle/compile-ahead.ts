import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline/promises';
import {setTimeout as delay} from 'node:timers/promises';
import pty from '@lydell/node-pty';
import type {Plugin} from 'rolldown';

const program = path.resolve('dist/cli.cjs');
const target = path.resolve('dist/compiled');

/** Milliseconds: how long the sandbox and the screens may take to open, how long the screens load what they did not need at once, and how long the program may take to end. */
const limits = {opening: 20_000, loading: 1500, ending: 5000};

/**
Starts the new program on its sandbox, in a terminal and a home of its own, so that V8 compiles what a start calls, and keeps that in dist/compiled/ for the first start of everybody (source/system/compiled-code.ts). The account is opened twice: from the second time on, its cached listing is drawn first. Where there is no terminal to be had, the first start is slower and nothing else.
*/
export const compileAhead: Plugin = {
	name: 'compile ahead',
	async writeBundle() {
		// Its paths and terminals are other ones.
		if (process.platform === 'win32') {
			return;
		}

		const folder = await mkdtemp(path.join(tmpdir(), 'chainbell-build-'));
		try {
			await compileIn(folder);
		} catch (error) {
			this.warn(`nothing was compiled ahead: ${String(error)}`);
		} finally {
			await rm(folder, {recursive: true, force: true, maxRetries: 3});
		}
	},
};

async function compileIn(folder: string): Promise<void> {
	const [user, server] = [homeIn(path.join(folder, 'user')), homeIn(path.join(folder, 'server'))];
	const file = path.join(folder, 'sandbox.sqlite');
	const sandbox = spawn(process.execPath, [program, 'sandbox', '--file', file], {
		stdio: ['ignore', 'pipe', 'ignore'],
		env: server.environment,
	});
	const ended = once(sandbox, 'exit');
	try {
		const baseUrl = await Promise.race([
			printedUrl(sandbox.stdout),
			failAfter(limits.opening, 'the sandbox did not start'),
		]);
		const keys = await readFile(file.replace('.sqlite', '.keys'), 'utf8');
		await writeConfig(user.config, baseUrl, keys.split('\n', 1)[0]!);
		await openScreens(user.environment, 0);
		await keep(user.compiled);
		await openScreens(user.environment, limits.loading);
		await keep(user.compiled);
	} finally {
		sandbox.kill();
		await ended;
	}

	await keep(server.compiled, {force: false});
}

/** A home below a folder: the environment that leads there, and where the program then looks (env-paths). */
function homeIn(folder: string) {
	const [config, cache] =
		process.platform === 'darwin' ? ['Library/Preferences', 'Library/Caches'] : ['config', 'cache'];
	return {
		config: path.join(folder, config, 'chainbell'),
		compiled: path.join(folder, cache, 'chainbell/compiled'),
		environment: {
			PATH: process.env.PATH,
			HOME: folder,
			XDG_CONFIG_HOME: path.join(folder, config),
			XDG_DATA_HOME: path.join(folder, 'data'),
			XDG_STATE_HOME: path.join(folder, 'state'),
			XDG_CACHE_HOME: path.join(folder, cache),
			TERM: 'xterm-256color',
		},
	};
}

/** Moves what was compiled to dist/compiled/. The second start, which calls more, takes the place of the first. */
async function keep(compiled: string, {force = true} = {}): Promise<void> {
	await cp(compiled, target, {recursive: true, force});
	await rm(compiled, {recursive: true});
}

async function printedUrl(output: NodeJS.ReadableStream): Promise<string> {
	for await (const line of createInterface(output)) {
		const url = /^Base URL: (?<url>\S+)/v.exec(line)?.groups?.url;
		if (url !== undefined) {
			return url;
		}
	}

	throw new Error('the sandbox ended');
}

/** Settings that make a start read each kind of YAML. The variable of the team is not set: no board is looked for. */
const settings = 'theme: auto\nteam:\n  url: {env: CHAINBELL_BUILD_BOARD}\n  account: build\n';

async function writeConfig(folder: string, baseUrl: string, apiKey: string): Promise<void> {
	await mkdir(folder, {recursive: true, mode: 0o700});
	await writeFile(
		path.join(folder, 'config.yaml'),
		`${settings}profiles:\n  build:\n    baseUrl: ${baseUrl}\n    apiKey: ${apiKey}\n`,
		{mode: 0o600},
	);
}

/** Opens the account, moves the cursor and quits. */
async function openScreens(env: NodeJS.ProcessEnv, loading: number): Promise<void> {
	const terminal = pty.spawn(process.execPath, [program], {cols: 120, rows: 40, env});
	let output = '';
	const rows = Promise.withResolvers<void>();
	terminal.onData(text => {
		output += text;
		if (output.includes('EMAIL')) {
			rows.resolve();
		}
	});
	const end = new Promise<void>(resolve => {
		terminal.onExit(() => {
			rows.reject(new Error('the program ended'));
			resolve();
		});
	});
	try {
		await Promise.race([rows.promise, failAfter(limits.opening, 'there were no rows')]);
		terminal.write('j');
		await delay(loading);
		terminal.write('q');
		await Promise.race([end, failAfter(limits.ending, 'the program did not end')]);
	} finally {
		terminal.kill();
	}
}

async function failAfter(milliseconds: number, problem: string): Promise<never> {
	await delay(milliseconds, undefined, {ref: false});
	throw new Error(problem);
}
