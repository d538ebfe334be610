import {afterEach, describe, expect, test} from 'vitest';
import {chooseTheme, theme} from '../../source/tui/theme.ts';

/** The 16 colours of xterm (its app-defaults, XTerm-col.ad). */
const palette = {
	black: 0x00_00_00, red: 0xCD_00_00, green: 0x00_CD_00, yellow: 0xCD_CD_00, blue: 0x00_00_EE, magenta: 0xCD_00_CD, cyan: 0x00_CD_CD, white: 0xE5_E5_E5,
	gray: 0x7F_7F_7F, redBright: 0xFF_00_00, greenBright: 0x00_FF_00, yellowBright: 0xFF_FF_00, blueBright: 0x5C_5C_FF, magentaBright: 0xFF_00_FF, cyanBright: 0x00_FF_FF, whiteBright: 0xFF_FF_FF,
} as const;

type Colour = keyof typeof palette;

/** As many terminals show bold text of the first eight colours. */
const brightened = (colour: Colour): Colour => colour === 'black' ? 'gray' : (Object.keys(palette) as Colour[]).find(name => name === `${colour}Bright`) ?? colour;

/** Relative luminance (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(colour: Colour): number {
	const channel = (shift: number) => {
		const share = Math.trunc(palette[colour] / (2 ** shift)) % 256 / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	};

	return (0.2126 * channel(16)) + (0.7152 * channel(8)) + (0.0722 * channel(0));
}

/** Contrast ratio (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Inverse text has the same. */
function contrast(colour: Colour, background: Colour): number {
	const [darker, lighter] = [luminance(colour), luminance(background)].toSorted((first, second) => first - second) as [number, number];
	return (lighter + 0.05) / (darker + 0.05);
}

afterEach(() => {
	chooseTheme('auto');
});

test('the formula', () => {
	expect(contrast('black', 'whiteBright')).toBe(21);
	expect(contrast('gray', 'whiteBright')).toBeCloseTo(4, 1);
	expect(contrast('green', 'whiteBright')).toBeLessThan(2.5);
});

describe.each([
	['dark', 'black'],
	['light', 'whiteBright'],
] as const)('the theme %s on %s', (name, background) => {
	test.each(Object.keys(theme) as Array<keyof typeof theme>)('%s can be read, also where bold is shown bright', role => {
		chooseTheme(name);
		const {color, bold = false} = theme[role];
		if (color === undefined) {
			return;
		}

		expect(Object.keys(palette)).toContain(color);
		const shown = [color as Colour, ...bold ? [brightened(color as Colour)] : []];
		for (const colour of shown) {
			expect(contrast(colour, background)).toBeGreaterThanOrEqual(4.5);
		}
	});
});
