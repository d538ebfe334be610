import {existsSync, readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {say} from '../../source/changes/say.ts';
import {createAccountIndex} from '../../source/ledger/accounts.ts';
import {createListingCache} from '../../source/ledger/listing-cache.ts';
import {startApp, stillClock, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {happen, input, moment, open, seen, sent} from '../ledger/ledgers.ts';

const baseUrl = 'https://api.example.com/';
const marker = 'text-that-must-be-gone';

/** Two profiles of which something is kept, one of them with a change that may be pending. */
async function prepare(isPending: boolean) {
	const folder = await temporaryFolder();
	const ledgerFile = path.join(folder.path, 'ledger.sqlite');
	const configFile = path.join(folder.path, 'config.yaml');
	await writeFile(
		configFile,
		JSON.stringify({
			profiles: {
				first: {baseUrl, apiKeyCommand: ['false']},
				second: {baseUrl, apiKeyEnv: 'NONE'},
			},
		}),
		{mode: 0o600},
	);
	const index = createAccountIndex({file: `${ledgerFile}-accounts.json`, now: () => moment});
	const cache = createListingCache(`${ledgerFile}-listings`, () => moment);
	const {ledger} = open(ledgerFile);
	for (const name of ['first', 'second']) {
		const account = `${baseUrl} ${name}`;
		index.assign({baseUrl, name, apiKey: `key-of-${name}`}, account);
		await cache.save(account, {records: [], at: moment});
		const {id} = ledger.changes.begin(
			{profile: account, profileName: name},
			[{kind: 'create', input: {...input, template: `${marker}-${name}`}}],
			sent('POST'),
		);
		ledger.sent.remember(account, '1', {template: `${marker}-${name}`, topics: ['', '', '', ''], at: moment});
		if (!isPending || name === 'second') {
			happen(ledger, ledger.changes.itemAt(id, 1)!, seen('done'));
		}

		ledger.changes.release(id);
	}

	ledger.close();
	const forget = async (isPendingIncluded: boolean) => {
		const {exitCode, lines, errors} = await runCommand(
			['forget', '--profile', 'first', '--yes', ...(isPendingIncluded ? ['--pending'] : [])],
			{home: folder.path},
		);
		return {exitCode, lines: [...lines, ...errors]};
	};

	const look = () => {
		const {ledger: now} = open(ledgerFile);
		const histories = ['first', 'second'].map(
			name => now.changes.history({profiles: [`${baseUrl} ${name}`], say}).length,
		);
		now.close();
		return {
			histories,
			listings: ['first', 'second'].map(name => cache.open(`${baseUrl} ${name}`) !== undefined),
			index: readFileSync(`${ledgerFile}-accounts.json`, 'utf8'),
			bytes: readFileSync(ledgerFile, 'latin1'),
		};
	};

	return {forget, look, [Symbol.asyncDispose]: async () => folder[Symbol.asyncDispose]()};
}

test('everything of one account is deleted, also from the bytes of the file, and nothing of another', async () => {
	await using home = await prepare(false);
	expect(await home.forget(false)).toEqual({
		exitCode: 0,
		lines: [
			'Deleted of first: cached listings 1, history entries 1, parked notifications 0, drafts 0, sent templates 1, values for suggestions 0, view settings 0.',
			'No notification of the service was deleted, and config.yaml was not changed.',
		],
	});
	const {histories, listings, index, bytes} = home.look();
	expect({histories, listings}).toEqual({histories: [0, 1], listings: [false, true]});
	expect(index).not.toContain('first');
	expect(index).toContain('second');
	expect(bytes).not.toContain(`${marker}-first`);
	expect(bytes).toContain(`${marker}-second`);
});

test('pending changes are deleted only with --pending', async () => {
	await using home = await prepare(true);
	expect(await home.forget(false)).toEqual({
		exitCode: 3,
		lines: [
			'Nothing was deleted: first has 1 pending change. Finish what is pending with chainbell recover, or pass --pending to delete that too.',
		],
	});
	expect(home.look()).toMatchObject({histories: [1, 1], listings: [true, true]});
	expect(await home.forget(true)).toMatchObject({exitCode: 0});
	expect(home.look()).toMatchObject({histories: [0, 1], listings: [false, true]});
});

test.each(['keepListings: no', 'keepListings: yes'])(
	'with %s, a listing is on disk only if it may be',
	async setting => {
		await using service = await temporarySandbox();
		await using folder = await temporaryFolder();
		const listings = path.join(folder.path, 'ledger.sqlite-listings');
		await writeFile(path.join(folder.path, 'config.yaml'), `storage: {${setting}}\n`, {mode: 0o600});
		const earlier = createListingCache(listings, () => moment);
		await earlier.save('earlier', {records: [], at: moment});
		const app = await startApp({service, home: folder.path});
		await app.waitFor('12 n');
		await app[Symbol.asyncDispose]();
		expect(existsSync(listings)).toBe(setting.endsWith('yes'));
	},
);

test('with a history of 30 days, the screens show what was done a week ago, and not what was done six weeks ago', async () => {
	await using service = await temporarySandbox();
	await using folder = await temporaryFolder();
	await writeFile(path.join(folder.path, 'config.yaml'), 'storage: {history: 30d}\n', {mode: 0o600});
	const start = async (days: number) =>
		startApp({service, home: folder.path, clock: {...stillClock, now: () => stillClock.now() + days * 86_400_000}});
	{
		await using app = await start(0);
		await app.waitFor('12 notifications');
		await app.press('d', 'y');
		await app.waitFor('✓ Deleted 1');
	}

	{
		await using app = await start(7);
		await app.waitFor('11 notifications');
		await app.press('H');
		await app.waitFor(/deleted 1 {2}E-mail treas/v);
	}

	{
		await using app = await start(42);
		await app.waitFor('11 notifications');
		await app.press('u');
		await app.waitFor('Nothing to undo.');
		await app.press('H');
		await app.waitFor('0 changes');
	}

	expect(readFileSync(path.join(folder.path, 'ledger.sqlite'), 'latin1')).not.toContain('Treasury');
});

test('--sandbox: what is kept of the sandbox is deleted, and nothing of a service', async () => {
	await using service = await temporarySandbox();
	await using folder = await temporaryFolder();
	const ledgerFile = path.join(folder.path, 'ledger.sqlite');
	for (const options of [{}, {service}]) {
		await using app = await startApp({...options, home: folder.path});
		await app.waitFor('12 notifications');
		await app.press('d', 'y');
		await app.waitFor('✓ Deleted 1');
	}

	const {exitCode, lines} = await runCommand('forget --sandbox --yes', {home: folder.path, ledgerFile});
	expect(exitCode).toBe(0);
	expect(lines[0]).toBe(
		'Deleted of the sandbox: cached listings 1, history entries 1, parked notifications 0, drafts 0, sent templates 0, values for suggestions 0, view settings 0.',
	);
	const {ledger} = open(ledgerFile);
	expect(ledger.changes.history({say})).toHaveLength(1);
	ledger.close();
	await using app = await startApp({home: folder.path});
	await app.waitFor('11 notifications');
	await app.press('u');
	await app.waitFor('Nothing to undo.');
});
