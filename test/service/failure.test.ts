import {expect, test} from 'vitest';
import {failureSentence, failureText, isKeyRefusal, serviceWords, type Failure} from '../../source/service/failure.ts';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {classifyResponse} from '../../source/service/classify.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';

const failure = (change: Partial<Failure> = {}): Failure => ({
	kind: 'invalid',
	outcome: 'rejected',
	summary: 'The service refused it (400).',
	nextStep: '',
	...change,
});

const issues: NonNullable<Failure['issues']> = [
	{path: [], message: ' No more of these. '},
	{path: ['event_details', 'filters', 0], message: 'is bad'},
	{path: ['channel'], message: ' '},
];

test('what the service says is its message, then what is wrong with each field', () => {
	expect(serviceWords(failure())).toBe('');
	expect(serviceWords(failure({serverMessage: 'No.'}))).toBe('No.');
	expect(serviceWords(failure({issues}))).toBe('No more of these. event_details.filters.0: is bad channel');
	expect(serviceWords(failure({serverMessage: 'No.', issues}))).toBe(
		'No. No more of these. event_details.filters.0: is bad channel',
	);
});

test('of that, up to 1,000 characters are said', () => {
	expect(serviceWords(failure({serverMessage: 'a'.repeat(1000)}))).toBe('a'.repeat(1000));
	expect(serviceWords(failure({serverMessage: 'a'.repeat(1001)}))).toBe(`${'a'.repeat(1000)}…`);
});

test('a failure in sentences', () => {
	expect(failureText(failure())).toBe('The service refused it (400).');
	expect(failureText(failure({serverMessage: 'No.'}))).toBe('The service refused it (400). The service said: "No."');
});

test('only where the service refuses the API key, what it says is part of what happened', () => {
	for (const kind of ['unauthorized', 'forbidden'] as const) {
		expect(isKeyRefusal(failure({kind}))).toBe(true);
		expect(failureSentence(failure({kind, serverMessage: 'No.'}))).toBe(
			'The service refused it (400). The service said: "No."',
		);
	}

	expect(isKeyRefusal(failure())).toBe(false);
	expect(isKeyRefusal(undefined)).toBe(false);
	expect(failureSentence(failure({serverMessage: 'No.'}))).toBe('The service refused it (400).');
});

const classify = (
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
	text = body === undefined ? '' : JSON.stringify(body),
) => classifyResponse('GET', {status: 401, headers, body, text, url: 'https://api.example.com/'}, 0);

const messageOf = (body: unknown, challenge?: string) =>
	classify(body, challenge === undefined ? {} : {'www-authenticate': challenge}).serverMessage;

test.each([
	[{error: 'Unauthorized', message: 'Invalid or missing API key'}, 'Invalid or missing API key'],
	[{error: 'Unauthorized'}, 'Unauthorized'],
	[{error: 'broken'}, 'broken'],
	[{error: {message: 'deeper'}}, 'deeper'],
	[{detail: 'd', title: 't'}, 't: d'],
	[{title: ' t '}, 't'],
	['text', 'text'],
	[{other: 1}, '{"other":1}'],
	[{message: ''}, '{"message":""}'],
	[{error: 'invalid_token', error_description: 'The access token expired'}, 'invalid_token: The access token expired'],
	[{message: 'The key has expired.', detail: 'Renew it by 5 May.'}, 'The key has expired. Renew it by 5 May.'],
	[{message: 'The key has expired', detail: 'The key has expired.'}, 'The key has expired'],
	[{type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'The key was revoked.'}, 'The key was revoked.'],
	[
		{title: 'Your key is not valid', detail: 'It was revoked.', errors: [{detail: 'is too old', pointer: '#/channel'}]},
		'Your key is not valid: It was revoked.',
	],
	[{error: {code: 'expired', message: 'Expired', detail: 'in May'}}, 'Expired: in May'],
])('the message of %j', (body, message) => {
	expect(messageOf(body)).toBe(message);
});

