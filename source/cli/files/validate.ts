import {checkEntries} from '../../files/check-entries.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {invalidFiles, printWarnings, readFiles} from './read-files.ts';

/** Checks files of notifications without a network. Returns the exit code. @throws CommandError, exit code 5, with every mistake and its line */
export async function runValidate(names: readonly string[], options: Pick<GlobalValues, 'json' | 'quiet'> & {readonly maxInput: string | undefined}, context: CommandContext): Promise<number> {
	const files = await readFiles(names, options, context);
	const {mistakes, warnings} = checkEntries(files.flatMap(({entries}) => entries));
	printWarnings(warnings, options, context);
	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, options, context);
	}

	for (const {name, entries} of options.quiet || options.json ? [] : files) {
		context.print(sanitise(`${name}: ${numberText(entries.length)} ${entries.length === 1 ? 'notification' : 'notifications'}, no mistake`));
	}

	return 0;
}
