import type {Notification} from '../domain/notification.ts';
import {asListed} from '../domain/spec.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';

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
