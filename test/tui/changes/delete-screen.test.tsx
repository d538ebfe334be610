import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';

/** Asks to delete a notification and checks what the question says. */
async function askToDelete(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('j', 'd');
	const frame = await app.waitFor('y delete');
	expect(frame).toContain('Delete 2 from SANDBOX?');
	expect(frame).toContain('POST to https://example.com/hooks/usdc when asset = USDC and value > 50,000');
	return frame;
}

test('asks what is deleted from where, with the notification as a sentence and what an undo recreates, at 80x24', async () => {
	expect(await askToDelete('80x24')).toMatchInlineSnapshot(`
		" delete 2 · SANDBOX
		 Delete 2 from SANDBOX?
		   USDC in and out
		   POST to https://example.com/hooks/usdc when asset = USDC and value > 50,000
		   at 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 on ETH_MAINNET · user ops-1
		 ! u recreates it without its template, which is unknown here.

		 ID           2
		 Name         USDC in and out
		 Channel      WEBHOOK
		 User         ops-1
		 Recipient    https://example.com/hooks/usdc
		 Filters      asset = USDC (str)
		              and value > 50,000 (int)
		 Network      ETH_MAINNET
		 Address      0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
		 Event        ADDRESS_ACTIVITY
		 Command      chainbell --sandbox delete 2




		 ? help  y delete  esc cancel  C copy command  c copy"
	`);
});

test('at 40x10 the sentence is short, and there are no details', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('treasury@');
	await app.press('d');
	expect(await app.waitFor('y delete')).toMatchInlineSnapshot(`
		" delete 1 · SANDBOX     lines 1–5 of 17
		 Delete 1 from SANDBOX?
		   Treasury: large transfers
		   E-mail treasury@ex… when value > 10
		   at 0xd8dA…6045 on ETH_MAINNET
		 ! u recreates it without its template,
		 which is unknown here.

		 ? help  y delete  esc cancel"
	`);
});

const record = {
	id: 5,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};

/** A service with one record, whose answer to a DELETE is given; `isGone` says what it lists afterwards. */
const serviceWhere = async (onDelete: Handler, isGone: boolean) => {
	let wasAsked = false;
	return createHttpServer(async (request, response) => {
		if (request.method === 'DELETE') {
			wasAsked = true;
			await onDelete(request, response);
		} else {
			answer(response, 200, isGone && wasAsked ? [] : [record]);
		}
	});
};

test.each<[string, Handler, boolean, string]>([
	[
		'a 500 that left it there',
		(_request, response) => {
			answer(response, 500, {message: 'sorry'});
		},
		false,
		'sorry',
	],
	[
		'a reset although it went',
		(_request, response) => {
			response.destroy();
		},
		true,
		'no longer listed',
	],
	[
		'a 403',
		(_request, response) => {
			answer(response, 403, {message: 'not yours'});
		},
		false,
		'not yours',
	],
])('after %s it reports the outcome', async (_name, onDelete, isGone, said) => {
	await using server = await serviceWhere(onDelete, isGone);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor(said);
	expect(server.requests.filter(({method}) => method === 'DELETE')).toHaveLength(1);
	if (isGone) {
		await app.waitFor('No notifications. u brings back 1.');
	} else {
		await app.press('Escape');
		await app.waitFor('1 notification ');
	}
});

test('a second attempt does not show what the first came to, and says what it does', async () => {
	const [listed, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let lists = 0;
	await using server = await createHttpServer(async (request, response) => {
		if (request.method === 'DELETE') {
			await deleted.promise;
			answer(response, 204);
			return;
		}

		lists++;
		if (lists === 2) {
			answer(response, 403, {message: 'not now'});
		} else {
			await (lists === 3 ? listed.promise : undefined);
			answer(response, 200, lists > 3 ? [] : [record]);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor('✗ This API key is not allowed to do that (403).');
	expect(app.frame()).toContain('Nothing was sent.');
	await app.press('y');
	expect(await app.waitFor('Before sending: looking for it in the listing … 0 s · nothing was sent yet')).not.toContain(
		'✗',
	);
	listed.resolve();
	expect(await app.waitFor('Deleting … 0 s · it may succeed even if you stop waiting')).not.toContain('✗');
	deleted.resolve();
	await app.waitFor('✓ Deleted 5');
});

test('esc stops waiting for a response and reports that the outcome is unknown', async () => {
	// A DELETE that arrived is never answered. Until then, esc cancels it before it is sent.
	const arrived = Promise.withResolvers<void>();
	await using server = await serviceWhere(() => {
		arrived.resolve();
	}, false);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await arrived.promise;
	await app.press('Escape');
	await app.waitFor('Not known whether');
	await app.press('Escape');
	await app.waitFor('1 notification ');
});

test.each<[string, object, string]>([
	['exactly', {template: 'Look'}, 'u recreates it exactly, with a new ID.'],
	['without its template', {}, '! u recreates it without its template, which is unknown here.'],
	[
		'once the API key is entered',
		{template: 'my-secret-key'},
		'! u cannot recreate it: it contains the API key, which is never stored',
	],
])('says before it deletes that an undo recreates it %s', async (_name, change, said) => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [{...record, ...change}]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'my-secret-key'}, size: '200x40'});
	await app.waitFor('1 notification ');
	await app.press('d');
	await app.waitFor(said);
	expect(app.frame()).toContain('y delete');
});
