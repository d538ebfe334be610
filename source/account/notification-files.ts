import path from 'node:path';
import {filesIn, isBelow, type ReferenceSources} from '../files/find-files.ts';
import type {Mistake, NotificationFile} from '../files/notification-file.ts';
import {readNotificationFiles} from '../files/read-file.ts';
import {largestInput} from '../platform/limits.ts';
import {readingProblem, readTextFile, RefusedFileError, TooLargeError} from '../platform/files.ts';
import {openInEditor, type Editor} from '../terminal/editor.ts';
import {completePath, typedPath} from './complete-path.ts';

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
