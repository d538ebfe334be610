import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {BodiesError} from '../../api/bodies/bodies-error.ts';
import type {Mistake, NotificationFile} from '../../files/notification-file.ts';
import {readFile} from '../../files/read-file.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {invalidInput} from '../command-error.ts';
import type {CommandContext} from '../command.ts';
import {inputName, invalidText} from '../read-bodies.ts';
import {inputLimit, readInput} from '../read-input.ts';

/** The most mistakes that are printed. */
const maxMistakes = 100;

/** The names of files with notifications in a folder. */
const fileName = /\.(?:ya?ml|jsonl?)$/iv;

export type FileOptions = {readonly json: boolean; readonly maxInput: string | undefined};

/**
Reads files of notifications. A folder stands for the files in it and in its folders; `-` is standard input.

@throws CommandError, exit code 5, with all mistakes of all files, each with its line.
*/
export async function readFiles(names: readonly string[], options: FileOptions, context: CommandContext): Promise<readonly NotificationFile[]> {
	const {host} = context;
	const limit = inputLimit(options.maxInput);
	const files: NotificationFile[] = [];
	const mistakes: Mistake[] = [];
	for (const file of names.flatMap(name => filesIn(name))) {
		const text = await readInput({file, input: host.input, limit, hint: '--max-input reads more, such as --max-input 100MB.'});
		const folder = file === '-' ? undefined : path.dirname(path.resolve(file));
		const reading = await readFile(text, inputName(file), {folder, env: host.environment().get}).catch((error: unknown) => {
			throw error instanceof BodiesError ? invalidText(error) : error;
		});
		if (reading.ok) {
			files.push(reading.file);
		} else {
			mistakes.push(...reading.mistakes);
		}
	}

	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, options, context);
	}

	return files;
}

/** The files that a name stands for. */
function filesIn(name: string): string[] {
	if (name === '-' || statSync(name, {throwIfNoEntry: false})?.isDirectory() !== true) {
		return [name];
	}

	const found = readdirSync(name, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && fileName.test(entry.name))
		.map(entry => path.join(entry.parentPath, entry.name))
		.filter(file => !path.relative(name, file).split(path.sep).some(part => part.startsWith('.')))
		.toSorted();
	if (found.length === 0) {
		throw invalidInput(`Nothing was sent: the folder ${name} has no file that ends with .yaml, .yml, .json or .jsonl.`, 'Name a file, or another folder.');
	}

	return found;
}

/** Prints mistakes, one line each, and creates the error that ends the command. */
export function invalidFiles(mistakes: readonly Mistake[], {json}: Pick<FileOptions, 'json'>, {printError}: Pick<CommandContext, 'printError'>) {
	for (const mistake of json ? [] : mistakes.slice(0, maxMistakes)) {
		printError(sanitise(mistakeText(mistake)));
	}

	const names = [...new Set(mistakes.map(({file}) => file))];
	const count = `${mistakes.length.toLocaleString('en')} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}`;
	return invalidInput(
		`Nothing was sent: ${count} in ${names.length === 1 ? names[0]! : `${names.length} files`}.`,
		'Correct the file and run it again.',
		mistakes.map(mistake => ({field: mistake.field, message: mistakeText(mistake)})),
	);
}

/** A mistake as compilers print it: `alerts.yaml:12:5: event_details.network must be text`. */
const mistakeText = ({file, line, column, field, message}: Mistake): string => `${file}:${line}:${column}: ${[field, message].filter(text => text !== '').join(' ')}`;
