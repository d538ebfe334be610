import chalk from 'chalk';
import {afterEach, describe, expect, test} from 'vitest';
import {channelNames} from '../../../source/notification/channels.ts';
import {channelStyle, chooseTheme, theme} from '../../../source/tui/ui/theme.ts';
import {colourValue, contrast} from '../../helpers/contrast.ts';
import {ansiNames, palettes, type Palette} from '../../helpers/palettes.ts';

const {level} = chalk;

/** Chooses a theme on a terminal with this many colours. */
function choose(name: 'dark' | 'light' | 'mono', colours: 16 | 256): void {
	chalk.level = colours === 16 ? 1 : 2;
	chooseTheme('mono');
	chooseTheme(name);
}

afterEach(() => {
	chalk.level = level;
	chooseTheme('mono');
	chooseTheme('auto');
});

type Role = keyof typeof theme;

const roles = Object.keys(theme) as Role[];

/** Roles that are text: the others are lines that separate. */
const texts = roles.filter(role => role !== 'rule');

/** The contrast of a role's text on the background of a palette, or on its own. */
function contrastOf(role: Role, palette: Palette): number {
	const {color, backgroundColor} = theme[role];
	return contrast(
		colourValue(color, palette),
		backgroundColor === undefined ? palette.background : colourValue(backgroundColor, palette),
	);
}

test('the formula', () => {
	expect(contrast('#000000', '#ffffff')).toBe(21);
	expect(contrast('#7f7f7f', '#ffffff')).toBeCloseTo(4, 1);
	expect(contrast('#00cd00', '#ffffff')).toBeLessThan(2.5);
});

const kinds = ['dark', 'light'] as const;

describe.each(kinds.flatMap(kind => palettes[kind].map(palette => ({kind, palette}))))(
	'the theme $kind on $palette.name',
	({kind, palette}) => {
		test.each(texts)('%s has a contrast of 4.5:1 with 256 colours', role => {
			choose(kind, 256);
			// A text without a colour has the foreground of the palette, which nothing here can change.
			if (theme[role].color !== undefined) {
				expect(contrastOf(role, palette)).toBeGreaterThanOrEqual(4.5);
			}
		});

		test('a channel has it in the bar of the cursor, too', () => {
			choose(kind, 256);
			const bar = colourValue(theme.selected.backgroundColor, palette);
			expect(
				Math.min(...channelNames().map(name => contrast(colourValue(channelStyle(name).color, palette), bar))),
			).toBeGreaterThanOrEqual(4.5);
		});

		test('with 16 colours, which the palette decides, no role is below 3:1', () => {
			choose(kind, 16);
			expect(Math.min(...texts.map(role => contrastOf(role, palette)))).toBeGreaterThanOrEqual(3);
		});
	},
);

test.each(kinds)(
	'with the 16 colours of xterm every role of the theme %s has a contrast of 4.5:1, also where bold is shown bright',
	kind => {
		choose(kind, 16);
		const [xterm] = palettes[kind];
		for (const role of texts) {
			const {color, bold = false} = theme[role];
			const bright = ansiNames.find(name => name === `${color}Bright`);
			expect(contrastOf(role, xterm!), role).toBeGreaterThanOrEqual(4.5);
			expect(
				bold && bright !== undefined ? contrast(colourValue(bright, xterm!), xterm!.background) : 21,
				role,
			).toBeGreaterThanOrEqual(4.5);
		}
	},
);

test.each(kinds.flatMap(kind => ([16, 256] as const).map(colours => ({kind, colours}))))(
	'no role has the colour of a channel: $kind, $colours colours',
	({kind, colours}) => {
		choose(kind, colours);
		const ofChannels = new Set(channelNames().map(name => channelStyle(name).color));
		expect(
			roles.filter(
				role => !role.startsWith('channel ') && theme[role].color !== undefined && ofChannels.has(theme[role].color),
			),
		).toEqual([]);
		expect(ofChannels.size).toBe(colours === 16 ? 1 : channelNames().length);
	},
);

test.each([...kinds, 'mono'] as const)('nothing that must be read is dim: %s', kind => {
	for (const colours of [16, 256] as const) {
		choose(kind, colours);
		expect(texts.filter(role => theme[role].dimColor)).toEqual([]);
	}
});

test('without colours the cursor is inverse, and errors and keys are bold', () => {
	choose('mono', 256);
	expect(roles.filter(role => theme[role].color !== undefined || theme[role].backgroundColor !== undefined)).toEqual(
		[],
	);
	expect(theme).toMatchObject({
		selected: {inverse: true},
		bad: {bold: true},
		danger: {bold: true},
		focus: {bold: true},
		key: {bold: true},
		title: {bold: true},
	});
});
