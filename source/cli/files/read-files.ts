import path from 'node:path';
import {BodiesError} from '../../api/bodies/bodies-error.ts';
import {filesIn} from '../../files/find-files.ts';
import {mistakeText, placeText, type Mistake, type NotificationFile} from '../../files/notification-file.ts';
import {readNotificationFiles} from '../../files/read-files.ts';
import {RefusedFileError} from '../../system/regular-file.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import {invalidInput, type CommandError} from '../command-error.ts';
import type {CommandContext} from '../command.ts';
import {inputLimit, readInput} from '../read-input.ts';

/** The most mistakes that are printed. */
const maxMistakes = 100;

export type FileOptions = InvalidOptions & {readonly maxInput: string | undefined};

type InvalidOptions = {
	readonly json: boolean;
	/** The option of that name, if the command has it. */
	readonly acceptInvalid?: boolean;
};

/**
Reads files of notifications. A folder stands for the files in it and in its folders; `-` is standard input.

@throws CommandError, exit code 5, with all mistakes of all files, each with its line.
*/
export const readFiles = async (names: readonly string[], options: FileOptions, context: CommandContext): Promise<readonly NotificationFile[]> => readAll(uniqueFiles(names.flatMap(name => namedFiles(name))), options, context);

/** The files without those that are named twice: their entries would count twice. */
const uniqueFiles = (files: readonly string[]): readonly string[] => Map.groupBy(files, file => file === '-' ? file : path.resolve(file)).values().toArray().map(([first]) => first!);

/** Reads one file of notifications, as `readFiles` does. */
export async function readOneFile(name: string, options: FileOptions, context: CommandContext): Promise<NotificationFile> {
	const [file] = await readAll([name], options, context);
	return file!;
}

async function readAll(paths: readonly string[], options: FileOptions, context: CommandContext): Promise<readonly NotificationFile[]> {
	const {host} = context;
	const limit = inputLimit(options.maxInput);
	const reading = await readNotificationFiles(paths, {
		nameOf: inputName,
		env: host.environment().get,
		readText: async file => readInput({file, input: host.input, limit, hint: '--max-input reads more, such as --max-input 100MB.'}),
	}).catch((error: unknown) => {
		throw error instanceof BodiesError ? invalidText(error) : error;
	});
	if (!reading.ok) {
		throw invalidFiles(reading.mistakes, options, context);
	}

	return reading.files;
}

/** The name of a file in messages; `-` is standard input. */
export const inputName = (file: string): string => file === '-' ? 'the standard input' : file;

/** The files that a name stands for. @throws CommandError for a folder without files, or with one that must not be read */
function namedFiles(name: string): readonly string[] {
	let found: readonly string[];
	try {
		found = filesIn(name);
	} catch (error) {
		throw error instanceof RefusedFileError ? invalidInput(sanitise(`Nothing was sent: ${error.message}.`), 'Name the files themselves, or another folder.') : error;
	}

	if (found.length === 0) {
		throw invalidInput(`Nothing was sent: the folder ${name} has no file that ends with .yaml, .yml, .json or .jsonl.`, 'Name a file, or another folder.');
	}

	return found;
}

/** Prints mistakes, one line each, and creates the error that ends the command. `what`: what is to be corrected. */
export function invalidFiles(mistakes: readonly Mistake[], {json, acceptInvalid}: InvalidOptions, {printError}: Pick<CommandContext, 'printError'>, what = 'the file'): CommandError {
	for (const mistake of json ? [] : mistakes.slice(0, maxMistakes)) {
		printError(sanitise(mistakeText(mistake)));
	}

	const names = [...new Set(mistakes.map(({file}) => file))];
	const count = `${numberText(mistakes.length)} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}`;
	return invalidInput(
		`Nothing was sent: ${count} in ${names.length === 1 ? names[0]! : `${names.length} files`}.`,
		`Correct ${what} and run it again${acceptInvalid !== undefined && mistakes.every(({canOverride}) => canOverride) ? ', or pass --accept-invalid to send it anyway' : ''}.`,
		mistakes.map(mistake => ({field: mistake.field, message: mistakeText(mistake)})),
	);
}

/** Prints the warnings of entries, one line each. */
export function printWarnings(warnings: readonly Mistake[], {quiet}: {readonly quiet: boolean}, {printError}: Pick<CommandContext, 'printError'>): void {
	for (const warning of quiet ? [] : warnings) {
		printError(sanitise(`Warning: ${placeText(warning)}: ${warning.field} ${warning.message}.`));
	}
}

/** Creates the error for a text that cannot be read as notifications. */
export const invalidText = ({message, hint, issues}: BodiesError): CommandError => invalidInput(message, hint, issues);
