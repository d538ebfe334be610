import path from 'node:path';
import type {Mistake, NotificationFile} from './notification-file.ts';
import {readFile, type FileReading} from './read-file.ts';
import type {ReferenceSources} from './references.ts';

/** The places that the files of a command or a screen are read from. */
export type FileSources = Pick<ReferenceSources, 'env'> & {
	/** Reads the text of a file. */
	readonly readText: (file: string) => Promise<string>;
	/** The name of a file in messages; by default its path. */
	readonly nameOf?: (file: string) => string;
};

/** Several files, or all mistakes of all of them. */
export type FilesReading =
	| {readonly ok: true; readonly files: readonly NotificationFile[]}
	| {readonly ok: false; readonly mistakes: readonly Mistake[]};

/** The sources of the references in a file. */
export const sourcesOf = (file: string, env: ReferenceSources['env']): ReferenceSources => ({folder: file === '-' ? undefined : path.dirname(path.resolve(file)), env});

/** Reads files of notifications. @throws BodiesError if one of them cannot be parsed, and what `readText` throws. */
export async function readNotificationFiles(paths: readonly string[], {readText, env, nameOf = file => file}: FileSources): Promise<FilesReading> {
	const readings: FileReading[] = [];
	for (const file of paths) {
		readings.push(await readFile(await readText(file), nameOf(file), sourcesOf(file, env)));
	}

	const mistakes = readings.flatMap(reading => reading.ok ? [] : reading.mistakes);
	return mistakes.length > 0 ? {ok: false, mistakes} : {ok: true, files: readings.flatMap(reading => reading.ok ? [reading.file] : [])};
}
