/** A style that can be seen on a blank. */
type Seen = 'background' | 'inverse' | 'underline' | 'strike' | 'overline';

/** The styles that are on and can be seen on a blank. */
export type BlankStyle = ReadonlySet<Seen>;

export const plainBlanks: BlankStyle = new Set();

/** The parameters of SGR that switch them on and off (ECMA-48), without those of backgrounds that are on. */
const switches: ReadonlyArray<{readonly style: Seen; readonly on: readonly number[]; readonly off: number}> = [
	{style: 'background', on: [], off: 49},
	{style: 'inverse', on: [7], off: 27},
	{style: 'underline', on: [4, 21], off: 24},
	{style: 'strike', on: [9], off: 29},
	{style: 'overline', on: [53], off: 55},
];

const isBackground = (code: number): boolean => (code >= 40 && code <= 48) || (code >= 100 && code <= 107);

/** Returns the style of blanks after a sequence of SGR, by its parameters: `1;38;5;75`. */
export function blankStyleAfter(before: BlankStyle, parameters: string): BlankStyle {
	const next = new Set(before);
	const codes = parameters.split(';').map(Number);
	for (let index = 0; index < codes.length; index++) {
		const code = codes[index]!;
		if (code === 0) {
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

		if (code === 38 || code === 48) {
			// A colour of the palette has one more parameter after its kind, any other three.
			index += codes[index + 1] === 5 ? 2 : 4;
		}
	}

	return next;
}
