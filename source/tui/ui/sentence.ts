import {notificationSentence, sentenceForms, type ToldFields} from '../../notification/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, truncateValue, widthOf, wrap} from '../../terminal/width.ts';
import {counted, numberText} from '../../platform/text.ts';
import {fieldGap} from './layout.ts';

/** The characters of a text that are measured for each column it has. More could only be marks that take no room, and would take time. */
const charactersPerColumn = 8;

/** A number, which says little without its middle: a value, or the ID of a chat. */
const numeral = /^[+\-]?\d[\d,.]*$/v;

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
			return numeral.test(safe) ? safe : truncateValue(safe, width);
		});
	const isWhole = (lines: readonly string[]) => lines.length <= rows;
	const fitting = sentenceForms
		.map(form => sanitise(notificationSentence(told, form).slice(0, longest)))
		.filter(text => text.length < longest && isWhole(wrap(text, columns)));
	// A form that breaks no word, such as the address, is easier to read than a longer one.
	const whole = fitting.find(text => text.split(' ').every(word => widthOf(word) <= columns)) ?? fitting[0];
	if (whole !== undefined) {
		return wrap(whole, columns);
	}

	const cuts = partWidths.map(width => wrap(sanitise(cutTo(width).slice(0, longest)), columns));
	const lines = cuts.find(some => isWhole(some)) ?? cuts.at(-1)!;
	return isWhole(lines) ? lines : [...lines.slice(0, rows - 1), truncate(lines.slice(rows - 1).join(' '), columns)];
}

/** The number of the others besides the first, as in ` and 3 others`; empty for one. */
export function othersText(count: number): string {
	const others = count - 1;
	return others < 1 ? '' : ` and ${counted(others, 'other')}`;
}

/** The name of a notification in a row that does not name its fields; not yet safe to show. */
export const nameInRow = ({name}: {readonly name: string}): string => (name === '' ? 'no name' : name);

/** A value that is safe to show, and how often it is there. */
type CountedValue = {readonly value: string; readonly count: number};

/** The width of a value at most where others have room beside it: an address fits. */
const longestBeside = 44;

/** The share of a wide line that a value takes at most. */
const share = 1 / 3;

/**
Values with their counts, side by side, and the number of those that do not fit: `user-42 ×154 · user-7 ×84 · 20 more`. A long value is cut.

@param values - The values, the most important first. They are read only as far as they are shown.
@param total - The number of values.
@param lines - Lines at most.
@param room - Terminal columns for a line.
*/
export function countedValueLines(
	values: Iterable<CountedValue>,
	total: number,
	lines: number,
	room: number,
): string[] {
	const longest = total === 1 ? room : Math.max(longestBeside, Math.floor(room * share));
	const more = (hidden: number) => (hidden === 0 ? '' : `${fieldGap}${numberText(hidden)} more`);
	const packed: string[] = [];
	let shown = 0;
	for (const {value, count} of values) {
		const number = ` ×${numberText(count)}`;
		const textIn = (columns: number) =>
			`${truncateValue(value, Math.max(1, Math.min(longest, columns - number.length)))}${number}`;
		// The last line says how many are left.
		const roomIn = (line: number) => room - (line === lines ? more(total - shown - 1).length : 0);
		const beside = `${packed.at(-1)}${fieldGap}${textIn(room)}`;
		if (packed.length > 0 && widthOf(beside) <= roomIn(packed.length)) {
			packed[packed.length - 1] = beside;
		} else if (packed.length < lines) {
			packed.push(textIn(roomIn(packed.length + 1)));
		} else {
			break;
		}

		shown++;
	}

	const last = packed.pop();
	return last === undefined ? [] : [...packed, `${last}${more(total - shown)}`];
}
