import {Buffer} from 'node:buffer';
import {beforeAll, describe, expect, test} from 'vitest';
import {hideEchoes, hideEchoesIn, keepSecret} from '../../source/terminal/secrets.ts';

const secret = 'sk_live/Zx9-QwErTy~7781+aa==';
beforeAll(() => {
	keepSecret(secret);
});

const entities = (text: string) => [...text].map(character => `&#${character.codePointAt(0)};`).join('');
const hexEntities = (text: string) =>
	[...text].map(character => `&#x${character.codePointAt(0)!.toString(16)};`).join('');
const unicodeEscapes = (text: string) =>
	[...text].map(character => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('');
const percent = (text: string) => [...text].map(character => `%${character.codePointAt(0)!.toString(16)}`).join('');

describe('an echo is hidden', () => {
	test.each([
		['as it is', secret],
		['in capitals', secret.toUpperCase()],
	])('%s', (_name, echo) => {
		expect(hideEchoes(`The key "${echo}" is wrong.`)).toBe('The key "[API key]" is wrong.');
	});

	test.each([
		['in HTML entities', entities(secret)],
		['in hexadecimal HTML entities', hexEntities(secret)],
		['in JSON escapes', unicodeEscapes(secret)],
		['percent-encoded', percent(secret)],
		['URL-encoded', encodeURIComponent(secret)],
		['in HTML entities that are escaped in JSON', unicodeEscapes(entities(secret))],
		['in percent-encoding, twice', percent(percent(secret))],
		['across HTML tags', `${secret.slice(0, 5)}<wbr>${secret.slice(5, 9)}</b>${secret.slice(9)}`],
	])('%s, with all around it', (_name, echo) => {
		expect(hideEchoes(`The key "${echo}" is wrong.`)).toBe('[API key]');
	});

	test.each(['base64', 'base64url'] as const)(
		'in %s, alone and between other bytes; of a shared byte, some bits remain',
		encoding => {
			for (const [before, after] of [
				['', ''],
				['a', 'b'],
				['user:', ''],
				['x:y', '\n'],
			] as const) {
				const echo = Buffer.from(before + secret + after).toString(encoding);
				expect(hideEchoes(echo)).toMatch(/^.{0,7}\[API key\].{0,4}$/v);
			}
		},
	);

	test.each([
		['the beginning', secret.slice(0, 8)],
		['the middle', secret.slice(7, 20)],
		['the end', secret.slice(-8)],
	])('where %s is repeated', (_name, part) => {
		expect(hideEchoes(`<${part}>`)).toBe('<[API key]>');
	});
});

test('of a short API key, which may be an ordinary word, only the whole is hidden', () => {
	keepSecret('unauthorized1');
	expect(hideEchoes('unauthorized: unauthorized1')).toBe('unauthorized: [API key]');
});

test('every string of a value is looked through, and the names of members; numbers stay', () => {
	const raw = JSON.rawJSON('12345678901234567890');
	expect(hideEchoesIn({[secret]: [secret, 1, null, raw]})).toEqual({'[API key]': ['[API key]', 1, null, raw]});
});

test('a text takes time in proportion to its length: nothing in it is read again from each place', () => {
	const long = `${'<a '.repeat(10_000)}${'&#'.repeat(10_000)}${String.raw`\u00`.repeat(5000)}`;
	expect(hideEchoes(long)).toBe(long);
});
