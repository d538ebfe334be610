import {readdirSync, realpathSync, statSync} from 'node:fs';
import path from 'node:path';
import {readingProblem, readTextFile, RefusedFileError} from '../platform/files.ts';

/** The names of files with notifications. */
const fileName = /\.(?:ya?ml|jsonl?)$/iv;

/** Whether a file in a folder is taken for one with notifications, by its name. */
export const isFileName = (name: string): boolean => fileName.test(name);

/** Whether a path leads into a folder. Links are not followed. */
export const isBelow = (folder: string, file: string): boolean =>
	path.resolve(file).startsWith(path.join(path.resolve(folder), path.sep));

/**
The files that a name stands for: itself or, for a folder, the files with notifications in it and in its folders. Links to folders are not followed; a link to a file of the folder stands for that file.

@throws RefusedFileError for a folder without such a file, that cannot be read, or with a link to a file elsewhere. To leave one out could delete what it describes.
*/
export function filesIn(name: string): readonly string[] {
	if (name === '-' || !isFolder(name)) {
		return [name];
	}

	const files = new Map<string, string>();
	const folder = realpathSync(name);
	for (const file of filesBelow(name).toSorted()) {
		const real = reading(file, () => realpathSync(file));
		if (!isBelow(folder, real)) {
			throw new RefusedFileError(`${file} is a symbolic link to a file that is not below the folder ${name}`);
		}

		files.set(real, files.get(real) ?? file);
	}

	if (files.size === 0) {
		throw new RefusedFileError(`the folder ${name} has no file that ends with .yaml, .yml, .json or .jsonl`);
	}

	return [...files.values()];
}

/** Whether a name is that of a folder, or of a link to one. One that cannot be looked up is none: what is wrong is said when it is read. */
export function isFolder(name: string): boolean {
	try {
		return statSync(name).isDirectory();
	} catch {
		return false;
	}
}

/** The files in a folder and in its folders, by their names, without what is hidden. `recursive` of Node would follow links to folders, also to one that they are in. */
function filesBelow(folder: string): string[] {
	return reading(`the folder ${folder}`, () => readdirSync(folder, {withFileTypes: true}))
		.filter(({name}) => !name.startsWith('.'))
		.flatMap(entry => {
			const file = path.join(folder, entry.name);
			if (entry.isDirectory()) {
				return filesBelow(file);
			}

			return isFileName(entry.name) && !isFolder(file) ? [file] : [];
		});
}

function reading<T>(name: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new RefusedFileError(`${name} cannot be read: ${readingProblem(error)}`);
	}
}

/** The places that references of a file can name. */
export type ReferenceSources = {
	/** The folder of the file, or undefined for standard input, which cannot name files. */
	readonly folder: string | undefined;
	/** The value of an environment variable. */
	readonly env: (name: string) => string | undefined;
};

/** Without a folder or a variable that a reference could name. */
export const noSources: ReferenceSources = {folder: undefined, env: () => undefined};

/** The text of a reference; undefined if the value is none. */
export function referredText(
	value: Readonly<Record<string, unknown>>,
	sources: ReferenceSources | undefined,
): {readonly text: string} | {readonly problem: string} | undefined {
	const [[kind, name] = [], ...others] = Object.entries(value);
	if (others.length > 0 || (kind !== 'env' && kind !== 'file') || typeof name !== 'string' || name === '') {
		return undefined;
	}

	if (sources === undefined) {
		return {problem: 'is a reference: only a file with "notifications:" can have one'};
	}

	if (kind === 'file') {
		return textOfFile(name, sources);
	}

	const text = sources.env(name);
	return text === undefined ? {problem: `is the environment variable ${name}, which is not set`} : {text};
}

/** Reads a file below the folder. A link that leads out of the folder is refused, so that a file from elsewhere cannot send what is on this machine. */
function textOfFile(name: string, {folder}: ReferenceSources) {
	if (folder === undefined) {
		return {problem: 'names a file, which standard input cannot do'};
	}

	try {
		const real = realpathSync(path.resolve(folder, name));
		return isBelow(realpathSync(folder), real)
			? {text: readTextFile(real)}
			: {problem: `is the file ${name}, which is not below the folder of this file`};
	} catch (error) {
		return {problem: `is the file ${name}, which cannot be read: ${readingProblem(error)}`};
	}
}
