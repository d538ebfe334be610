import {Buffer} from 'node:buffer';
import {openDatabase, type Database} from '../system/sqlite.ts';
import type {CreateBody} from '../api/create-schema.ts';

/** What a store begins with when its file is made. */
export type Beginning = {
	/** Fingerprint of the key the first notifications belong to. */
	readonly owner: string;
	readonly notifications: Iterable<CreateBody>;
};

/** The notifications of all owners, an owner being the fingerprint of an API key. Every write is on disk when its function returns. */
export type Store = {
	/** Returns the new record as JSON text, in the form that listing has. Its id is a new one, unless it is to replace the record with the given id. */
	readonly create: (owner: string, body: CreateBody, id?: number) => string;
	/** The owner's notifications, ordered by id, as the pieces of one JSON array: UTF-8, about 64 KiB each, read as they are asked for. */
	readonly list: (owner: string) => Generator<Uint8Array, void, void>;
	/** Returns whether the owner had a notification of that id, a decimal integer. */
	readonly remove: (owner: string, id: string) => boolean;
	readonly close: () => void;
};

const schemaVersion = 1;

/*
`listed` and `unlisted` are JSON text: it holds any string exactly (NUL and lone surrogates too), and a listing needs no parsing.
AUTOINCREMENT never gives an id twice, and ids grow in the order of commits, also with several processes.
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

/**
Opens the store, making it first where the file is new.

@throws When the file is not a sandbox of this version, or cannot be written.
*/
export function openStore(file: string, beginning: Beginning): Store {
	const database = openDatabase(file);
	try {
		prepare(database, beginning);
	} catch (error) {
		database.close();
		throw error;
	}

	const insert = insertInto(database);
	const after = database.prepare('SELECT id, listed FROM notifications WHERE owner = ? AND id > ? ORDER BY id');
	const remove = database.prepare('DELETE FROM notifications WHERE owner = ? AND id = ?');

	return {
		create(owner, body, id) {
			const listed = listedJson(body);
			return recordJson(insert(owner, listed, body, id), listed);
		},
		* list(owner) {
			// No statement stays open between two pieces: a slow reader holds up neither writes nor the log's checkpoints.
			let piece = takePiece(after.iterate(owner, 0));
			let start = '[';
			while (piece) {
				yield Buffer.from(start + piece.json);
				start = ',';
				piece = takePiece(after.iterate(owner, piece.lastId));
			}

			yield Buffer.from(start === '[' ? '[]' : ']');
		},
		remove: (owner, id) => remove.run(owner, id).changes === 1,
		close() {
			database.close();
		},
	};
}

/** Takes records until they fill a piece; leaving the loop closes the statement. */
function takePiece(rows: Iterable<Record<string, unknown>>): {json: string; lastId: number} | undefined {
	let piece: {json: string; lastId: number} | undefined;
	for (const row of rows) {
		const {id, listed} = row as {id: number; listed: string};
		const record = recordJson(id, listed);
		piece = {json: piece ? `${piece.json},${record}` : record, lastId: id};
		if (piece.json.length >= pieceLength) {
			break;
		}
	}

	return piece;
}

function prepare(database: Database, beginning: Beginning): void {
	database.exec('BEGIN IMMEDIATE');
	const version = database.prepare('PRAGMA user_version').get()?.user_version;
	if (version === 0) {
		database.exec(schema);
		const insert = insertInto(database);
		for (const body of beginning.notifications) {
			insert(beginning.owner, listedJson(body), body);
		}
	} else if (version !== schemaVersion) {
		throw new Error(`its schema is version ${String(version)}, and this chainbell knows version ${schemaVersion}`);
	}

	database.exec('COMMIT');
}

function insertInto(database: Database) {
	const insert = database.prepare('INSERT OR REPLACE INTO notifications (id, owner, listed, unlisted) VALUES (?, ?, ?, ?)');
	return (owner: string, listed: string, {template, event_details: {graphql}}: CreateBody, id?: number): number => (
		Number(insert.run(id ?? null, owner, listed, JSON.stringify({template, graphql})).lastInsertRowid)
	);
}

/** The fields a listing shows, without the id (interface.md, "Fields returned when listing"): no template, no graphql. */
function listedJson({external_user_id, channel, notification_name, delivery_location, event_details}: CreateBody): string {
	const {network, event_type, addresses, filters = []} = event_details;
	return JSON.stringify({
		external_user_id,
		channel,
		// What is listed for a name that was never given is not documented.
		notification_name: notification_name ?? null,
		delivery_location,
		event_details: {
			network, event_type, addresses, filters,
		},
	});
}

const recordJson = (id: number, listed: string): string => `{"id":${id},${listed.slice(1)}`;
