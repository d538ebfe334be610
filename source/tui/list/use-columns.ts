import {useCallback, useMemo, useState} from 'react';
import type {Notification} from '../../domain/notification.ts';
import type {Sort} from '../../domain/query/sort.ts';
import {useSettings} from '../shared/use-settings.ts';
import type {ListStats} from './column-stats.ts';
import {chosenColumns, layOutColumns, wideColumns, type ColumnLayout} from './columns.ts';
import {scrollColumns} from './scroll-columns.ts';
import {noMore, type MoreColumns} from './row-text.ts';
import {statsInWindow} from './visible-ids.ts';

export type ColumnsHandle = ColumnLayout & {
	/** Whether every column is as wide as its values, and left and right scroll. */
	readonly isWide: boolean;
	/** The columns that scrolling shows. */
	readonly more: MoreColumns;
	readonly toggleWide: () => void;
	readonly scroll: (by: 1 | -1) => void;
};

const nothingLeftOut: Pick<ColumnLayout, 'folded' | 'hidden'> = {folded: [], hidden: 0};

/** The columns of the list. The columns of config.yaml are laid out again only when the listing, the order or the room changes, and where the IDs in the window would look alike. In wide mode, all columns, scrolled. `visible`: the notifications in the window. */
export function useColumns(sort: Sort | undefined, stats: ListStats, room: number, visible: readonly Notification[]): ColumnsHandle {
	const {columns: names} = useSettings();
	/** The number of columns after the ID that are scrolled out of view; undefined unless in wide mode. */
	const [scrolled, setScrolled] = useState<number | undefined>(undefined);
	const layOut = useCallback((measured: ListStats) => {
		if (scrolled !== undefined) {
			return {...scrollColumns(wideColumns(chosenColumns(undefined, sort), measured), scrolled, room), ...nothingLeftOut};
		}

		const laidOut = layOutColumns(chosenColumns(names, sort), measured, room);
		return {...laidOut, more: {...noMore, hidden: laidOut.hidden}};
	}, [names, sort, room, scrolled]);
	const measuredLayout = useMemo(() => layOut(stats), [layOut, stats]);
	const needed = useMemo(() => statsInWindow(stats, measuredLayout.columns, visible), [stats, measuredLayout, visible]);
	const layout = useMemo(() => needed === stats ? measuredLayout : layOut(needed), [needed, stats, measuredLayout, layOut]);

	return {
		...layout,
		isWide: scrolled !== undefined,
		toggleWide() {
			setScrolled(current => current === undefined ? 0 : undefined);
		},
		scroll(by) {
			setScrolled(current => Math.max(0, Math.min((current ?? 0) + by, chosenColumns(undefined, sort).length - 2)));
		},
	};
}
