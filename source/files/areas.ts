import type {Notification} from '../notification/notification.ts';
import {asListed} from '../notification/spec.ts';
import {type Query, createMatcher, searchTextOf} from '../query/match.ts';
import {lineText, type FileEntry, type FileScope, type Mistake, type NotificationFile} from './notification-file.ts';

/** The entries of a scope, or those without one, and the listed notifications that belong to them. */
export type FileArea = {
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
		return isMatching(record, searchTextOf(record));
	};
}

/** Divides entries and listed notifications by scopes. Two scopes must not have anything in common, because either file would undo what the other says. */
export function divideByScope(
	files: readonly NotificationFile[],
	listed: readonly Notification[],
): readonly FileArea[] | {readonly mistakes: readonly Mistake[]} {
	const groups = Map.groupBy(files, ({scope}) => scope?.text);
	const areas = groups
		.values()
		.toArray()
		.map(same => ({
			scope: same[0]!.scope,
			entries: same.flatMap(({entries}) => entries),
			isMatching: createScopeMatcher(same[0]!.scope?.query ?? []),
		}));
	const scoped = areas.filter(({scope}) => scope !== undefined);
	const owned = Map.groupBy(listed, found => scoped.find(({isMatching}) => isMatching(found))?.scope);
	const twice =
		scoped.length < 2 ? undefined : listed.find(found => scoped.filter(({isMatching}) => isMatching(found)).length > 1);
	const mistakes = [
		...(twice === undefined
			? []
			: [
					overlap(
						scoped.filter(({isMatching}) => isMatching(twice)).map(({scope}) => scope!),
						twice,
					),
				]),
		...areas.flatMap(({scope, entries}) =>
			entries.flatMap(entry => {
				const other = scoped.find(area => area.scope !== scope && area.isMatching(entry.record));
				return other === undefined ? [] : [inOtherScope(entry, other.scope!)];
			}),
		),
	];
	return mistakes.length > 0
		? {mistakes}
		: areas.map(({scope, entries}) => ({scope, entries, listed: owned.get(scope) ?? []}));
}

const overlap = ([first, second]: readonly FileScope[], {id}: Notification): Mistake => ({
	...second!.place,
	field: 'scope',
	message: `overlaps the scope of ${lineText(first!.place)}: both match ${id}`,
});

const inOtherScope = ({place}: FileEntry, {text, place: owner}: FileScope): Mistake => ({
	...place,
	field: '',
	message: `belongs to the scope ${text} of ${lineText(owner)}, as well`,
});
