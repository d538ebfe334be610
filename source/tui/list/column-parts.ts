import type {ColumnSpec} from '../../domain/fields.ts';
import type {Sliced} from '../../system/time-slices.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain} from '../../terminal/width.ts';
import {kindOf} from './cuts.ts';
import {distinctCuts, noDistinctParts, sharedLength, type DistinctParts} from './distinct-cuts.ts';

/** The number of kinds of values in a column that are compared on their own. */
const kindCount = 16;

/** The number of values that are compared at once: it takes about a millisecond. */
const longAtOnce = 100;

/**
Finds the parts in which the values of each kind differ. The kinds with the fewest values are one kind together.

@yields Nothing; the computation can pause there.
*/
export function * partsOf(values: Iterable<string>, cut: ColumnSpec['cut']): Sliced<Record<string, DistinctParts>> {
	const kinds = new Map<string, string[]>();
	for (const value of values) {
		const kind = kindOf(cut, value);
		const known = kinds.get(kind);
		if (known === undefined) {
			kinds.set(kind, [value]);
		} else {
			known.push(value);
		}
	}

	const rest = kinds.get('') ?? [];
	kinds.delete('');
	const ranked = [...kinds].toSorted(([a, one], [b, other]) => one.length === other.length ? Number(a > b) - Number(a < b) : other.length - one.length);
	rest.push(...ranked.slice(kindCount).flatMap(([, each]) => each));
	const parts: Record<string, DistinctParts> = {};
	for (const [kind, each] of [...rest.length === 0 ? [] : [['', rest] as const], ...ranked.slice(0, kindCount)]) {
		parts[kind] = {prefix: sharedPrefix(each), cuts: distinctCuts(each)};
		if (each.length > longAtOnce) {
			yield;
		}
	}

	return parts;
}

/** The number of values that are compared for a few lines. */
const compared = 1000;

/** The parts in which values differ once they are safe to show, as far as a few milliseconds tell: those of the first thousand. */
export function comparedParts(values: readonly string[]): DistinctParts {
	const first = values.slice(0, compared).map(value => sanitiseCell(value));
	return first.length === 0 ? noDistinctParts : {prefix: sharedPrefix(first), cuts: distinctCuts(first)};
}

/** The prefix that all values share. It never ends inside a number. */
export function sharedPrefix(values: readonly string[]): string {
	let [prefix = ''] = values;
	for (const value of values) {
		prefix = value.startsWith(prefix) ? prefix : prefix.slice(0, sharedLength(prefix, value));
	}

	return isPlain(prefix) ? prefix.slice(0, lengthBeforeNumber(prefix)) : '';
}

/** The length of a text without the digits at its end. */
function lengthBeforeNumber(text: string): number {
	let {length} = text;
	while (length > 0 && text[length - 1]! >= '0' && text[length - 1]! <= '9') {
		length--;
	}

	return length;
}
