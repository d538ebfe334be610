import type {Field} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';

export type Sought = {
	/** In lower case. */
	readonly words: readonly string[];
	readonly fields: readonly Field[];
};

/** The part of a row that a note may take. */
const share = 0.5;

/** Characters that are shown before a match. */
const before = 12;

/**
Adds to a row what a search found where the row does not show it: `filter: value is greater than 10`.

@param text - The columns of the record.
@param record - Whose row it is.
@param sought - What was sought, and where it may have been found.
@param width - Of the row, in terminal columns.
@returns The same text if it shows every word that the record has.
*/
export function withMatchNote(text: string, record: ListedRecord, sought: Sought, width: number): string {
	const {words, fields} = sought;
	if (words.length === 0 || record.kind !== 'notification') {
		return text;
	}

	const shown = text.toLowerCase();
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
