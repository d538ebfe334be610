import {documentedForm, matcherOfSent, partForm, plain, rewritableForm} from '../notification/equivalence.ts';
import type {Notification} from '../notification/notification.ts';
import {asListed} from '../notification/spec.ts';
import {type Query, createMatcher, searchTextOf} from '../query/match.ts';
import {lineText, type FileEntry, type FileScope, type Mistake, type NotificationFile} from './notification-file.ts';

/** The entries of a scope, or those without one, and the listed notifications that belong to them. */
type FileArea = {
	readonly scope: FileScope | undefined;
	readonly entries: readonly FileEntry[];
	readonly listed: readonly Notification[];
};

/** Creates a function that says whether a notification belongs to a scope. IDs are not searched: what is created gets another one, and would no longer belong to it. */
export function createScopeMatcher(query: Query): (record: Notification) => boolean {
	if (query.length === 0) {
		return () => true;
	}

	const isMatching = createMatcher(query);
	return found => {
		const record = asListed(found);
		return isMatching(record, searchTextOf(record, false));
	};
}

/** Divides entries and listed notifications by scopes. Two scopes must not have anything in common, because either file would undo what the other says. */
export function divideByScope(
	files: readonly NotificationFile[],
	listed: readonly Notification[],
): {readonly areas: readonly FileArea[]; readonly mistakes: readonly Mistake[]} {
	const areas = [...Map.groupBy(files, ({scope}) => scope?.text).values()].map(same => ({
		scope: same[0]!.scope,
		entries: same.flatMap(({entries}) => entries),
		isMatching: createScopeMatcher(same[0]!.scope?.query ?? []),
	}));
	const scoped = areas.filter(({scope}) => scope !== undefined);
	const mistakes: Mistake[] = [];
	const owned = Map.groupBy(listed, found => {
		const [first, second] = scoped.filter(({isMatching}) => isMatching(found));
		if (second !== undefined && mistakes.length === 0) {
			const message = `overlaps the scope of ${lineText(first!.scope!.place)}: both match ${found.id}`;
			mistakes.push({...second.scope!.place, field: 'scope', message});
		}

		return first?.scope;
	});
	for (const {scope, entries} of areas) {
		for (const {record, place} of entries) {
			const other = scoped.find(area => area.scope !== scope && area.isMatching(record))?.scope;
			if (other !== undefined) {
				const message = `belongs to the scope ${other.text} of ${lineText(other.place)}, as well`;
				mistakes.push({...place, field: '', message});
			}
		}
	}

	return {mistakes, areas: areas.map(({scope, entries}) => ({scope, entries, listed: owned.get(scope) ?? []}))};
}

/** A pair of an entry and the listed notification that it describes. `isEqual`: they are equal in everything that a listing returns and the entry says. */
export type Pair = {
	readonly entry: FileEntry;
	readonly listed: Notification;
	readonly isEqual: boolean;
};

type PairOptions = {
	/** The template of a listed notification, if it is known. Of several equal notifications, an entry is paired with one that has its template. */
	readonly templateOf: (listed: Notification) => string | undefined;
	/** The entries that are known to describe a notification, with its ID: these are paired first. */
	readonly linked: ReadonlyMap<FileEntry, string>;
	/** The listed notifications of the users of the entries: no other one can be paired. */
	readonly ofUsers: ReadonlySet<Notification>;
};

/** The fields that pair an entry and a listed notification inside a scope, where only they have these values: after a rename, with another recipient, with another address. */
const ownerKeys = [
	['userId', 'channel', 'network', 'addresses', 'recipient'],
	['userId', 'channel', 'network', 'addresses'],
	['userId', 'channel', 'network', 'recipient'],
];

