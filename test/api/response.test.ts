import {expect, test} from 'vitest';
import {
	nextLink,
	requestIdOf,
	retryAfterOf,
	serverMessageOf,
} from '../../source/api/response.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';

const now = Date.UTC(2026, 0, 1, 12);

test.each([
	['0', 0],
	['120', 120],
	['99999999999999999999', 2 ** 31],
	['Thu, 01 Jan 2026 12:01:30 GMT', 90],
	['Thursday, 01-Jan-26 12:00:10 GMT', 10],
	['Thu Jan  1 12:00:20 2026', 20],
	['Thu, 01 Jan 2026 11:00:00 GMT', 0],
	['Thu, 99 Foo 2026 11:00:00 GMT', undefined],
	['', undefined],
	['-1', undefined],
	['1.5', undefined],
	['soon', undefined],
	['2026-01-01T12:01:30Z', undefined],
])('Retry-After %j is %s seconds', (value, seconds) => {
	expect(retryAfterOf({'retry-after': value}, now)).toBe(seconds);
});

test('a fraction of a second is rounded up', () => {
	expect(retryAfterOf({'retry-after': 'Thu, 01 Jan 2026 12:00:01 GMT'}, now + 500)).toBe(1);
	expect(retryAfterOf({}, now)).toBeUndefined();
});

test.each([
	['<https://a.example/?p=2>; rel="next"', 'https://a.example/?p=2'],
	['</?p=1>; rel=prev, </?p=3>; rel=next', '/?p=3'],
	[String.raw`</?a=1,2;3>; title="a, b; rel=\"x\""; REL="last Next"`, '/?a=1,2;3'],
	['</a>; title="; rel=next", </b>; rel="next"', '/b'],
	['<>; rel="next"', ''],
	['</a>; rel="nextish"', undefined],
	['</a>', undefined],
	['https://a.example; rel=next', undefined],
	['<<<<<<<', undefined],
	['', undefined],
])('Link: %s', (value, target) => {
	expect(nextLink({link: value})).toBe(target);
});

test('the request ID comes from the first header that has one, and is safe to show', () => {
	expect(requestIdOf({'cf-ray': 'b', 'x-request-id': 'a'})).toBe('a');
	expect(requestIdOf({'x-request-id': '', traceparent: '00-1'})).toBe('00-1');
	expect(requestIdOf({'x-correlation-id': 'a\u{9B}1m'})).toBe('a<U+009B>1m');
	expect(requestIdOf({'x-request-id': 'x'.repeat(5000)})).toHaveLength(200);
	expect(requestIdOf({})).toBeUndefined();
});

test.each([
	[{error: 'Unauthorized', message: 'Invalid or missing API key'}, 'Invalid or missing API key'],
	[{error: 'broken'}, 'broken'],
	[{error: {message: 'deeper'}}, 'deeper'],
	[{detail: 'd', title: 't'}, 'd'],
	[{title: ' t '}, 't'],
	['text', 'text'],
	[{other: 1}, '{"other":1}'],
	[{message: ''}, '{"message":""}'],
])('the message of %j', (body, message) => {
	expect(serverMessageOf({body, text: JSON.stringify(body)})).toBe(message);
});

test('the message of a body that is not JSON', () => {
	expect(serverMessageOf({body: undefined, text: ''})).toBeUndefined();
	expect(serverMessageOf({body: undefined, text: ' \n'})).toBeUndefined();
	expect(serverMessageOf({body: undefined, text: 'Bad gateway'})).toBe('Bad gateway');
	expect(serverMessageOf({body: undefined, text: '<html><head><title>502 Bad Gateway</title></head></html>'})).toBe('502 Bad Gateway');
	expect(serverMessageOf({body: undefined, text: 'x'.repeat(10_000)})).toBe(`${'x'.repeat(500)}…`);
});

test('secrets are hidden before the message is cut', () => {
	keepSecret('canary-key-7f3a91c2');
	for (const before of [480, 485, 490, 499]) {
		expect(serverMessageOf({body: undefined, text: `${'x'.repeat(before)}canary-key-7f3a91c2 and more`})).not.toContain('canary');
	}
});
