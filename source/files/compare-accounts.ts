import {asRewritten, matcherOfSent} from '../domain/equivalence.ts';
import type {ListedRecord, Notification} from '../domain/notification.ts';
import type {Sliced} from '../platform/time-slices.ts';
import {pairInSlices, type PairedEntry} from './pair.ts';

/** A row of the comparison of two accounts: a notification of one account, or a pair that is identical, or two versions of one. */
export type ComparedRow =
	| {readonly kind: 'first'; readonly first: Notification}
	| {readonly kind: 'second'; readonly second: Notification}
	/** Two notifications of which one would replace the other, if their account were a file. */
	| {readonly kind: 'differs'; readonly first: Notification; readonly second: Notification}
	| {readonly kind: 'both'; readonly first: Notification; readonly second: Notification};

export type Comparison = {
	/** The rows: differences first, in the order of each account, then the notifications in both accounts. */
	readonly rows: readonly ComparedRow[];
	/** The number of rows of each kind: of notifications that one account has and the other lacks, of pairs that differ, and of those that are in both. */
	readonly onlyFirst: number;
	readonly onlySecond: number;
	readonly differ: number;
	readonly both: number;
	/** The number of records in both listings that could not be read, and so were not compared. */
	readonly unreadable: number;
};

/**
Compares two listings by the rule that pairs a file without a scope with an account, as `plan` does: a copy that is not paired is created. IDs are not compared.

It runs in slices: the form of 100,000 notifications takes a second.

@yields After each slice.
*/
export function* compareAccounts(first: readonly ListedRecord[], second: readonly ListedRecord[]): Sliced<Comparison> {
	const entries = notificationsOf(first).map((record): PairedEntry => ({
		record,
		id: undefined,
		statesTemplate: false,
		draft: {template: ''},
	}));
	const {pairs, unpairedListed} = yield* pairInSlices(entries, notificationsOf(second), {
		isScoped: false,
		templateOf: () => undefined,
	});
	const pairOf = new Map(pairs.map(pair => [pair.entry, pair]));
	const rows = entries.map((entry): ComparedRow => {
		const pair = pairOf.get(entry);
		return pair === undefined
			? {kind: 'first', first: entry.record}
			: {
					kind: pair.isEqual || isSame(entry.record, pair.listed) ? 'both' : 'differs',
					first: entry.record,
					second: pair.listed,
				};
	});
	const of = (kind: ComparedRow['kind']) => rows.filter(row => row.kind === kind);
	const [differs, onlyFirst, both] = [of('differs'), of('first'), of('both')];
	const onlySecond = unpairedListed.map((record): ComparedRow => ({kind: 'second', second: record}));
	return {
		rows: [...differs, ...onlyFirst, ...onlySecond, ...both],
		onlyFirst: onlyFirst.length,
		onlySecond: onlySecond.length,
		differ: differs.length,
		both: both.length,
		unreadable: [...first, ...second].filter(({kind}) => kind === 'unreadable').length,
	};
}

/** Whether two notifications differ at most as services rewrite text, so that neither would replace the other. */
const isSame = (first: Notification, second: Notification): boolean =>
	matcherOfSent(asRewritten(first, second))(second);

const notificationsOf = (records: readonly ListedRecord[]): Notification[] =>
	records.filter(record => record.kind === 'notification');
