import type {KnownValues, ValueKind} from '../notifications/suggest.ts';
import type {Database} from '../platform/sqlite.ts';

/** The values a service took from this machine before. `profile` is a `profileKey`. */
export function readLearned(ledger: Database, profile: string): KnownValues {
	const rows = ledger.prepare('SELECT kind, value FROM learned WHERE profile = ? ORDER BY kind, value').all(profile);
	const ofKind = (kind: ValueKind) => rows.filter(row => row.kind === kind).map(row => String(row.value));
	return {
		network: ofKind('network'),
		eventType: ofKind('eventType'),
		fieldName: ofKind('fieldName'),
		operator: ofKind('operator'),
		valueType: ofKind('valueType'),
	};
}

/** Remembers the values that a service took. */
export function writeLearned(ledger: Database, profile: string, values: KnownValues): void {
	const insert = ledger.prepare('INSERT INTO learned (profile, kind, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
	for (const [kind, texts] of Object.entries(values)) {
		for (const text of texts) {
			insert.run(profile, kind, text);
		}
	}
}
