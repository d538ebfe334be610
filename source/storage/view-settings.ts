import {arrangementOf, type ArrangedSearch} from '../domain/query/arrangement.ts';
import {statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fromStored, toStored} from './stored-json.ts';

/** The last search and arrangement of the list, by profile. `profile` is a `profileKey`. Every method may throw LedgerError. */
export type ViewSettingsStore = {
	readonly read: (profile: string) => ArrangedSearch | undefined;
	/** Saves the view. A query that contains the API key is saved as an empty one. */
	readonly write: (profile: string, view: ArrangedSearch) => void;
};

export function createViewSettings(database: Database): ViewSettingsStore {
	const find = statementOf(database, 'SELECT view FROM views WHERE profile = ?');
	const upsert = statementOf(
		database,
		'INSERT INTO views (profile, view) VALUES (?, ?) ON CONFLICT (profile) DO UPDATE SET view = excluded.view',
	);

	return {
		read(profile) {
			const row = find.get(hideSecrets(profile));
			if (row === undefined) {
				return undefined;
			}

			const saved = fromStored<ArrangedSearch>(row.view);
			return {query: saved.query, ...arrangementOf(saved)};
		},
		write(profile, view) {
			const stored = toStored(view);
			upsert.run(hideSecrets(profile), stored.isRedacted ? toStored({...view, query: ''}).json : stored.json);
		},
	};
}
