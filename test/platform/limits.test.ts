import {expect, test} from 'vitest';
import {defaultLimits, limitsWith, parseSize, sizeText} from '../../source/platform/limits.ts';

test.each([
	['10 MB', 10_000_000],
	['1.5GB', 1_500_000_000],
	['64 kB', 64_000],
	['500', 500],
	[' 1 M ', 1_000_000],
	['', undefined],
	['-1 MB', undefined],
	['1e9', undefined],
	['ten MB', undefined],
])('%j is a size of %j bytes', (text, bytes) => {
	expect(parseSize(text)).toBe(bytes);
});

test.each([
	[999, '999 bytes'],
	[1000, '1 kB'],
	[10_000_000, '10 MB'],
	[123_456_789, '123 MB'],
	[1_000_000_000, '1 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
	expect(sizeText(bytes)).toBe(text);
});

test('a profile gives some of the limits', () => {
	expect(limitsWith({record: 5, headers: undefined})).toEqual({...defaultLimits, record: 5});
	expect(limitsWith()).toEqual(defaultLimits);
});
