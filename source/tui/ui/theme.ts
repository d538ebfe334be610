import type {TextProps} from 'ink';
import {channels} from '../../notification/channels.ts';
import chalk from 'chalk';
import {createListeners} from '../../platform/listeners.ts';

/** The looks of a text. */
export type Style = Pick<TextProps, 'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse'>;

/** The weight of each role: what is left of it without colours. Nothing that must be read is dim. */
const weights = {
	title: {bold: true},
	profile: {bold: true},
	sandbox: {bold: true},
	label: {},
	faint: {},
	/** Lines that only separate. */
	rule: {dimColor: true},
	/** The row, field or choice under the cursor. */
	selected: {inverse: true},
	marked: {bold: true},
	key: {bold: true},
	good: {},
	bad: {bold: true},
	warning: {},
	danger: {bold: true},
	focus: {bold: true},
	...channelStyles(() => ({})),
} satisfies Record<string, Style>;

/** A kind of text, whose looks the theme decides. */
export type Role = keyof typeof weights;

type Styles = Readonly<Record<Role, Style>>;

/** No colours: for NO_COLOR and the theme `mono`. */
const withoutColours: Styles = weights;

/**
The styles of a terminal with 256 colours. No palette changes the colours from 16 on, so that they have a contrast of at least 4.5:1 on the background of every usual palette, in the cursor's bar too where they appear in it (docs/configuration.md).
*/
const fullColours: Readonly<Record<'dark' | 'light', Styles>> = {
	dark: {
		...roleStyles('dark', {
			profile: 75,
			sandbox: 221,
			label: 247,
			faint: 247,
			good: 113,
			bad: 210,
			warning: 215,
			danger: 210,
			focus: 75,
		}),
		rule: {color: fixed(240)},
		selected: {color: fixed(255), backgroundColor: fixed(238)},
	},
	light: {
		...roleStyles('light', {
			profile: 26,
			sandbox: 94,
			label: 242,
			faint: 242,
			good: 22,
			bad: 124,
			warning: 94,
			danger: 124,
			focus: 26,
		}),
		rule: {color: fixed(250)},
		selected: {color: fixed(233), backgroundColor: fixed(253)},
	},
};

/** The styles of a terminal with 16 colours, which its palette decides. All channels have one colour, because few can be read. Red and magenta are not bold on a light background: many terminals show bold as bright, which is too pale. */
const fewColours: Readonly<Record<'dark' | 'light', Styles>> = {
	dark: {
		...weights,
		sandbox: {color: 'yellow', bold: true},
		good: {color: 'green'},
		bad: {color: 'redBright', bold: true},
		warning: {color: 'yellow'},
		danger: {color: 'redBright', bold: true},
		...channelStyles(() => ({color: 'cyan'})),
	},
	light: {
		...weights,
		sandbox: {color: 'magenta'},
		bad: {color: 'red'},
		warning: {color: 'magenta'},
		danger: {color: 'red'},
		...channelStyles(() => ({color: 'blue'})),
	},
};

/** A colour of the 256. */
function fixed(colour: number): string {
	return `ansi256(${colour})`;
}

/** The styles of all roles, with the given colours and those of the channels. */
function roleStyles(side: 'dark' | 'light', colours: Partial<Record<Role, number>>): Styles {
	const coloured = Object.entries(colours).map(([role, colour]) => [
		role,
		{...weights[role as Role], color: fixed(colour)},
	]);
	return {
		...weights,
		...(Object.fromEntries(coloured) as Partial<Styles>),
		...channelStyles(channel => ({color: fixed(channel.colours[side])})),
	};
}

/** The styles of the channels, by their names. */
function channelStyles(styleOf: (channel: (typeof channels)[number]) => Style): Record<`channel ${string}`, Style> {
	return Object.fromEntries(channels.map(channel => [`channel ${channel.name}`, styleOf(channel)]));
}

/** The name of a theme. `auto` follows the background of the terminal. */
export type ThemeName = 'auto' | 'dark' | 'light' | 'mono';

let chosen: ThemeName = 'auto';
let isBackgroundLight = false;
let hasColours = true;
const listeners = createListeners();

/**
Text styles by role, for the current theme. Read them while drawing and keep no copy. No meaning depends on colour alone.
*/
export let theme: Styles = stylesOf();

/** The role of a channel's name; undefined for a channel that is not in the table of channels. */
export const channelRole = (channel: string): Role | undefined =>
	`channel ${channel}` in theme ? (`channel ${channel}` as Role) : undefined;

/** The style of a channel's name. */
export function channelStyle(channel: string): Style {
	const role = channelRole(channel);
	return role === undefined ? {} : theme[role];
}

/** The functions of the styles: chalk makes another one for each of its words. */
const chalks = new WeakMap<Style, typeof chalk>();

function makeChalk({color, backgroundColor, bold = false, dimColor = false, inverse = false}: Style): typeof chalk {
	let style = dimColor ? chalk.dim : chalk;
	if (color !== undefined) {
		style = color.startsWith('ansi256') ? style.ansi256(colourNumber(color)) : style[color as 'red'];
	}

	style = backgroundColor === undefined ? style : style.bgAnsi256(colourNumber(backgroundColor));
	style = bold ? style.bold : style;
	return inverse ? style.inverse : style;
}

/** A text in the style of a role, as escape sequences: as Ink styles it. */
export function styled(role: Role | undefined, text: string): string {
	if (role === undefined || chalk.level === 0) {
		return text;
	}

	const style = theme[role];
	const made = chalks.get(style) ?? makeChalk(style);
	chalks.set(style, made);
	return made(text);
}

/** The number in `ansi256(75)`. */
const colourNumber = (color: string): number => Number(color.slice('ansi256('.length, -1));

/** Sets the theme from config.yaml; `auto` by default. */
export function chooseTheme(name: ThemeName = 'auto'): void {
	chosen = name;
	apply();
}

/** Sets the background that the theme `auto` follows, as the terminal reported it. */
export function setBackground(isLight: boolean): void {
	isBackgroundLight = isLight;
	apply();
}

/** Removes all colours permanently and keeps bold and inverse (https://no-color.org). */
export function dropColours(): void {
	hasColours = false;
	apply();
}

/** Whether the theme depends on the background of the terminal. */
export const followsBackground = (): boolean => chosen === 'auto' && hasColours;

/** An example in an empty field: without colours it is in brackets, because nothing else tells it from a value. */
export const placeholderText = (text: string): string =>
	stylesOf() === withoutColours && text.trim() !== '' ? `(${text})` : text;

/** Calls `listener` when the styles have changed. Returns a function that removes it. */
export const onThemeChange = (listener: () => void): (() => void) => listeners.add(listener);

/** The styles of the chosen theme, for the number of colours that the terminal has. */
function stylesOf(): Styles {
	if (!hasColours || chosen === 'mono') {
		return withoutColours;
	}

	return (chalk.level >= 2 ? fullColours : fewColours)[
		chosen === 'light' || (chosen === 'auto' && isBackgroundLight) ? 'light' : 'dark'
	];
}

function apply(): void {
	const styles = stylesOf();
	if (styles !== theme) {
		theme = styles;
		listeners.notify();
	}
}
