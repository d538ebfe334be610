import path from 'node:path';
import {BodiesError, type Mistake, type NotificationFile} from './notification-file.ts';
import {readFile} from './read-file.ts';
import type {ReferenceSources} from './references.ts';

/** The places that the files of a command or a screen are read from. */
export type FileSources = Pick<ReferenceSources, 'env'> & {
	/** Reads the text of a file. */
	readonly readText: (file: string) => Promise<string>;
	/** The name of a file in messages; by default its path. */
	readonly nameOf?: (file: string) => string;
};

/** Several files, or all mistakes of all of them with what could be read. */
export type FilesReading =
	| {readonly ok: true; readonly files: readonly NotificationFile[]}
	| {
			readonly ok: false;
			readonly files: readonly NotificationFile[];
			readonly mistakes: readonly Mistake[];
			/** Set if the only mistake is that a file cannot be parsed. */
			readonly unreadable: BodiesError | undefined;
	  };

/** The sources of the references in a file. */
export const sourcesOf = (file: string, env: ReferenceSources['env']): ReferenceSources => ({
	folder: file === '-' ? undefined : path.dirname(path.resolve(file)),
	env,
});

/** Reads files of notifications. A file that cannot be parsed does not hide the mistakes of the others. @throws what `readText` throws */
export async function readNotificationFiles(
	paths: readonly string[],
	{readText, env, nameOf = file => file}: FileSources,
): Promise<FilesReading> {
	const files: NotificationFile[] = [];
	const mistakes: Mistake[] = [];
	let unreadable: BodiesError | undefined;
	for (const file of paths) {
		const text = await readText(file);
		try {
			const reading = await readFile(text, nameOf(file), sourcesOf(file, env));
			files.push(file === '-' ? reading.file : {...reading.file, path: file});
			mistakes.push(...(reading.ok ? [] : reading.mistakes));
		} catch (error) {
			if (!(error instanceof BodiesError) || error.mistake === undefined) {
				throw error;
			}

			const {message, line = 1, column = 1} = error.mistake;
			unreadable = error;
			mistakes.push({file: nameOf(file), line, column, field: '', message});
		}
	}

	return mistakes.length > 0
		? {ok: false, files, mistakes, unreadable: mistakes.length === 1 ? unreadable : undefined}
		: {ok: true, files};
}
