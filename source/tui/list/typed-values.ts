import {recordStates, type StateIds} from '../../domain/query/record-state.ts';
import type {TypedCondition} from '../../domain/query/typed-condition.ts';
import {valuesWith, type ValueCount} from '../../domain/query/value-counts.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../system/number-text.ts';

/** The number of values offered for a condition: more than fit on any line. */
const offered = 30;

/** The width of a value at most, in columns. */
const longestValue = 40;

/** The values that fit the text of a condition being typed, with their counts. `counts`: those of its field. */
export function typedValues({field, text, isExact}: TypedCondition, counts: readonly ValueCount[], states: StateIds): ValueCount[] {
	return field === undefined
		? recordStates.filter(state => state.startsWith(text)).map(state => ({value: state, lower: state, count: states[state].size}))
		: valuesWith(counts, text, isExact, offered);
}

/** A value on the line below the search, safe to show. */
export type ShownValue = {readonly value: string; readonly count: string};

/** The separator between two values on the line. */
export const valueSeparator = ' · ';

/** The values that fit side by side into `columns`. The first one is cut if it does not. */
export function fittingValues(values: readonly ValueCount[], columns: number): ShownValue[] {
	const shown = values.map(({value, count}) => ({value: truncate(sanitiseCell(value), longestValue), count: numberText(count)}));
	let room = columns;
	const fitting = shown.filter(({value, count}, index) => {
		room -= widthOf(value) + 1 + count.length + (index === 0 ? 0 : valueSeparator.length);
		return room >= 0;
	});
	return fitting.length === 0 ? shown.slice(0, 1).map(({value, count}) => ({value: truncate(value, Math.max(1, columns - count.length - 1)), count})) : fitting;
}
