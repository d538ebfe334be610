import {withoutSeparators} from '../../notification/filter-line.ts';
import type {Field} from '../../notification/spec.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import type {SoughtWord} from '../../query/match.ts';
import {foldText, foldWithPlaces} from '../../platform/text.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import type {PlacedColumn} from './columns.ts';
import {marginWidth, type RowText} from './row-text.ts';

type SearchTerms = {
	readonly words: readonly SoughtWord[];
	readonly fields: readonly Field[];
	/** The columns of the list. */
	readonly columns: ReadonlyArray<Pick<PlacedColumn, 'field'>>;
};

/** The share of a row that a note may take. */
const share = 0.5;

/** The number of characters shown before a match, and after it: a longer note would cover more columns, and say no more. */
const around = 12;

/** The number of spaces before a note. */
const space = 2;

/**
Adds the match of a search to a row that does not show it: `filter: value > 10 (int)`.

@param row - The columns of the record.
@param record - The record of the row.
@param search - The words, and the fields that were searched.
@param width - The width of the row without the signs before it, in terminal columns.
@returns The same object if it already shows every word that the record has, or the word is a whole value.
*/
export function withMatchNote(row: RowText, record: ListedRecord, search: SearchTerms, width: number): RowText {
	const {words, fields, columns} = search;
	if (words.length === 0 || record.kind !== 'notification') {
		return row;
	}

	const note = words
		// The search line names the column that such a word is in.
		.filter(word => !isShown(row, word) && columns.every(({field: {name}}) => word.field !== name))
		.map(word => noteOf(row, record, word, fields))
		.find(found => found !== undefined);
	if (note === undefined) {
		return row;
	}

	const cut = truncate(note.text, Math.floor(width * share));
	const start = fit(row.text, width - widthOf(cut) - space);
	const startEnd = marginWidth + start.length;
	const noteStart = startEnd + space;
	return {
		text: `${start}${' '.repeat(space)}${cut}`,
		cells: [
			...row.cells.filter(cell => cell.start < startEnd).map(cell => ({...cell, end: Math.min(cell.end, startEnd)})),
			{field: note.field, start: noteStart, end: noteStart + cut.length},
		],
		// The note may have replaced the channel.
		channel: undefined,
	};
}

const isShown = ({text, cells}: RowText, word: SoughtWord): boolean =>
	cells.some(({field, start, end}) => {
		const shown = foldText(text.slice(start - marginWidth, end - marginWidth));
		return (
			(word.field === undefined || word.field === field) &&
			(shown.includes(word.text) || withoutSeparators(shown).includes(word.text))
		);
	});

/** The field and the text of a note; undefined if no field has the word, or if it is the whole value of a column, or of the field that was named: the search line shows it, and a note would cover the other columns with it. */
function noteOf({cells}: RowText, record: Notification, word: SoughtWord, fields: readonly Field[]) {
	const found = fields
		.filter(({name}) => word.field === undefined || word.field === name)
		.map(({name, read}) => ({name, value: sanitiseCell(read(record))}))
		.map(each => ({...each, folded: foldWithPlaces(each.value)}))
		.filter(({folded}) => folded.text.includes(word.text));
	const isWhole = found.some(
		({name, folded}) =>
			folded.text === word.text && (word.field !== undefined || cells.some(({field}) => field === name)),
	);
	const [first] = found;
	if (first === undefined || isWhole) {
		return undefined;
	}

	const {name, value, folded} = first;
	const at = folded.text.indexOf(word.text);
	return {field: name, text: `${name}: ${excerpt(value, folded.startOf(at), folded.endOf(at + word.text.length))}`};
}

/** A part of a value with what stands around it. */
function excerpt(value: string, start: number, end: number): string {
	const from = start > around ? `…${value.slice(start - around + 1, start)}` : value.slice(0, start);
	const rest = value.slice(end);
	return `${from}${value.slice(start, end)}${rest.length > around ? `${rest.slice(0, around - 1)}…` : rest}`;
}
