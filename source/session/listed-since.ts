import type {MonotonicClock, Moment} from '../platform/clock.ts';
import type {Changes} from './listing-changes.ts';

/** The time since when each notification has been listed. */
export type ListedSince = {
	/** Records the notifications that appeared in a listing and those that vanished from it. */
	readonly note: (changes: Changes) => void;
	/** Records notifications that are no longer listed. */
	readonly noteGone: (ids: Iterable<string>) => void;
	/** The time since when a notification has been listed, even if it is no longer listed; undefined if it was never listed. Notifications in the first listing count as always listed. */
	readonly of: (id: string) => Moment | undefined;
};

/** Creates the record of listing times. `isListed`: whether a notification is in the current listing. */
export function createListedSince(elapsed: MonotonicClock, isListed: (id: string) => boolean): ListedSince {
	/** The times at which notifications missing from the first listing were first listed. */
	const appearedAt = new Map<string, Moment>();
	/** The IDs of notifications that are no longer listed. */
	const goneIds = new Set<string>();

	const noteGone = (ids: Iterable<string>) => {
		for (const id of ids) {
			goneIds.add(id);
		}
	};

	return {
		noteGone,
		note({appeared, vanished}) {
			for (const id of appeared) {
				if (!appearedAt.has(id)) {
					appearedAt.set(id, elapsed.now());
				}
			}

			noteGone(vanished);
		},
		of: id => appearedAt.get(id) ?? (goneIds.has(id) || isListed(id) ? {...elapsed.now(), at: -Infinity} : undefined),
	};
}
