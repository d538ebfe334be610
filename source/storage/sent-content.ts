import type {Topics} from '../domain/notification.ts';
import type {Database} from '../system/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, toStored} from './stored-json.ts';

/** What listings never return of a notification (interface.md), as it was sent from this machine. Empty texts were sent empty. */
export type SentContent = {
	readonly template: string;
	readonly topics: Topics;
	/** Milliseconds since the epoch. */
	readonly at: number;
};

/** What was sent, by notification. `profile` is a `profileKey`, an id the text that the service sent. Every method may throw LedgerError. */
export type SentContentStore = {
	/** Content that holds the API key is not kept, and is unknown from then on: it could only be told wrong. */
	readonly remember: (profile: string, id: string, content: SentContent) => void;
	/** Undefined: not known here. */
	readonly get: (profile: string, id: string) => SentContent | undefined;
	/** The notification has another id now. */
	readonly move: (profile: string, oldId: string, newId: string) => void;
};

export function createSentContent(database: Database): SentContentStore {
	const put = database.prepare('INSERT OR REPLACE INTO sent (profile, id, content, at) VALUES (?, ?, ?, ?)');
	const forget = database.prepare('DELETE FROM sent WHERE profile = ? AND id = ?');
	const find = database.prepare('SELECT content, at FROM sent WHERE profile = ? AND id = ?');
	const move = database.prepare('UPDATE OR REPLACE sent SET id = ? WHERE profile = ? AND id = ?');
	const keyOf = (profile: string, id: string) => [hideSecrets(profile), toStored(id).json] as const;

	return {
		remember(profile, id, {template, topics, at}) {
			const {json, isIncomplete} = toStored({template, topics});
			if (isIncomplete) {
				forget.run(...keyOf(profile, id));
			} else {
				put.run(...keyOf(profile, id), json, at);
			}
		},
		get(profile, id) {
			const row = find.get(...keyOf(profile, id));
			return row && {...fromStored<Omit<SentContent, 'at'>>(row.content), at: Number(row.at)};
		},
		move(profile, oldId, newId) {
			move.run(toStored(newId).json, ...keyOf(profile, oldId));
		},
	};
}
