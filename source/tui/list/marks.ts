import type {ListedRecord} from '../../notification/notification.ts';

/** The marked notifications, including those that the list does not show. */
export type Marks = {
	/** The IDs of the marked notifications. */
	readonly ids: ReadonlySet<string>;
	/** The key of the row where a range starts. The range reaches to the selected row. Its rows are marked only when the range is accepted. */
	readonly anchor: string | undefined;
	/** The IDs of the duplicates to keep. They must still be listed when the marked ones are deleted. */
	readonly keeps: ReadonlySet<string>;
};

export type MarksAction =
	/** Marks all of them, or unmarks them if all are marked. */
	| {readonly type: 'toggle'; readonly ids: readonly string[]}
	| {readonly type: 'invert'; readonly ids: readonly string[]}
	| {readonly type: 'begin-range'; readonly anchor: string}
	| {readonly type: 'take-range'; readonly ids: readonly string[]}
	| {readonly type: 'drop-range'}
	| {readonly type: 'clear'}
	| {readonly type: 'set'; readonly ids: ReadonlySet<string>; readonly keeps: ReadonlySet<string>}
	/** Drops the marks of everything that is not in a complete listing. */
	| {readonly type: 'retain'; readonly records: readonly ListedRecord[]};

export const noMarks: Marks = {ids: new Set(), anchor: undefined, keeps: new Set()};

export function reduceMarks(marks: Marks, action: MarksAction): Marks {
	switch (action.type) {
		case 'toggle': {
			const areMarked = action.ids.length > 0 && action.ids.every(id => marks.ids.has(id));
			return withIds(
				marks,
				change(marks.ids, action.ids, () => !areMarked),
			);
		}

		case 'invert': {
			return withIds(
				marks,
				change(marks.ids, action.ids, isMarked => !isMarked),
			);
		}

		case 'begin-range': {
			return {...marks, anchor: action.anchor};
		}

		case 'take-range': {
			return {...marks, anchor: undefined, ids: change(marks.ids, action.ids, () => true)};
		}

		case 'drop-range': {
			return {...marks, anchor: undefined};
		}

		case 'clear': {
			return noMarks;
		}

		case 'set': {
			return {anchor: undefined, ids: action.ids, keeps: action.keeps};
		}

		case 'retain': {
			return retain(marks, action.records);
		}
	}
}

/** Replaces the marked IDs. Without marks there is nothing to keep. */
const withIds = (marks: Marks, ids: ReadonlySet<string>): Marks => ({
	...marks,
	ids,
	keeps: ids.size === 0 ? noMarks.keeps : marks.keeps,
});

function change(
	marked: ReadonlySet<string>,
	ids: readonly string[],
	isToMark: (isMarked: boolean) => boolean,
): ReadonlySet<string> {
	const next = new Set(marked);
	for (const id of ids) {
		if (isToMark(marked.has(id))) {
			next.add(id);
		} else {
			next.delete(id);
		}
	}

	return next;
}

function retain(marks: Marks, records: readonly ListedRecord[]): Marks {
	const retained = new Set<string>();
	// Skips the loop if nothing is marked, which is the usual case.
	for (const record of marks.ids.size === 0 ? [] : records) {
		if (record.kind === 'notification' && marks.ids.has(record.id)) {
			retained.add(record.id);
		}
	}

	return retained.size === marks.ids.size ? marks : withIds(marks, retained);
}
