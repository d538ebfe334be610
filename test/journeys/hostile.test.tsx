import {describe, expect, test} from 'vitest';
import {createAcceptingServer} from '../helpers/accepting-server.ts';
import {startApp} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import type {Screen} from '../helpers/screen.tsx';

/** Everything a terminal would obey, hide or reorder, with text around it. */
const hostile = [
	'\u{1B}[31mred',
	'\u{1B}[2J',
	'\u{1B}[10;10H',
	'\u{1B}]8;;https://evil.example\u{7}link\u{1B}]8;;\u{7}',
	'\u{1B}]0;title',
	'\u{1B}]52;c;aGk=\u{7}',
	'\u{9B}31m',
	'\u{90}q',
	'a\rb',
	'a\nb',
	'a\tb',
	'\u{0}\u{7}\u{8}\u{7F}',
	'\u{202E}evil',
	'\u{2066}x\u{2069}',
	'\u{E0041}\u{E0042}',
	'\u{2028}\u{2029}',
	'\u{200B}\u{200D}\u{FEFF}\u{AD}',
	'\u{D800}',
].join('!');

const record = {
	id: `7${hostile}`,
	external_user_id: hostile,
	channel: hostile,
	notification_name: hostile,
	delivery_location: hostile,
	event_details: {
		network: hostile,
		event_type: hostile,
		addresses: [hostile],
		filters: [{field_name: hostile, operator: hostile, value: hostile, value_type: hostile}],
		[hostile]: hostile,
	},
	[hostile]: hostile,
};

/** Colours are off in tests: a frame of this program holds no escape at all, and no control but the line end. */
function expectHarmless({frames}: Screen): void {
	const written = frames.join('').replaceAll('\n', '');
	expect(written).not.toMatch(
		/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Surrogate}\u{AD}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E007F}]/v,
	);
}

const service = (baseUrl: string) => ({baseUrl, apiKey: 'canary-key'});

test('hostile records are sanitised in the list, the details, raw and the delete question', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [record, {[hostile]: hostile}]);
	});
	await using app = await startApp({service: service(server.baseUrl), size: '120x40'});
	await app.waitFor('2 notifications');
	expect(app.frame()).toContain('␛[31mred');
	await app.press('Enter');
	await app.waitFor('<U+202E>evil');
	await app.press('J', 'G');
	await app.waitFor('raw');
	await app.press('Escape');
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('Escape', 'j', 'Enter');
	await app.waitFor('Unreadable');
	expectHarmless(app);
});

describe('hostile error bodies are sanitised', () => {
	test.each([
		['listing: plain text', 500, hostile, {'content-type': 'text/plain'}],
		['listing: message', 403, JSON.stringify({error: hostile, message: hostile}), {}],
		['listing: headers', 429, '{}', {'x-request-id': 'a%1B[31m\u{9B}b', 'retry-after': '7'}],
		['listing: redirect', 302, '', {location: 'https://evil.example/%1B[31m'}],
		['listing: HTML', 200, `<html>${hostile}</html>`, {'content-type': 'text/html'}],
	])('%s', async (_name, status, body, headers) => {
		await using server = await createHttpServer((_request, response) => {
			answer(response, status, body, headers);
		});
		await using app = await startApp({service: service(server.baseUrl)});
		await app.waitFor('not listed');
		expectHarmless(app);
	});

	test('on fields of the form', async () => {
		await using server = await createHttpServer((request, response) => {
			if (request.method === 'GET') {
				answer(response, 200, []);
			} else {
				answer(response, 400, {message: hostile, errors: {delivery_location: [hostile], [hostile]: [hostile]}});
			}
		});
		await using app = await startApp({service: service(server.baseUrl)});
		await app.waitFor('No notifications yet.');
		await app.press('n', 'u', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', '0x01', 'C-s', 'C-s');
		await app.waitFor('␛[31mred');
		expectHarmless(app);
	});
});

test('a hostile paste into the form is shown sanitised and sent as pasted', async () => {
	await using server = await createAcceptingServer(1);
	await using app = await startApp({service: service(server.baseUrl)});
	await app.waitFor('No notifications yet.');
	await app.press('n');
	await app.send('\u{1B}[200~u\u{202E}x\u{1B}[201~');
	await app.waitFor('u<U+202E>x');
	await app.press('Enter', 'e', 'Enter', 'a@example.com', 'Enter', '0x01', 'C-s', 'C-s');
	await app.waitFor('✓ Created');
	expect(server.requests.find(({method}) => method === 'POST')?.body).toContain('u\u{202E}x');
	expectHarmless(app);
});
