import path from 'node:path';
import {expect, test} from 'vitest';
import {openLedger} from '../../../source/ledger/ledger.ts';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, stillClock, temporarySandbox} from '../../helpers/app.tsx';
import {typicalKeys} from './typical-form.ts';

type Service = {readonly baseUrl: string; readonly apiKey: string};

/** Reads the users of the saved drafts from disk, as another process would. */
function savedUsers(home: string, service: Service): string[] {
	const {ledger} = openLedger(path.join(home, 'ledger.sqlite'), {now: stillClock.now});
	const users = ledger.drafts
		.list(`${service.baseUrl} ${new URL(service.baseUrl).host}`)
		.map(({draft}) => draft.userId);
	ledger.close();
	return users;
}

/** A clock on which a pause lasts until the promise resolves. */
const clockWithPause = (pause: Promise<void>) => ({...stillClock, sleep: async () => pause});

const emptyAccount = async () => createAcceptingServer(1);

test('a draft is saved when a field is left, without a pause', async () => {
	const endless = Promise.withResolvers<void>();
	await using server = await emptyAccount();
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using app = await startApp({service, clock: clockWithPause(endless.promise)});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-1', 'Left', 'Left');
	expect(savedUsers(app.home, service)).toEqual([]);
	await app.press('Tab', 'Tab');
	await app.waitFor('▌ Recipient');
	expect(savedUsers(app.home, service)).toEqual(['user-1']);
});

test('a draft that was sent is deleted, and not saved again when the form closes', async () => {
	await using server = await emptyAccount();
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using app = await startApp({service});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	await app.waitFor('Create on');
	expect(savedUsers(app.home, service)).toEqual(['user-1']);
	await app.press('C-s');
	await app.waitFor('✓ Created');
	await app.press('Down', 'Up');
	expect(savedUsers(app.home, service)).toEqual([]);
});

test.each(['80x24'])(
	'an edit that continues an unsent draft says so, and offers the stored values, at %s',
	async size => {
		await using app = await startApp({size});
		await app.waitFor('12');
		await app.press('e');
		await app.waitFor('edit notification 1');
		expect(app.frame()).not.toContain('unsent draft');
		await app.press('End', '-typed', 'Escape');
		await app.waitFor('Draft kept');
		await app.press('e');
		await app.waitFor(/unsent\s+draft/v);
		expect(app.frame()).toContain('alt+r discard draft');
		expect(app.frame()).toContain('ops-1-typed');
		await app.send('\u{1B}r');
		await app.waitUntilGone(/unsent\s+draft/v);
		expect(app.frame()).toMatch(/User \* +ops-1 *\n/v);
		await app.send('\u{1F}');
		await app.waitFor('ops-1-typed');
		await app.waitFor(/unsent\s+draft/v);
		await app.send('\u{1B}r');
		await app.press('Escape');
		await app.waitFor('12');
		expect(app.frame()).not.toContain('Draft kept');
		await app.press('e');
		await app.waitFor('edit notification 1');
		expect(app.frame()).not.toMatch(/unsent\s+draft/v);
	},
);

test('the draft of what was sent, and of which nothing is known yet, is not called unsent', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	sandbox.faults.add({name: 'create-drop-before', count: 1});
	await using app = await startApp({service: sandbox, size: '100x24'});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	await app.waitFor('No duplicate in the listing');
	await app.press('y');
	await app.waitFor('looking for it in the listing');
	await app.press('Escape');
	await app.waitFor('Not known whether it was created');
	await app.press('n', 'M-d');
	await app.waitFor(/This was sent as change 1\. What\s+became of it is not known yet/v);
	expect(app.frame()).not.toContain('unsent draft');
});
