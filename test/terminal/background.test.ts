import {expect, test} from 'vitest';
import {backgroundQuery, isLightBackground} from '../../source/terminal/background.ts';
import {createKeyQueue} from '../../source/terminal/key-stdin.ts';

test.each([
	['rgb:ffff/ffff/ffff', true],
	['rgb:fdf6/e3e3/d5d5', true],
	['rgb:ff/ff/ff', true],
	['rgba:ffff/ffff/ffff/ffff', true],
	['rgb:0000/0000/0000', false],
	['rgb:1e1e/1e1e/2e2e', false],
	['rgb:0/0/0', false],
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

test('an answer is passed on whole, is no key, and none is taken from a paste', () => {
	const replies: string[] = [];
	const keys = createKeyQueue(
		() => 0,
		undefined,
		reply => {
			replies.push(reply);
		},
	);
	keys.receive('j\u{1B}]11;rgb:ffff/');
	keys.receive('ffff/ffff\u{1B}\\k');
	keys.receive('\u{1B}[200~\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[201~');
	expect(replies).toEqual(['\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\']);
	expect([keys.next(), keys.next()]).toEqual(['j', 'k']);
});
