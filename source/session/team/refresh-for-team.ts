import type {Clock} from '../../platform/clock.ts';
import type {ListingStore} from '../listing-store.ts';
import type {TeamHandle} from './team.ts';

/** Milliseconds between two listings because of colleagues, however many changes they make. */
const interval = 10_000;

/** Lists again when a change of a colleague has ended since the last listing began. Returns a function that ends it. */
export function refreshForTeam(
	team: Pick<TeamHandle, 'get' | 'subscribe'>,
	listing: Pick<ListingStore, 'get' | 'latest' | 'refresh' | 'subscribe'>,
	{elapsed, sleep}: Pick<Clock, 'elapsed' | 'sleep'>,
): () => void {
	const ended = new AbortController();
	let last: number | undefined;
	let isWaiting = false;

	const check = () => {
		const {endedAt} = team.get().received;
		const shown = listing.latest();
		// A listing in progress is not cut off: what it shows is checked when it ends.
		if (
			endedAt === undefined ||
			shown === undefined ||
			shown.startedAt.at >= endedAt.at ||
			listing.get().progress !== undefined ||
			isWaiting
		) {
			return;
		}

		const {at} = elapsed.now();
		const wait = last === undefined ? 0 : last + interval - at;
		if (wait > 0) {
			void later(wait);
			return;
		}

		last = at;
		listing.refresh();
	};

	const later = async (wait: number) => {
		isWaiting = true;
		try {
			await sleep(wait, ended.signal);
			isWaiting = false;
			check();
		} catch {
			// It was ended.
		}
	};

	const stops = [team.subscribe(check), listing.subscribe(check)];
	return () => {
		ended.abort();
		for (const stop of stops) {
			stop();
		}
	};
}
