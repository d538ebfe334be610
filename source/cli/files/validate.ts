import {checkEntries} from '../../files/check-entries.ts';
import {placeText} from '../../files/notification-file.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {invalidFiles, readFiles} from './read-files.ts';

/** Checks files of notifications without a network. Returns the exit code. @throws CommandError, exit code 5, with every mistake and its line */
export async function runValidate(names: readonly string[], options: Pick<GlobalValues, 'json' | 'quiet'> & {readonly maxInput: string | undefined}, context: CommandContext): Promise<number> {
	const files = await readFiles(names, options, context);
	const {mistakes, warnings} = checkEntries(files.flatMap(({entries}) => entries));
	for (const warning of options.quiet ? [] : warnings) {
		context.printError(sanitise(`Warning: ${placeText(warning)}: ${warning.field} ${warning.message}.`));
	}

	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, options, context);
	}

	for (const {name, entries} of options.quiet || options.json ? [] : files) {
		context.print(sanitise(`${name}: ${entries.length.toLocaleString('en')} ${entries.length === 1 ? 'notification' : 'notifications'}, no mistake`));
	}

	return 0;
}
