import {comparableAddress, documentedForm, matcherOfSent, plain, rewritableForm} from '../notification/equivalence.ts';
import type {Notification, NotificationFields} from '../notification/notification.ts';
import type {FileEntry} from './notification-file.ts';

/** A pair of an entry and the listed notification that it describes. `isEqual`: they are equal in everything that a listing returns and the entry says. */
export type Pair = {
	readonly entry: FileEntry;
	readonly listed: Notification;
	readonly isEqual: boolean;
};

/** The pairs of a file with a listing, and what is left on both sides. */
export type Pairing = {
	readonly pairs: ReadonlyArray<Pair>;
	/** The entries that describe no listed notification. `similar`: one that looks like an older version of it, outside a scope. */
	readonly unpairedEntries: ReadonlyArray<{readonly entry: FileEntry; readonly similar: Notification | undefined}>;
	readonly unpairedListed: readonly Notification[];
	/** The number of entries that are equal to an earlier entry. */
	readonly repeated: number;
};

export type PairOptions = {
	/** Whether the file has a scope: then a listed notification in it can be an older version of an entry. */
	readonly isScoped: boolean;
	/** The template of a listed notification, if it is known. Of several equal notifications, an entry is paired with one that has its template. */
	readonly templateOf: (listed: Notification) => string | undefined;
	/** The entries that are known to describe a notification, with its ID: these are paired first. */
	readonly linked?: ReadonlyMap<FileEntry, string> | undefined;
	/** The listed notifications of the users of the entries, if they were found already. */
	readonly ofUsers?: ReadonlySet<Notification> | undefined;
};

/**
Pairs the entries of a file with the listed notifications that belong to it. The order of the entries does not matter, and nothing is paired twice.

1. Equal ones, one to one; then those that differ only as services rewrite text.
2. By the ID of an entry, if it is listed with the same user and channel, and outside a scope with the same network and addresses.
3. By user, channel and name; outside a scope also by network and addresses.
4. Inside a scope by user, channel, network and addresses with the recipient; without it; with the recipient, without the addresses.
*/
export function pairEntries(
	entries: readonly FileEntry[],
	listed: readonly Notification[],
	{isScoped, templateOf, linked = new Map(), ofUsers}: PairOptions,
): Pairing {
	const pairs: Array<Pair> = [];
	const openEntries = new Set(entries);
	const openListed = new Set(listed);
	const pair = (entry: FileEntry, found: Notification, isEqual: boolean) => {
		pairs.push({entry, listed: found, isEqual});
		openEntries.delete(entry);
		openListed.delete(found);
	};

	const linkedIds = new Map(linked.entries().map(([entry, id]) => [id, entry]));
	for (const found of linkedIds.size === 0 ? [] : listed) {
		const entry = linkedIds.get(found.id);
		if (entry !== undefined && openEntries.has(entry)) {
			pair(entry, found, false);
		}
	}

	// All further steps pair within a user. Parsing a listed record costs more than anything else here, so that those of other users are parsed once.
	const users = new Set(openEntries.values().map(({record}) => plain(record.userId)));
	const candidates = listed.filter(
		found => openListed.has(found) && (ofUsers?.has(found) ?? users.has(plain(found.userId))),
	);
	const stillOpen = () => candidates.filter(found => openListed.has(found));
	const {groups, repeated} = groupAlike([...openEntries], candidates, documentedForm);
	for (const {entries: same, listed: others} of groups) {
		pairAlike(same, others, {templateOf, matcherOf: ({record}) => matcherOfSent(record)}, (entry, found) => {
			pair(entry, found, true);
		});
	}

	const {groups: rewritten} = groupAlike([...openEntries], stillOpen(), rewritableForm);
	for (const {entries: same, listed: others} of rewritten) {
		pairAlike(same, others, {templateOf, matcherOf: () => () => true}, (entry, found) => {
			pair(entry, found, false);
		});
	}

	const withId = entries.filter(each => openEntries.has(each) && each.id !== undefined);
	const byId = new Map(withId.length === 0 ? [] : stillOpen().map(found => [found.id, found]));
	for (const entry of withId) {
		const found = byId.get(entry.id!);
		if (found !== undefined && openListed.has(found) && isSameOwner(entry.record, found, isScoped)) {
			pair(entry, found, false);
		}
	}

	for (const keyOf of keysOf(isScoped)) {
		for (const [entry, found] of uniquePairs(openEntries, stillOpen(), keyOf)) {
			pair(entry, found, false);
		}
	}

	const similar = new Map<FileEntry, Notification>();
	for (const keyOf of isScoped ? [] : ownerKeys) {
		for (const [entry, found] of uniquePairs(openEntries, stillOpen(), keyOf)) {
			similar.set(entry, similar.get(entry) ?? found);
		}
	}

	return {
		pairs,
		unpairedEntries: [...openEntries].map(entry => ({entry, similar: similar.get(entry)})),
		unpairedListed: [...openListed],
		repeated,
	};
}

