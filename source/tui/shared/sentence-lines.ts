import {notificationSentence, sentenceForms, type ToldFields, type ToldPart} from '../../notification/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateValue, widthOf, wrap} from '../../terminal/width.ts';
import {share, sum} from '../ui/fit.ts';

/** The characters of a text that are measured for each column it has. More could only be marks that take no room, and would take time. */
const charactersPerColumn = 8;

/** The width of what stands before a part on its line at most: `Telegram `. */
const leadWidth = 9;

/** The shares of several lines that a sentence is cut to, until it fits: lines that break between words have less room than their columns. */
const lineShares = [1, 0.9, 0.8, 0.7] as const;

/**
The sentence of a notification in the longest form that fits, safe to show. If none fits, the long parts of the shortest are cut before its end is.

@param told - The notification.
@param columns - Terminal columns for a line.
@param rows - Lines at most.
*/
export function sentenceLines(told: ToldFields, columns: number, rows = 1): string[] {
	const longest = columns * rows * charactersPerColumn;
	const fitting = sentenceForms
		.map(form => sanitise(notificationSentence(told, form).slice(0, longest)))
		.filter(text => text.length < longest && wrap(text, columns).length <= rows);
	// A form that breaks no word, such as the address, is easier to read than a longer one.
	const chosen = fitting.find(text => text.split(' ').every(word => widthOf(word) <= columns)) ?? fitting[0];
	if (chosen !== undefined) {
		return wrap(chosen, columns);
	}

	// In more than one line a part is short enough to follow the words before it.
	const most = rows === 1 ? Infinity : Math.max(1, columns - leadWidth);
	let lines: string[] = [];
	for (const part of rows === 1 ? [1] : lineShares) {
		lines = wrap(cutSentence(told, Math.floor(columns * rows * part), longest, most).text, columns);
		if (lines.length <= rows) {
			return lines;
		}
	}

	return [...lines.slice(0, rows - 1), truncate(lines.slice(rows - 1).join(' '), columns)];
}

/** Whether a line of `columns` has no room for the sentence, even if its recipient is cut. */
export const isSentenceCut = (told: ToldFields, columns: number): boolean =>
	cutSentence(told, columns, columns * charactersPerColumn).cutsMore;

/** The width to which a part is cut at least. */
const leastPart = 12;

/** A number, which says little without its middle: a value, or the ID of a chat. */
const number = /^[+\-]?\d[\d,.]*$/v;

/** The shortest form of the sentence in `room` columns, safe to show, and whether more than its recipient is cut. Its long parts share the room, numbers first; no part gets less than its least width, or more than `most`. */
function cutSentence(told: ToldFields, room: number, longest: number, most = Infinity) {
	const parts = new Map<ToldPart, string>();
	const whole = notificationSentence(told, 'shortest', (part, text) => {
		const safe = sanitise(text.slice(0, longest));
		parts.set(part, safe);
		return safe;
	});
	const texts = [...parts.values()];
	const partWidths = texts.map(text => widthOf(text));
	const others = Math.max(0, widthOf(sanitise(whole.slice(0, longest * (parts.size + 1)))) - sum(partWidths));
	const wholes = partWidths.map(width => Math.min(width, most));
	const leasts = wholes.map(width => Math.min(width, leastPart));
	const numbers = texts.map((text, index) => (number.test(text) ? wholes : leasts)[index]!);
	const widths = share(Math.max(sum(leasts), room - others), leasts, numbers, wholes);
	const cuts = new Map([...parts].map(([part, text], index) => [part, truncateValue(text, widths[index]!)]));
	return {
		text: sanitise(notificationSentence(told, 'shortest', (part, text) => cuts.get(part) ?? text).slice(0, longest)),
		cutsMore:
			sum(widths) + others > room ||
			[...parts.keys()].some((part, index) => part !== 'recipient' && widths[index]! < wholes[index]!),
	};
}
