import {mkdirSync} from 'node:fs';
import {enableCompileCache} from 'node:module';
import process from 'node:process';
import {defaultTimeout} from '../api/connection.ts';
import {readEnvironment} from '../config/environment.ts';
import {findPaths} from '../config/paths.ts';
import {createOutput} from '../terminal/output.ts';
import type {ServicesOptions} from '../session/services.ts';
import type {Skeleton} from '../terminal/skeleton.ts';
import type {Arguments} from './arguments.ts';

export type MainOptions = {
	/** What is on the terminal already, if anything is. */
	readonly skeleton?: Skeleton | undefined;
	/** Loads the screens and runs them until the operator quits; resolves to the exit code. */
	readonly openScreens: (options: ScreenOptions) => Promise<number>;
};

/** What the screens are opened with. */
export type ScreenOptions = Omit<ServicesOptions, 'clock' | 'onOpen'> & {
	readonly hasColour: boolean;
	/** Called right before the program draws its first frame, and sees to the terminal from then on. */
	readonly onScreen?: (() => void) | undefined;
};

/**
Runs the command that the arguments name.

@param argv - Without the program's own name.
@param options - What the entry file has: the skeleton on the terminal, and the way to the screens.
@returns The exit code: 0 all well, 1 it failed, 2 the arguments or the terminal do not fit, 3 a listing is partial.
*/
export async function main(argv: readonly string[], options: MainOptions): Promise<number> {
	const {skeleton} = options;
	try {
		keepCompiled();
		const request = await readRequest(argv);
		if (request.command !== 'open') {
			skeleton?.leave();
		}

		switch (request.command) {
			case 'say': {
				(request.exitCode === 0 ? console.log : console.error)(request.text);
				return request.exitCode;
			}

			case 'sandbox': {
				return await runSandboxCommand(request);
			}

			case 'history': {
				return await runHistoryCommand(request);
			}

			case 'list': {
				return await runListCommand(request);
			}

			case 'open': {
				return await openScreen(request, options);
			}
		}
	} catch (error) {
		// A bug, or a machine that does not play along.
		skeleton?.leave();
		// A full disk is no bug.
		console.error(error instanceof Error && 'syscall' in error ? `chainbell: ${error.message}` : error);
		return 1;
	}
}

/** Has Node keep what it compiles, in a folder that nobody else can write to, as /tmp is not: what is in it runs. */
function keepCompiled(): void {
	const {compiledFolder} = findPaths();
	try {
		mkdirSync(compiledFolder, {recursive: true, mode: 0o700});
		enableCompileCache(compiledFolder);
	} catch {
		// Slower, then.
	}
}

/** The everyday start needs no parser, and must not wait for one. */
async function readRequest(argv: readonly string[]): Promise<Arguments> {
	if (argv.length === 0 || (argv.length === 1 && argv[0] === '--sandbox')) {
		return {command: 'open', isSandbox: argv.length === 1, isReadOnly: false};
	}

	const {readArguments} = await import('./arguments.ts');
	return readArguments(argv);
}

async function openScreen({isSandbox, profile, baseUrl, isReadOnly, timeout}: Extract<Arguments, {command: 'open'}>, {skeleton, openScreens}: MainOptions): Promise<number> {
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		console.error('chainbell needs a terminal: standard input and output are not one.');
		return 2;
	}

	const environment = readEnvironment();
	const {configFile, sandboxFile, ledgerFile} = findPaths();
	return openScreens({
		hasColour: !environment.noColour,
		profile: isSandbox ? undefined : {name: profile, baseUrl, isReadOnly, environment, configFile},
		isReadOnly,
		configFile,
		sandboxFile,
		ledgerFile,
		editor: environment.editor ?? 'vi',
		timeout: timeout ?? defaultTimeout,
		onScreen: skeleton?.handOver,
	});
}

async function runListCommand({isSandbox, profile, baseUrl, isJson, query, timeout}: Extract<Arguments, {command: 'list'}>): Promise<number> {
	const {configFile, sandboxFile} = findPaths();
	const {runList} = await import('./list.ts');
	return runList({
		profile: isSandbox ? undefined : {name: profile, baseUrl, environment: readEnvironment(), configFile},
		sandboxFile,
		timeout: timeout ?? defaultTimeout,
		isJson,
		query,
		isTerminal: process.stdout.isTTY,
		print: createOutput(process.stdout),
		warn(line) {
			console.error(line);
		},
	});
}

async function runHistoryCommand({isJson, search, limit}: Extract<Arguments, {command: 'history'}>): Promise<number> {
	const {runHistory} = await import('./history.ts');
	runHistory({
		ledgerFile: findPaths().ledgerFile,
		isJson,
		search,
		limit,
		print(line) {
			console.log(line);
		},
		warn(line) {
			console.error(line);
		},
	});
	return 0;
}

async function runSandboxCommand({port, file, samples, faults}: Extract<Arguments, {command: 'sandbox'}>): Promise<number> {
	const {runSandbox} = await import('./sandbox.ts');
	try {
		await runSandbox({
			port,
			file: file ?? findPaths().sandboxFile,
			samples,
			faults,
			print(line) {
				console.log(line);
			},
			until: new Promise(resolve => {
				process.once('SIGINT', resolve);
				process.once('SIGTERM', resolve);
			}),
		});
		return 0;
	} catch (error) {
		// A port in use, a file that is no database or cannot be written.
		console.error(`The sandbox cannot run: ${error instanceof Error ? error.message : String(error)}`);
		return 1;
	}
}
