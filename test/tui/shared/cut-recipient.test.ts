import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cutRecipient, hostWidth} from '../../../source/tui/shared/cut-recipient.ts';
import {widthOf} from '../../../source/terminal/width.ts';

const url = 'https://hooks.example.org/a/a/a/a/a/a/a/a/a/a/b/f5889051';

test.each([
	[56, 'https://hooks.example.org/a/a/a/a/a/a/a/a/a/a/b/f5889051'],
	[50, 'hooks.example.org/a/a/a/a/a/a/a/a/a/a/b/f5889051'],
	[41, 'hooks.example.org/a/…a/a/a/a/a/b/f5889051'],
	[30, 'hooks.example.org…a/b/f5889051'],
	[23, 'hooks.example.org…89051'],
	[22, 'hooks.examp…b/f5889051'],
	[12, 'hooks.…89051'],
])('in %i columns a URL keeps its end, and its host if there is room for both', (columns, text) => {
	expect(cutRecipient(url, columns)).toBe(text);
});

test('the scheme of an insecure URL stays, and another recipient loses its middle', () => {
	expect(cutRecipient('http://localhost:8080/a/long/path/to/17', 28)).toBe('http://localhost:8080…/to/17');
	expect(cutRecipient('treasury@example.com', 14)).toBe('treasur…le.com');
	expect(hostWidth('treasury@example.com')).toBe(0);
});

test('it fits, and from the width of the host on the host is whole', () => {
	const text = fc.string({unit: 'grapheme', maxLength: 60});
	fc.assert(fc.property(fc.constantFrom('', 'https://', 'http://'), text, fc.nat(80), (scheme, rest, columns) => {
		expect(widthOf(cutRecipient(`${scheme}${rest}`, columns))).toBeLessThanOrEqual(columns);
	}));
	expect(cutRecipient(url, hostWidth(url))).toBe('hooks.example.org…89051');
});
