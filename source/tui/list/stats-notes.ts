import type {AccountListing} from '../../session/listing-state.ts';
import {tryParseJson} from '../../platform/json.ts';
import {sampleColumns, type ColumnStats, type ListStats, type MeasuredRows} from './column-stats.ts';

/** Converts the column measurements to a text that is cached with the listing. The first frame of the next start uses them for the same layout. */
export const toNotes = (stats: ListStats): string => JSON.stringify([...stats]);

/** Parses the text from `toNotes`. Returns undefined for any other text, for example from another version of the program. */
export function fromNotes(notes: string | undefined): ListStats | undefined {
	const content = notes === undefined ? undefined : tryParseJson(notes);
	return Array.isArray(content) && content.every(entry => isEntry(entry)) ? new Map(content) : undefined;
}

/** The column measurements before all records are loaded and measured: those cached with the listing, or those of its first rows. */
export function firstStats(rows: MeasuredRows, {notes}: Pick<AccountListing, 'notes'>): ListStats {
	const noted = rows.matches.length === rows.records.length ? fromNotes(notes) : undefined;
	return noted ?? sampleColumns(rows);
}

function isEntry(entry: unknown): entry is [string, ColumnStats] {
	if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== 'string') {
		return false;
	}

	const {widest, common} = (entry[1] ?? {}) as Partial<ColumnStats>;
	return [widest, common].every(number => isWidth(number));
}

const isWidth = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
