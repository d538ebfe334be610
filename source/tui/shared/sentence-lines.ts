import {notificationSentence, sentenceForms, type SentenceForm, type ToldFields} from '../../notification/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, widthOf, wrap} from '../../terminal/width.ts';
import {sentenceCutter} from './sentence-cutter.ts';

/** The characters of a text that are measured for each column it has. More could only be marks that take no room, and would take time. */
const charactersPerColumn = 8;

/** The width of what stands before a part on its line at most: `Telegram `. */
const leadWidth = 9;

/** The shares of several lines that a sentence is cut to, until it fits. */
const lineShares = [1, 0.9, 0.8, 0.7] as const;

/**
The sentence of a notification in the longest form that fits, safe to show. If none fits, the long parts of the shortest are cut before its end is.

@param told - The notification.
@param columns - Terminal columns for a line.
@param rows - Lines at most.
*/
export function sentenceLines(told: ToldFields, columns: number, rows = 1): string[] {
	const longest = columns * rows * charactersPerColumn;
	const textIn = (form: SentenceForm, fields = told) => sanitise(notificationSentence(fields, form).slice(0, longest));
	const fitting = sentenceForms
		.map(form => textIn(form))
		.filter(text => text.length < longest && wrap(text, columns).length <= rows);
	// A form that breaks no word, such as the address, is easier to read than a longer one.
	const chosen = fitting.find(text => text.split(' ').every(word => widthOf(word) <= columns)) ?? fitting[0];
	if (chosen !== undefined) {
		return wrap(chosen, columns);
	}

	// In more than one line a part is short enough to follow the words before it.
	const {cut} = sentenceCutter(told, longest, rows === 1 ? Infinity : Math.max(1, columns - leadWidth));
	// Lines that break between words have less room than their columns.
	const tried = (rows === 1 ? [1] : lineShares).map(share => wrap(cut(Math.floor(columns * rows * share)), columns));
	const lines = tried.find(each => each.length <= rows) ?? tried.at(-1)!;
	return lines.length <= rows
		? lines
		: [...lines.slice(0, rows - 1), truncate(lines.slice(rows - 1).join(' '), columns)];
}

/** Whether a line of `columns` has no room for the sentence, even if its recipient is cut. */
export const isSentenceCut = (told: ToldFields, columns: number): boolean =>
	sentenceCutter(told, columns * charactersPerColumn, Infinity).cutsMore(columns);
