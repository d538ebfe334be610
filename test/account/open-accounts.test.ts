import {existsSync} from 'node:fs';
import path from 'node:path';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {createRequestLog} from '../../source/service/request-log.ts';
import type {Profile} from '../../source/config/profile.ts';
import {createOpenAccounts} from '../../source/account/open-accounts.ts';
import {createRetryStatus} from '../../source/account/status.ts';
import type {Session} from '../../source/account/session.ts';
import {createSessionLedger} from '../../source/account/session-ledger.ts';
import {stillClock} from '../helpers/app.tsx';
import {momentAt, recordOf} from '../helpers/looks.ts';
import {temporaryDirectory} from '../ledger/ledgers.ts';

const profile = {
	name: 'work',
	isSandbox: false,
	baseUrl: 'https://api.example.com/',
	apiKey: 'canary-key-one',
	isReadOnly: false,
	hasColour: true,
};

/** Accounts whose files are in one directory. `drawn`: see `ServicesOptions`. */
function setUp(directory = temporaryDirectory(), drawn: Promise<void> = Promise.resolve()) {
	const ledgerFile = path.join(directory, 'ledger.sqlite');
	const opened: string[] = [];
	const days: Array<number | undefined> = [];
	const ledger = createSessionLedger({file: ledgerFile, clock: stillClock, onBusy: () => undefined, after: drawn});
	const accounts = createOpenAccounts({
		clock: stillClock,
		ledger: {
			...ledger,
			setHistoryDays(count) {
				days.push(count);
			},
		},
		ledgerFile,
		configFile: path.join(directory, 'config.yaml'),
		requestLog: createRequestLog(stillClock.now),
		retryStatus: createRetryStatus(stillClock),
		timeout: 1000,
		onOpen({name}) {
			opened.push(name);
		},
		drawn,
	});
	onTestFinished(async () => {
		await accounts.close();
		await ledger.close();
	});
	const open = (change: Partial<Profile> = {}) => {
		const result = accounts.open({...profile, ...change});
		if (!result.ok) {
			throw new Error(result.problem);
		}

		return result.session;
	};

	return {directory, ledgerFile, ledger, accounts, open, opened, days};
}

/** The service accepts the key, and lists these. */
const list = async ({listing}: Session, ...ids: readonly string[]) => {
	listing.applyLocalChange(
		{},
		{listing: {records: ids.map(id => recordOf(id)), complete: true}, startedAt: momentAt(0)},
	);
	await turn();
};

test('the ledger and whose key it is wait for the first frame', async () => {
	const drawn = Promise.withResolvers<void>();
	onTestFinished(() => {
		drawn.resolve();
	});
	const {directory, ledgerFile, ledger, open} = setUp(undefined, drawn.promise);
	const isKnown = () => setUp(directory).open({apiKey: 'canary-key-two'}).earlier !== undefined;
	const session = open();
	session.pending.update();
	await list(session, '1');
	expect([isKnown(), existsSync(ledgerFile)]).toEqual([false, false]);
	drawn.resolve();
	await turn();
	expect(isKnown()).toBe(true);
	await ledger.open();
	expect(existsSync(ledgerFile)).toBe(true);
});

test('what is not well-formed is not opened', () => {
	const {accounts, open, opened} = setUp();
	expect(accounts.open({...profile, baseUrl: 'no address'})).toMatchObject({ok: false, field: 'baseUrl'});
	expect(accounts.open({...profile, apiKey: 'a\nb'})).toMatchObject({ok: false, field: 'apiKey'});
	const session = open();
	expect(accounts.renewKey(session, 'a\nb')).toMatchObject({ok: false});
	expect(opened).toEqual(['work']);
});

test('a renewed key is that of the account that is open, unless it was used elsewhere', async () => {
	const {accounts, open} = setUp();
	const session = open();
	await list(session, '1');
	expect(accounts.renewKey(session, 'canary-key-new')).toMatchObject({
		ok: true,
		change: {session, connection: {apiKey: 'canary-key-new'}, name: undefined, earlier: {account: session.profileKey}},
	});
	const other = open({name: 'home', apiKey: 'canary-key-home'});
	await list(other, '2');
	expect(accounts.renewKey(session, 'canary-key-home')).toMatchObject({
		change: {account: other.profileKey, name: 'home', earlier: {account: session.profileKey}},
	});

	// Of an account that is not certain, it is about the one before.
	const unsure = open({apiKey: 'canary-key-three'});
	expect(accounts.renewKey(unsure, 'canary-key-four')).toMatchObject({
		change: {earlier: {account: session.profileKey}},
	});
});

test('who leaves an account, or all of them, watches it no longer', async () => {
	const {accounts, open} = setUp();
	const [one, two] = [open(), open({name: 'home', apiKey: 'canary-key-home'})];
	one.listing.watchEvery(5);
	two.listing.watchEvery(5);
	await accounts.leave(one);
	expect([one.listing.get().watch, two.listing.get().watch?.every]).toEqual([undefined, 5]);
	await accounts.close();
	expect(two.listing.get().watch).toBeUndefined();
});

test('while it is not known which account it is, nothing is shared, and a required team is not left out', async () => {
	const {open} = setUp();
	const teamOf = (isRequired: boolean) => ({account: 'work', isRequired, variable: 'TEAM_URL', url: undefined});
	const session = open({team: teamOf(true)});
	expect([session.team, open({team: teamOf(false)}).team]).not.toContain(undefined);
	await list(session, '1');
	const unsure = open({team: teamOf(true), apiKey: 'canary-key-two'});
	expect(unsure.team).toBeUndefined();
	expect(await unsure.changes.run([], {signal: new AbortController().signal})).toEqual({
		kind: 'impossible',
		reason:
			'Nothing was sent. It is not known yet whether this API key belongs to the account that the team of config.yaml shares. Run chainbell without a command to answer that.',
	});
});
