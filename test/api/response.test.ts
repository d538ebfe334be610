import {expect, test} from 'vitest';
import {
	member,
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
	expect(retryAfterOf(new Headers({'retry-after': value}), now)).toBe(seconds);
});

test('a Retry-After of less than a second more is waited for in full', () => {
	expect(retryAfterOf(new Headers({'retry-after': 'Thu, 01 Jan 2026 12:00:01 GMT'}), now + 500)).toBe(1);
	expect(retryAfterOf(new Headers(), now)).toBeUndefined();
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
	expect(nextLink(new Headers({link: value}))).toBe(target);
});

test('the request ID comes from the first header that says one, made safe to show', () => {
	expect(requestIdOf(new Headers({'cf-ray': 'b', 'x-request-id': 'a'}))).toBe('a');
	expect(requestIdOf(new Headers({'x-request-id': '', traceparent: '00-1'}))).toBe('00-1');
	expect(requestIdOf(new Headers({'x-correlation-id': 'a\u{9B}1m'}))).toBe('a<U+009B>1m');
	expect(requestIdOf(new Headers({'x-request-id': 'x'.repeat(5000)}))).toHaveLength(200);
	expect(requestIdOf(new Headers())).toBeUndefined();
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
])('the words of %j', (body, words) => {
	expect(serverMessageOf({body, text: JSON.stringify(body)})).toBe(words);
});

test('the words of a body that is not JSON', () => {
	expect(serverMessageOf({body: undefined, text: ''})).toBeUndefined();
	expect(serverMessageOf({body: undefined, text: ' \n'})).toBeUndefined();
	expect(serverMessageOf({body: undefined, text: 'Bad gateway'})).toBe('Bad gateway');
	expect(serverMessageOf({body: undefined, text: '<html><head><title>502 Bad Gateway</title></head></html>'})).toBe('502 Bad Gateway');
	expect(serverMessageOf({body: undefined, text: 'x'.repeat(10_000)})).toBe(`${'x'.repeat(500)}…`);
});

test('words are cut after secrets are hidden, never through one', () => {
	keepSecret('canary-key-7f3a91c2');
	for (const before of [480, 485, 490, 499]) {
		expect(serverMessageOf({body: undefined, text: `${'x'.repeat(before)}canary-key-7f3a91c2 and more`})).not.toContain('canary');
	}
});

test('members are own members of objects', () => {
	expect(member({a: 1}, 'a')).toBe(1);
	expect(member([5], '0')).toBe(5);
	for (const value of [undefined, null, 1, 'text', {}, []]) {
		expect(member(value, 'toString')).toBeUndefined();
	}
});
