import {useMemo, useState} from 'react';
import {
	foldGroup,
	layOutRows,
	noFolds,
	type Folds,
	type ListRows,
} from '../../domain/query/rows.ts';
import type {View} from '../../domain/query/view.ts';

export type FoldsHandle = {
	readonly folds: Folds;
	readonly rows: ListRows;
	/** Folds the group of a row, or unfolds it; without `isToFold` the other of the two. Returns the key of its header. */
	readonly fold: (index: number, isToFold?: boolean) => string | undefined;
	/** Folds all groups, or unfolds all when some are folded already. */
	readonly foldAll: () => void;
};

/** The rows of a view, of which groups can be folded. */
export function useFolds(view: View): FoldsHandle {
	const [folds, setFolds] = useState(noFolds);
	const rows = useMemo(() => layOutRows(view, folds), [view, folds]);

	return {
		folds,
		rows,
		fold(index, isToFold) {
			const header = rows.headerAbove(index);
			const group = rows.at(header);
			if (group?.kind !== 'group') {
				return undefined;
			}

			setFolds(current => foldGroup(current, group, isToFold));
			return rows.keyAt(header);
		},
		foldAll() {
			setFolds(({areAll, except}) => ({areAll: !areAll && except.size === 0, except: new Set()}));
		},
	};
}
