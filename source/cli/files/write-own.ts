import {existsSync} from 'node:fs';
import path from 'node:path';
import {replaceOwnFile} from '../../config/config-file.ts';
import {type FileContent, fileText} from '../../files/export.ts';
import {schemaFileName, schemaLine} from '../../files/file-schema.ts';
import {RefusedFileError, readTextFile, readingProblem} from '../../platform/files.ts';
import {sha256} from '../../platform/text.ts';
import {commandError, type CommandError, incompleteError} from '../command-error.ts';
import type {Behind} from '../../changes/look.ts';

/** A file that a command writes. It begins with a digest of what follows, so that it is replaced only while it is as it was written. */
export type OwnFile = {
	readonly command: string;
	/** The beginning of the file, with a digest. It has the same length for each digest. */
	readonly headOf: (digest: string) => string;
	/** The digest of what follows. */
	readonly digest: string;
	/** The content after the head. */
	readonly rest: string;
};

/** Prepares a file of notifications that a command writes, with a line that names the schema, if that is beside the file. `file`: undefined for standard output. */
export function ownNotifications(command: string, file: string | undefined, content: FileContent): OwnFile {
	const namesSchema = file !== undefined && existsSync(path.join(path.dirname(file), schemaFileName));
	return ownFile(
		command,
		digest => `# Written by chainbell ${command}. SHA-256 of what follows: ${digest}\n`,
		(namesSchema ? schemaLine : '') + fileText(content),
	);
}

/** Prepares a file that a command writes. */
export const ownFile = (command: string, headOf: OwnFile['headOf'], rest: OwnFile['rest']): OwnFile => ({
	command,
	headOf,
	rest,
	digest: sha256(rest),
});

/** Formats a file. */
export const ownFileText = ({headOf, digest, rest}: OwnFile): string => headOf(digest) + rest;

/** Writes a file, unless `requireOwn` refuses to. `mode`: of the file; by default as it was. @throws CommandError */
export async function writeOwn(file: string, own: OwnFile, mode?: number) {
	requireOwn(file, own);
	await requireWritten(file, async () => replaceOwnFile(file, ownFileText(own), mode));
}

/** Refuses to replace a file that the command did not write, or that was changed since. Returns whether it has another text. @throws CommandError */
export function requireOwn(file: string, {command, headOf, digest}: OwnFile): boolean {
	const present = existsSync(file) ? ownDigest(file, headOf) : digest;
	if (present === undefined) {
		throw commandError(
			'failed',
			'exists',
			`Nothing was written to ${file}: the file there was not written by chainbell ${command}, or was changed since.`,
			'Name another file, or move it away.',
		);
	}

	return present !== digest;
}

/** Writes a file. @throws CommandError if that fails, as in a folder that cannot be written to */
export async function requireWritten<T>(file: string, write: () => Promise<T>): Promise<T> {
	try {
		return await write();
	} catch (error) {
		if (error instanceof Error && 'syscall' in error) {
			throw commandError(
				'failed',
				'not-written',
				`Nothing was written to ${file}: ${readingProblem(error)}.`,
				'Name a file in a folder that exists and that you can write to.',
			);
		}

		throw error;
	}
}

/** The digest of a file that is as it was written; undefined for any other. What is no regular file, which could block, is not ours. */
function ownDigest(file: string, headOf: OwnFile['headOf']) {
	try {
		const text = readTextFile(file, Infinity);
		const digest = sha256(text.slice(headOf(sha256('')).length));
		return text.startsWith(headOf(digest)) ? digest : undefined;
	} catch (error) {
		if (error instanceof RefusedFileError) {
			return undefined;
		}

		throw error;
	}
}

/** Creates the error for a file that is not written because the listing may be behind a change of this machine. */
export const behindError = ({why, advice}: Behind): CommandError =>
	incompleteError(`Nothing was written: ${why}`, advice);

/** Creates the error for a file that is not written because two listings differ. */
export const differingListingsError = (): CommandError =>
	incompleteError('Nothing was written: two listings of the account differ.');
