import {useQuery, useQueryClient, type QueryClient} from '@tanstack/react-query';
import type {Failure} from '../../api/failure.ts';
import type {Listing} from '../../api/listing.ts';
import type {Remote} from '../state/remote.ts';
import {useSession, type SessionValue} from '../state/session.ts';

/** TanStack Query knows failures as thrown errors; this is one on its way through. */
class ListingError extends Error {
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(failure.what);
		this.failure = failure;
	}
}

/** A listing, and when it was complete, in milliseconds since the epoch. */
type DatedListing = Listing & {readonly at: number};

export type ListingHandle = {
	readonly listing: Remote<Listing>;
	readonly refresh: () => void;
	/** Takes a deleted notification out of what is shown, until the next listing. */
	readonly forget: (id: string) => void;
};

/** The account's notifications: listed once, then again on `refresh`. Ending the program cancels the request. */
export function useListing(): ListingHandle {
	const session = useSession();
	const client = useQueryClient();
	const queryKey = listingKey(session);
	const query = useQuery({
		queryKey,
		queryFn: async ({signal}) => fetchListing(session, signal),
		staleTime: Infinity,
		structuralSharing: false,
		retry: false,
		retryOnMount: false,
		networkMode: 'always',
	});

	return {
		listing: toRemote(query),
		refresh() {
			void client.refetchQueries({queryKey});
		},
		forget(id) {
			forgetRecord(client, queryKey, id);
		},
	};
}

function listingKey({id}: SessionValue): ReadonlyArray<string | number> {
	return ['listing', id];
}

async function fetchListing({connection, services}: SessionValue, signal: AbortSignal): Promise<DatedListing> {
	const {listNotifications} = await import('../../api/listing.ts');
	const result = await listNotifications(connection, {signal, retry: services.activity.retry});
	if (!result.ok) {
		throw new ListingError(result.failure);
	}

	return {...result.value, at: services.clock.now()};
}

function forgetRecord(client: QueryClient, queryKey: ReadonlyArray<string | number>, id: string): void {
	client.setQueryData<DatedListing>(queryKey, listing => listing && {
		...listing,
		records: listing.records.filter(record => record.kind === 'unreadable' || record.id !== id),
	});
}

function toRemote({data, error, isFetching}: ReturnType<typeof useQuery<DatedListing>>): Remote<Listing> {
	if (error !== null && !(error instanceof ListingError)) {
		throw error;
	}

	if (data === undefined) {
		return error === null || isFetching ? {state: 'loading'} : {state: 'failed', failure: error.failure};
	}

	const value = {value: data, at: data.at, isRefreshing: isFetching};
	return error === null ? {state: 'ready', ...value} : {state: 'stale', failure: error.failure, ...value};
}
