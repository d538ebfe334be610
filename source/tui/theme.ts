import chalk from 'chalk';
import {createListeners} from '../platform/listeners.ts';
import {fewColours, fullColours, withoutColours, type Role, type Style} from './role-styles.ts';

/** The name of a theme. `auto` follows the background of the terminal. */
export type ThemeName = 'auto' | 'dark' | 'light' | 'mono';

let chosen: ThemeName = 'auto';
let isBackgroundLight = false;
let hasColours = true;
let version = 0;
const listeners = createListeners();

/**
Text styles by role, for the current theme. Read them while drawing and keep no copy. No meaning depends on colour alone.
*/
export const theme: Record<Role, Style> = {...stylesOf()};

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

/** The chalk function that styles a text as Ink does; undefined if the style has no visible effect. */
export function chalkOf(style: Style): ((text: string) => string) | undefined {
	if (chalk.level === 0) {
		return undefined;
	}

	const made = chalks.get(style) ?? makeChalk(style);
	chalks.set(style, made);
	return made === chalk ? undefined : made;
}

function makeChalk({color, backgroundColor, bold = false, dimColor = false, inverse = false}: Style): typeof chalk {
	let style = dimColor ? chalk.dim : chalk;
	if (color !== undefined) {
		style = color.startsWith('ansi256') ? style.ansi256(colourNumber(color)) : style[color as 'red'];
	}

	style = backgroundColor === undefined ? style : style.bgAnsi256(colourNumber(backgroundColor));
	style = bold ? style.bold : style;
	return inverse ? style.inverse : style;
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

/** The version of the styles, which changes whenever they change. */
export const themeVersion = (): number => version;

/** Calls `listener` when the styles have changed. Returns a function that removes it. */
export const onThemeChange = (listener: () => void): (() => void) => listeners.add(listener);

/** The styles of the chosen theme, for the number of colours that the terminal has. */
function stylesOf(): Readonly<Record<Role, Style>> {
	if (!hasColours || chosen === 'mono') {
		return withoutColours;
	}

	return (chalk.level >= 2 ? fullColours : fewColours)[
		chosen === 'light' || (chosen === 'auto' && isBackgroundLight) ? 'light' : 'dark'
	];
}

function apply(): void {
	const styles = stylesOf();
	if (Object.keys(styles).every(role => theme[role as Role] === styles[role as Role])) {
		return;
	}

	Object.assign(theme, styles);
	version++;
	listeners.notify();
}
