import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {Environment} from './environment.ts';
import type {ProfileSettings} from './profile-file.ts';

/** The time limit of a key command, in milliseconds. */
const commandTimeout = 5000;

export type KeyResult =
	| {readonly ok: true; readonly value: string}
	| {readonly ok: false; readonly problem: string};

/**
Reads a profile's API key from the environment variable `apiKeyEnv`, from the output of the command `apiKeyCommand` (an argument list, run without a shell, with a timeout of 5 s), or from `apiKey` itself.

@returns The key without surrounding white space, or what is wrong, in a phrase that never quotes the key.
*/
export async function findApiKey(settings: ProfileSettings, environment: Environment): Promise<KeyResult> {
	if (settings.apiKeyEnv !== undefined) {
		const key = environment.get(settings.apiKeyEnv)?.trim();
		return key === undefined || key === ''
			? {ok: false, problem: `the environment variable ${settings.apiKeyEnv} is not set`}
			: {ok: true, value: key};
	}

	if (settings.apiKeyCommand !== undefined) {
		return runKeyCommand(settings.apiKeyCommand);
	}

	const key = settings.apiKey?.trim() ?? '';
	return key === '' ? {ok: false, problem: 'apiKey is empty'} : {ok: true, value: key};
}

async function runKeyCommand([command, ...args]: string[]): Promise<KeyResult> {
	try {
		const {stdout} = await promisify(execFile)(command!, args, {timeout: commandTimeout});
		const key = stdout.trim();
		return key === '' ? {ok: false, problem: `${command} printed no API key`} : {ok: true, value: key};
	} catch (error) {
		return {ok: false, problem: `${command} ${describe(error)}`};
	}
}

/** Not the error's own message, which may quote the output of the command. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) {
		return 'failed';
	}

	if ('killed' in error && error.killed === true) {
		return `timed out after ${commandTimeout / 1000} s`;
	}

	const {code, signal} = error as Error & {readonly code?: unknown; readonly signal?: unknown};
	return code === 'ENOENT' ? 'was not found' : `exited with ${String(code ?? signal)}`;
}
