import {itemsPerSlice, type Sliced} from '../system/time-slices.ts';
import {canonicalForm} from './equivalence.ts';
import type {ListedRecord, Notification} from './notification.ts';

/** A row of the comparison of two accounts: a notification of one account, or a pair that is identical or has the same name. */
export type ComparedRow =
	| {readonly kind: 'first'; readonly first: Notification}
	| {readonly kind: 'second'; readonly second: Notification}
	/** Two notifications with the same name but different content. */
	| {readonly kind: 'differs'; readonly first: Notification; readonly second: Notification}
	| {readonly kind: 'both'; readonly first: Notification; readonly second: Notification};

export type Comparison = {
	/** The rows: differences first, in the order of each account, then the notifications in both accounts. */
	readonly rows: readonly ComparedRow[];
	/** The number of notifications of the first account that the second lacks. */
	readonly onlyFirst: number;
	readonly onlySecond: number;
	readonly both: number;
	/** The number of records in both listings that could not be read, and so were not compared. */
	readonly unreadable: number;
};

/**
Compares two listings by `canonicalForm`: everything that a listing returns, without the ID. Identical notifications are paired one to one.

It runs in slices: the form of 100,000 notifications takes a second.
*/
export function * compareAccounts(first: readonly ListedRecord[], second: readonly ListedRecord[]): Sliced<Comparison> {
	const others = new Map<string, Notification[]>();
	for (const [index, record] of notificationsOf(second).entries()) {
		pushTo(others, canonicalForm(record), record);
		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	const both: ComparedRow[] = [];
	const onlyFirst: Notification[] = [];
	for (const [index, record] of notificationsOf(first).entries()) {
		const match = others.get(canonicalForm(record))?.pop();
		if (match === undefined) {
			onlyFirst.push(record);
		} else {
			both.push({kind: 'both', first: record, second: match});
		}

		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	const onlySecond = others.values().toArray().flat();
	const unreadable = [...first, ...second].filter(({kind}) => kind === 'unreadable').length;
	return {rows: [...differences(onlyFirst, onlySecond), ...both], onlyFirst: onlyFirst.length, onlySecond: onlySecond.length, both: both.length, unreadable};
}

/** Returns the notifications in one account only, paired where both accounts have one of the same name. */
function differences(onlyFirst: readonly Notification[], onlySecond: readonly Notification[]): ComparedRow[] {
	// Each group is reversed, so that pop() returns the first of its account: shift() would move all others.
	const byName = Map.groupBy(onlySecond.filter(({name}) => name !== '').toReversed(), ({name}) => name);
	const paired = new Set<Notification>();
	const rows = onlyFirst.map((first): ComparedRow => {
		const second = byName.get(first.name)?.pop();
		if (second === undefined) {
			return {kind: 'first', first};
		}

		paired.add(second);
		return {kind: 'differs', first, second};
	});
	const of = (kind: ComparedRow['kind']) => rows.filter(row => row.kind === kind);
	return [...of('differs'), ...of('first'), ...onlySecond.filter(record => !paired.has(record)).map((second): ComparedRow => ({kind: 'second', second}))];
}

const notificationsOf = (records: readonly ListedRecord[]): Notification[] => records.filter(record => record.kind === 'notification');

function pushTo(map: Map<string, Notification[]>, key: string, record: Notification): void {
	const present = map.get(key);
	if (present === undefined) {
		map.set(key, [record]);
	} else {
		present.push(record);
	}
}
