import type {Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation, OperationKind, OperationState, RequestEntry} from './operation.ts';
import {oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';
import {toRequest} from './requests.ts';

/** One mutating request and the operation it belongs to. Nothing in it is secret; text from outside is as received: sanitise it before showing. */
export type HistoryEntry = RequestEntry & About & Pick<Operation, 'profile' | 'newId' | 'detail'> & {
	readonly kind: OperationKind;
	/** How far the operation has come by now. */
	readonly state: OperationState;
	readonly oldId: string | undefined;
};

export type HistoryQuery = {
	/** A `profileKey`; all profiles without one. */
	readonly profile?: string;
	/** Words, in any case, all of which must occur somewhere in an entry. */
	readonly search?: string | undefined;
	/** The most entries to return. */
	readonly limit?: number | undefined;
};

/** Returns a function that finds the requests this machine sent, newest first. It may throw LedgerError. */
export function createHistory(database: Database): (query: HistoryQuery) => HistoryEntry[] {
	const all = database.prepare(`
		SELECT requests.*, operations.profile, operations.kind, operations.state, operations.old_id, operations.about, operations.progress
		FROM requests JOIN operations ON operations.id = requests.operation
		WHERE operations.profile = coalesce(?, operations.profile)
		ORDER BY requests.id DESC
	`);

	return ({profile, search = '', limit = Infinity}) => {
		const words = search.toLowerCase().split(/\s+/v).filter(word => word !== '');
		const rows = all.iterate(profile === undefined ? null : hideSecrets(profile));
		return rows
			.map(row => toEntry(row))
			.filter(entry => words.length === 0 || hasAll(entry, words))
			.take(limit)
			.toArray();
	};
}

function toEntry(row: DatabaseRow): HistoryEntry {
	const {newId, detail} = progressOf(row);
	return {
		...toRequest(row),
		...fromStored<About>(row.about),
		profile: String(row.profile),
		kind: row.kind as OperationKind,
		state: row.state as OperationState,
		oldId: oldIdOf(row),
		newId,
		detail,
	};
}

function hasAll(entry: HistoryEntry, words: readonly string[]): boolean {
	const {profile, ...shown} = entry;
	const text = [new Date(entry.at).toISOString(), ...Object.values(shown)].join('\n').toLowerCase();
	return words.every(word => text.includes(word));
}
