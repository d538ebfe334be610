import {useMemo, useState} from 'react';
import {foldGroup, layOutRows, noFolds, type Folds, type ListRows} from '../../domain/query/rows.ts';
import type {View} from '../../domain/query/view.ts';

export type FoldsHandle = {
	readonly folds: Folds;
	readonly rows: ListRows;
	/** Folds or unfolds the group of a row; without `isToFold` it toggles. Returns the key of the group's header. */
	readonly fold: (index: number, isToFold?: boolean) => string | undefined;
};

/** The rows of a view whose groups can be folded. */
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
	};
}
