import {expect, test} from 'vitest';
import type {Profile} from '../../source/config/profile.ts';
import {createSession, type SessionOptions} from '../../source/session/create-session.ts';
import type {ListingStore} from '../../source/session/listing-store.ts';
import {noListingCache, type ListingCache} from '../../source/ledger/listing-cache.ts';
import {stillClock} from '../helpers/app.tsx';

const part = <T extends object>(members: Partial<T>): T => members as T;

const listingCache: ListingCache = {...noListingCache};

/** Where the listing of a session is kept. */
function cacheOf(storage: Profile['storage'], earlier: SessionOptions['earlier']): ListingCache | undefined {
	let found: ListingCache | undefined;
	const connection = {baseUrl: 'https://api.example.com/', apiKey: 'test-key', timeout: 1};
	createSession({
		id: 1,
		profileKey: 'p',
		earlier,
		listing: part<ListingStore>({
			rebind({remembered}) {
				found = remembered;
			},
			subscribe: () => () => undefined,
			onListing: () => () => undefined,
			onChecked: () => () => undefined,
		}),
		profile: part<Profile>({name: 'work', isReadOnly: false, storage}),
		connection,
		clock: stillClock,
		ledger: part<SessionOptions['ledger']>({}),
		listingCache,
		retryStatus: part<SessionOptions['retryStatus']>({retry: {sleep: stillClock.sleep}}),
		settlingTime: 0,
	});
	return found;
}

test('a listing is kept on disk, unless config.yaml says no or the account is not certain', () => {
	const earlier = {account: 'earlier', usedAt: 0};
	expect(cacheOf(undefined, undefined)).toBe(listingCache);
	expect(cacheOf(part<NonNullable<Profile['storage']>>({keepListings: true}), undefined)).toBe(listingCache);
	expect(cacheOf(part<NonNullable<Profile['storage']>>({keepListings: false}), undefined)).toBe(noListingCache);
	expect(cacheOf(undefined, earlier)).toBe(noListingCache);
	expect(cacheOf(part<NonNullable<Profile['storage']>>({keepListings: false}), earlier)).toBe(noListingCache);
});
