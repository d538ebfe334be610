import {ansiNames, type Palette} from './palettes.ts';

/** The value in a palette of a colour of Ink: a name of the 16, `ansi256(…)` from 16 on, or none, which is the foreground. */
export function colourValue(colour: string | undefined, {foreground, ansi}: Palette): string {
	if (colour === undefined) {
		return foreground;
	}

	const index = /^ansi256\((?<index>\d+)\)$/v.exec(colour)?.groups!.index;
	return index === undefined ? ansi[ansiNames.indexOf(colour)]! : cubeOrGrey(Number(index));
}

/** The colours 16 to 255: a cube of 6 × 6 × 6, and 24 greys (xterm's 256colres.h). */
export function cubeOrGrey(index: number): string {
	const levels =
		index < 232
			? [36, 6, 1].map(step => Math.floor((index - 16) / step) % 6).map(level => (level === 0 ? 0 : 55 + 40 * level))
			: Array.from({length: 3}, () => 8 + 10 * (index - 232));
	return `#${levels.map(level => level.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of a colour, as `#ff8787` (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(colour: string): number {
	const linear = (from: number) => {
		const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	};

	return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

/** The contrast ratio of two colours (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Inverse text has the same. */
export function contrast(first: string, second: string): number {
	const [darker, lighter] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [number, number];
	return (lighter + 0.05) / (darker + 0.05);
}
