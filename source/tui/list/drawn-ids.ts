import {cellText, fieldNamed} from '../../domain/fields.ts';
import type {ListRow} from '../../domain/query/rows.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {sharedPrefix} from './column-parts.ts';
import type {ListStats} from './column-stats.ts';
import {shortWidth} from './columns.ts';
import {distinctCuts, mergeCuts, noDistinctParts, type DistinctParts} from './distinct-cuts.ts';

const idField = fieldNamed('id');

/**
The measurements of the columns, with room for the IDs of the rows that are drawn: the measurements can be those of other rows, while a listing is read or measured.

@param stats - The measurements of the columns.
@param rows - The rows that are drawn.
@returns The same object if those IDs need no more room.
*/
export function withDrawnIds(stats: ListStats, rows: Iterable<ListRow | undefined>): ListStats {
	const measured = stats.get(idField.name);
	const ids = idsOf(rows);
	if (measured === undefined || ids.length === 0) {
		return stats;
	}

	const drawn = Math.max(...ids.map(id => widthOf(id)));
	const [widest, common] = [Math.max(measured.widest, drawn), Math.max(measured.common, drawn)];
	const own = measured.parts[''];
	// Short IDs are never cut.
	const parts = common <= shortWidth ? own : partsWith(own, ids);
	return widest === measured.widest && common === measured.common && parts === own
		? stats
		: new Map(stats).set(idField.name, {...measured, widest, common, parts: parts === undefined ? {} : {'': parts}});
}

/** The IDs of rows as they are shown. */
function idsOf(rows: Iterable<ListRow | undefined>): string[] {
	const ids = new Set<string>();
	for (const row of rows) {
		if (row?.kind === 'notification') {
			ids.add(sanitiseCell(cellText(idField, row)));
		}
	}

	return [...ids];
}

/** The parts in which the values that were compared before differ, and in which these do. */
function partsWith(own: DistinctParts | undefined, ids: readonly string[]): DistinctParts {
	const prefix = sharedPrefix(own === undefined ? ids : [own.prefix, ...ids]);
	const cuts = mergeCuts((own ?? noDistinctParts).cuts, distinctCuts(ids));
	return prefix === own?.prefix && JSON.stringify(cuts) === JSON.stringify(own.cuts) ? own : {prefix, cuts};
}
