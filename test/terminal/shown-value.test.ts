import {expect, test} from 'vitest';
import {shownValue} from '../../source/terminal/sanitise.ts';

test.each([
	['', 'none'],
	['Treasury', 'Treasury'],
	['a\u{1B}[2Jb\n', 'a␛[2Jb␊'],
])('the value %j beside the name of its field is shown as %j', (text, shown) => {
	expect(shownValue(text)).toBe(shown);
});
