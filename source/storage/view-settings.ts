import type {GroupField} from '../domain/fields.ts';
import type {GroupOrder} from '../domain/query/group.ts';
import type {Sort} from '../domain/query/sort.ts';
import {statementOf, type Database} from '../system/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, toStored} from './stored-json.ts';

/** Search, sort order and grouping of the list when it was last open. */
export type ViewSettings = {
	readonly query: string;
	readonly sort: Sort | undefined;
	readonly group: GroupField | undefined;
	readonly groupOrder?: GroupOrder;
};

/** View settings by profile. `profile` is a `profileKey`. Every method may throw LedgerError. */
export type ViewSettingsStore = {
	readonly read: (profile: string) => ViewSettings | undefined;
	/** A query that contains the API key is saved as an empty one. */
	readonly write: (profile: string, view: ViewSettings) => void;
};

export function createViewSettings(database: Database): ViewSettingsStore {
	const find = statementOf(database, 'SELECT view FROM views WHERE profile = ?');
	const upsert = statementOf(database, 'INSERT INTO views (profile, view) VALUES (?, ?) ON CONFLICT (profile) DO UPDATE SET view = excluded.view');

	return {
		read(profile) {
			const row = find.get(hideSecrets(profile));
			if (row === undefined) {
				return undefined;
			}

			const {query, sort, group, groupOrder} = fromStored<ViewSettings>(row.view);
			return {query, sort, group, ...groupOrder !== undefined && {groupOrder}};
		},
		write(profile, view) {
			const stored = toStored(view);
			upsert.run(hideSecrets(profile), stored.isRedacted ? toStored({...view, query: ''}).json : stored.json);
		},
	};
}
