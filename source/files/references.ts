import {realpathSync} from 'node:fs';
import path from 'node:path';
import {readingProblem, readTextFile} from '../platform/files.ts';
import {isBelow} from './find-files.ts';

/** The places that references of a file can name. */
export type ReferenceSources = {
	/** The folder of the file, or undefined for standard input, which cannot name files. */
	readonly folder: string | undefined;
	/** The value of an environment variable. */
	readonly env: (name: string) => string | undefined;
};

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

	return kind === 'env' ? textOfVariable(name, sources) : textOfFile(name, sources);
}

function textOfVariable(name: string, {env}: ReferenceSources) {
	const text = env(name);
	return text === undefined ? {problem: `is the environment variable ${name}, which is not set`} : {text};
}

/** Reads a file below the folder. A link that leads out of the folder is refused, so that a file from elsewhere cannot send what is on this machine. */
function textOfFile(name: string, {folder}: ReferenceSources) {
	if (folder === undefined) {
		return {problem: 'names a file, which standard input cannot do'};
	}

	const outside = {problem: `is the file ${name}, which is not below the folder of this file`};
	const file = path.resolve(folder, name);
	if (!isBelow(folder, file)) {
		return outside;
	}

	try {
		const real = realpathSync(file);
		return isBelow(realpathSync(folder), real) ? {text: readTextFile(real)} : outside;
	} catch (error) {
		return {problem: `is the file ${name}, which cannot be read: ${readingProblem(error)}`};
	}
}
