import chalk from 'chalk';
import type {TextProps} from 'ink';
import {channels} from '../domain/channels.ts';
import {createListeners} from '../system/listeners.ts';

type Style = Pick<TextProps, 'color' | 'bold' | 'dimColor' | 'inverse' | 'underline'>;

/** The styles of the channels, by their names. */
function channelStyles(background: 'dark' | 'light'): Record<`channel ${string}`, Style> {
	return Object.fromEntries(channels.map(({name, colours}) => [`channel ${name}`, {color: colours[background]}]));
}

/** The styles for a black background. Xterm's red, blue and magenta are too dark on it. */
const dark = {
	title: {bold: true},
	profile: {color: 'cyan', bold: true},
	sandbox: {color: 'yellow', bold: true},
	label: {dimColor: true},
	faint: {dimColor: true},
	selected: {inverse: true},
	key: {bold: true},
	good: {color: 'green'},
	bad: {color: 'redBright', bold: true},
	warning: {color: 'yellow'},
	danger: {color: 'redBright', bold: true},
	focus: {color: 'cyan', bold: true},
	...channelStyles('dark'),
} satisfies Record<string, Style>;

type Role = keyof typeof dark;

/** The styles for a white background. Of the 16 colours only black, red, blue and magenta are readable on it. Red and magenta are not bold, because many terminals show bold as bright, which is too pale. */
const light = {
	...dark,
	profile: {color: 'blue', bold: true},
	sandbox: {color: 'magenta'},
	label: {color: 'blue'},
	faint: {color: 'blue'},
	good: {color: 'blue', bold: true},
	bad: {color: 'red'},
	warning: {color: 'magenta'},
	danger: {color: 'red'},
	focus: {color: 'blue', bold: true},
	...channelStyles('light'),
} satisfies Record<Role, Style>;

const withoutColours = Object.fromEntries(Object.entries<Style>(dark).map(([role, {color, ...rest}]) => [role, rest])) as Record<Role, Style>;

/** The name of a theme. `auto` follows the background of the terminal. */
export type ThemeName = 'auto' | 'dark' | 'light' | 'mono';

let chosen: ThemeName = 'auto';
let isBackgroundLight = false;
let hasColours = true;
let version = 0;
const listeners = createListeners();

/**
Text styles by role, for the current theme. Read them while drawing and keep no copy. They use only the terminal's own 16 colours, and no meaning depends on colour alone.
*/
export const theme: Record<Role, Style> = {...dark};

/** The style of a channel's name; none for a channel that is not in the table of channels. */
export const channelStyle = (channel: string): Style => (theme as Partial<Record<string, Style>>)[`channel ${channel}`] ?? {};

/** The chalk function that styles a text as Ink does; undefined if the style has no visible effect. */
export function chalkOf({color, bold, dimColor, inverse}: Style): ((text: string) => string) | undefined {
	if (chalk.level === 0 || (color === undefined && dimColor !== true && bold !== true && inverse !== true)) {
		return undefined;
	}

	return text => {
		const coloured = color === undefined ? text : chalk[color as 'red'](text);
		const dimmed = dimColor ? chalk.dim(coloured) : coloured;
		const strong = bold ? chalk.bold(dimmed) : dimmed;
		return inverse ? chalk.inverse(strong) : strong;
	};
}

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

/** Removes all colours permanently and keeps bold, dim and inverse (https://no-color.org). */
export function dropColours(): void {
	hasColours = false;
	apply();
}

/** Whether the theme depends on the background of the terminal. */
export const followsBackground = (): boolean => chosen === 'auto' && hasColours;

/** The version of the styles, which changes whenever they change. */
export const themeVersion = (): number => version;

/** Calls `listener` when the styles have changed. Returns a function that removes it. */
export const onThemeChange = (listener: () => void): (() => void) => listeners.add(listener);

function apply(): void {
	const isLight = chosen === 'light' || (chosen === 'auto' && isBackgroundLight);
	const styles = hasColours && chosen !== 'mono' ? (isLight ? light : dark) : withoutColours;
	if (Object.keys(styles).every(role => theme[role as Role] === styles[role as Role])) {
		return;
	}

	Object.assign(theme, styles);
	version++;
	listeners.notify();
}
