import type {ListedRecord} from '../../domain/notification.ts';

/** The marked notifications, whether the list shows them or not. */
export type Marks = {
	/** Ids of notifications. */
	readonly ids: ReadonlySet<string>;
	/** The key of the row where a range starts. The range reaches to the selected row and marks nothing until it is marked. */
	readonly anchor: string | undefined;
};

export type MarksAction =
	/** Marks all of them, or unmarks them if all are marked. */
	| {readonly type: 'toggle'; readonly ids: readonly string[]}
	| {readonly type: 'invert'; readonly ids: readonly string[]}
	| {readonly type: 'begin-range'; readonly anchor: string}
	| {readonly type: 'take-range'; readonly ids: readonly string[]}
	| {readonly type: 'drop-range'}
	| {readonly type: 'clear'}
	/** Drops the marks of everything that is not in a complete listing. */
	| {readonly type: 'retain'; readonly records: readonly ListedRecord[]};

export const noMarks: Marks = {ids: new Set(), anchor: undefined};

export function reduceMarks(marks: Marks, action: MarksAction): Marks {
	switch (action.type) {
		case 'toggle': {
			const areMarked = action.ids.length > 0 && action.ids.every(id => marks.ids.has(id));
			return {...marks, ids: change(marks.ids, action.ids, () => !areMarked)};
		}

		case 'invert': {
			return {...marks, ids: change(marks.ids, action.ids, isMarked => !isMarked)};
		}

		case 'begin-range': {
			return {...marks, anchor: action.anchor};
		}

		case 'take-range': {
			return {anchor: undefined, ids: change(marks.ids, action.ids, () => true)};
		}

		case 'drop-range': {
			return {...marks, anchor: undefined};
		}

		case 'clear': {
			return noMarks;
		}

		case 'retain': {
			return retain(marks, action.records);
		}
	}
}

function change(marked: ReadonlySet<string>, ids: readonly string[], isToMark: (isMarked: boolean) => boolean): ReadonlySet<string> {
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
	// Usually nothing is marked.
	for (const record of marks.ids.size === 0 ? [] : records) {
		if (record.kind === 'notification' && marks.ids.has(record.id)) {
			retained.add(record.id);
		}
	}

	return retained.size === marks.ids.size ? marks : {...marks, ids: retained};
}
