import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sha256} from '../../source/platform/sha-256.ts';
import {anyText} from '../helpers/any-text.ts';

const expected = (text: string) => createHash('sha256').update(text).digest('hex');

test('the hash is that of node:crypto', () => {
	for (let length = 0; length < 200; length++) {
		expect(sha256('ü'.repeat(length % 3) + 'x'.repeat(length))).toBe(
			expected('ü'.repeat(length % 3) + 'x'.repeat(length)),
		);
	}

	fc.assert(
		fc.property(anyText({maxLength: 300}), text => {
			expect(sha256(text)).toBe(expected(text));
		}),
	);
});
