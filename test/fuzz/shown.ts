import assert from 'node:assert/strict';
import {sanitise, sanitiseCell, sanitiseLines} from '../../source/terminal/sanitise.ts';

/** Characters that a terminal would interpret or that reorder a line. */
const harmful = /[\p{Bidi_Control}\p{Control}\p{Surrogate}\u{2028}\u{2029}]/v;

/** Throws if text that the program made, or made safe, would do something in a terminal. */
export function assertShowable(text: string): void {
	assert.doesNotMatch(text, harmful);
}

/** Throws if a text does something in a terminal after the screens or a command have made it safe. */
export function assertSafeOnceShown(text: string): void {
	assertShowable(sanitise(text));
	assertShowable(sanitiseCell(text));
	assertShowable(sanitiseLines(text).replaceAll('\n', ''));
}
