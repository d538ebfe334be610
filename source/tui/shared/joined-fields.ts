import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, truncateValue, widthOf} from '../../terminal/width.ts';

/** What stands between two fields. */
export const fieldGap = ' · ';

/** The width of a field at least: less of each would say nothing of any, so that in a narrow line the first ones are told. */
const leastField = 6;

/** Fields of a notification side by side in at most `columns`, without the empty ones. Short ones are whole, and long ones are cut, each to one width: a cut of the joined text would swallow fields. Safe to show. */
export function joinedFields(texts: readonly string[], columns: number): string {
	const shown = texts.filter(text => text !== '').map(text => sanitiseCell(text));
	const longest = fairWidth(
		shown.map(text => widthOf(text)),
		columns - fieldGap.length * (shown.length - 1),
	);
	return truncate(
		shown.map(text => (longest < leastField ? text : truncateValue(text, longest))).join(fieldGap),
		columns,
	);
}

/** The most that each may have so that all fit into `room`; what short ones leave is shared among the others (max-min fair). */
function fairWidth(widths: readonly number[], room: number): number {
	let left = room;
	for (const [index, width] of widths.toSorted((a, b) => a - b).entries()) {
		const share = Math.floor(left / (widths.length - index));
		if (width > share) {
			return share;
		}

		left -= width;
	}

	return Infinity;
}
