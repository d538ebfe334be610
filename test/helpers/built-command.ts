import {spawn} from 'node:child_process';
import {chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {builtProgram} from './terminal-home.ts';

/** Root may write anywhere: what must not be able to writes runs as nobody then. */
export const plainUser: number | undefined = process.getuid?.() === 0 ? 65_534 : undefined;

export type BuiltRun = {
	/** Null after a signal. */
	readonly exitCode: number | null;
	readonly stdout: string;
	readonly stderr: string;
};

/** A copy of Node and of the program that another user can run: the folders on the way to this checkout may be closed to them. */
function copyForOthers(): Disposable & {readonly node: string; readonly program: string} {
	const folder = mkdtempSync(path.join(tmpdir(), 'chainbell-others-'));
	const node = path.join(folder, 'node');
	copyFileSync(process.execPath, node);
	cpSync(path.dirname(builtProgram), path.join(folder, 'dist'), {
		recursive: true,
		filter: file => !file.endsWith('.map'),
	});
	chmodSync(folder, 0o755);
	chmodSync(node, 0o755);
	return {
		node,
		program: path.join(folder, 'dist', path.basename(builtProgram)),
		[Symbol.dispose]() {
			rmSync(folder, {recursive: true});
		},
	};
}

/** Runs a command line of the built program to its end, without a terminal. `shell`: a command of the shell that comes before it, such as `ulimit -f 100`. */
export async function runBuilt(
	argv: readonly string[],
	{
		env,
		user,
		shell,
		onStart,
	}: {
		readonly env: Readonly<Record<string, string>>;
		readonly user?: number | undefined;
		readonly shell?: string;
		readonly onStart?: (pid: number) => void;
	},
): Promise<BuiltRun> {
	using copy = user === undefined ? undefined : copyForOthers();
	const command = [copy?.node ?? process.execPath, copy?.program ?? builtProgram, ...argv];
	const [file, ...more] = shell === undefined ? command : ['/bin/sh', '-c', `${shell}; exec "$@"`, 'sh', ...command];
	const child = spawn(file!, more, {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		...(user !== undefined && {uid: user, gid: user}),
	});
	onStart?.(child.pid!);
	const {promise: ended, resolve} = Promise.withResolvers<number | null>();
	child.once('close', resolve);
	const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return {exitCode, stdout, stderr};
}
