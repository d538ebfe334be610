import {expect, test} from 'vitest';
import {nextLink, requestIdOf, retryAfterOf} from '../../source/service/classify.ts';

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

test('a Retry-After date counts from the Date of its response, if that can be read', () => {
	const until = (date: string) => retryAfterOf({date, 'retry-after': 'Sat, 01 Jan 2050 12:00:02 GMT'}, now);
	expect(until('Sat, 01 Jan 2050 12:00:00 GMT')).toBe(2);
	expect(until('yesterday')).toBe((Date.UTC(2050, 0, 1, 12, 0, 2) - now) / 1000);
});

test('a fraction of a second is rounded up', () => {
	expect(retryAfterOf({'retry-after': 'Thu, 01 Jan 2026 12:00:01 GMT'}, now + 500)).toBe(1);
	expect(retryAfterOf({}, now)).toBeUndefined();
});

test.each([
	['<https://a.example/?p=2>; rel="next"', 'https://a.example/?p=2'],
	['</?p=1>; rel=prev, </?p=3>; rel=next', '/?p=3'],
	[String.raw`</?a=1,2;3>; title="a, b; rel=\"x\""; REL="last Next"`, '/?a=1,2;3'],
	['</a>; title="a, b", </b>; rel="next"', '/b'],
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
