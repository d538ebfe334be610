import {inTransaction, statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, toStored} from './stored-json.ts';

/** A file on this machine in the state in which it was planned. */
export type PlannedFile = {
	/** The absolute path. */
	readonly path: string;
	/** The size in bytes, and the time of the last change in milliseconds since the epoch: by these a later change is seen. */
	readonly size: number;
	readonly modified: number;
};

/** The place of a notification in a file that was planned. */
export type ManagedPlace = PlannedFile & {readonly line: number};

/** The files that were planned or applied on this machine, and the notifications that they describe. `profile` is a `profileKey`. Every method may throw LedgerError. */
export type PlannedFileStore = {
	/** Saves a file with the lines of its notifications, in place of what was known of it. The oldest of many files are forgotten. */
	readonly remember: (
		profile: string,
		file: PlannedFile,
		lines: ReadonlyArray<{readonly id: string; readonly line: number}>,
	) => void;
	/** The paths of the files, the last one first. */
	readonly paths: (profile: string) => string[];
	/** The places of a notification, that in the file planned last first. */
	readonly placesOf: (profile: string, id: string) => ManagedPlace[];
	/** The places in a file, with the IDs of their notifications. */
	readonly placesIn: (profile: string, path: string) => Array<ManagedPlace & {readonly id: string}>;
};

/** The most files that are kept for an account, and notifications for a file. */
const mostFiles = 20;
const mostLines = 10_000;

export function createPlannedFiles(database: Database, now: () => number): PlannedFileStore {
	const removeFile = statementOf(database, 'DELETE FROM planned_files WHERE profile = ? AND path = ?');
	const addFile = statementOf(
		database,
		'INSERT INTO planned_files (profile, path, size, modified, at) VALUES (?, ?, ?, ?, ?) RETURNING id',
	);
	const addLine = statementOf(database, 'INSERT OR REPLACE INTO managed (notification, file, line) VALUES (?, ?, ?)');
	const forgetOld = statementOf(
		database,
		'DELETE FROM planned_files WHERE profile = ?1 AND id NOT IN (SELECT id FROM planned_files WHERE profile = ?1 ORDER BY id DESC LIMIT ?2)',
	);
	const paths = statementOf(database, 'SELECT path FROM planned_files WHERE profile = ? ORDER BY id DESC');
	const places = statementOf(
		database,
		'SELECT path, size, modified, line FROM managed JOIN planned_files ON planned_files.id = managed.file WHERE notification = ? AND profile = ? ORDER BY planned_files.id DESC',
	);
	const inFile = statementOf(
		database,
		'SELECT path, size, modified, line, notification FROM managed JOIN planned_files ON planned_files.id = managed.file WHERE profile = ? AND path = ?',
	);
	const idOf = (id: string) => toStored(id).json;
	const toPlace = (row: NonNullable<ReturnType<ReturnType<typeof statementOf>['get']>>): ManagedPlace => ({
		path: fromStored<string>(row.path),
		size: Number(row.size),
		modified: Number(row.modified),
		line: Number(row.line),
	});

	return {
		remember(profile, {path, size, modified}, lines) {
			const stored = toStored(path);
			if (stored.isRedacted) {
				return;
			}

			const account = hideSecrets(profile);
			inTransaction(database, () => {
				removeFile.run(account, stored.json);
				const file = Number(addFile.get(account, stored.json, size, Math.floor(modified), now())!.id);
				for (const {id, line} of lines.slice(0, mostLines)) {
					addLine.run(idOf(id), file, line);
				}

				forgetOld.run(account, mostFiles);
			});
		},
		paths: profile => paths.all(hideSecrets(profile)).map(row => fromStored<string>(row.path)),
		placesOf: (profile, id) => places.all(idOf(id), hideSecrets(profile)).map(row => toPlace(row)),
		placesIn: (profile, path) =>
			inFile
				.all(hideSecrets(profile), toStored(path).json)
				.map(row => ({...toPlace(row), id: fromStored<string>(row.notification)})),
	};
}