/**
Pairs the entries of an area with the listed notifications that belong to it. The order of the entries does not matter, and nothing is paired twice.

1. Equal ones, one to one; then those that differ only as services rewrite text.
2. By the ID of an entry, if it is listed with the same user and channel, and outside a scope with the same network and addresses.
3. By user, channel and name; outside a scope also by network and addresses.
4. Inside a scope by user, channel, network and addresses with the recipient; without it; with the recipient, without the addresses.
*/
export function pairEntries({scope, entries, listed}: FileArea, {templateOf, linked, ofUsers}: PairOptions) {
	const pairs: Pair[] = [];
	const openEntries = new Set(entries);
	const openListed = new Set(listed);
	const pair = (entry: FileEntry, found: Notification, isEqual = false) => {
		pairs.push({entry, listed: found, isEqual});
		openEntries.delete(entry);
		openListed.delete(found);
	};

	const pairById = (idOf: (entry: FileEntry) => string | undefined, owner: readonly string[]) => {
		const byId = new Map(openListed.values().map(found => [found.id, found]));
		for (const entry of openEntries) {
			const found = byId.get(idOf(entry) ?? '');
			if (found !== undefined && openListed.has(found) && partForm(entry.record, owner) === partForm(found, owner)) {
				pair(entry, found);
			}
		}
	};

	/** Groups the entries that are left by a form, each group with the listed notifications that have it. Those of other users are not parsed, which would cost more than anything else here. */
	const alike = (formOf: (record: Notification) => string) => {
		const groups = Map.groupBy(openEntries, ({record}) => formOf(record));
		const others = Map.groupBy(groups.size === 0 ? [] : openListed.intersection(ofUsers), found => {
			const form = formOf(found);
			return groups.has(form) ? form : undefined;
		});
		return [...groups].map(([form, same]) => ({same, left: new Set(others.get(form))}));
	};

	/** The entries and listed notifications whose values of some fields only they have. Without a name they are not paired by it. */
	const uniquePairs = (keys: readonly string[]) =>
		alike(record => partForm(record, keys)).flatMap(({same: [entry, ...more], left: [found, ...others]}) =>
			found === undefined || more.length + others.length > 0 || (keys.includes('name') && plain(found.name) === '')
				? []
				: [[entry!, found] as const],
		);

	pairById(entry => linked.get(entry), []);
	let repeated = 0;
	for (const isEqual of [true, false]) {
		const groups = alike(isEqual ? documentedForm : rewritableForm);
		repeated += isEqual ? openEntries.size - groups.length : 0;
		for (const {same, left} of groups) {
			// Equal ones have all undocumented members of the entry. Those with the same template come first.
			const take = (entry: FileEntry, isWanted: (found: Notification) => boolean): boolean => {
				const matches = isEqual ? matcherOfSent(entry.record) : () => true;
				const found = left.values().find(each => isWanted(each) && matches(each));
				if (found !== undefined) {
					left.delete(found);
					pair(entry, found, isEqual);
				}

				return found !== undefined;
			};

			const hasTemplate = (entry: FileEntry) => (found: Notification) =>
				entry.statesTemplate && templateOf(found) === entry.draft.template;
			const rest = left.size < 2 ? same : same.filter(entry => !take(entry, hasTemplate(entry)));
			for (const entry of rest) {
				take(entry, () => true);
			}
		}
	}

	const owner = ['userId', 'channel', ...(scope === undefined ? ['network', 'addresses'] : [])];
	pairById(({id}) => id, owner);
	for (const keys of [['name', ...owner], ...(scope === undefined ? [] : ownerKeys)]) {
		for (const [entry, found] of uniquePairs(keys)) {
			pair(entry, found);
		}
	}

	const similar = new Map(scope === undefined ? ownerKeys.toReversed().flatMap(keys => uniquePairs(keys)) : []);
	return {
		pairs,
		/** The entries that describe no listed notification. `similar`: one that looks like an older version of it, outside a scope. */
		unpairedEntries: [...openEntries].map(entry => ({entry, similar: similar.get(entry)})),
		unpairedListed: [...openListed],
		/** The number of entries that are equal to an earlier entry. */
		repeated,
	};
}
