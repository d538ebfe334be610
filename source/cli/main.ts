import process from 'node:process';
import {defaultTimeout} from '../service/retry.ts';
import {proxyEnvironment} from '../config/environment.ts';
import {setProxies} from '../platform/proxy.ts';
import {createOutput} from '../terminal/output.ts';
import {systemHost} from './command-host.ts';
import {runScreens} from './screens.ts';
import type {CommandContext} from './command.ts';

/**
Runs the command named by the arguments.

@param argv - Without the program's own name.
@param options - The options from the entry file.
@param options.skeleton - The placeholder that the entry file drew.
@param options.openScreens - Loads and runs the screens.
@param options.applySettings - Loads what the screens make of their settings.
@returns The exit code; see docs/commands.md. 1 for an unexpected error.
*/
export async function main(
	argv: readonly string[],
	{skeleton, openScreens, applySettings}: Pick<CommandContext, 'skeleton' | 'openScreens' | 'applySettings'>,
): Promise<number> {
	// Catches exceptions in event handlers. The screens have their own handler, which restores the terminal first.
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
			applySettings,
		});
		const exitCode = await Promise.race([run, bug.promise]);
		await output.finish();
		return exitCode;
	} catch (error) {
		skeleton?.leave();
		errors.print(await crashText(error));
		return 1;
	} finally {
		// Errors of standard error are ignored, because they cannot be reported.
		await errors.finish().catch(() => undefined);
	}
}

/** Opens the screens directly if the arguments are simple, because the command table and its parser take time to load. */
async function runArguments(argv: readonly string[], context: Omit<CommandContext, 'commands'>) {
	if (argv.length === 0 || (argv.length === 1 && argv[0] === '--sandbox')) {
		const timeout = defaultTimeout / 1000;
		const none = {profile: undefined, baseUrl: undefined, timeout, readOnly: false, noColor: false};
		return runScreens({...context, options: {...none, sandbox: argv.length === 1}});
	}

	// This form is called by the scripts of `chainbell completion`.
	if (argv[0] === '--complete' && argv[1] === '--') {
		const [{runCompletion}, {commands}] = await Promise.all([import('./completion.ts'), import('./commands.ts')]);
		return runCompletion(argv.slice(2), {...context, commands});
	}

	const [{runCommandLine}, {commands}] = await Promise.all([import('./run-command-line.ts'), import('./commands.ts')]);
	return runCommandLine(argv, {...context, commands});
}

async function crashText(error: unknown) {
	// A failed system call, for example because the disk is full, is not a bug.
	if (error instanceof Error && 'syscall' in error) {
		return `chainbell: ${error.message}`;
	}

	const {crashReport} = await import('./crash-report.ts');
	return crashReport(error);
}
