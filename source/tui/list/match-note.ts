import {withoutSeparators} from '../../domain/filters/sentence.ts';
import type {Field} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';

export type SearchTerms = {
	/** The words in lower case. */
	readonly words: readonly string[];
	readonly fields: readonly Field[];
};

/** The share of a row that a note may take. */
const share = 0.5;

/** The number of characters shown before a match. */
const before = 12;

/**
Adds the match of a search to a row that does not show it: `filter: value > 10 (int)`.

@param text - The columns of the record.
@param record - The record of the row.
@param search - The words, and the fields that were searched.
@param width - The width of the row, in terminal columns.
@returns The same text if it already shows every word that the record has.
*/
export function withMatchNote(text: string, record: ListedRecord, search: SearchTerms, width: number): string {
	const {words, fields} = search;
	if (words.length === 0 || record.kind !== 'notification') {
		return text;
	}

	const lower = text.toLowerCase();
	const shown = `${lower}\n${withoutSeparators(lower)}`;
	const note = words.filter(word => !shown.includes(word)).map(word => noteOf(record, word, fields)).find(found => found !== undefined);
	if (note === undefined) {
		return text;
	}

	const cut = truncate(note, Math.floor(width * share));
	return `${fit(text, width - widthOf(cut) - 2)}  ${cut}`;
}

function noteOf(record: Extract<ListedRecord, {kind: 'notification'}>, word: string, fields: readonly Field[]): string | undefined {
	for (const {name, read} of fields) {
		const value = sanitiseCell(read(record));
		const at = value.toLowerCase().indexOf(word);
		if (at !== -1) {
			return `${name}: ${at > before ? `…${value.slice(at - before + 1)}` : value}`;
		}
	}

	return undefined;
}
