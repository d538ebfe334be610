import type {MonotonicClock, Moment} from '../system/monotonic-clock.ts';
import type {Changes} from './listing-state.ts';

/** Since when each notification has been listed. */
export type ListedSince = {
	/** Notes what a listing has that the one before had not, and the other way round. */
	readonly note: (changes: Changes) => void;
	/** Notes what is no longer listed. */
	readonly noteGone: (ids: Iterable<string>) => void;
	/** Since when a notification has been listed, also if it is no longer; undefined if it never was. What the first listing shows counts as listed for ever. */
	readonly of: (id: string) => Moment | undefined;
};

/** `isListed`: whether a notification is in the present listing. */
export function createListedSince(elapsed: MonotonicClock, isListed: (id: string) => boolean): ListedSince {
	/** When what the first listing does not show was first listed. */
	const appearedAt = new Map<string, Moment>();
	/** What was listed once and is no longer. */
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
