import path from 'node:path';
import {filesIn, isBelow, type ReferenceSources, isFileName} from '../files/find-files.ts';
import type {Mistake, NotificationFile} from '../files/notification-file.ts';
import {readNotificationFiles} from '../files/read-file.ts';
import {largestInput} from '../platform/limits.ts';
import {readingProblem, readTextFile, RefusedFileError, TooLargeError} from '../platform/files.ts';
import {openInEditor, type Editor} from '../terminal/editor.ts';
import {readdir, stat} from 'node:fs/promises';

/** The files that a path stands for, or why they cannot be used. A problem is one sentence without its full stop, not yet safe to show. */
type ReadFiles =
	| {readonly kind: 'files'; readonly files: readonly NotificationFile[]}
	| {readonly kind: 'mistakes'; readonly mistakes: readonly Mistake[]}
	| {readonly kind: 'problem'; readonly problem: string};

type NotificationFilesOptions = {
	/** The value of an environment variable, for references. */
	readonly env: ReferenceSources['env'];
	/** The home of the operator, for `~`. */
	readonly home: string;
	readonly editor: Editor;
};

/** The files of notifications on this machine, for the screens. */
export type NotificationFiles = ReturnType<typeof createNotificationFiles>;

/** Creates the access of the screens to files of notifications. */
export function createNotificationFiles({home, editor, env}: NotificationFilesOptions) {
	const readText = async (file: string) => readTextFile(file, largestInput);
	return {
		/** Reads the text of a file. Rejects if it cannot be read. */
		readText,
		/** The value of an environment variable, for references. */
		env,
		/** The paths that begin with what was typed. */
		complete: async (typed: string) => completePath(typed, home),
		/** The absolute path of what was typed. */
		resolve: (typed: string) => typedPath(typed, home),
		/** Opens a file in $EDITOR, at a line. The terminal must be released first. Returns what failed, as a sentence without its full stop. */
		edit: async (file: string, line: number) => openInEditor(file, line, editor),
		/** Reads a file, or all files of a folder. */
		async read(name: string): Promise<ReadFiles> {
			let file = name;
			try {
				const paths = filesOf(name);
				if ('problem' in paths) {
					return {kind: 'problem', problem: paths.problem};
				}

				if (paths.length === 0) {
					return {
						kind: 'problem',
						problem: `The folder ${shortPath(name)} has no file that ends with .yaml, .yml, .json or .jsonl`,
					};
				}

				const reading = await readNotificationFiles(paths, {
					env,
					nameOf: shortPath,
					async readText(next) {
						file = next;
						return readText(next);
					},
				});
				const {files, mistakes} = reading;
				return mistakes.length === 0 ? {kind: 'files', files} : {kind: 'mistakes', mistakes};
			} catch (error) {
				return {kind: 'problem', problem: readProblem(error, file)};
			}
		},
	};
}

function filesOf(name: string): readonly string[] | {readonly problem: string} {
	try {
		return filesIn(name);
	} catch (error) {
		if (error instanceof RefusedFileError) {
			return {problem: error.message};
		}

		throw error;
	}
}

const readProblem = (error: unknown, file: string): string =>
	`${shortPath(file)} cannot be read: ${readingProblem(error)}${error instanceof TooLargeError ? '. chainbell plan --max-input reads more' : ''}`;

/** A path for a message: from the current folder, if the file is below it. Not yet safe to show. */
function shortPath(file: string): string {
	return isBelow('', file) ? path.relative('', file) : file;
}

/** The most names that a completion returns. */
const mostNames = 500;

/** The path that a person has typed, as an absolute one: `~` is the home. */
export function typedPath(typed: string, home: string): string {
	const text = typed.trim();
	return path.resolve(text === '~' || text.startsWith('~/') ? path.join(home, text.slice(1)) : text);
}

/** The folders and the files of notifications whose paths begin with a typed text, as they would be typed, sorted. Hidden ones only if the text says so. */
export async function completePath(typed: string, home: string): Promise<readonly string[]> {
	const text = typed === '~' ? '~/' : typed.trimStart();
	const start = text.slice(0, text.lastIndexOf('/') + 1);
	const begun = text.slice(start.length);
	const folder = typedPath(start === '' ? '.' : start, home);
	const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
	const matching = entries.filter(
		({name}) => name.startsWith(begun) && (begun.startsWith('.') || !name.startsWith('.')),
	);
	const names = await Promise.all(
		matching.slice(0, mostNames).map(async entry => {
			const isFolder =
				entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(path.join(folder, entry.name))));
			if (isFolder) {
				return [`${start}${entry.name}/`];
			}

			return isFileName(entry.name) ? [`${start}${entry.name}`] : [];
		}),
	);
	return names.flat().toSorted();
}

async function isFolderAt(file: string): Promise<boolean> {
	try {
		const found = await stat(file);
		return found.isDirectory();
	} catch {
		return false;
	}
}

/** The longest text that all of some texts begin with; it breaks no character. */
export function commonStart([first = '', ...others]: readonly string[]): string {
	const characters = [...first];
	const length = characters.findIndex((_character, index) => {
		const start = characters.slice(0, index + 1).join('');
		return others.some(other => !other.startsWith(start));
	});
	return characters.slice(0, length === -1 ? undefined : length).join('');
}
