import type {GroupField} from '../notifications/group.ts';
import type {Sort} from '../notifications/sort.ts';
import type {Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, toStored} from './stored-json.ts';

/** How a list was looked at last. */
export type SavedView = {
	readonly query: string;
	readonly sort: Sort | undefined;
	readonly group: GroupField | undefined;
};

/** `profile` is a `profileKey`. Every method may throw LedgerError. */
export type ViewStore = {
	readonly read: (profile: string) => SavedView | undefined;
	/** A query that holds the API key is not kept. */
	readonly write: (profile: string, view: SavedView) => void;
};

export function createViews(database: Database): ViewStore {
	const find = database.prepare('SELECT view FROM views WHERE profile = ?');
	const put = database.prepare('INSERT INTO views (profile, view) VALUES (?, ?) ON CONFLICT (profile) DO UPDATE SET view = excluded.view');

	return {
		read(profile) {
			const row = find.get(hideSecrets(profile));
			if (row === undefined) {
				return undefined;
			}

			const {query, sort, group} = fromStored<SavedView>(row.view);
			return {query, sort, group};
		},
		write(profile, view) {
			const stored = toStored(view);
			put.run(hideSecrets(profile), stored.isIncomplete ? toStored({...view, query: ''}).json : stored.json);
		},
	};
}
