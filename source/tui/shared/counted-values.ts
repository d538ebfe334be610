import {numberText} from '../../platform/text.ts';
import {fieldGap} from '../ui/fit.ts';
import {truncateValue, widthOf} from '../../terminal/width.ts';

/** A value that is safe to show, and how often it is there. */
type CountedValue = {readonly value: string; readonly count: number};

/** The width of a value at most where others have room beside it: an address fits. */
const longestBeside = 44;

/** The share of a wide line that a value takes at most. */
const share = 1 / 3;

/**
Values with their counts, side by side, and the number of those that do not fit: `user-42 154 · user-7 84 · 20 more`. A long value is cut.

@param values - The values, the most important first. They are read only as far as they are shown.
@param total - The number of values.
@param lines - Lines for the values at most. If there are several, the number of the others has one of its own where it does not fit beside the last value.
@param room - Terminal columns for a line.
*/
export function countedValueLines(
	values: Iterable<CountedValue>,
	total: number,
	lines: number,
	room: number,
): string[] {
	const longest = total === 1 ? room : Math.max(longestBeside, Math.floor(room * share));
	const packed: string[] = [];
	let shown = 0;
	for (const {value, count} of values) {
		const number = ` ${numberText(count)}`;
		const rest = total - shown - 1;
		const current = packed.at(-1);
		const reserved = rest > 0 && (packed.length === lines || lines === 1) ? fieldGap.length + moreText(rest).length : 0;
		const text = `${truncateValue(value, Math.max(1, Math.min(longest, room - number.length - (lines === 1 ? reserved : 0))))}${number}`;
		if (current !== undefined && widthOf(current) + fieldGap.length + widthOf(text) + reserved <= room) {
			packed[packed.length - 1] = `${current}${fieldGap}${text}`;
		} else if (packed.length < lines) {
			packed.push(text);
		} else {
			break;
		}

		shown++;
	}

	const hidden = total - shown;
	const last = packed.at(-1);
	if (hidden === 0 || last === undefined) {
		return packed;
	}

	const more = moreText(hidden);
	return lines === 1 || widthOf(`${last}${fieldGap}${more}`) <= room
		? [...packed.slice(0, -1), `${last}${fieldGap}${more}`]
		: [...packed, more];
}

const moreText = (count: number): string => `${numberText(count)} more`;
