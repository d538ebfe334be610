import {codesOf, isBackground} from './sgr.ts';

/** A style that can be seen on a blank. */
type Seen = 'background' | 'inverse' | 'underline' | 'strike' | 'overline';

/** The styles that are on and can be seen on a blank. */
export type BlankStyle = ReadonlySet<Seen>;

export const plainBlanks: BlankStyle = new Set();

/** The codes of SGR that switch them on and off (ECMA-48), without those of backgrounds that are on. */
const switches: ReadonlyArray<{readonly style: Seen; readonly on: readonly string[]; readonly off: string}> = [
	{style: 'background', on: [], off: '49'},
	{style: 'inverse', on: ['7'], off: '27'},
	{style: 'underline', on: ['4', '21'], off: '24'},
	{style: 'strike', on: ['9'], off: '29'},
	{style: 'overline', on: ['53'], off: '55'},
];

/** Returns the style of blanks after a sequence of SGR, by its parameters: `1;38;5;75`. */
export function blankStyleAfter(before: BlankStyle, parameters: string): BlankStyle {
	const next = new Set(before);
	for (const code of codesOf(parameters)) {
		if (Number(code) === 0) {
			next.clear();
		} else if (isBackground(code)) {
			next.add('background');
		}

		for (const {style, on, off} of switches) {
			if (on.includes(code)) {
				next.add(style);
			} else if (code === off) {
				next.delete(style);
			}
		}
	}

	return next;
}
