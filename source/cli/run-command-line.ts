import packageJson from '../../package.json' with {type: 'json'};
import {keepSecret} from '../terminal/secrets.ts';
import {
	CommandError,
	errorJson,
	errorLines,
	helpHint,
	invalidInput,
	UsageError,
	commandError,
} from './command-error.ts';
import {parseCommandLine, titleOf} from './command-line.ts';
import {type Command, type CommandContext, resultOptions} from './command.ts';

/**
Parses a command line and runs its command. Prints help, the version or the error.

@param argv - Without the program's own name.
@param context - The shared context, with the command table.
@returns The exit code of the command, or of the CommandError that it threw.
@throws Errors of the command other than CommandError, BodiesError and LedgerError.
*/
export async function runCommandLine(argv: readonly string[], context: CommandContext) {
	const {commands, host, print, printError, skeleton} = context;
	// Also commands that open no account show and write texts of the environment.
	keepSecret(host.environment().apiKey ?? '');
	let running: Command | undefined;
	let isJson = argv.includes('--json');
	// With --json, the error of a change is all that a program reads from stderr.
	const notices: string[] = [];
	try {
		const parsed = await parseCommandLine(argv, commands);
		if (parsed.action !== 'run' || parsed.command.name !== '') {
			skeleton?.leave();
		}

		if (parsed.action === 'version') {
			print(packageJson.version);
			return 0;
		}

		running = parsed.command;
		if (parsed.action === 'help') {
			const {helpText} = await import('./help.ts');
			print(await helpText(parsed, commands));
			return 0;
		}

		const {input} = parsed;
		isJson = input.options.json;
		const isHeld = isJson && running.options.output === resultOptions.output && host.errorColumns() === undefined;
		const tell = isHeld ? (line: string) => void notices.push(line) : printError;
		if (running.name !== '') {
			// The screens read the labels with their settings.
			const {loadLabels} = await import('../account/labels.ts');
			const problem = await loadLabels(host.paths().configFile);
			if (problem !== undefined) {
				tell(`Warning: no labels are used. ${problem}.`);
			}
		}

		const exitCode = await running.run({...context, ...input, printError: tell});
		for (const line of notices) {
			printError(line);
		}

		return exitCode;
	} catch (error) {
		const known = error instanceof CommandError ? error : await knownError(error);
		skeleton?.leave();
		if (known instanceof UsageError) {
			known.hint ??= helpHint(titleOf(running ?? {name: ''}));
		}

		for (const line of isJson ? [errorJson(known, notices)] : errorLines(known)) {
			printError(line);
		}

		return known.exitCode;
	}
}

/** Converts an error of a text that was given, and one of the ledger, which any command can cause, even after a request was sent. Rethrows any other error. */
async function knownError(error: unknown) {
	const {BodiesError} = await import('../files/notification-file.ts');
	if (error instanceof BodiesError) {
		return invalidInput(error.message, error.hint, error.issues);
	}

	const {LedgerError} = await import('../ledger/ledger-error.ts');
	if (error instanceof LedgerError) {
		return commandError(
			1,
			'ledger',
			error.message,
			'Nothing more was sent. Run chainbell doctor to see what is wrong, and chainbell recover to see what is pending.',
			{outcome: 'unknown'},
		);
	}

	throw error;
}
