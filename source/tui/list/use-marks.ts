import {useEffect, useMemo, useReducer} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {idsIn, type ListRows} from '../../domain/query/rows.ts';
import type {View} from '../../domain/query/view.ts';
import type {Action} from '../keys/bindings.ts';
import {noMarks, reduceMarks} from './marks.ts';

export type MarksHandle = {
	readonly ids: ReadonlySet<string>;
	/** Ids that are marked, and not found by the search. */
	readonly hidden: ReadonlySet<string>;
	/** The first and the last row of a range that was begun. */
	readonly range: readonly [number, number] | undefined;
	readonly dropRange: () => void;
	readonly actions: Partial<Readonly<Record<Action, () => void>>>;
};

export type MarksOptions = {
	readonly view: View;
	readonly rows: ListRows;
	readonly selected: number;
	/** All there is, if that is known: a mark on anything else is dropped. */
	readonly complete: readonly ListedRecord[] | undefined;
	/** Ids of what is shown and no longer there: it is not marked. */
	readonly gone: ReadonlySet<string>;
	/** Called after a row was marked. */
	readonly moveOn: () => void;
};

const none: ReadonlySet<string> = new Set();

/** The marks of a list, and what the keys do to them. */
export function useMarks({view, rows, selected, complete, gone, moveOn}: MarksOptions): MarksHandle {
	const [{ids, anchor}, dispatch] = useReducer(reduceMarks, noMarks);
	useEffect(() => {
		if (complete !== undefined) {
			dispatch({type: 'retain', records: complete});
		}
	}, [complete]);

	const hidden = useMemo(() => {
		if (ids.size === 0 || view.matches.length === view.records.length) {
			return none;
		}

		const left = new Set(ids);
		for (const id of idsIn(view.records, view.matches)) {
			left.delete(id);
		}

		return left;
	}, [ids, view]);
	const start = useMemo(() => anchor === undefined ? undefined : rows.indexOf(anchor), [rows, anchor]);
	const other = start === undefined || start === -1 ? selected : start;
	const range = anchor === undefined ? undefined : [Math.min(selected, other), Math.max(selected, other)] as const;

	const there = (some: readonly string[]) => gone.size === 0 ? some : some.filter(id => !gone.has(id));

	const takeRange = ([first, last]: readonly [number, number]) => {
		dispatch({type: 'take-range', ids: there(rows.idsBetween(first, last))});
	};

	return {
		ids,
		hidden,
		range,
		dropRange() {
			dispatch({type: 'drop-range'});
		},
		actions: {
			mark() {
				if (range !== undefined) {
					takeRange(range);
					return;
				}

				dispatch({type: 'toggle', ids: there(rows.idsAt(selected))});
				moveOn();
			},
			range() {
				if (range === undefined) {
					dispatch({type: 'begin-range', anchor: rows.keyAt(selected)!});
				} else {
					takeRange(range);
				}
			},
			'mark-all'() {
				dispatch({type: 'toggle', ids: there(idsIn(view.records, view.matches))});
			},
			'unmark-all'() {
				dispatch({type: 'clear'});
			},
			invert() {
				dispatch({type: 'invert', ids: there(idsIn(view.records, view.matches))});
			},
		},
	};
}
