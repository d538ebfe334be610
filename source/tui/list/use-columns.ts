import {useMemo, useState} from 'react';
import type {ListRows} from '../../query/view.ts';
import type {Sort} from '../../query/sort.ts';
import {useSettings} from '../shared/use-settings.ts';
import {columnsOf, mostScrolled, withDrawnIds, type ColumnLayout, type Sample} from './columns.ts';
import {windowRows} from './window-rows.ts';

export type ColumnsHandle = ColumnLayout & {
	/** Whether every column is as wide as its values, and left and right scroll. */
	readonly isWide: boolean;
	readonly toggleWide: () => void;
	readonly scroll: (by: 1 | -1) => void;
};

/** The rows of the list that are drawn. */
type DrawnRows = {
	readonly rows: ListRows;
	readonly top: number;
	readonly height: number;
	readonly isGrouped: boolean;
};

/** The columns of the list: those of config.yaml, or in wide mode all of them, scrolled. `room`: terminal columns for all of them. */
export function useColumns(
	sample: Sample,
	{rows, top, height, isGrouped}: DrawnRows,
	sort: Sort | undefined,
	room: number,
): ColumnsHandle {
	const {columns: names} = useSettings();
	const [scrolled, setScrolled] = useState<number | undefined>(undefined);
	// The room for IDs only grows, so that the columns do not move back and forth while the list is scrolled.
	const [last, setLast] = useState({sample, widened: sample});
	const known = last.sample === sample ? last.widened : sample;
	const widened = useMemo(
		() =>
			withDrawnIds(
				known,
				windowRows(rows, top, height, isGrouped).map(index => rows.at(index)),
			),
		[known, rows, top, height, isGrouped],
	);
	if (last.sample !== sample || last.widened !== widened) {
		setLast({sample, widened});
	}

	const layout = useMemo(
		() => columnsOf(widened, {names, sort, room, scrolled}),
		[widened, names, sort, room, scrolled],
	);
	return {
		...layout,
		isWide: scrolled !== undefined,
		toggleWide() {
			setScrolled(current => (current === undefined ? 0 : undefined));
		},
		scroll(by) {
			setScrolled(current => Math.max(0, Math.min((current ?? 0) + by, mostScrolled)));
		},
	};
}
