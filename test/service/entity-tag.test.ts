import {expect, test} from 'vitest';
import {entityTagOf} from '../../source/service/listing/pages.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';

test.each([
	['strong', '"a1"', '"a1"'],
	['weak', 'W/"a1"', 'W/"a1"'],
	['empty', '""', '""'],
	['of 256 characters', `"${'x'.repeat(254)}"`, `"${'x'.repeat(254)}"`],
	['none', undefined, undefined],
	['not quoted', 'a1', undefined],
	['half quoted', '"a1', undefined],
	['lower-case w', 'w/"a1"', undefined],
	['any', '*', undefined],
	['several', '"a", "b"', undefined],
	['with a space', '"a b"', undefined],
	['with a control character', '"a\u{7}b"', undefined],
	['with a line break', '"a\r\nx: y"', undefined],
	['with obs-text', '"ä"', undefined],
	['of 257 characters', `"${'x'.repeat(255)}"`, undefined],
])('an ETag is sent only if it is well-formed and short: %s', (_name, etag, sent) => {
	expect(entityTagOf({etag})).toBe(sent);
});

test('an ETag that repeats the API key is not sent', () => {
	keepSecret('a-key-of-the-test-7f3a');
	expect(entityTagOf({etag: '"a-key-of-the-test-7f3a"'})).toBeUndefined();
});
