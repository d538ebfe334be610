import {existsSync} from 'node:fs';
import path from 'node:path';
import {replaceOwnFile} from '../../config/text-file.ts';
import {schemaFileName, schemaLine} from '../../files/file-schema.ts';
import {readingProblem, readTextFile, RefusedFileError} from '../../system/regular-file.ts';
import {CommandError} from '../command-error.ts';
import {exitCode} from '../exit-codes.ts';

/** The first line of a file that a command writes, and may write again. */
export const writtenBy = (command: string): string => `# Written by chainbell ${command}.\n`;

/** The line that names the schema, if it is beside the file. */
export const schemaLineOf = (file: string): string => existsSync(path.join(path.dirname(file), schemaFileName)) ? schemaLine : '';

/** Writes a file, unless there is one that this command did not write. @throws CommandError */
export async function writeOwn(file: string, text: string, command: string): Promise<void> {
	if (existsSync(file) && !isOwn(file, command)) {
		throw new CommandError({exitCode: exitCode.failed, kind: 'exists', message: `Nothing was written to ${file}: the file there was not written by chainbell ${command}.`, hint: 'Name another file, or move it away.'});
	}

	await requireWritten(file, async () => replaceOwnFile(file, text));
}

/** Writes a file. @throws CommandError if that fails, as in a folder that cannot be written to */
export async function requireWritten<T>(file: string, write: () => Promise<T>): Promise<T> {
	try {
		return await write();
	} catch (error) {
		if (error instanceof Error && 'syscall' in error) {
			throw new CommandError({exitCode: exitCode.failed, kind: 'not-written', message: `Nothing was written to ${file}: ${readingProblem(error)}.`, hint: 'Name a file in a folder that exists and that you can write to.'});
		}

		throw error;
	}
}

/** Whether there is a file that a command wrote, with another text. */
export const isOtherOwn = (file: string, text: string, command: string): boolean => existsSync(file) && isOwn(file, command) && readTextFile(file, Infinity) !== text;

/** Whether a command wrote the file that is there. What is no text or no regular file, which could block, is not its own. */
function isOwn(file: string, command: string): boolean {
	try {
		return readTextFile(file, Infinity).startsWith(writtenBy(command));
	} catch (error) {
		if (error instanceof RefusedFileError) {
			return false;
		}

		throw error;
	}
}
