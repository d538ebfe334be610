import {noValues, type KnownValues} from '../domain/draft/suggest.ts';
import {inTransaction, statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** Values that the service accepted from this machine, for suggestions. `profile` is a `profileKey`. Every method may throw LedgerError. */
export type LearnedValueStore = {
	readonly read: (profile: string) => KnownValues;
	/** Adds values. A value that contains the API key is not saved. */
	readonly write: (profile: string, values: KnownValues) => void;
};

export function createLearnedValues(database: Database): LearnedValueStore {
	const find = statementOf(database, 'SELECT kind, value FROM learned WHERE profile = ? ORDER BY kind, value');
	const insert = statementOf(
		database,
		'INSERT INTO learned (profile, kind, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
	);
	// Text that is not well-formed Unicode would be changed by saving it.
	const canBeSaved = (text: string) => text.isWellFormed() && hideSecrets(text) === text;

	return {
		read(profile) {
			const rows = find.all(hideSecrets(profile));
			return Object.fromEntries(
				Object.keys(noValues).map(kind => [kind, rows.filter(row => row.kind === kind).map(row => String(row.value))]),
			);
		},
		write(profile, values) {
			inTransaction(database, () => {
				for (const [kind, texts] of Object.entries(values)) {
					for (const text of texts) {
						if (canBeSaved(text)) {
							insert.run(hideSecrets(profile), kind, text);
						}
					}
				}
			});
		},
	};
}
