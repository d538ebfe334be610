import fc from 'fast-check';
import {expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {cutters} from '../../../source/tui/list/columns.ts';
import {anyUrl} from '../../helpers/any-text.ts';

const {channel} = cutters;

test('a channel has a short form for a narrow column; one that is not known is cut', () => {
	expect(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK', 'PAGERDUTY'].map(name => channel(name, 5))).toEqual([
		'EMAIL',
		'HOOK',
		'TGRM',
		'SLACK',
		'PAGE…',
	]);
	expect(channel('TELEGRAM', 8)).toBe('TELEGRAM');
});

test('no cut is wider than its column, whatever the text, and what fits is not changed', () => {
	const value = fc.oneof(fc.string({unit: 'grapheme', maxLength: 40}), anyUrl(), fc.emailAddress());
	fc.assert(
		fc.property(value, fc.integer({min: 1, max: 40}), (whole, columns) => {
			for (const cut of Object.values(cutters)) {
				const shown = cut(whole, columns);
				expect(widthOf(shown)).toBeLessThanOrEqual(columns);
				expect(shown === whole).toBe(widthOf(whole) <= columns);
			}
		}),
	);
});
