import {realpathSync} from 'node:fs';
import path from 'node:path';
import {topicNames, wireNames} from '../domain/wire-names.ts';
import {isObject} from '../system/json.ts';
import {readingProblem} from '../system/reading-problem.ts';
import {readTextFile} from '../system/regular-file.ts';
import {isBelow} from './find-files.ts';
import type {StructureMistake, ValuePath} from './structure.ts';

/** The places that references of a file can name. */
export type ReferenceSources = {
	/** The folder of the file, or undefined for standard input, which cannot name files. */
	readonly folder: string | undefined;
	/** The value of an environment variable. */
	readonly env: (name: string) => string | undefined;
};

/** The members whose value may be a reference. */
const textNames: ReadonlySet<string> = new Set<string>([
	...Object.values(wireNames.record).filter(name => name !== wireNames.record.details), wireNames.details.network, wireNames.details.eventType, wireNames.details.addresses, ...Object.values(wireNames.filter), ...topicNames,
]);

/** Replaces the references in a value, `{env: NAME}` and `{file: PATH}`, by the texts that they name. Only members that are text can have one. Without sources a reference is a mistake. */
export function resolveReferences(value: unknown, sources: ReferenceSources | undefined): {readonly value: unknown; readonly mistakes: readonly StructureMistake[]} {
	const mistakes: StructureMistake[] = [];
	const resolve = (inner: unknown, name: string | undefined, at: ValuePath): unknown => {
		if (Array.isArray(inner)) {
			return inner.map((item: unknown, index) => resolve(item, name, [...at, index]));
		}

		if (!isObject(inner)) {
			return inner;
		}

		if (name !== undefined && textNames.has(name)) {
			const text = referredText(inner, sources);
			if (text !== undefined && 'problem' in text) {
				mistakes.push({path: at, message: text.problem});
				return '';
			}

			return text === undefined ? inner : text.text;
		}

		return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, resolve(member, key, [...at, key])]));
	};

	return {value: resolve(value, undefined, []), mistakes};
}

/** The text of a reference; undefined if the value is none. */
function referredText(value: Readonly<Record<string, unknown>>, sources: ReferenceSources | undefined): {readonly text: string} | {readonly problem: string} | undefined {
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

