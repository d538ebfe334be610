import {useMemo, useState} from 'react';
import type {ListRows} from '../../domain/query/rows.ts';
import type {ListStats} from './column-stats.ts';
import {withDrawnIds} from './drawn-ids.ts';
import {windowRows} from './window-rows.ts';

/** The rows of the list that are drawn. */
export type DrawnRows = {
	readonly rows: ListRows;
	readonly top: number;
	readonly height: number;
	readonly isGrouped: boolean;
};

/** The measurements of the columns, with room for the IDs of the rows that are drawn. The room only grows until more is measured, so that the columns do not move back and forth while the list is scrolled. */
export function useDrawnIds(stats: ListStats, {rows, top, height, isGrouped}: DrawnRows): ListStats {
	const [last, setLast] = useState({stats, widened: stats});
	const known = last.stats === stats ? last.widened : stats;
	const widened = useMemo(
		() =>
			withDrawnIds(
				known,
				windowRows(rows, top, height, isGrouped).map(index => rows.at(index)),
			),
		[known, rows, top, height, isGrouped],
	);
	if (last.stats !== stats || last.widened !== widened) {
		setLast({stats, widened});
	}

	return widened;
}
