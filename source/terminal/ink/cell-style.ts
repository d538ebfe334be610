import {codesOf, isBackground, isForeground} from './sgr.ts';

/** The codes of SGR that are on, by what they set; what is absent is the terminal's default. */
export type CellStyle = Readonly<Partial<Record<Attribute, string>>>;

type Attribute =
	| 'foreground'
	| 'background'
	| 'bold'
	| 'dim'
	| 'italic'
	| 'underline'
	| 'inverse'
	| 'hidden'
	| 'strike'
	| 'overline';

/** Codes that switch attributes on and off (ECMA-48); colours are on by codes of their own. */
const attributes: ReadonlyArray<{
	readonly name: Attribute;
	readonly on?: string;
	readonly off: string;
	readonly showsOnBlank?: true;
}> = [
	{name: 'bold', on: '1', off: '22'},
	{name: 'dim', on: '2', off: '22'},
	{name: 'italic', on: '3', off: '23'},
	{name: 'underline', on: '4', off: '24', showsOnBlank: true},
	{name: 'inverse', on: '7', off: '27', showsOnBlank: true},
	{name: 'hidden', on: '8', off: '28'},
	{name: 'strike', on: '9', off: '29', showsOnBlank: true},
	{name: 'overline', on: '53', off: '55', showsOnBlank: true},
	{name: 'foreground', off: '39'},
	{name: 'background', off: '49', showsOnBlank: true},
];

/** The attributes that give a blank the colour of text. */
const colouring = attributes.filter(({name, showsOnBlank}) => showsOnBlank && name !== 'background');

export const plainCell: CellStyle = {};

/** Returns the style after a sequence of SGR, by its parameters; undefined if a code is not known. */
export function cellStyleAfter(before: CellStyle, parameters: string): CellStyle | undefined {
	let next = before;
	for (const code of codesOf(parameters)) {
		const after = styleAfterCode(next, code);
		if (after === undefined) {
			return undefined;
		}

		next = after;
	}

	return next;
}

function styleAfterCode(style: CellStyle, code: string): CellStyle | undefined {
	if (Number(code) === 0) {
		return plainCell;
	}

	const on = isForeground(code)
		? 'foreground'
		: isBackground(code)
			? 'background'
			: attributes.find(attribute => attribute.on === code)?.name;
	if (on !== undefined) {
		return {...style, [on]: code};
	}

	const off = attributes.filter(attribute => attribute.off === code);
	return off.length === 0 ? undefined : {...style, ...Object.fromEntries(off.map(({name}) => [name, undefined]))};
}

/** Returns what can be seen of a style on a blank. */
export function styleOnBlank(style: CellStyle): CellStyle {
	const {background} = style;
	return colouring.some(({name}) => style[name] !== undefined)
		? style
		: background === undefined
			? plainCell
			: {background};
}

/** Whether two styles are the same. */
export const isSameStyle = (one: CellStyle, other: CellStyle): boolean =>
	one === other || attributes.every(({name}) => one[name] === other[name]);

/** Returns the shortest sequence of SGR from one style to another. */
export function sequenceBetween(from: CellStyle, to: CellStyle): string {
	if (isSameStyle(from, to)) {
		return '';
	}

	const off = new Set(
		attributes.filter(({name}) => from[name] !== undefined && to[name] === undefined).map(attribute => attribute.off),
	);
	// One code switches off bold and dim.
	const isLost = (name: Attribute) => off.has('22') && (name === 'bold' || name === 'dim');
	const on = attributes.filter(({name}) => to[name] !== undefined && (from[name] !== to[name] || isLost(name)));
	const changed = [...off, ...on.map(({name}) => to[name]!)].join(';');
	const anew = ['0', ...attributes.flatMap(({name}) => to[name] ?? [])].join(';');
	return `\u{1B}[${changed.length <= anew.length ? changed : anew}m`;
}
