import {cellText, fieldNamed} from '../../domain/fields.ts';
import type {ListRow} from '../../domain/query/rows.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import type {ListStats} from './column-stats.ts';

const idField = fieldNamed('id');

/**
The measurements of the columns, with room for the IDs of the rows that are drawn: the measurements can be those of other rows, while a listing is read or measured.

@param stats - The measurements of the columns.
@param rows - The rows that are drawn.
@returns The same object if those IDs need no more room.
*/
export function withDrawnIds(stats: ListStats, rows: Iterable<ListRow | undefined>): ListStats {
	const measured = stats.get(idField.name);
	if (measured === undefined) {
		return stats;
	}

	let drawn = 0;
	for (const row of rows) {
		if (row?.kind === 'notification') {
			drawn = Math.max(drawn, widthOf(sanitiseCell(cellText(idField, row))));
		}
	}

	const {widest, common} = measured;
	return drawn <= common ? stats : new Map(stats).set(idField.name, {widest: Math.max(widest, drawn), common: drawn});
}
