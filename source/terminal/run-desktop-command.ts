import {spawn} from 'node:child_process';
import {once} from 'node:events';
import type {DesktopCommand} from './desktop-commands.ts';

/** The time limit of a program in milliseconds. */
const limit = 3000;

/**
Runs a desktop program with a text as its input. Its output is ignored.

@param command - The program and its arguments; no shell reads them.
@param input - Its standard input.
@param environment - The environment of the program. It must not contain an API key.
@returns Whether it ended with exit code 0 in time.
*/
export async function runDesktopCommand(
	command: DesktopCommand,
	input: string,
	environment: NodeJS.ProcessEnv,
): Promise<boolean> {
	const [file, ...args] = command;
	try {
		// The program may leave a process running, so its output is not waited for.
		const child = spawn(file, args, {stdio: ['pipe', 'ignore', 'ignore'], env: environment, timeout: limit});
		const exit = once(child, 'exit');
		// It may end without reading its input.
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
		const [code] = (await exit) as [number | null];
		return code === 0;
	} catch {
		return false;
	}
}
