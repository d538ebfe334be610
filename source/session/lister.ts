import type {Connection} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {ListingProgress} from '../api/listing/reading.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {Clock} from '../platform/clock.ts';
import type {DisplayedListing} from './displayed-listing.ts';
import {progressInterval, withoutFailure} from './listing-state.ts';
import type {WatchedListing} from './watched-listing.ts';

/** What a listing waits for. */
export type ListingWaits = {
	/** The request is sent after this. */
	readonly after?: Promise<void> | undefined;
	/** All of the response except its beginning waits for this. */
	readonly moreUrgent?: Promise<void> | undefined;
};

/** Lists an account for its display. */
export type Lister = {
	/** Lists once; a listing in progress is cancelled. `isWatched`: see `WatchedListing`. Returns the failure, if it failed. */
	readonly list: (
		retry: RetryPolicy | undefined,
		options?: ListingWaits & {readonly isWatched?: boolean},
	) => Promise<Failure | undefined>;
	readonly isListing: () => boolean;
	/** Cancels the listing in progress: what has arrived of it counts. Returns whether there was one. */
	readonly stop: () => boolean;
	/** Cancels it and ignores how it ends. Returns what has arrived of it. */
	readonly close: () => readonly ListedRecord[];
};

export type ListerOptions = {
	readonly clock: Clock;
	readonly connection: () => Connection;
	readonly displayed: DisplayedListing;
	readonly watchedListing: Pick<WatchedListing, 'list'>;
	/** Called when a listing has ended, unless another one has begun meanwhile. */
	readonly onEnd: () => void;
	/** Called when the service says that nothing has changed. */
	readonly onChecked: () => void;
};

/** Creates it. What it lists is displayed. */
export function createLister({clock, connection, displayed, watchedListing, onEnd, onChecked}: ListerOptions): Lister {
	const {get, set, records: shown} = displayed;
	let fetching: AbortController | undefined;
	/** The part of the listing in progress that has arrived. */
	let arrived: readonly ListedRecord[] = [];

	const reporter = (controller: AbortController) => {
		let last = -Infinity;
		return (progress: ListingProgress): void => {
			if (controller !== fetching) {
				return;
			}

			arrived = progress.records;
			const now = clock.now();
			if (now - last >= progressInterval) {
				last = now;
				displayed.report(progress);
			}
		};
	};

	const list: Lister['list'] = async (retry, {after, moreUrgent, isWatched = false} = {}) => {
		fetching?.abort();
		const controller = new AbortController();
		fetching = controller;
		arrived = [];
		displayed.begin();
		await after;
		if (controller !== fetching) {
			return undefined;
		}

		const startedAt = clock.elapsed.now();
		const before = shown();
		const result = await watchedListing.list(connection(), {
			signal: controller.signal,
			retry,
			onProgress: reporter(controller),
			moreUrgent,
			shown,
			isWatched,
		});
		if (controller !== fetching) {
			return undefined;
		}

		fetching = undefined;
		arrived = [];
		onEnd();
		if (!result.ok) {
			displayed.fail(result.failure);
			return result.failure;
		}

		const {value} = result;
		if (value.kind === 'listed' && !value.isPartlyHeld) {
			displayed.take({listing: value.listing, startedAt}, controller.signal.aborted);
		} else if (before !== shown()) {
			// Another listing is shown by now, of which the service has said nothing.
			set({progress: undefined});
		} else if (value.kind === 'listed') {
			displayed.takeHeld(value.listing);
		} else {
			const listing = withoutFailure(get().listing);
			set({progress: undefined, listing: listing.state === 'ready' ? {...listing, checkedAt: clock.now()} : listing});
			onChecked();
		}

		return undefined;
	};

	return {
		list,
		isListing: () => fetching !== undefined,
		stop() {
			fetching?.abort();
			return fetching !== undefined;
		},
		close() {
			fetching?.abort();
			fetching = undefined;
			return arrived;
		},
	};
}
