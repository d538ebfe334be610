import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

const recordOf = (id: number, user: string) => ({
	id,
	external_user_id: user,
	channel: 'EMAIL',
	delivery_location: `${user}@example.com`,
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
});

type Account = {records: Array<ReturnType<typeof recordOf>>; keys: string[]};

/** A service with several accounts; a key that none of them has is refused. */
async function startService(...accounts: Account[]) {
	const requests: string[] = [];
	let nextId = 100;
	const server = await createHttpServer(({method, headers, url, body}, response) => {
		const account = accounts.find(({keys}) => keys.some(key => headers.authorization === `Bearer ${key}`));
		requests.push(`${method} ${account === undefined ? 'refused' : accounts.indexOf(account)}`);
		if (account === undefined) {
			answer(response, 401, {message: 'Key revoked'});
		} else if (method === 'GET') {
			answer(response, 200, account.records);
		} else if (method === 'POST') {
			account.records.push({...(JSON.parse(body) as ReturnType<typeof recordOf>), id: nextId});
			answer(response, 201, {id: nextId++});
		} else {
			account.records = account.records.filter(({id}) => !url.endsWith(`/${id}/`));
			answer(response, 204);
		}
	});
	return {...server, requests};
}

const team = (): Account => ({keys: ['team-key'], records: [1, 2, 3].map(id => recordOf(id, `team-${id}`))});
const other = (): Account => ({keys: ['other-key'], records: [1, 2, 3].map(id => recordOf(id, `other-${id}`))});

/** Deletes the first notification, so that there is history. */
async function deleteOne(app: Awaited<ReturnType<typeof startApp>>) {
	await app.press('d', 'y');
	await app.waitFor('Deleted');
}

test('search, marks and undo survive a renewed key, and no question is asked', async () => {
	const account = team();
	await using server = await startService(account);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}, size: '120x40'});
	await app.waitFor('3 notifications');
	await deleteOne(app);
	await app.press('/', 'team', 'Enter', ' ');
	await app.waitFor('1 marked');
	account.keys = ['renewed-key'];
	await app.press('r');
	await app.waitFor(/Enter another/v);
	await app.press('renewed-key', 'Enter');
	await app.waitFor('API key accepted');
	const frame = await app.waitFor('2 of 2');
	expect(frame).toContain('1 marked');
	expect(frame).not.toContain('(401)');
	await app.press('Escape', 'Escape', 'u');
	await app.waitFor('Undo: recreate');
	await app.press('Escape', 'H');
	await app.waitFor('deleted 1');
});

test('a key of another account is noticed: n keeps the two apart, and the earlier key opens the earlier one again', async () => {
	const [first, second] = [team(), other()];
	await using server = await startService(first, second);
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}, home: home.path});
		await app.waitFor('3 notifications');
		await deleteOne(app);
		await app.press(' ');
		await app.waitFor('1 marked');
		first.keys = ['later-key'];
		await app.press('r');
		await app.waitFor(/Enter\s+another/v);
		await app.press('other-key', 'Enter');
		await app.waitFor('Is this another account');
		await app.press('n');
		await app.waitFor('Its history is separate');
		await app.waitFor('other-1');
		expect(app.frame()).not.toContain('marked');
		await app.press('u');
		await app.waitFor('Nothing to undo');
		expect(app.frame()).not.toContain('team-');
	}

	first.keys = ['team-key'];
	await using again = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}, home: home.path});
	await again.waitFor('2 notifications');
	await again.press('u');
	await again.waitFor('Undo: recreate');
});

test('y keeps the history of an account whose notifications were all changed elsewhere', async () => {
	const account = team();
	await using server = await startService(account);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}});
	await app.waitFor('3 notifications');
	await deleteOne(app);
	account.keys = ['renewed-key'];
	account.records = [recordOf(50, 'somebody')];
	await app.press('r');
	await app.waitFor(/Enter\s+another/v);
	await app.press('renewed-key', 'Enter');
	await app.waitFor('Is this another account');
	await app.press('y');
	await app.waitFor('history, drafts and');
	await app.waitFor('1 notification');
	await app.press('u');
	await app.waitFor('Undo: recreate');
});

test('a key renewed between two starts keeps the account, once its listing shows that it is the same', async () => {
	const account = team();
	await using server = await startService(account);
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}, home: home.path});
		await app.waitFor('3 notifications');
		await deleteOne(app);
		await app.waitFor('2 notifications');
	}

	account.keys = ['renewed-key'];
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'renewed-key'}, home: home.path});
	await app.waitFor('the account is the same');
	await app.press('u');
	await app.waitFor('Undo: recreate');
	expect(await readFile(path.join(home.path, 'ledger.sqlite-accounts.json'), 'utf8')).not.toMatch(
		/team-key|renewed-key/v,
	);
});

test('at the start another account shows nothing of the earlier one, asks, and what was done before the answer moves with y', async () => {
	const [first, second] = [team(), other()];
	await using server = await startService(first, second);
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}, home: home.path});
		await app.waitFor('3 notifications');
		await deleteOne(app);
	}

	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'other-key'}, home: home.path});
	await app.waitFor('Is this another account');
	expect(app.frames.every(frame => !frame.includes('team-'))).toBe(true);
	await app.press('Escape');
	await app.waitFor('other-1');
	await app.press('u');
	await app.waitFor('Nothing to undo');
	await deleteOne(app);
	await app.press('u');
	await app.waitFor('other-1');
});

test('the earlier key, entered before the question is answered, opens the earlier account and takes nothing along', async () => {
	const [first, second] = [team(), other()];
	await using server = await startService(first, second);
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}, home: home.path});
		await app.waitFor('3 notifications');
		await deleteOne(app);
	}

	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'other-key'}, home: home.path});
	await app.waitFor('Is this another account');
	await app.press('Escape');
	await app.waitFor('other-1');
	await deleteOne(app);
	await app.press('K', 'team-key', 'Enter');
	await app.waitFor('API key accepted');
	await app.waitFor('2 notifications');
	expect(app.frame()).not.toContain('other-');
	expect(app.frame()).not.toContain('+2');
	await app.press('H');
	await app.waitFor('1 change');
	expect(app.frame()).toContain('team-1');
});

test.each(['20x5', '80x2'])('at %s the question is cut, and y does not answer it', async size => {
	const account = team();
	await using server = await startService(account, other());
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'team-key'}});
	await app.waitFor('3 notifications');
	await deleteOne(app);
	await app.press('K', 'other-key', 'Enter');
	await app.waitFor('Is this another account');
	const [columns, rows] = size.split('x', 2).map(Number);
	app.resize(columns!, rows!);
	await app.waitUntilGone(/as\s+the\s+key\s+before/v);
	await app.press('y');
	await app.waitFor(/too\s+small|Read\s+on/v);
	app.resize(40, 20);
	await app.waitFor('n  Another');
	await app.press('n');
	await app.waitFor(/This is another\s+account/v);
});
