import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {cutters, noDistinctParts} from '../../../source/tui/list/cuts.ts';
import {anyUrl} from '../../helpers/any-text.ts';

const {text, recipient, channel} = cutters;

describe('text', () => {
	const numbered = {prefix: 'alpha notification '.length, head: 24, tail: 5};

	test('what all values begin with is shortened first', () => {
		expect(text('alpha notification 12345', 24, numbered)).toBe('alpha notification 12345');
		expect(text('alpha notification 12345', 15, numbered)).toBe('alpha not…12345');
		expect(text('alpha notification 7', 15, numbered)).toBe('alpha notific…7');
		expect(text('alpha notification 12345', 6, numbered)).toBe('…12345');
		expect(text('alpha notification 12345', 5, numbered)).toBe('…12…5');
	});

	test('the end is kept where the start does not tell the values apart', () => {
		expect(text('Treasury: large transfers 13', 14, {prefix: 0, head: 27, tail: 3})).toBe('Treasury: … 13');
		expect(text('Treasury: large transfers 13', 14, {prefix: 0, head: 5, tail: 3})).toBe('Treasury: lar…');
	});
});

test.each([
	['https://example.com/hooks/usdc', 30, 'https://example.com/hooks/usdc'],
	['https://example.com/hooks/usdc', 25, '…example.com/hooks/usdc'],
	['https://example.com/hooks/usdc', 20, 'example.com/…/usdc'],
	['https://example.com/hooks/usdc', 12, 'exampl…/usdc'],
	['https://example.com/hooks/compliance?team=7', 34, 'example.com/…/compliance?team=7'],
	['https://example.com/1', 19, '…example.com/1'],
	['treasury+1234@example.com', 20, 'trea…234@example.com'],
	['treasury+1234@example.com', 14, 'tr…34@…ple.com'],
	['-1001000000001', 9, '-100…0001'],
	['#base-alerts', 8, '#bas…rts'],
])('%s keeps its domain and the last part of its path in %d columns', (value, columns, shown) => {
	expect(recipient(value, columns, noDistinctParts)).toBe(shown);
});

test('a channel has a short form for a narrow column; one that is not known is cut', () => {
	expect(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK', 'PAGERDUTY'].map(name => channel(name, 5, noDistinctParts))).toEqual(['EMAIL', 'HOOK', 'TGRAM', 'SLACK', 'PAGE…']);
	expect(channel('TELEGRAM', 8, noDistinctParts)).toBe('TELEGRAM');
});

test('no cut is wider than its column, whatever the text, and what fits is not changed', () => {
	const value = fc.oneof(fc.string({unit: 'grapheme', maxLength: 40}), anyUrl(), fc.emailAddress());
	const distinctParts = fc.record({prefix: fc.constant(0), head: fc.nat(30), tail: fc.nat(30)});
	fc.assert(fc.property(value, fc.integer({min: 1, max: 40}), distinctParts, (whole, columns, where) => {
		for (const cut of Object.values(cutters)) {
			const shown = cut(whole, columns, where);
			expect(widthOf(shown)).toBeLessThanOrEqual(columns);
			expect(shown === whole).toBe(widthOf(whole) <= columns);
		}
	}));
});
