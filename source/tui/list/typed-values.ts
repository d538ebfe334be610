import {recordStates, type StateIds} from '../../domain/query/record-state.ts';
import type {TypedCondition} from '../../domain/query/typed-condition.ts';
import {valuesWith, type ValueCount} from '../../domain/query/value-counts.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncateMiddle, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';

/** The number of values offered for a condition: more than fit on any line. */
const offered = 30;

/** The width of a value at most, in columns, if not all fit. */
const longestValue = 40;

/** The values that fit the text of a condition being typed, with their counts. `counts`: those of its field. */
export function typedValues(
	{field, text, isExact}: TypedCondition,
	counts: readonly ValueCount[],
	states: StateIds,
): ValueCount[] {
	return field === undefined
		? recordStates
				.filter(state => state.startsWith(text))
				.map(state => ({value: state, lower: state, count: states[state].size}))
		: valuesWith(counts, text, isExact, offered);
}

/** A value on the line below the search, safe to show. */
export type ShownValue = {readonly value: string; readonly count: string};

/** The separator between two values on the line. */
export const valueSeparator = ' · ';

/** The values that fit side by side into `columns`. Long ones are cut in their middle unless all fit, and the first one if it alone does not. */
export function fittingValues(values: readonly ValueCount[], columns: number): ShownValue[] {
	const safe = values.map(({value, count}) => ({value: sanitiseCell(value), count: numberText(count)}));
	if (countFitting(safe, columns) === safe.length) {
		return safe;
	}

	const cut = safe.map(({value, count}) => ({value: truncateMiddle(value, longestValue), count}));
	const fitting = countFitting(cut, columns);
	return fitting > 0
		? cut.slice(0, fitting)
		: cut
				.slice(0, 1)
				.map(({value, count}) => ({value: truncateMiddle(value, Math.max(1, columns - count.length - 1)), count}));
}

/** The number of values that fit side by side, from the first. */
function countFitting(values: readonly ShownValue[], columns: number): number {
	let room = columns;
	const end = values.findIndex(({value, count}, index) => {
		room -= widthOf(value) + 1 + count.length + (index === 0 ? 0 : valueSeparator.length);
		return room < 0;
	});
	return end === -1 ? values.length : end;
}
