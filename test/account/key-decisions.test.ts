import {describe, expect, test} from 'vitest';
import type {Profile} from '../../source/config/profile.ts';
import type {Notification, ListedRecord} from '../../source/notification/notification.ts';
import {
	createKeyDecisions,
	type AccountChange,
	type KeyDecisionOptions,
	type Session,
	isSameAccount,
} from '../../source/account/session.ts';
import type {AccountListing} from '../../source/account/listing-state.ts';
import type {ListingStore} from '../../source/account/listing-store.ts';
import type {AccountIndex} from '../../source/ledger/accounts.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import {noListingCache, type CachedListing} from '../../source/ledger/listing-cache.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {awaited, creation, openNew, sent} from '../ledger/ledgers.ts';

const baseUrl = 'https://api.example.com/';
const earlier = {account: 'earlier', usedAt: 0};
const [one, two] = ['1', '2'].map(id => notificationWith({id})) as [Notification, Notification];

/** An object of which only these members are used. */
const part = <T extends object>(members: Partial<T>): T => members as T;

type Reopened = Parameters<KeyDecisionOptions['reopen']>[1];

type Setting = {
	/** The account that is open, the earlier one unless given. */
	readonly open?: string;
	/** What it lists. */
	readonly listed?: readonly Notification[];
	/** What the cache has of the earlier account: the first piece, and the rest. */
	readonly cached?: readonly [readonly Notification[], readonly Notification[]];
	readonly profile?: Partial<Profile>;
	readonly keyInUse?: string;
	readonly name?: string;
	/** The profile of config.yaml with that name. */
	readonly configured?: Profile;
	/** The account of the new key. */
	readonly account?: string;
	readonly openLedger?: KeyDecisionOptions['openLedger'];
};

function start({
	open = earlier.account,
	listed = [],
	cached,
	profile = {},
	keyInUse = 'old-key',
	name,
	configured,
	account = 'another',
	openLedger,
}: Setting) {
	const ledger = openNew();
	const assigned: Array<Parameters<AccountIndex['assign']>> = [];
	const reopened: Reopened[] = [];
	const session = part<Session>({
		profileKey: open,
		profile: part<Profile>({name: 'work', baseUrl, apiKey: keyInUse, isSandbox: false, ...profile}),
		connection: {baseUrl, apiKey: keyInUse, timeout: 1},
		listing: part<ListingStore>({get: () => part<AccountListing>({listing: {state: 'loading', records: listed}})}),
	});
	const change: AccountChange = {
		session,
		connection: {baseUrl, apiKey: 'new-key', timeout: 1},
		earlier,
		account,
		name,
	};
	const {judge, decide} = createKeyDecisions({
		accounts: part<AccountIndex>({
			assign(...parameters) {
				assigned.push(parameters);
			},
		}),
		listingCache: {
			...noListingCache,
			open: opened =>
				opened !== earlier.account || cached === undefined
					? undefined
					: part<CachedListing>({
							firstRecords: cached[0],
							async *remainingRecords() {
								yield cached[1];
							},
						}),
		},
		openLedger: openLedger ?? (async () => awaited(ledger)),
		profileOf: async () => configured,
		reopen(_change, target) {
			reopened.push(target);
			return session;
		},
	});
	return {
		ledger,
		assigned,
		reopened,
		session,
		change,
		decide,
		judge: async (records: readonly Notification[]) => judge(change, records),
	};
}

/** One POST of an account, in its history. */
function sendOne({changes}: Ledger, profile: string): void {
	changes.begin({profile, profileName: 'work'}, [creation], sent('POST'));
}

const broken = async () => {
	throw new LedgerError('The ledger failed.');
};

describe('to which account a key belongs', () => {
	test('a key that was used before belongs where it was used', async () => {
		expect(await start({name: 'work', account: earlier.account}).judge([])).toBe('same');
		expect(await start({name: 'home', account: 'another'}).judge([one])).toBe('another');
	});

	test('else what is kept of the earlier one, all of it', async () => {
		const setting = {open: 'another', listed: [one]} as const;
		expect(await start({...setting, cached: [[two], []]}).judge([two])).toBe('same');
		expect(await start({...setting, cached: [[], [two]]}).judge([two])).toBe('same');
		expect(await start({...setting, cached: [[two], []]}).judge([one])).toBe('unsure');
	});
});

describe('a decision', () => {
	test('for another one opens that under its name, if it has one', async () => {
		const named = start({name: 'home'});
		await named.decide(named.change, 'another');
		expect(named.reopened).toMatchObject([
			{profile: {name: 'home', apiKey: 'new-key'}, profileKey: 'another', keepsListing: false},
		]);
		expect(named.assigned).toMatchObject([[{name: 'home'}, 'another']]);

		// What config.yaml says of it holds, if it is of the same service.
		const home = part<Profile>({name: 'home', baseUrl, isReadOnly: true});
		const known = start({name: 'home', configured: home});
		await known.decide(known.change, 'another');
		expect(known.reopened).toMatchObject([{profile: {name: 'home', apiKey: 'new-key', isReadOnly: true}}]);
		const elsewhere = start({name: 'home', configured: {...home, baseUrl: 'https://another.example.com/'}});
		await elsewhere.decide(elsewhere.change, 'another');
		expect(elsewhere.reopened[0]?.profile).toMatchObject({name: 'home', baseUrl});
		expect(elsewhere.reopened[0]?.profile.isReadOnly).toBeUndefined();

		const unnamed = start({});
		await unnamed.decide(unnamed.change, 'another');
		expect(unnamed.reopened).toMatchObject([{profile: {name: 'work'}, profileKey: 'another'}]);
	});

	describe('on the key in use', () => {
		const setting = {open: 'another', keyInUse: 'new-key'} as const;

		test('moves what was done with it before, and keeps the listing', async () => {
			const {change, decide, ledger, reopened} = start(setting);
			sendOne(ledger, 'another');
			expect(await decide(change, 'same')).toMatchObject({ok: true});
			expect([ledger.changes.pending('earlier').length, ledger.changes.pending('another')]).toEqual([1, []]);
			expect(reopened).toMatchObject([{profileKey: 'earlier', keepsListing: true}]);
		});

		test('changes nothing where that is impossible', async () => {
			const {change, decide, reopened, assigned} = start({...setting, openLedger: broken});
			expect(await decide(change, 'same')).toEqual({ok: false, problem: 'The ledger failed.'});
			expect([reopened, assigned]).toEqual([[], []]);
			// Nothing is moved where it is already.
			expect(await decide(change, 'another')).toMatchObject({ok: true});
		});
	});
});

const records = (...ids: readonly string[]): ListedRecord[] => ids.map(id => notificationWith({id: id[0]!, name: id}));

test.each([
	['1 2', '1 2', true],
	['1 2', '1 2 3', true],
	['1 2 3 4', '1 2', true],
	['1 2 3', '1', false],
	['1 2', '1 2b', false],
	['1', '2', false],
	['', '1', false],
	['1', '', false],
	['', '', false],
])('an account that had %j and one that has %j: certainly the same is %s', (before, later, isSame) => {
	expect(
		isSameAccount(records(...before.split(' ').filter(Boolean)), records(...later.split(' ').filter(Boolean))),
	).toBe(isSame);
});

test('what cannot be read neither proves it nor speaks against it', () => {
	const unreadable: ListedRecord = {kind: 'unreadable', index: 0, problem: 'no name', raw: {id: '1'}};
	expect(isSameAccount([unreadable, ...records('2')], [unreadable, ...records('2')])).toBe(true);
	expect(isSameAccount([unreadable], [unreadable])).toBe(false);
});
