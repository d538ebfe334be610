import type {Notification} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {comparedParts} from './column-parts.ts';
import type {ColumnStats, ListStats} from './column-stats.ts';
import {cellOf, type PlacedColumn} from './columns.ts';

const unmeasured: ColumnStats = {widest: 0, common: 0, only: undefined, hasSuffix: false, parts: {}};

/**
The measurements by which no two notifications in the window have IDs that look alike. Until all rows are measured, those in the window may have longer IDs than the measured ones, or IDs that differ in other parts.

@param stats - The measurements. They are returned if they are enough.
@param columns - The columns laid out by them.
@param visible - The notifications in the window.
*/
export function statsInWindow(stats: ListStats, columns: readonly PlacedColumn[], visible: readonly Notification[]): ListStats {
	const column = columns.find(({field}) => field.name === 'id');
	const measured = stats.get('id') ?? unmeasured;
	const ids = [...new Set(visible.map(({id}) => sanitiseCell(id)))];
	const widest = Math.max(0, ...ids.map(id => widthOf(id)));
	const areAlike = column !== undefined && new Set(visible.map(notification => cellOf(notification, column))).size < ids.length;
	return widest <= measured.widest && !areAlike
		? stats
		: new Map([...stats, ['id', {...measured, widest: Math.max(measured.widest, widest), common: Math.max(measured.common, widest), parts: {'': comparedParts(ids)}}]]);
}
