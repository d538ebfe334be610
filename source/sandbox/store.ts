import {Buffer} from 'node:buffer';
import {isDamaged, isLarge, openDatabase, sqliteCodes, type Database, sqliteCode} from '../platform/sqlite.ts';
import type {CreateBody} from './body.ts';

/** The content of a new store. */
type InitialContent = {
	/** The fingerprint of the key that the notifications belong to. */
	readonly owner: string;
	readonly notifications: Iterable<CreateBody>;
};

const schemaVersion = 1;

/*
`listed` and `unlisted` are JSON text, which stores any string exactly (NUL and lone surrogates too) and needs no parsing for a listing.
AUTOINCREMENT never reuses an id, and ids grow in commit order, also with several processes.
*/
const schema = `
	CREATE TABLE notifications (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		owner TEXT NOT NULL,
		listed TEXT NOT NULL,
		unlisted TEXT NOT NULL
	) STRICT;
	CREATE INDEX notifications_by_owner ON notifications (owner);
	PRAGMA user_version = ${schemaVersion};
`;

const pieceLength = 65_536;

/** A store with the notifications of all owners; an owner is the fingerprint of an API key. Every write is on disk when its function returns. */
export type Store = ReturnType<typeof openStore>;

/**
Opens a store, and creates it if the file is new.

@throws When the file is not a sandbox of this version, or cannot be written.
*/
export function openStore(file: string, initial: InitialContent) {
	const database = openDatabase(file);
	try {
		prepare(database, initial);
		if (!isLarge(database) && isDamaged(database)) {
			throw Object.assign(new Error('a page is damaged'), {errcode: sqliteCodes.corrupt});
		}
	} catch (error) {
		database.close();
		throw error;
	}

	const insert = insertInto(database);
	const after = database.prepare('SELECT id, listed FROM notifications WHERE owner = ? AND id > ? ORDER BY id');
	const find = database.prepare('SELECT id, listed FROM notifications WHERE owner = ? AND id = ?');
	const remove = database.prepare('DELETE FROM notifications WHERE owner = ? AND id = ?');

	return {
		/** Stores a notification under a new id, or replaces the one with the given id. Returns the record in the form of listings, as JSON text. */
		create(owner: string, body: CreateBody, id?: number) {
			const listed = listedJson(body);
			return recordJson(insert(owner, listed, body, id), listed);
		},
		/** Returns the record that `create` would store: under the given id, or under a new one, which is then reserved. Stores nothing. */
		reserve(owner: string, body: CreateBody, id?: number) {
			const listed = listedJson(body);
			if (id !== undefined) {
				return recordJson(id, listed);
			}

			database.exec('BEGIN IMMEDIATE');
			const reserved = insert(owner, listed, body);
			remove.run(owner, reserved);
			database.exec('COMMIT');
			return recordJson(reserved, listed);
		},
		/** Returns the owner's notification with that id, a decimal integer, in the form of `create`. */
		find(owner: string, id: string) {
			const row = find.get(owner, id) as ListedRow | undefined;
			return row && recordJson(row.id, row.listed);
		},
		/** Returns the owner's notifications, ordered by id, as one JSON array in UTF-8, in pieces of about 64 KiB that are read on demand. */
		*list(owner: string): Generator<Uint8Array, void, void> {
			// No statement stays open between pieces, so a slow client blocks neither writes nor WAL checkpoints.
			let piece = takePiece(after.iterate(owner, 0));
			let start = '[';
			while (piece) {
				yield Buffer.from(start + piece.json);
				start = ',';
				piece = takePiece(after.iterate(owner, piece.lastId));
			}

			yield Buffer.from(start === '[' ? '[]' : ']');
		},
		/** Deletes a notification by its id, a decimal integer. Returns whether the owner had one. */
		remove: (owner: string, id: string) => remove.run(owner, id).changes === 1,
		close() {
			database.close();
		},
	};
}

type ListedRow = {readonly id: number; readonly listed: string};

/** Reads records until they fill a piece. Leaving the loop closes the statement. */
function takePiece(rows: Iterable<Record<string, unknown>>): {json: string; lastId: number} | undefined {
	let piece: {json: string; lastId: number} | undefined;
	for (const row of rows) {
		const {id, listed} = row as ListedRow;
		const record = recordJson(id, listed);
		piece = {json: piece ? `${piece.json},${record}` : record, lastId: id};
		if (piece.json.length >= pieceLength) {
			break;
		}
	}

	return piece;
}

function prepare(database: Database, initial: InitialContent): void {
	database.exec('BEGIN IMMEDIATE');
	const version = database.prepare('PRAGMA user_version').get()?.user_version;
	if (version === 0) {
		database.exec(schema);
		const insert = insertInto(database);
		for (const body of initial.notifications) {
			insert(initial.owner, listedJson(body), body);
		}
	} else if (version !== schemaVersion) {
		throw new UnknownSandboxVersion(
			`was written by a newer chainbell (schema ${String(version)}; this version knows ${schemaVersion})`,
		);
	}

	database.exec('COMMIT');
}

function insertInto(database: Database) {
	const insert = database.prepare(
		'INSERT OR REPLACE INTO notifications (id, owner, listed, unlisted) VALUES (?, ?, ?, ?)',
	);
	return (owner: string, listed: string, {template, event_details: {graphql}}: CreateBody, id?: number): number =>
		Number(insert.run(id ?? null, owner, listed, JSON.stringify({template, graphql})).lastInsertRowid);
}

/** A notification with the fields that listings return, without the id (interface.md, "Fields returned when listing"): no template, no graphql. */
function listedJson({
	external_user_id,
	channel,
	notification_name,
	delivery_location,
	event_details,
}: CreateBody): string {
	const {network, event_type, addresses, filters = []} = event_details;
	return JSON.stringify({
		external_user_id,
		channel,
		// It is not documented how a missing name is listed.
		notification_name: notification_name ?? null,
		delivery_location,
		event_details: {
			network,
			event_type,
			addresses,
			filters,
		},
	});
}

const recordJson = (id: number, listed: string): string => `{"id":${id},${listed.slice(1)}`;

/** Thrown if the file of the sandbox cannot be used. The message is one or more sentences for the operator, with a path that is not yet safe to show. */
export class SandboxFileError extends Error {
	override name = 'SandboxFileError';

	constructor(file: string, cause: unknown) {
		super(`The sandbox file ${file} ${reasonOf(cause)}`, {cause});
	}
}

/** Thrown if the version of the file is unknown to this program. */
class UnknownSandboxVersion extends Error {
	override name = 'UnknownSandboxVersion';
}

function reasonOf(cause: unknown): string {
	if (cause instanceof UnknownSandboxVersion) {
		return `${cause.message}. It was left as it is. Update chainbell, or move the file away: a new one is created then.`;
	}

	const code = sqliteCode(cause);
	if (code === sqliteCodes.busy || code === sqliteCodes.locked) {
		return 'is locked by another process. End it, or wait until it has finished.';
	}

	return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase
		? 'is damaged. It was left as it is. Move it away: a new one with the samples is created then.'
		: `cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`;
}
