import type {ListedRecord} from '../notification.ts';
import {range} from '../../platform/text.ts';
import type {Group} from './group.ts';
import type {View} from './view.ts';

/** A row of the list. */
export type ListRow = ListedRecord | Group;

/** The folded groups: all or none, with exceptions. */
export type Folds = {
	readonly areAll: boolean;
	/** The values of the groups that are exceptions. */
	readonly except: ReadonlySet<string>;
};

export const noFolds: Folds = {areAll: false, except: new Set()};

export function isFolded({areAll, except}: Folds, {value}: Group): boolean {
	return areAll !== except.has(value);
}

/** Folds or unfolds a group; toggles it unless `isToFold` is given. */
export function foldGroup(folds: Folds, group: Group, isToFold = !isFolded(folds, group)): Folds {
	if (isFolded(folds, group) === isToFold) {
		return folds;
	}

	const except = new Set(folds.except);
	if (!except.delete(group.value)) {
		except.add(group.value);
	}

	return {...folds, except};
}

/** The rows of a view. Each row has a key that stays the same when the view changes. */
export type ListRows = {
	readonly length: number;
	readonly at: (index: number) => ListRow | undefined;
	readonly keyAt: (index: number) => string | undefined;
	/** The index of the row with a key; -1 if there is none. Rows near an index, by default near either end, are found first. */
	readonly indexOf: (key: string, near?: number) => number;
	/** The index of the group header above a row, or of the row itself if it is one; -1 if nothing is grouped. */
	readonly headerAbove: (index: number) => number;
	/** The IDs of the notifications in a group. */
	readonly idsOf: (group: Group) => readonly string[];
	/** The IDs of the notifications of a row: for a group header, those of all its members. */
	readonly idsAt: (index: number) => readonly string[];
	/** The IDs in a range of rows. The header of an unfolded group adds none, because its members have rows. */
	readonly idsBetween: (first: number, last: number) => readonly string[];
};

/** Lays out the rows of a view: the records, or the groups, each above its members unless it is folded. It computes only numbers; a record is read when its row is requested. */
export function layOutRows({records, matches, groups}: View, folds: Folds): ListRows {
	const lines = groups === undefined ? matches : layOutGroups(groups, folds);
	const read = (line: number): ListRow => (line < 0 ? groups![mirror(line)]! : records[line]!);
	const at = (index: number) => (index >= 0 && index < lines.length ? read(lines[index]!) : undefined);
	const positionsAt = (index: number) =>
		lines[index]! < 0 ? groups![mirror(lines[index]!)]!.members : [lines[index]!];

	return {
		length: lines.length,
		at,
		keyAt(index) {
			const row = at(index);
			return row && rowKey(row);
		},
		indexOf(key, near = 0) {
			const id = key.startsWith(idPrefix) ? key.slice(idPrefix.length) : undefined;
			return findNear(
				lines,
				near,
				id === undefined
					? line => rowKey(read(line)) === key
					: // Avoids building the key of every row.
						line => line >= 0 && isNotification(records[line]!, id),
			);
		},
		headerAbove(index) {
			let above = index;
			while (above >= 0 && !(lines[above]! < 0)) {
				above--;
			}

			return above;
		},
		idsOf: ({members}) => idsIn(records, members),
		idsAt: index => idsIn(records, positionsAt(index)),
		idsBetween: (first, last) =>
			range(last - first + 1).flatMap(step => {
				const row = at(first + step)!;
				return row.kind === 'group' && !isFolded(folds, row) ? [] : idsIn(records, positionsAt(first + step));
			}),
	};
}

/** The index of the item that is sought, of which there is one at most: from an index in both directions, and from each end on to the other one. -1 if there is none. */
function findNear<T>(items: readonly T[], near: number, isSought: (item: T) => boolean): number {
	const {length} = items;
	const start = Math.min(near, length - 1);
	for (let distance = 0; distance < length && distance <= length / 2; distance++) {
		const after = (start + distance) % length;
		if (isSought(items[after]!)) {
			return after;
		}

		const before = (start - distance + length) % length;
		if (isSought(items[before]!)) {
			return before;
		}
	}

	return -1;
}

/** The IDs of the notifications at these positions. A record that cannot be read has none. */
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

const idPrefix = 'id ';

const isNotification = (record: ListedRecord, id: string): boolean =>
	record.kind === 'notification' && record.id === id;

/** The key of the row of a notification. */
export const keyOfId = (id: string): string => `${idPrefix}${id}`;

/** The key of a row. It is unique among the rows, whatever IDs the service sends. */
export function rowKey(row: ListRow): string {
	switch (row.kind) {
		case 'notification': {
			return keyOfId(row.id);
		}

		case 'unreadable': {
			return `place ${row.index}`;
		}

		case 'group': {
			return `group ${row.value}`;
		}
	}
}

/** Maps the index of a group to a negative number, which no record's position is, and back. */
const mirror = (index: number) => -1 - index;

/** The positions of the records, and for each header the mirrored index of its group. */
function layOutGroups(groups: readonly Group[], folds: Folds): number[] {
	const lines: number[] = [];
	for (const [index, group] of groups.entries()) {
		lines.push(mirror(index));
		if (!isFolded(folds, group)) {
			for (const member of group.members) {
				lines.push(member);
			}
		}
	}

	return lines;
}
