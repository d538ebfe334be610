import type {ListedRecord} from '../notification/notification.ts';
import {range} from '../platform/text.ts';
import type {Sliced} from '../platform/time-slices.ts';
import {groupRecords, type Group} from './group.ts';
import {createSearcher, noStateIds, type StateIds, type Query} from './match.ts';
import {sortRecords, unarranged, type Arrangement, type Sort} from './sort.ts';

/** A listing, and how to search and arrange it. */
export type ViewInput = Arrangement & {
	readonly records: readonly ListedRecord[];
	readonly query: Query;
	/** The notifications in each state. Pass `noStateIds` if the query has no state, so that nothing is searched again when one changes. */
	readonly states: StateIds;
	/** Whether to build the search index even without a query, so that the first query is fast. */
	readonly isIndexed: boolean;
};

export type View = ViewInput & {
	/** The positions of the matching records, sorted. */
	readonly matches: readonly number[];
	readonly groups: readonly Group[] | undefined;
	/** Whether a pattern of the query took too long: then there are no matches. */
	readonly isTooSlow: boolean;
};

export const emptyView: View = {
	...unarranged,
	records: [],
	query: [],
	states: noStateIds,
	isIndexed: false,
	matches: [],
	groups: undefined,
	isTooSlow: false,
};

/**
Creates a function that searches, sorts and groups listings. It keeps its last order, and the results of its last searches.

@returns A function that returns a computation. Run it to its end before you call the function again.
*/
export function createViewer(): (input: ViewInput) => Sliced<View> {
	const search = createSearcher();
	let sorted: {
		readonly records: readonly ListedRecord[];
		readonly sort: Sort | undefined;
		readonly order: readonly number[];
	} = {records: [], sort: undefined, order: []};

	return function* (input) {
		const {records, query, states, sort, group, groupOrder, isIndexed} = input;
		if (sorted.records !== records || sorted.sort !== sort) {
			const order = sort === undefined ? range(records.length) : yield* sortRecords(records, sort);
			sorted = {records, sort, order};
		}

		const {order} = sorted;
		const found =
			query.length > 0 || isIndexed ? yield* search(records, order, query, states) : {matches: order, isTooSlow: false};
		const groups = group === undefined ? undefined : yield* groupRecords(records, found.matches, group, groupOrder);
		return {...input, ...found, groups};
	};
}

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
export type ListRows = ReturnType<typeof layOutRows>;

/** Lays out the rows of a view: the records, or the groups, each above its members unless it is folded. It computes only numbers; a record is read when its row is requested. */
export function layOutRows({records, matches, groups}: View, folds: Folds) {
	const lines = groups === undefined ? matches : layOutGroups(groups, folds);
	const read = (line: number): ListRow => (line < 0 ? groups![mirror(line)]! : records[line]!);
	const at = (index: number) => (index >= 0 && index < lines.length ? read(lines[index]!) : undefined);
	const positionsAt = (index: number) =>
		lines[index]! < 0 ? groups![mirror(lines[index]!)]!.members : [lines[index]!];

	/** What was sought last: a cursor asks for its row several times. */
	let sought: {readonly key: string; readonly index: number} | undefined;

	return {
		length: lines.length,
		at,
		keyAt(index: number) {
			const row = at(index);
			return row && rowKey(row);
		},
		/** The index of the row with a key; -1 if there is none. */
		indexOf(key: string) {
			if (sought?.key !== key) {
				const id = key.startsWith(idPrefix) ? key.slice(idPrefix.length) : undefined;
				// Avoids building the key of every row.
				const isIt = (line: number) =>
					id === undefined ? rowKey(read(line)) === key : line >= 0 && idOf(records[line]!) === id;
				sought = {key, index: lines.findIndex(line => isIt(line))};
			}

			return sought.index;
		},
		/** The index of the group header above a row, or of the row itself if it is one; -1 if nothing is grouped. */
		headerAbove: (index: number) => lines.slice(0, index + 1).findLastIndex(line => line < 0),
		/** The IDs of the notifications in a group. */
		idsOf: ({members}: Group) => idsIn(records, members),
		/** The IDs of the notifications of a row: for a group header, those of all its members. */
		idsAt: (index: number) => idsIn(records, positionsAt(index)),
		/** The IDs in a range of rows. The header of an unfolded group adds none, because its members have rows. */
		idsBetween: (first: number, last: number) =>
			range(last - first + 1).flatMap(step => {
				const row = at(first + step)!;
				return row.kind === 'group' && !isFolded(folds, row) ? [] : idsIn(records, positionsAt(first + step));
			}),
	};
}

/** The ID of a notification; undefined for a record that cannot be read. */
const idOf = (record: ListedRecord): string | undefined => (record.kind === 'notification' ? record.id : undefined);

/** The IDs of the notifications at these positions. */
export const idsIn = (records: readonly ListedRecord[], positions: readonly number[]): string[] =>
	positions.map(position => idOf(records[position]!)).filter(id => id !== undefined);

const idPrefix = 'id ';

/** The key of the row of a notification. */
export const keyOfId = (id: string): string => `${idPrefix}${id}`;

/** The key of a row. It is unique among the rows, whatever IDs the service sends. */
export function rowKey(row: ListRow): string {
	if (row.kind === 'notification') {
		return keyOfId(row.id);
	}

	return row.kind === 'group' ? `group ${row.value}` : `place ${row.index}`;
}

/** Maps the index of a group to a negative number, which no record's position is, and back. */
const mirror = (index: number) => -1 - index;

/** The positions of the records, and for each header the mirrored index of its group. */
const layOutGroups = (groups: readonly Group[], folds: Folds): number[] =>
	groups.flatMap((group, index) => (isFolded(folds, group) ? [mirror(index)] : [mirror(index), ...group.members]));
