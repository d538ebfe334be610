import {isWhole, type AccountListing} from '../../session/listing-state.ts';
import {tryParseJson} from '../../system/json.ts';
import {sampleColumns, type ColumnStats, type ListStats, type MeasuredRows} from './column-stats.ts';

/** What the columns need, as a text that is kept with the cached listing: the first frame of the next start lays them out as the last one did. */
export const toNotes = (stats: ListStats): string => JSON.stringify([...stats]);

/** The reverse of `toNotes`; undefined for any other text, as another version of the program may have left it. */
export function fromNotes(notes: string | undefined): ListStats | undefined {
	const content = notes === undefined ? undefined : tryParseJson(notes);
	return Array.isArray(content) && content.every(entry => isEntry(entry)) ? new Map(content) : undefined;
}

/** What the columns need before all records are here and measured: what they needed when the cached listing was new, or what its first rows need. */
export function firstStats(rows: MeasuredRows, {listing, notes}: AccountListing): ListStats {
	const noted = rows.matches.length === rows.records.length ? fromNotes(notes) : undefined;
	return noted ?? sampleColumns(rows, isWhole(listing));
}

function isEntry(entry: unknown): entry is [string, ColumnStats] {
	if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== 'string') {
		return false;
	}

	const {widest, common, only, telling} = (entry[1] ?? {}) as Partial<ColumnStats>;
	const {prefix, head, tail} = telling ?? {};
	return [widest, common, prefix, head, tail].every(number => Number.isSafeInteger(number) && number! >= 0) && ['string', 'undefined'].includes(typeof only);
}
