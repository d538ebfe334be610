import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {hideSecrets, keepSecret} from '../../source/terminal/secrets.ts';

const hidden = '[API key]';

describe('a secret is hidden', () => {
	const secret = String.raw`sk+live/42?"\=`;
	keepSecret(secret);

	test.each([
		['as it is', secret],
		['URL-encoded', encodeURIComponent(secret)],
		['URL-encoded with small letters', 'sk%2blive%2f42%3f%22%5c%3d'],
		['in base64', Buffer.from(secret).toString('base64')],
		['in base64 without padding', Buffer.from(secret).toString('base64').replaceAll('=', '')],
		['in base64url', Buffer.from(secret).toString('base64url')],
		['in JSON', JSON.stringify(secret).slice(1, -1)],
	])('%s', (_name, form) => {
		expect(hideSecrets(form)).toBe(hidden);
		expect(hideSecrets(`Bearer ${form}, or ${form}`)).toBe(`Bearer ${hidden}, or ${hidden}`);
		expect(hideSecrets(`x${form}y`)).toBe(`x${hidden}y`);
	});
});

test.each(['', 'a', '12345'])('%j is too short to be a secret', text => {
	keepSecret(text);
	expect(hideSecrets(`a 12345 ${text}`)).toBe(`a 12345 ${text}`);
});

test('a secret that starts with another one is hidden completely', () => {
	keepSecret('sk-first');
	keepSecret('sk-first-and-more');
	expect(hideSecrets('sk-first-and-more')).toBe(hidden);
	expect(hideSecrets('sk-first')).toBe(hidden);
});

test('no form of a secret remains in any text', () => {
	const secret = fc.string({unit: fc.constantFrom(...String.raw`abcXYZ019-_.~+/=?&%"\'`), minLength: 6, maxLength: 40});
	fc.assert(
		fc.property(secret, fc.string({unit: 'grapheme'}), fc.string({unit: 'grapheme'}), (key, before, after) => {
			keepSecret(key);
			const base64 = Buffer.from(key).toString('base64');
			for (const form of [
				key,
				encodeURIComponent(key),
				base64,
				base64.replaceAll('=', ''),
				Buffer.from(key).toString('base64url'),
			]) {
				expect(hideSecrets(before + form + after)).not.toContain(form);
			}
		}),
	);
});
