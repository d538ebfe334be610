import {useEffect, useMemo, useReducer} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {idsIn, type ListRows, type View} from '../../query/view.ts';

type Ids = ReadonlySet<string>;

/** The marked notifications, including those that the list does not show. */
export type Marks = {
	readonly ids: Ids;
	/** The key of the row where a range starts. The range reaches to the selected row. Its rows are marked only when the range is accepted. */
	readonly anchor?: string | undefined;
};

const none: Ids = new Set();
export const noMarks: Marks = {ids: none};

/** Marks all of them, or unmarks them if all are marked. */
export function toggled(marked: Ids, ids: readonly string[]): Ids {
	const some = new Set(ids);
	return some.isSubsetOf(marked) ? marked.difference(some) : marked.union(some);
}

/** Drops the marks of everything that is not in a complete listing. Returns the same object if nothing changes. */
export function withoutUnlisted(marks: Marks, records: readonly ListedRecord[]): Marks {
	if (marks.ids.size === 0) {
		return marks;
	}

	const left = new Set(
		records.flatMap(record => (record.kind === 'notification' && marks.ids.has(record.id) ? [record.id] : [])),
	);
	return left.size === marks.ids.size ? marks : {...marks, ids: left};
}

type MarksOptions = {
	readonly view: View;
	readonly rows: ListRows;
	readonly selected: number;
	/** A complete listing, if there is one. Marks of notifications that it does not have are dropped. */
	readonly complete: readonly ListedRecord[] | undefined;
	/** The IDs of rows that are shown but no longer exist. They cannot be marked. */
	readonly vanished: Ids;
	/** Called after a row was marked or unmarked. */
	readonly onMarked: () => void;
};

/** The marks of a list, and the actions that change them. */
export function useMarks({view, rows, selected, complete, vanished, onMarked}: MarksOptions) {
	const [{ids, anchor}, setMarks] = useReducer((marks: Marks, next: (marks: Marks) => Marks) => next(marks), noMarks);
	const change = (next: (marked: Ids) => Ids) => {
		setMarks(marks => ({...marks, ids: next(marks.ids)}));
	};

	useEffect(() => {
		if (complete !== undefined) {
			setMarks(marks => withoutUnlisted(marks, complete));
		}
	}, [complete]);

	/** The IDs that are marked but hidden by the search. */
	const hidden = useMemo(() => {
		const left = new Set(ids);
		for (const id of ids.size === 0 ? [] : idsIn(view.records, view.matches)) {
			left.delete(id);
		}

		return left;
	}, [ids, view]);
	const start = useMemo(() => (anchor === undefined ? -1 : rows.indexOf(anchor)), [rows, anchor]);
	const other = start === -1 ? selected : start;
	/** The first and the last row of the range being marked. */
	const range = anchor === undefined ? undefined : ([Math.min(selected, other), Math.max(selected, other)] as const);

	const listed = (some: readonly string[]) => some.filter(id => !vanished.has(id));
	const shown = () => listed(idsIn(view.records, view.matches));
	const setAnchor = (next: string | undefined) => {
		setMarks(marks => ({...marks, anchor: next}));
	};

	const takeRange = ([first, last]: readonly [number, number]) => {
		change(marked => marked.union(new Set(listed(rows.idsBetween(first, last)))));
		setAnchor(undefined);
	};

	return {
		ids,
		hidden,
		range,
		dropRange() {
			setAnchor(undefined);
		},
		actions: {
			mark() {
				if (range !== undefined) {
					takeRange(range);
					return;
				}

				change(marked => toggled(marked, listed(rows.idsAt(selected))));
				onMarked();
			},
			range() {
				if (range === undefined) {
					setAnchor(rows.keyAt(selected));
				} else {
					takeRange(range);
				}
			},
			'mark-all'() {
				change(marked => toggled(marked, shown()));
			},
			'unmark-all'() {
				setMarks(() => noMarks);
			},
			invert() {
				change(marked => marked.symmetricDifference(new Set(shown())));
			},
		},
	};
}
