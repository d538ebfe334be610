import type {Connection} from '../service/connection.ts';
import type {Failure, Result} from '../service/failure.ts';
import type {Listing, ListingOptions} from '../service/listing/list-notifications.ts';
import type {ListedRecord} from '../notification/notification.ts';
import {delayBefore, longestBelieved, longestRetryAfter, type Clock, type Moment} from '../platform/clock.ts';
import type {Watch} from './listing-state.ts';

type WatchOptions = {
	readonly clock: Clock;
	/** Lists once. Returns the failure, if it failed. */
	readonly list: () => Promise<Failure | undefined>;
	/** Called when the watch starts or stops, or when its delay changes. */
	readonly onChange: (watch: Watch | undefined) => void;
};

/** The maximum delay between listings while they fail, in seconds. */
const longestDelay = 300;

/**
Creates a periodic listing.

@returns A function that starts it with an interval in seconds, replacing the current one; undefined stops it. It also stops when the API key is refused.
*/
export function createWatch({clock, list, onChange}: WatchOptions): (every: number | undefined) => void {
	let current: AbortController | undefined;

	const run = async (every: number, {signal}: AbortController) => {
		let wait = every;
		let failures = 0;
		while (!signal.aborted) {
			onChange({every, wait, ...(wait > longestRetryAfter && {until: clock.now() + wait * 1000})});
			try {
				await clock.sleep(wait * 1000, signal);
			} catch {
				return;
			}

			const failure = await list();
			failures = failure === undefined ? 0 : failures + 1;
			if (failure?.kind === 'unauthorized') {
				break;
			}

			wait = pauseAfter(failure, every, failures);
		}

		if (!signal.aborted) {
			onChange(undefined);
		}
	};

	return every => {
		current?.abort();
		if (every === undefined) {
			onChange(undefined);
			return;
		}

		current = new AbortController();
		void run(every, current);
	};
}

/** The number of seconds until the next listing: the interval, doubled with every consecutive failure, and not shorter than Retry-After, of which an hour is believed. */
export function pauseAfter(failure: Failure | undefined, every: number, failures: number): number {
	const backoff = {first: every * 1000, longest: Math.max(every, longestDelay) * 1000};
	return delayBefore(backoff, failures + 1, Math.min(failure?.retryAfter ?? 0, longestBelieved))! / 1000;
}

/** The longest time, in milliseconds, for which answers of 304 stand for a listing: so long can a service that answers 304 by mistake hide a change. */
const longestHeld = 300_000;

/** The listing that the next one can be compared with. */
type Held = {
	readonly records: readonly ListedRecord[];
	readonly tag: string;
	/** The service, and the API key to which it showed the listing. */
	readonly connection: Connection;
	/** When it began, and when it was read. */
	readonly startedAt: Moment;
	readonly readAt: number;
};

/** Lists an account again and again. Where the service gave ETags, a watch asks only for what has changed (docs/decisions/service.md). Creates it without a listing. `needsProof`: whether the next listing has something to prove, such as the outcome of a pending change. */
export function createWatchedListing({elapsed, now}: Clock, needsProof: () => boolean) {
	let held: Held | undefined;
	/** The connection to a service whose ETags were wrong, or that refused them. */
	let unreliable: Connection | undefined;
	/** The number of times that the listing was forgotten. */
	let forgotten = 0;

	const isFresh = ({startedAt, readAt}: Held) => {
		const [since, sinceRead] = [elapsed.between(startedAt, elapsed.now()), now() - readAt];
		return since < longestHeld && sinceRead >= 0 && sinceRead < longestHeld;
	};

	return {
		/**
		Lists. Records that were received as they are shown are the same objects.
		
		@param options - `shown`: the records that the caller shows; `unchanged` is about those at the start. `isWatched`: the listing is for display, so it may ask for changes alone.
		*/
		async list(
			connection: Connection,
			{
				isWatched,
				shown,
				...others
			}: Omit<ListingOptions, 'before'> & {
				readonly shown: () => readonly ListedRecord[];
				readonly isWatched: boolean;
			},
		): Promise<Result<Listing | 'unchanged'>> {
			const options = {...others, before: shown};
			const last = held?.connection === connection && held.records === shown() ? held : undefined;
			const isAsked = isWatched && last !== undefined && unreliable !== connection && isFresh(last) && !needsProof();
			const [startedAt, epoch] = [elapsed.now(), forgotten];
			const {listChanges, listNotifications} = await import('../service/listing/list-notifications.ts');
			const result = isAsked
				? await listChanges(connection, last.tag, options)
				: await listNotifications(connection, options);
			if (!result.ok) {
				unreliable = isAsked && result.failure.kind === 'invalid' ? connection : unreliable;
				return result;
			}

			const listing = result.value;
			if (listing !== 'unchanged' && epoch === forgotten) {
				const {records} = listing;
				const tag = listing.complete ? listing.tag : undefined;
				// Records that were received alike are the same objects.
				if (last?.records === shown() && last.tag === tag && last.records !== records) {
					unreliable = connection;
				}

				held = tag === undefined ? undefined : {connection, records, tag, startedAt, readAt: now()};
			}

			return result;
		},
		/** Lets the next listing be unconditional, because something was sent, or the API key is another one. */
		forget() {
			held = undefined;
			forgotten++;
		},
	};
}
