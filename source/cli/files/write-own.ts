import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {replaceOwnFile} from '../../config/text-file.ts';
import {fileParts, type FileContent} from '../../files/export.ts';
import {schemaFileName, schemaLine} from '../../files/file-schema.ts';
import {readingProblem} from '../../system/reading-problem.ts';
import {readInParts, RefusedFileError} from '../../system/regular-file.ts';
import {CommandError} from '../command-error.ts';
import {exitCode} from '../exit-codes.ts';

/** The first line of a file that a command writes, and may write again. */
const writtenBy = (command: string): string => `# Written by chainbell ${command}.\n`;

/**
Formats a file of notifications that a command writes, with a line that names the schema, if that is beside the file. `file`: undefined for standard output.

@yields A part of its text.
*/
export function * ownFileParts(command: string, file: string | undefined, content: FileContent): Generator<string> {
	yield writtenBy(command);
	if (file !== undefined && existsSync(path.join(path.dirname(file), schemaFileName))) {
		yield schemaLine;
	}

	yield * fileParts(content);
}

/** Writes a file, in parts, unless there is one that this command did not write. @throws CommandError */
export async function writeOwn(file: string, text: Iterable<string>, command: string): Promise<void> {
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
export const isOtherOwn = (file: string, text: Iterable<string>, command: string): boolean => existsSync(file) && isOwn(file, command) && digestOf(readInParts(file)) !== digestOf(text);

/** A hash of a text that comes in parts, however it is divided: two large texts are compared by it. */
export function digestOf(parts: Iterable<string | Uint8Array>): string {
	const hash = createHash('sha256');
	for (const part of parts) {
		hash.update(part);
	}

	return hash.digest('hex');
}

/** Whether a command wrote the file that is there. What is no regular file, which could block, is not its own. */
function isOwn(file: string, command: string): boolean {
	try {
		const [beginning] = readInParts(file);
		return beginning?.toString().startsWith(writtenBy(command)) === true;
	} catch (error) {
		if (error instanceof RefusedFileError) {
			return false;
		}

		throw error;
	}
}
