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
