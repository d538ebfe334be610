import {expect, test} from 'vitest';
import {applySettings} from '../../source/tui/apply-settings.ts';
import {theme} from '../../source/tui/theme.ts';

test('the theme mono leaves signs and weight, and takes the colours away', async () => {
	const colours = () => Object.values(theme).filter(role => role.color !== undefined).length;
	await applySettings({settings: {theme: 'dark'}, problems: [], lineOf: () => undefined});
	expect(colours()).toBeGreaterThan(0);
	expect(await applySettings({settings: {theme: 'mono'}, problems: [], lineOf: () => undefined})).toEqual([]);
	expect(colours()).toBe(0);
	expect(theme.selected).toEqual({inverse: true});
});
