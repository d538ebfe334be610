import {realpathSync} from 'node:fs';
import path from 'node:path';
import {bodyShape, memberShape, rowOf, type Shape} from '../domain/spec.ts';
import {isObject} from '../platform/json.ts';
import {readingProblem, readTextFile} from '../platform/files.ts';
import {isBelow} from './find-files.ts';
import type {StructureMistake, ValuePath} from './structure.ts';

/** The places that references of a file can name. */
export type ReferenceSources = {
	/** The folder of the file, or undefined for standard input, which cannot name files. */
	readonly folder: string | undefined;
	/** The value of an environment variable. */
	readonly env: (name: string) => string | undefined;
};

/**
Reads the texts of an entry: replaces references, `{env: NAME}` and `{file: PATH}`, by what they name, and removes the white space around each text, so that what is checked and compared is what is sent. The template, and members that interface.md does not name, stay as they are.

@param value - The entry.
@param sources - Without sources a reference is a mistake.
*/
export function readTexts(
	value: unknown,
	sources: ReferenceSources | undefined,
): {readonly value: unknown; readonly mistakes: readonly StructureMistake[]} {
	const mistakes: StructureMistake[] = [];
	const textOf = (inner: unknown, at: ValuePath): unknown => {
		const referred = isObject(inner) ? referredText(inner, sources) : undefined;
		if (referred !== undefined && 'problem' in referred) {
			mistakes.push({path: at, message: referred.problem});
			return '';
		}

		const text = referred?.text ?? inner;
		return typeof text === 'string' && at[0] !== rowOf('template').path ? text.trim() : text;
	};

	const read = (inner: unknown, shape: Shape | undefined, at: ValuePath): unknown => {
		if (shape?.kind === 'text') {
			return textOf(inner, at);
		}

		if (shape?.item !== undefined) {
			return Array.isArray(inner) ? inner.map((item: unknown, index) => read(item, shape.item, [...at, index])) : inner;
		}

		return shape !== undefined && isObject(inner)
			? Object.fromEntries(
					Object.entries(inner).map(([name, item]) => [name, read(item, memberShape(shape, name), [...at, name])]),
				)
			: inner;
	};

	return {value: read(value, bodyShape, []), mistakes};
}

/** The text of a reference; undefined if the value is none. */
function referredText(
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
