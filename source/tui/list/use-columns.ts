import {useMemo, useState} from 'react';
import type {Sort} from '../../domain/query/sort.ts';
import {useSettings} from '../shared/use-settings.ts';
import type {ListStats} from './column-stats.ts';
import {chosenColumns, layOutColumns, wideColumns, type ColumnLayout} from './columns.ts';
import {scrollColumns} from './scroll-columns.ts';
import {noMore, type MoreColumns} from './row-text.ts';

export type ColumnsHandle = ColumnLayout & {
	/** Whether every column is as wide as its values, and left and right scroll. */
	readonly isWide: boolean;
	/** The columns that scrolling shows. */
	readonly more: MoreColumns;
	readonly toggleWide: () => void;
	readonly scroll: (by: 1 | -1) => void;
};

/** The columns of the list. The columns of config.yaml are laid out again only when the listing, the order or the room changes. In wide mode, all columns, scrolled. */
export function useColumns(sort: Sort | undefined, stats: ListStats, room: number): ColumnsHandle {
	const {columns: names} = useSettings();
	/** The number of columns after the ID that are scrolled out of view; undefined unless in wide mode. */
	const [scrolled, setScrolled] = useState<number | undefined>(undefined);
	const layout = useMemo(() => {
		if (scrolled !== undefined) {
			return {...scrollColumns(wideColumns(chosenColumns(undefined, sort), stats), scrolled, room), hidden: 0};
		}

		const laidOut = layOutColumns(chosenColumns(names, sort), stats, room);
		return {...laidOut, more: {...noMore, hidden: laidOut.hidden}};
	}, [names, sort, stats, room, scrolled]);

	return {
		...layout,
		isWide: scrolled !== undefined,
		toggleWide() {
			setScrolled(current => (current === undefined ? 0 : undefined));
		},
		scroll(by) {
			setScrolled(current => Math.max(0, Math.min((current ?? 0) + by, chosenColumns(undefined, sort).length - 2)));
		},
	};
}
