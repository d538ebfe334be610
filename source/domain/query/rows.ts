import type {ListedRecord} from '../notification.ts';
import {indexesBelow} from '../../system/sliced.ts';
import type {Group} from './group.ts';
import type {View} from './view.ts';

/** What a line of the list shows. */
export type ListRow = ListedRecord | Group;

/** Which groups are folded: all or none, but for some. */
export type Folds = {
	readonly areAll: boolean;
	/** Values of the groups that are otherwise. */
	readonly except: ReadonlySet<string>;
};

export const noFolds: Folds = {areAll: false, except: new Set()};

export function isFolded({areAll, except}: Folds, {value}: Group): boolean {
	return areAll !== except.has(value);
}

/** Folds a group, or unfolds it; unless told which, the other of the two. */
export function fold(folds: Folds, group: Group, isToFold = !isFolded(folds, group)): Folds {
	if (isFolded(folds, group) === isToFold) {
		return folds;
	}

	const except = new Set(folds.except);
	if (!except.delete(group.value)) {
		except.add(group.value);
	}

	return {...folds, except};
}

/** The lines of a view, each of them told apart by a key that stays the same when the view changes. */
export type ListRows = {
	readonly length: number;
	readonly at: (index: number) => ListRow | undefined;
	readonly keyAt: (index: number) => string | undefined;
	/** -1 where there is no such row. */
	readonly indexOf: (key: string) => number;
	/** The index of the header above a row, or of the row itself; -1 where nothing is grouped. */
	readonly headerAbove: (index: number) => number;
	/** Ids of the notifications in a group. */
	readonly idsOf: (group: Group) => readonly string[];
	/** Ids of the notifications that a row stands for: those of a group are all its members'. */
	readonly idsAt: (index: number) => readonly string[];
	/** As `idsAt`, from one row to another; of the groups only the folded ones count, since the others' members have rows. */
	readonly idsBetween: (first: number, last: number) => readonly string[];
};

/** Lays out the lines of a view: its groups, each above its members unless it is folded, or only the records. Nothing is made but numbers: rows are read when they are asked for. */
export function layOutRows({records, found, groups}: View, folds: Folds): ListRows {
	const lines = groups === undefined ? found : lineUp(groups, folds);
	const read = (line: number): ListRow => line < 0 ? groups![mirror(line)]! : records[line]!;
	const at = (index: number) => index >= 0 && index < lines.length ? read(lines[index]!) : undefined;
	const positionsAt = (index: number) => lines[index]! < 0 ? groups![mirror(lines[index]!)]!.members : [lines[index]!];

	return {
		length: lines.length,
		at,
		keyAt(index) {
			const row = at(index);
			return row && rowKey(row);
		},
		indexOf: key => lines.findIndex(line => rowKey(read(line)) === key),
		headerAbove(index) {
			let above = index;
			while (above >= 0 && !(lines[above]! < 0)) {
				above--;
			}

			return above;
		},
		idsOf: ({members}) => idsIn(records, members),
		idsAt: index => idsIn(records, positionsAt(index)),
		idsBetween: (first, last) => indexesBelow(last - first + 1).flatMap(step => {
			const row = at(first + step)!;
			return row.kind === 'group' && !isFolded(folds, row) ? [] : idsIn(records, positionsAt(first + step));
		}),
	};
}

/** Ids of the notifications at these positions; what cannot be read has none. */
export function idsIn(records: readonly ListedRecord[], positions: readonly number[]): string[] {
	const ids: string[] = [];
	for (const position of positions) {
		const record = records[position]!;
		if (record.kind === 'notification') {
			ids.push(record.id);
		}
	}

	return ids;
}

/** Tells rows apart, whatever ids a service invents. */
export function rowKey(row: ListRow): string {
	switch (row.kind) {
		case 'notification': {
			return `id ${row.id}`;
		}

		case 'unreadable': {
			return `place ${row.index}`;
		}

		case 'group': {
			return `group ${row.value}`;
		}
	}
}

/** Turns the index of a group into a number below 0, where no position of a record is, and back. */
const mirror = (index: number) => -1 - index;

/** Positions of records, and for the headers the mirrored index of the group. */
function lineUp(groups: readonly Group[], folds: Folds): number[] {
	const lines: number[] = [];
	for (const [index, group_] of groups.entries()) {
		const group = group_;
		lines.push(mirror(index));
		if (!isFolded(folds, group)) {
			for (const member of group.members) {
				lines.push(member);
			}
		}
	}

	return lines;
}
