import process from 'node:process';
import {defaultTimeout} from '../api/connection.ts';
import {proxyEnvironment} from '../config/environment.ts';
import {setProxies} from '../system/proxy.ts';
import {createOutput} from '../terminal/output.ts';
import type {Skeleton} from '../terminal/skeleton.ts';
import {accountRequest} from './account-request.ts';
import {systemHost} from './command-host.ts';
import type {CommandContext} from './command.ts';
import {runScreens} from './screens.ts';

export type MainOptions = Pick<CommandContext, 'openScreens'> & {
	/** What is on the terminal already, if anything is. */
	readonly skeleton: Skeleton | undefined;
};

/**
Runs the command that the arguments name.

@param argv - Without the program's own name.
@param options - What the entry file provides.
@param options.skeleton - The picture that it drew.
@param options.openScreens - Loads and runs the screens.
@returns The exit code; see docs/commands.md. 1 for an error that no command expects.
*/
export async function main(argv: readonly string[], {skeleton, openScreens}: MainOptions): Promise<number> {
	// An exception in an event handler. The screens have a handler of their own, which restores the terminal first.
	const bug = Promise.withResolvers<never>();
	process.on('uncaughtException', bug.reject);
	const output = createOutput(() => process.stdout);
	const errors = createOutput(() => process.stderr);
	try {
		setProxies(proxyEnvironment());
		const run = runArguments(argv, {
			skeleton,
			host: systemHost,
			print: output.print,
			write: output.write,
			printError: errors.print,
			writeError(text) {
				void errors.write(text).catch(() => undefined);
			},
			async openScreens(options) {
				process.off('uncaughtException', bug.reject);
				return openScreens(options);
			},
		});
		const exitCode = await Promise.race([run, bug.promise]);
		await output.finish();
		return exitCode;
	} catch (error) {
		skeleton?.leave();
		errors.print(await crashText(error));
		return 1;
	} finally {
		// Where nobody reads it, nothing can be said.
		await errors.finish().catch(() => undefined);
	}
}

/** Starts the screens at once where the arguments are simple: the command table and its parser take time to load. */
async function runArguments(argv: readonly string[], context: Omit<CommandContext, 'commands'>): Promise<number> {
	if (argv.length === 0 || (argv.length === 1 && argv[0] === '--sandbox')) {
		const account = accountRequest({
			sandbox: argv.length === 1, profile: undefined, baseUrl: undefined, timeout: defaultTimeout / 1000, readOnly: false,
		}, context.host);
		return runScreens(account, true, context);
	}

	// What the scripts of `chainbell completion` call.
	if (argv[0] === '--complete' && argv[1] === '--') {
		const [{runCompletion}, {commands}] = await Promise.all([import('./completion/run.ts'), import('./commands.ts')]);
		return runCompletion(argv.slice(2), {...context, commands});
	}

	const [{runCommandLine}, {commands}] = await Promise.all([import('./run-command-line.ts'), import('./commands.ts')]);
	return runCommandLine(argv, {...context, commands});
}

async function crashText(error: unknown): Promise<string> {
	// A system call failed, for example because the disk is full: not a bug.
	if (error instanceof Error && 'syscall' in error) {
		return `chainbell: ${error.message}`;
	}

	const {crashReport} = await import('./crash-report.ts');
	return crashReport(error);
}
