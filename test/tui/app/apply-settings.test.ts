import {afterEach, expect, test} from 'vitest';
import {applySettings} from '../../../source/tui/app/start.ts';
import {followsBackground, onThemeChange, setBackground, theme, type ThemeName} from '../../../source/tui/ui/theme.ts';

const use = async (name: ThemeName | undefined) =>
	applySettings({settings: {theme: name}, problems: [], lineOf: () => undefined});
const colours = () =>
	new Set(
		Object.values(theme)
			.map(({color}) => color)
			.filter(color => color !== undefined),
	);

afterEach(async () => {
	setBackground(false);
	await use('auto');
});

test('the theme mono leaves signs and weight, and takes the colours away', async () => {
	await use('dark');
	expect(colours().size).toBeGreaterThan(0);
	expect(await use('mono')).toEqual([]);
	expect(colours()).toEqual(new Set());
	expect(theme.selected).toEqual({inverse: true});
	await use('dark');
	expect(colours().size).toBeGreaterThan(0);
});

test('the themes light and dark have different colours', async () => {
	await use('light');
	expect(theme.danger).toEqual({color: 'red'});
	await use('dark');
	expect(theme.danger).toEqual({color: 'redBright', bold: true});
});

test.each([undefined, 'auto'] as const)(
	'the theme %s follows the background, and tells of a change once',
	async name => {
		await use(name);
		let changes = 0;
		const stop = onThemeChange(() => {
			changes++;
		});
		const dark = {...theme};
		setBackground(true);
		setBackground(true);
		expect(theme.warning).toEqual({color: 'magenta'});
		expect(changes).toBe(1);
		setBackground(false);
		stop();
		expect(theme).toEqual(dark);
	},
);

test('a theme that is set does not follow the background, and asks for none', async () => {
	await use('dark');
	const dark = {...theme};
	setBackground(true);
	expect(theme).toEqual(dark);
	expect(followsBackground()).toBe(false);
});
