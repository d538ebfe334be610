import packageJson from '../../package.json' with {type: 'json'};
import {sanitise} from '../terminal/sanitise.ts';
import {UsageError, type Command, type CommandContext} from './command.ts';
import {helpText} from './help-text.ts';
import {parseCommandLine, titleOf} from './parse-command-line.ts';

/**
Parses a command line and runs the command that it names; prints help, the version or the mistake where that is asked for or found.

@param argv - Without the program's own name.
@param context - What commands share, with the command table.
@returns The exit code: 2 for a mistake, else that of the command.
@throws What the command throws, UsageError apart.
*/
export async function runCommandLine(argv: readonly string[], context: CommandContext): Promise<number> {
	const {commands, print, printError, skeleton} = context;
	let running: Command | undefined;
	try {
		const {command, action, input} = await parseCommandLine(argv, commands);
		running = command;
		if (action === 'run') {
			if (command.name !== '') {
				skeleton?.leave();
			}

			return await command.run(input, context);
		}

		skeleton?.leave();
		print(action === 'help' ? await helpText(command, commands) : packageJson.version);
		return 0;
	} catch (error) {
		if (!(error instanceof UsageError)) {
			throw error;
		}

		skeleton?.leave();
		const command = error.command ?? running;
		printError(sanitise(error.message));
		printError(`Run ${command === undefined ? 'chainbell' : titleOf(command)} --help for help.`);
		return 2;
	}
}
