import {cp, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import pty from '@lydell/node-pty';
import type {Plugin} from 'rolldown';

/** Milliseconds: how long the screens may take to open, how long they load the others, and how long the program may take to end. */
const limits = {opening: 20_000, loading: 1500, ending: 5000};

/**
Starts the new program once on its sandbox, in a terminal and a home of its own, so that V8 compiles what a start calls, and keeps that in dist/compiled/ for the first start of everybody (source/system/compiled-code.ts). Where there is no terminal to be had, that start is slower and nothing else.
*/
export const compileAhead: Plugin = {
	name: 'compile ahead',
	async writeBundle() {
		const home = await mkdtemp(path.join(tmpdir(), 'chainbell-build-'));
		try {
			await runOnce(home);
			await cp(path.join(home, 'chainbell/compiled'), 'dist/compiled', {recursive: true});
		} catch (error) {
			this.warn(`nothing was compiled ahead: ${String(error)}`);
		} finally {
			await rm(home, {recursive: true, force: true, maxRetries: 3});
		}
	},
};

async function runOnce(home: string): Promise<void> {
	const terminal = pty.spawn(process.execPath, ['dist/cli.cjs', '--sandbox'], {
		cols: 120, rows: 40, env: {
			PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home, TERM: 'xterm-256color',
		},
	});
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
		await delay(limits.loading);
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
