import {expect, test} from 'vitest';
import {hasFound, isComplete, selectedRow} from '../../bench/screen.ts';

test.each([
	[' chainbell · 127.0.0.1   100000 notifications · listed just now', true],
	[' chainbell · 127.0.0.1   100,000 notifications · refreshing …', true],
	[' chainbell · 127.0.0.1   12 of 100000 notifications', true],
	[' chainbell · 127.0.0.1   100000 notifications so far · 38 MB', false],
	[' chainbell · 127.0.0.1   100000 or more notifications', false],
	[' chainbell · 127.0.0.1   5100000 notifications', false],
	[' chainbell · 127.0.0.1   1,100,000 notifications', false],
	[' chainbell · 127.0.0.1   loading …', false],
])('%s: complete is %j', (header, complete) => {
	expect(isComplete([header, '100000 notifications'], 100_000)).toBe(complete);
});

test.each([
	[['chainbell · 2 of 100000 notifications'], true],
	[['chainbell · 2 of 100,000 notifications'], true],
	[['> treas', '  2/100000'], true],
	[['> treas', '  2/100000 (40%)'], false],
	[['> treas', '  2/100000 (99%)'], true],
	[['> treas', '  12/100000'], false],
	[['> treas', '  2/1000000'], false],
])('%j: found 2 of 100,000 is %j', (lines, found) => {
	expect(hasFound(lines, 2, 100_000)).toBe(found);
});

test('the prompt of fzf is no selected row', () => {
	expect(selectedRow(['> treas', '  2/100000', '  one', '> two'])).toBe('> two');
	expect(selectedRow(['> treas', '  2/100000'])).toBeUndefined();
});
