import {filterText} from '../../notification/filter-line.ts';
import {notificationSentence, sentenceForms, type ToldFields} from '../../notification/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateValue, widthOf, wrap} from '../../terminal/width.ts';

/** The characters of a text that are measured for each column it has. More could only be marks that take no room, and would take time. */
const charactersPerColumn = 8;

/** A number, which says little without its middle: a value, or the ID of a chat. */
const number = /^[+\-]?\d[\d,.]*$/v;

/** A space at which no line is broken: those of a short condition, of the first ones. */
const glue = '\u{A0}';
const mostGlued = 10;

/** The widths to which the long parts of the shortest form are cut, until it fits. */
const partWidths = [96, 48, 24, 20, 16, 14, 12] as const;

/**
The sentence of a notification in the longest form that fits, safe to show. If none fits, its long parts are cut, and at last its end.

@param told - The notification.
@param columns - Terminal columns for a line.
@param rows - Lines at most.
*/
export function sentenceLines(told: ToldFields, columns: number, rows = 1): string[] {
	const longest = columns * rows * charactersPerColumn;
	const cutTo = (width: number) =>
		notificationSentence(told, 'shortest', (_part, text) => {
			const safe = sanitise(text.slice(0, longest));
			return number.test(safe) ? safe : truncateValue(safe, width);
		});
	const isWhole = (lines: readonly string[]) => lines.length <= rows;
	const conditions = told.filters
		.slice(0, mostGlued)
		.map(filter => sanitise(filterText(filter)))
		.filter(text => widthOf(text) <= columns / 2);
	const glued = (text: string) =>
		conditions.reduce((all, condition) => all.replace(condition, () => condition.replaceAll(' ', glue)), text);
	const fitting = sentenceForms
		.map(form => glued(sanitise(notificationSentence(told, form).slice(0, longest))))
		.filter(text => text.length < longest && isWhole(wrap(text, columns)));
	// A form that breaks no word, such as the address, is easier to read than a longer one.
	const whole = fitting.find(text => text.split(' ').every(word => widthOf(word) <= columns)) ?? fitting[0];
	const wrapped = (text: string) => wrap(text, columns).map(line => line.replaceAll(glue, ' '));
	if (whole !== undefined) {
		return wrapped(whole);
	}

	const cuts = partWidths.map(width => wrapped(glued(sanitise(cutTo(width).slice(0, longest)))));
	const lines = cuts.find(some => isWhole(some)) ?? cuts.at(-1)!;
	return isWhole(lines) ? lines : [...lines.slice(0, rows - 1), truncate(lines.slice(rows - 1).join(' '), columns)];
}
