import {expect, test} from 'vitest';
import {clipboardLimit, osc52} from '../../source/terminal/desktop.ts';

test('tmux gets it plain and passed through, with each escape doubled', () => {
	expect(osc52('a', 'tmux')).toBe('\u{1B}]52;c;YQ==\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{7}\u{1B}\\');
});

test('screen gets pieces that it takes, which together are the sequence', () => {
	const pieces = osc52('x'.repeat(2000), 'screen')!.split('\u{1B}\\').slice(0, -1);
	expect(pieces.length).toBeGreaterThan(4);
	for (const piece of pieces) {
		expect(piece.startsWith('\u{1B}P')).toBe(true);
		expect(piece.length).toBeLessThan(768);
	}

	expect(pieces.map(piece => piece.slice(2)).join('')).toBe(osc52('x'.repeat(2000), undefined));
});

test('a text that is too long is not sent', () => {
	expect(osc52('x'.repeat(clipboardLimit), undefined)).toBeDefined();
	expect(osc52('x'.repeat(clipboardLimit + 1), undefined)).toBeUndefined();
});
