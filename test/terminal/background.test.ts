import {expect, test} from 'vitest';
import {backgroundQuery, isLightBackground} from '../../source/terminal/background.ts';

test.each([
	['rgb:ffff/ffff/ffff', true],
	['rgb:ff/ff/ff', true],
	['rgba:ffff/ffff/ffff/ffff', true],
	['rgb:0000/0000/0000', false],
	['rgb:0000/0000/ffff', false],
	['rgb:0000/ffff/0000', true],
])('a terminal that answers %s has a light background: %s', (colour, isLight) => {
	expect(isLightBackground(`\u{1B}]11;${colour}\u{1B}\\`)).toBe(isLight);
	expect(isLightBackground(`\u{1B}]11;${colour}\u{7}`)).toBe(isLight);
});

test.each([
	'\u{1B}]10;rgb:ffff/ffff/ffff\u{7}',
	'\u{1B}]11;rgb:fffff/ffff/ffff\u{7}',
	'\u{1B}]11;white\u{7}',
	'\u{1B}[?62;22c',
	backgroundQuery,
])('%j says nothing of the background', reply => {
	expect(isLightBackground(reply)).toBeUndefined();
});
