import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {answering, answer, createHttpServer} from '../../helpers/http-server.ts';
import type {Failure} from '../../../source/service/failure.ts';
import {
	acceptedNotice,
	checkSaid,
	instructionText,
	rejectionSaid,
	typedKeyFailure,
} from '../../../source/tui/accounts/connect.tsx';
import {told} from '../../helpers/told.ts';
import type {Said} from '../../../source/tui/ui/line.tsx';

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

test('says that the key is being checked, and esc ends the check', async () => {
	const checked = Promise.withResolvers<void>();
	await using server = await createHttpServer(async ({headers}, response) => {
		if (headers.authorization === 'Bearer the-new-key') {
			await checked.promise;
		}

		answer(response, 401, {message: 'No'});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}});
	await app.waitFor(/Enter\s+another/v);
	await app.press('the-new-key', 'Enter');
	await app.waitFor('Checking with the service … esc: cancel');
	await app.press('Escape');
	await app.waitUntilGone('Checking');
	expect(app.frame()).toContain('API key  ');
	checked.resolve();
});

test('what cannot be a key is not sent, and a key that cannot be checked is said', async () => {
	await using server = await createHttpServer(answering(401, {message: 'No'}));
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}});
	await app.waitFor(/Enter\s+another/v);
	await app.press('not a key\u{E9}', 'Enter');
	await app.waitFor('✗ Enter the API key alone');
	expect(server.requests).toHaveLength(1);
	await server[Symbol.asyncDispose]();
	await app.press('C-u', 'the-new-key', 'Enter');
	await app.waitFor(/The new key could not be checked\. Could not reach http:\/\/127\.0\.0\.1:\d+/v);
});

const failure: Failure = {
	kind: 'unauthorized',
	outcome: 'rejected',
	summary: 'The service rejected the API key (401).',
	nextStep: 'Enter another.',
	method: 'DELETE',
};
const texts = (said: Said) => told(said).map(({text}) => text.trim());

const rejected = 'The service rejected the API key (401).';

test.each<[string, Partial<Failure>, string]>([
	['a DELETE', {}, `✗ Could not delete the notification. ${rejected} This request deleted nothing.`],
	['a POST', {method: 'POST'}, `✗ Could not create the notification. ${rejected} This request created nothing.`],
	['a listing', {method: 'GET'}, `✗ Could not list the notifications. ${rejected}`],
	[
		'a listing before a change',
		{method: 'GET', outcome: 'not-sent'},
		`✗ Could not list the notifications. ${rejected} Nothing was sent.`,
	],
	['an unnamed one', {method: undefined}, `✗ ${rejected}`],
])('the request that was refused is named, and what it did: %s', (_what, change, said) => {
	expect(texts(rejectionSaid({...failure, ...change}, undefined))).toEqual([said]);
});

test('the listing after a change was refused: what is known of the change is said', () => {
	const listing: Failure = {...failure, method: 'GET'};
	const notice = {
		text: `Pending (!). The service confirmed the deletion, but no complete listing has shown it gone. ${rejected}`,
		refusal: listing,
	} as const;
	expect(texts(rejectionSaid(listing, notice))).toEqual([notice.text]);
	expect(
		texts(rejectionSaid(listing, {tone: 'warning', text: '? Not known whether 1 was deleted.', refusal: listing})),
	).toEqual([`✗ Could not list the notifications. ${rejected}`, '? Not known whether 1 was deleted.']);
	expect(texts(rejectionSaid(failure, {...notice, refusal: failure}))).toEqual([
		`✗ Could not delete the notification. ${rejected} This request deleted nothing.`,
	]);
});

test('a new key that was not accepted, and one that could not be checked', () => {
	expect(texts(checkSaid(failure, 1))).toEqual([
		'✗ The new key was not accepted. The service rejected the API key (401).',
		'Enter another.',
	]);
	expect(texts(checkSaid(failure, 0))).toEqual([
		'✗ The new key could not be checked. The service rejected the API key (401).',
		'Enter another.',
	]);
	expect(texts(checkSaid(typedKeyFailure(failure), 2))).toEqual([
		'✗ This key was not accepted either: 2 new keys were refused. The service rejected the API key (401).',
		'Check the key you typed.',
	]);
});

test('the instruction says for which service, and what becomes of the key in use', () => {
	expect(instructionText('api.example.com', true, undefined)).toBe(
		'Enter another API key for api.example.com. You will return to where you were.',
	);
	expect(instructionText('api.example.com', false, undefined)).toBe(
		'Enter another API key for api.example.com. The one in use stays until the service accepts the new one.',
	);
});

test('a profile with a key command is offered to run it again, first', () => {
	expect(instructionText('api.example.com', true, 'pass')).toBe(
		'enter: run pass again for the API key. Or enter another one for api.example.com. You will return to where you were.',
	);
});

test('what is still to be finished is said again once a key was accepted', () => {
	expect(acceptedNotice(undefined, '✓ Accepted.')).toEqual({tone: 'good', text: '✓ Accepted.'});
	expect(acceptedNotice({tone: 'bad', text: '✗ Pending.', refusal: failure, follows: '7'}, '✓ Accepted.')).toEqual({
		tone: 'bad',
		text: '✓ Accepted. ✗ Pending.',
		follows: '7',
	});
});
