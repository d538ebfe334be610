import {useEffect, useMemo, useReducer} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {idsIn, type ListRows, type View} from '../../query/view.ts';
import type {Actions} from '../keys/scope-keys.ts';
import {noMarks, reduceMarks} from './marks.ts';

export type MarksHandle = {
	readonly ids: ReadonlySet<string>;
	/** The IDs that are marked but hidden by the search. */
	readonly hidden: ReadonlySet<string>;
	/** The first and the last row of the range being marked. */
	readonly range: readonly [number, number] | undefined;
	/** The IDs of the duplicates to keep, which must still be listed when the marked ones are deleted. */
	readonly keeps: ReadonlySet<string>;
	/** Replaces the marks. */
	readonly set: (ids: ReadonlySet<string>, keeps: ReadonlySet<string>) => void;
	readonly dropRange: () => void;
	readonly actions: Pick<Actions<'list'>, 'mark' | 'range' | 'mark-all' | 'unmark-all' | 'invert'>;
};

export type MarksOptions = {
	readonly view: View;
	readonly rows: ListRows;
	readonly selected: number;
	/** A complete listing, if there is one. Marks of notifications that it does not have are dropped. */
	readonly complete: readonly ListedRecord[] | undefined;
	/** The IDs of rows that are shown but no longer exist. They cannot be marked. */
	readonly vanished: ReadonlySet<string>;
	/** Called after a row was marked or unmarked. */
	readonly onMarked: () => void;
};

const none: ReadonlySet<string> = new Set();

/** The marks of a list, and the actions that change them. */
export function useMarks({view, rows, selected, complete, vanished, onMarked}: MarksOptions): MarksHandle {
	const [{ids, anchor, keeps}, dispatch] = useReducer(reduceMarks, noMarks);
	useEffect(() => {
		if (complete !== undefined) {
			dispatch({type: 'retain', records: complete});
		}
	}, [complete]);

	const hidden = useMemo(() => {
		if (ids.size === 0 || view.matches.length === view.records.length) {
			return none;
		}

		const hiddenIds = new Set(ids);
		for (const id of idsIn(view.records, view.matches)) {
			hiddenIds.delete(id);
		}

		return hiddenIds;
	}, [ids, view]);
	const start = useMemo(() => (anchor === undefined ? undefined : rows.indexOf(anchor)), [rows, anchor]);
	const other = start === undefined || start === -1 ? selected : start;
	const range = anchor === undefined ? undefined : ([Math.min(selected, other), Math.max(selected, other)] as const);

	const listed = (some: readonly string[]) => (vanished.size === 0 ? some : some.filter(id => !vanished.has(id)));

	const takeRange = ([first, last]: readonly [number, number]) => {
		dispatch({type: 'take-range', ids: listed(rows.idsBetween(first, last))});
	};

	return {
		ids,
		hidden,
		range,
		keeps,
		set(marked, kept) {
			dispatch({type: 'set', ids: marked, keeps: kept});
		},
		dropRange() {
			dispatch({type: 'drop-range'});
		},
		actions: {
			mark() {
				if (range !== undefined) {
					takeRange(range);
					return;
				}

				dispatch({type: 'toggle', ids: listed(rows.idsAt(selected))});
				onMarked();
			},
			range() {
				if (range === undefined) {
					dispatch({type: 'begin-range', anchor: rows.keyAt(selected)!});
				} else {
					takeRange(range);
				}
			},
			'mark-all'() {
				dispatch({type: 'toggle', ids: listed(idsIn(view.records, view.matches))});
			},
			'unmark-all'() {
				dispatch({type: 'clear'});
			},
			invert() {
				dispatch({type: 'invert', ids: listed(idsIn(view.records, view.matches))});
			},
		},
	};
}
