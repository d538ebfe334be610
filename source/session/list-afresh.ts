import type {Result} from '../api/failure.ts';
import {listNotifications, type Listing} from '../api/listing/list-notifications.ts';
import {recordsOf} from './listing-state.ts';
import type {Services, Session} from './session.ts';

/** Lists an account for a plan. The list shows it as well, and pending changes are settled by it. `onProgress`: called with the number of records so far. */
export async function listAfresh(
	{connection, listing}: Pick<Session, 'connection' | 'listing'>,
	{clock, retryStatus}: Pick<Services, 'clock' | 'retryStatus'>,
	signal: AbortSignal,
	onProgress: (count: number) => void,
): Promise<Result<Listing>> {
	const startedAt = clock.elapsed.now();
	const result = await listNotifications(connection, {
		signal,
		retry: retryStatus.retry,
		before: () => recordsOf(listing.get().listing),
		onProgress({records}) {
			onProgress(records.length);
		},
	});
	if (result.ok && !signal.aborted) {
		listing.adopt({listing: result.value, startedAt});
	}

	return result;
}
