import {spawn} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import process from 'node:process';
import {builtProgram as ownProgram, makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';
import {programs} from './tools.ts';
import {TimedTerminal} from './timed-terminal.ts';

export type OpenOptions = {
	/** A module that Node loads before the program. */
	readonly preload?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** See `TimedTerminal`. */
	readonly bytesPerSecond?: number;
	/** Another build, and another Node that runs it. */
	readonly program?: string;
	readonly node?: string;
};

let program = ownProgram;

/** The build that is measured. */
export const measuredProgram = (): string => program;

/** Measures another build from now on. */
export function useProgram(file: string): void {
	program = file;
}

/** Opens an account with the build that is measured. */
export function openChainbell(
	{environment}: Pick<Account, 'environment'>,
	home: string,
	{preload, env = {}, bytesPerSecond, program: file = program, node = process.execPath}: OpenOptions = {},
): TimedTerminal {
	return new TimedTerminal({
		file: node,
		args: [...(preload === undefined ? [] : ['--import', preload]), file],
		cwd: home,
		env: {...makeHome(home).environment, ...environment, ...env},
		bytesPerSecond,
	});
}

/** Opens a file's lines in fzf. */
export function openFzf(
	linesFile: string,
	home: string,
	args: readonly string[] = [],
	bytesPerSecond?: number,
): TimedTerminal {
	return new TimedTerminal({
		file: '/bin/sh',
		args: ['-c', 'file=$1; shift; exec fzf --no-mouse --layout=reverse "$@" < "$file"', 'sh', linesFile, ...args],
		cwd: home,
		env: makeHome(home).environment,
		bytesPerSecond,
	});
}

/** Opens a file in a pager or an editor that reads no settings of the user. */
export function openPager(name: 'less' | 'vim', file: string, home: string, bytesPerSecond: number): TimedTerminal {
	const args = {
		less: ['-S', file],
		vim: ['-u', 'NONE', '-R', '-n', '--cmd', 'set nocompatible incsearch nowrap', file],
	};
	return new TimedTerminal({
		file: programs[name],
		args: args[name],
		cwd: home,
		env: makeHome(home).environment,
		bytesPerSecond,
	});
}

/** How long `node -e 0` takes in a terminal, in milliseconds: the same Node that runs the program. */
export async function timeNode(home: string, node = process.execPath): Promise<number> {
	await using terminal = new TimedTerminal({file: node, args: ['-e', '0'], cwd: home, env: makeHome(home).environment});
	return (await terminal.ended) - terminal.startedAt;
}

/** A command that needs no terminal, and the file that takes what it prints. */
export type Command = {
	readonly file: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly output: string;
};

/** Milliseconds. */
const commandLimit = 120_000;

/**
How long a command takes, in milliseconds.

@throws When it fails, saying how.
*/
export async function timeCommand({file, args, env, output}: Command): Promise<number> {
	const target = openSync(output, 'w');
	try {
		const startedAt = performance.now();
		const child = spawn(file, args, {
			stdio: ['ignore', target, 'pipe'],
			env: env ?? process.env,
			timeout: commandLimit,
		});
		const ended = new Promise<{code: number | null; at: number}>((resolve, reject) => {
			child.once('error', reject);
			child.once('exit', code => {
				resolve({code, at: performance.now()});
			});
		});
		const [{code, at}, complaint] = await Promise.all([ended, text(child.stderr!)]);
		if (code !== 0) {
			throw new Error(`it ended with ${code ?? 'a signal'}: ${complaint.trim().split('\n', 1)[0]}`);
		}

		return at - startedAt;
	} finally {
		closeSync(target);
	}
}

/** What curl is run with: none of the user's own settings, and no proxy. */
export const curlOptions = ['-q', '-sS', '--noproxy', '*'];

/** The account's listing through jq: `curl … | jq FILTER`. `filter` is as in a shell. */
export function curlIntoJq(
	{headerFile, url}: Pick<Account, 'headerFile' | 'url'>,
	filter: string,
	output: string,
): Command {
	return {
		file: '/bin/sh',
		args: [
			'-c',
			`jq=$1; shift; curl "$@" | "$jq" ${filter}`,
			'sh',
			programs.jq,
			...curlOptions,
			'-H',
			`@${headerFile}`,
			url,
		],
		output,
	};
}
