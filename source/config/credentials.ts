import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {Environment} from './environment.ts';
import type {ProfileSettings} from './profile-file.ts';

const commandLimit = 5000;

export type KeyResult =
	| {readonly ok: true; readonly value: string}
	| {readonly ok: false; readonly problem: string};

/**
Finds a profile's API key: in the environment variable it names, from the command it gives (an argument list, no shell, 5 s limit, standard output is the key), or in the file itself.

@returns The key without surrounding white space, or in one line why there is none; the problem never quotes the key.
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
	return key === '' ? {ok: false, problem: 'its apiKey is empty'} : {ok: true, value: key};
}

async function runKeyCommand([command, ...args]: string[]): Promise<KeyResult> {
	try {
		const {stdout} = await promisify(execFile)(command!, args, {timeout: commandLimit});
		const key = stdout.trim();
		return key === '' ? {ok: false, problem: `${command} printed no API key`} : {ok: true, value: key};
	} catch (error) {
		return {ok: false, problem: `${command} ${describe(error)}`};
	}
}

/** Never the error's message: it may quote what the command printed. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) {
		return 'failed';
	}

	if ('killed' in error && error.killed === true) {
		return `gave no API key within ${commandLimit / 1000} s`;
	}

	const {code, signal} = error as Error & {readonly code?: unknown; readonly signal?: unknown};
	return code === 'ENOENT' ? 'was not found' : `ended with ${String(code ?? signal)}`;
}
