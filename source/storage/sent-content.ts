import type {Topics} from '../domain/notification.ts';
import {statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, fromStoredText, toStored} from './stored-json.ts';

/** The fields of a notification that listings never return (interface.md), as sent from this machine. An empty text was sent as empty. */
export type SentContent = {
	readonly template: string;
	readonly topics: Topics;
	/** Milliseconds since the epoch. */
	readonly at: number;
};

/** The sent content by notification. `profile` is a `profileKey`, `id` the ID as the service sent it. Every method may throw LedgerError. */
export type SentContentStore = {
	/** Saves the content of a notification. If it contains the API key, it is not saved, and earlier content is deleted because it is outdated. */
	readonly remember: (profile: string, id: string, content: SentContent) => void;
	/** Reads the content; undefined if it is not known on this machine. */
	readonly get: (profile: string, id: string) => SentContent | undefined;
	/** Reads the content of all notifications of an account. */
	readonly all: (profile: string) => ReadonlyArray<SentContent & {readonly id: string}>;
};

export function createSentContent(database: Database): SentContentStore {
	const replace = statementOf(database, 'INSERT OR REPLACE INTO sent (profile, id, content, at) VALUES (?, ?, ?, ?)');
	const remove = statementOf(database, 'DELETE FROM sent WHERE profile = ? AND id = ?');
	const find = statementOf(database, 'SELECT content, at FROM sent WHERE profile = ? AND id = ?');
	const findAll = statementOf(database, 'SELECT id, content, at FROM sent WHERE profile = ?');
	const keyOf = (profile: string, id: string) => [hideSecrets(profile), toStored(id).json] as const;

	return {
		remember(profile, id, {template, topics, at}) {
			const {json, isRedacted} = toStored({template, topics});
			if (isRedacted) {
				remove.run(...keyOf(profile, id));
			} else {
				replace.run(...keyOf(profile, id), json, at);
			}
		},
		get(profile, id) {
			const row = find.get(...keyOf(profile, id));
			return row && {...fromStored<Omit<SentContent, 'at'>>(row.content), at: Number(row.at)};
		},
		all: profile =>
			findAll.all(hideSecrets(profile)).map(({id, content, at}) => ({
				...fromStored<Omit<SentContent, 'at'>>(content),
				id: fromStoredText(id)!,
				at: Number(at),
			})),
	};
}
