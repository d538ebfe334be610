import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';

/** Asks to delete a notification and checks what the question says. */
async function askToDelete(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('j', 'd');
	const frame = await app.waitFor('Press y to delete');
	expect(frame).toMatch(/Delete "USDC in and out" \(ID 2, to https:\/\/example\.com\/hooks\/usdc\) from\s+SANDBOX\?/v);
	expect(frame).toContain('Press y');
	return frame;
}

test('shows the notification, the profile and that the deletion is final, at 80x24', async () => {
	expect(await askToDelete('80x24')).toMatchInlineSnapshot(`
		" delete · SANDBOX
		 Delete "USDC in and out" (ID 2, to https://example.com/hooks/usdc) from
		 SANDBOX? The service cannot undo this.
		 ! Undo (u) can recreate it, but not its template: it was not sent from this
		 machine.

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
		 Template     not returned by the service

		 Press y to delete, esc to cancel.



		 ? help  y delete  esc cancel"
	`);
});

test('shows the notification, the profile and that the deletion is final, at 120x40', async () => {
	expect(await askToDelete('120x40')).toMatchInlineSnapshot(`
		" delete · SANDBOX

		 Delete "USDC in and out" (ID 2, to https://example.com/hooks/usdc) from SANDBOX? The service cannot undo this.
		 ! Undo (u) can recreate it, but not its template: it was not sent from this machine.

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
		 Template     not returned by the service

		 Press y to delete, esc to cancel.




















		 ? help  y delete  esc cancel"
	`);
});

test.each([['80x14', true], ['80x13', false]])('at %s, whether there is a blank line below what is deleted: %s', async (size, isSpaced) => {
	const frame = await askToDelete(size);
	const lines = frame.split('\n').map(line => line.trim());
	const last = lines.indexOf('Press y to delete, esc to cancel.');
	expect(lines[last - 1] === '', frame).toBe(isSpaced);
});

const record = {id: 5, external_user_id: 'u', channel: 'EMAIL', delivery_location: 'a@example.com', event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []}};

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
	['a 500 that left it there', (_request, response) => {
		answer(response, 500, {message: 'sorry'});
	}, false, 'sorry'],
	['a 500 although it went', (_request, response) => {
		answer(response, 500, {});
	}, true, '✓ Deleted 5'],
	['a reset although it went', (_request, response) => {
		response.destroy();
	}, true, 'no longer listed'],
	['a 404 while it is gone', (_request, response) => {
		answer(response, 404, {});
	}, true, 'no longer listed'],
	['a 403', (_request, response) => {
		answer(response, 403, {message: 'not yours'});
	}, false, 'not yours'],
	['a redirect', (_request, response) => {
		answer(response, 307, '', {location: 'https://elsewhere.example/'});
	}, false, 'https://elsewhere.example'],
])('after %s it reports the outcome', async (_name, onDelete, isGone, said) => {
	await using server = await serviceWhere(onDelete, isGone);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor(said);
	expect(server.requests.filter(({method}) => method === 'DELETE')).toHaveLength(1);
	if (isGone) {
		await app.waitFor('No notifications yet.');
	} else {
		await app.press('Escape');
		await app.waitFor('1 notification ');
	}
});

test('esc stops waiting for a response and reports that the outcome is unknown', async () => {
	await using server = await serviceWhere(() => {
		// Never answers.
	}, false);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor('Deleting …');
	await app.press('Escape');
	await app.waitFor('Outcome unknown');
	await app.press('Escape');
	await app.waitFor('1 notification ');
});

test.each<[string, object, string]>([
	['exactly', {template: 'Look'}, 'Undo (u) can recreate it exactly, with a new ID.'],
	['without its template', {}, '! Undo (u) can recreate it, but not its template: it was not sent from this machine.'],
	['as far as the service takes it', {template: 'Look', channel: 'PAGER'}, '! It has undocumented fields or values (channel PAGER). They are sent again'],
	['once the API key is entered', {template: 'my-secret-key'}, '! Undo (u) cannot recreate it: it contains the API key, which is never stored'],
])('says before it deletes that an undo recreates it %s', async (_name, change, said) => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [{...record, ...change}]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'my-secret-key'}, size: '200x40'});
	await app.waitFor('1 notification ');
	await app.press('d');
	await app.waitFor(said);
	expect(app.frame()).toContain('Press y to delete');
});
