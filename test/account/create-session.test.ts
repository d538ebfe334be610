import {expect, test} from 'vitest';
import type {Profile} from '../../source/config/profile.ts';
import {createSession, type SessionOptions} from '../../source/account/open-accounts.ts';
import type {ListingStore} from '../../source/account/listing-store.ts';
import {noListingCache} from '../../source/ledger/listing-cache.ts';
import {stillClock} from '../helpers/app.tsx';

const part = <T extends object>(members: Partial<T>) => members as T;

const open = (team: Partial<NonNullable<Profile['team']>>, earlier?: SessionOptions['earlier']) =>
	createSession({
		id: 1,
		profileKey: 'p',
		earlier,
		listing: part<ListingStore>({
			rebind: () => undefined,
			subscribe: () => () => undefined,
			onListing: () => () => undefined,
			onChecked: () => () => undefined,
		}),
		profile: part<Profile>({name: 'work', isReadOnly: false, team: part<NonNullable<Profile['team']>>(team)}),
		connection: {baseUrl: 'https://api.example.com/', apiKey: 'test-key', timeout: 1},
		clock: stillClock,
		ledger: part<SessionOptions['ledger']>({}),
		held: new Set(),
		listingCache: noListingCache,
		retryStatus: part<SessionOptions['retryStatus']>({retry: {sleep: stillClock.sleep}}),
		settlingTime: 0,
		rules: part<SessionOptions['rules']>({}),
	});

test('while it is not known which account it is, nothing is shared, and a required team is not left out', async () => {
	const earlier = {account: 'earlier', usedAt: 0};
	expect([open({isRequired: false}), open({isRequired: true})].map(({team}) => team === undefined)).toEqual([
		false,
		false,
	]);
	const session = open({isRequired: true}, earlier);
	expect(session.team).toBeUndefined();
	expect(await session.changes.run([], {signal: new AbortController().signal})).toEqual({
		kind: 'impossible',
		reason:
			'Nothing was sent. It is not known yet whether this API key belongs to the account that the team of config.yaml shares. Run chainbell without a command to answer that.',
	});
});