/** Groups entries and listed notifications that have a form in common. */
function groupAlike(
	entries: readonly FileEntry[],
	listed: readonly Notification[],
	formOf: (fields: Notification) => string,
): {
	readonly groups: Iterable<{readonly entries: readonly FileEntry[]; readonly listed: readonly Notification[]}>;
	readonly repeated: number;
} {
	const groups = new Map<string, {readonly entries: FileEntry[]; readonly listed: Notification[]}>();
	for (const entry of entries) {
		const form = formOf(entry.record);
		const group = groups.get(form) ?? {entries: [], listed: []};
		groups.set(form, group);
		group.entries.push(entry);
	}

	for (const found of listed) {
		groups.get(formOf(found))?.listed.push(found);
	}

	return {groups: groups.values(), repeated: entries.length - groups.size};
}

type Matching = Pick<PairOptions, 'templateOf'> & {
	readonly matcherOf: (entry: FileEntry) => (found: Notification) => boolean;
};

/** Pairs those that match, first those with the same template. */
function pairAlike(
	entries: readonly FileEntry[],
	listed: readonly Notification[],
	{templateOf, matcherOf}: Matching,
	pair: (entry: FileEntry, found: Notification) => void,
): void {
	const left = new Set(listed);
	const take = (entry: FileEntry, isWanted: (found: Notification) => boolean): boolean => {
		const matches = matcherOf(entry);
		const found = left.values().find(each => isWanted(each) && matches(each));
		if (found === undefined) {
			return false;
		}

		left.delete(found);
		pair(entry, found);
		return true;
	};

	const rest =
		listed.length < 2
			? entries
			: entries.filter(
					entry => !take(entry, found => entry.statesTemplate && templateOf(found) === entry.draft.template),
				);
	for (const entry of rest) {
		take(entry, () => true);
	}
}

const addressesOf = ({addresses}: NotificationFields): string =>
	addresses
		.map(address => comparableAddress(address))
		.toSorted()
		.join(' ');

/** The steps that pair what is not equal, in their order. A step pairs an entry and a listed notification only where its key is unique on both sides of what remains; undefined: it has none. */
const keysOf = (isScoped: boolean): ReadonlyArray<(fields: NotificationFields) => readonly string[] | undefined> => [
	fields =>
		fields.name === ''
			? undefined
			: [fields.userId, fields.channel, fields.name, ...(isScoped ? [] : [fields.network, addressesOf(fields)])],
	...(isScoped ? ownerKeys : []),
];

/** The steps inside a scope: a rename, another recipient, another address. */
const ownerKeys: ReadonlyArray<(fields: NotificationFields) => readonly string[]> = [
	fields => [fields.userId, fields.channel, fields.network, addressesOf(fields), fields.recipient],
	fields => [fields.userId, fields.channel, fields.network, addressesOf(fields)],
	fields => [fields.userId, fields.channel, fields.network, fields.recipient],
];

/** Whether the ID of an entry may pair it: the listed notification has the same user and channel, and outside a scope the same network and addresses. */
function isSameOwner(record: NotificationFields, found: NotificationFields, isScoped: boolean): boolean {
	return (
		plain(record.userId) === plain(found.userId) &&
		record.channel === found.channel &&
		(isScoped || (record.network === found.network && addressesOf(record) === addressesOf(found)))
	);
}

/** The entries and listed notifications whose key only they have. */
function uniquePairs<E extends {readonly record: Notification}>(
	entries: ReadonlySet<E>,
	listed: readonly Notification[],
	keyOf: (fields: NotificationFields) => readonly string[] | undefined,
): Array<readonly [E, Notification]> {
	if (entries.size === 0 || listed.length === 0) {
		return [];
	}

	const textOf = (fields: NotificationFields) => {
		const key = keyOf(fields);
		return key && JSON.stringify(key.map(text => plain(text)));
	};

	const wanted = Map.groupBy(entries, ({record}) => textOf(record));
	const found = Map.groupBy(listed, each => textOf(each));
	return wanted
		.entries()
		.flatMap(([key, same]): Array<readonly [E, Notification]> => {
			const others = key === undefined ? undefined : found.get(key);
			return same.length === 1 && others?.length === 1 ? [[same[0]!, others[0]!]] : [];
		})
		.toArray();
}
