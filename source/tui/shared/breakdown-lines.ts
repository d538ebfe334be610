import {breakdownOf, type BreakdownCounts} from '../../domain/breakdown.ts';
import {shownValue} from '../../terminal/sanitise.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {countedValueLines, type CountedValue} from './counted-values.ts';
import {labelWidth} from './label-width.ts';

/** The lines while the notifications are still counted, so that nothing moves afterwards. */
const uncounted: readonly TextLine[] = breakdownOf([]).map(({name}) => ({label: `by ${name}`, text: '…'}));

/** Counts of notifications by user, channel and network, a line of at most `columns` for each: `by user  ops-1 7 · ops-2 3 · 4 more`. Safe to show. `counts`: undefined while they are counted. */
export function breakdownLines(counts: readonly BreakdownCounts[] | undefined, columns: number): readonly TextLine[] {
	if (counts === undefined) {
		return uncounted;
	}

	return counts.map(({name, values}) => {
		const [text = ''] = countedValueLines(shownValues(values), values.length, 1, columns - labelWidth);
		return {label: `by ${name}`, text};
	});
}

function* shownValues(values: BreakdownCounts['values']): Generator<CountedValue> {
	for (const [value, count] of values) {
		yield {value: shownValue(value), count};
	}
}