test.each([
	['Bearer', undefined],
	['Bearer realm="the service"', undefined],
	[
		'Bearer realm="x", error="invalid_token", error_description="The access token expired"',
		'invalid_token: The access token expired',
	],
	['Bearer error_description=expired', 'expired'],
	[String.raw`Basic realm="x", Bearer error_description="say \"yes\", please"`, 'say "yes", please'],
	['BEARER ERROR_DESCRIPTION = "Loud"', 'Loud'],
])('the message of WWW-Authenticate: %s', (challenge, message) => {
	expect(messageOf(undefined, challenge)).toBe(message);
});

test('what the body and WWW-Authenticate say is shown, each text once', () => {
	const challenge = 'Bearer error="invalid_token", error_description="The key has expired."';
	expect(messageOf({error: 'Unauthorized', message: 'The key has expired'}, challenge)).toBe(
		'The key has expired: invalid_token',
	);
	expect(messageOf({error: 'Unauthorized'}, challenge)).toBe('invalid_token: The key has expired.');
});

test('the message of a body that is not JSON', () => {
	const ofText = (text: string) => classify(undefined, {}, text).serverMessage;
	expect(ofText('')).toBeUndefined();
	expect(ofText(' \n')).toBeUndefined();
	expect(ofText('Bad gateway')).toBe('Bad gateway');
	expect(ofText('<html><head><title>502 Bad Gateway</title></head></html>')).toBe('502 Bad Gateway');
	expect(ofText('x'.repeat(10_000))).toBe(`${'x'.repeat(500)}…`);
});

test.each([
	['express.html', 'Error Cannot POST /api/v1/service/notifications/'],
	['nginx.html', '502 Bad Gateway nginx/1.24.0 (Ubuntu)'],
	[
		'apache.html',
		'404 Not Found Not Found The requested URL was not found on this server. Apache/2.4.58 (Ubuntu) Server at api.example.com Port 443',
	],
	['django.html', 'Server Error (500)'],
	[
		'spring.html',
		'Whitelabel Error Page This application has no explicit mapping for /error, so you are seeing this as a fallback. Fri Jan 31 09:12:44 UTC 2025 There was an unexpected error (type=Bad Request, status=400).',
	],
])('the message of the page %s', (name, message) => {
	const page = readFileSync(path.join(import.meta.dirname, '../fixtures/error-bodies', name), 'utf8');
	expect(classify(undefined, {}, page)).toMatchObject({serverMessage: message});
	expect(classify(undefined, {}, page)).not.toHaveProperty('issues');
});

test.each([
	[
		'<html><title>Oh &amp; no</title><script>if (a < b) alert("x")</script><h1>Oh &amp; no</h1><p>Call <b>us</b> &lt;now&gt;.',
		'Oh & no Call us <now>.',
	],
	['<!-- not this --><body>Only <i>words</i></body>', 'Only words'],
	['<?xml version="1.0"?><Error><Message>Access Denied</Message></Error>', 'Access Denied'],
	['<channel> is not closed', '<channel> is not closed'],
])('the message of the page %s', (page, message) => {
	expect(classify(undefined, {}, page).serverMessage).toBe(message);
});

test('a long message is cut', () => {
	expect(messageOf({error: 'invalid_token', error_description: 'b'.repeat(900)})).toBe(
		`invalid_token: ${'b'.repeat(485)}…`,
	);
});

test('issues of fields are not repeated, and their JSON is never the message', () => {
	expect(classify({errors: [{detail: 'is bad', pointer: '#/channel'}]})).toMatchObject({
		serverMessage: undefined,
		issues: [{path: ['channel'], message: 'is bad'}],
	});
	expect(classify({message: 'channel is bad', errors: {channel: ['channel is bad']}})).toMatchObject({
		serverMessage: undefined,
		issues: [{path: ['channel']}],
	});
	expect(classify({error: 'Unauthorized', message: ['one rule', 'another rule']})).toMatchObject({
		serverMessage: undefined,
		issues: [{message: 'one rule'}, {message: 'another rule'}],
	});
});

test('secrets are hidden before the message is cut', () => {
	keepSecret('canary-key-7f3a91c2');
	for (const before of [480, 485, 490, 499]) {
		expect(messageOf({message: `${'x'.repeat(before)}canary-key-7f3a91c2 and more`})).not.toContain('canary');
		expect(messageOf(undefined, `Bearer error_description="${'x'.repeat(before)}canary-key-7f3a91c2"`)).not.toContain(
			'canary',
		);
	}
});
