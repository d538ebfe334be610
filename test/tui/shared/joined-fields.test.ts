import fc from 'fast-check';
import {expect, test} from 'vitest';
import {joinedFields} from '../../../source/tui/shared/joined-fields.ts';
import {widthOf} from '../../../source/terminal/width.ts';

test('short fields are whole, and of each long one its beginning is left', () => {
	const line = joinedFields(
		['x'.repeat(300), 'WEBHOOK', '', `https://hooks.example.org/${'a/'.repeat(60)}end`, 'user:13'],
		80,
	);
	expect(line).toMatch(/^x+… · WEBHOOK · https:\/\/hooks\S*… · user:13$/v);
	expect(widthOf(line)).toBeGreaterThan(76);
});

test('in a narrow line the first fields are told rather than a letter of each', () => {
	expect(joinedFields(['Treasury: large transfers', 'EMAIL', 'ops-1', 'ops@example.com'], 20)).toBe(
		'Treasury: large tra…',
	);
});

test('fields that fit are not cut, control characters are shown, and the line is never wider than asked for', () => {
	expect(joinedFields(['Alerts', 'EMAIL', 'a\u{7}b'], 40)).toBe('Alerts · EMAIL · a␇b');
	expect(joinedFields([], 10)).toBe('');
	fc.assert(
		fc.property(
			fc.array(fc.string({unit: 'grapheme', maxLength: 60}), {maxLength: 6}),
			fc.integer({min: 1, max: 120}),
			(texts, columns) => {
				expect(widthOf(joinedFields(texts, columns))).toBeLessThanOrEqual(columns);
			},
		),
	);
});
