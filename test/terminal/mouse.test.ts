import {describe, expect, test} from 'vitest';
import {createMouseSwitch, readMouse} from '../../source/terminal/split-keys.ts';

describe('a report of the mouse (SGR)', () => {
	test.each([
		['\u{1B}[<0;1;1M', {kind: 'press', column: 0, row: 0}],
		['\u{1B}[<0;120;40M', {kind: 'press', column: 119, row: 39}],
		['\u{1B}[<64;5;6M', {kind: 'wheel', by: -1}],
		['\u{1B}[<65;5;6M', {kind: 'wheel', by: 1}],
	])('%j is read', (sequence, event) => {
		expect(readMouse(sequence)).toEqual(event);
	});

	test.each([
		['a release', '\u{1B}[<0;1;1m'],
		['the right button', '\u{1B}[<2;1;1M'],
		['a press with shift', '\u{1B}[<4;1;1M'],
		['a movement', '\u{1B}[<35;1;1M'],
		['a place outside', '\u{1B}[<0;0;1M'],
		['another report', '\u{1B}[?62;22c'],
		['more than a report', '\u{1B}[<0;1;1Mx'],
	])('%s means nothing', (_what, sequence) => {
		expect(readMouse(sequence)).toBeUndefined();
	});
});

test('the terminal reports the mouse only while it is wanted and the screens are shown', () => {
	const written: string[] = [];
	const mouse = createMouseSwitch(text => {
		written.push(text);
	});
	const on = '\u{1B}[?1000h\u{1B}[?1006h';
	const off = '\u{1B}[?1006l\u{1B}[?1000l';

	mouse.enter();
	mouse.leave();
	mouse.set(true);
	expect(written).toEqual([]);
	mouse.enter();
	mouse.set(true);
	expect(written).toEqual([on]);
	mouse.leave();
	mouse.leave();
	mouse.enter();
	mouse.set(false);
	expect(written).toEqual([on, off, on, off]);
});
