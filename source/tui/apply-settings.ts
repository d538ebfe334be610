import type {LoadedSettings} from '../account/settings.ts';
import {setBindings} from './keys/match.ts';
import {chooseTheme} from './theme.ts';

/**
Applies the settings that hold for all screens: the keys and the theme. The checks are loaded only if there are any such settings.

@returns The problems, each a sentence with its line number.
*/
export async function applySettings(loaded: LoadedSettings): Promise<readonly string[]> {
	chooseTheme(loaded.settings.theme);
	if (loaded.settings.keys === undefined) {
		setBindings(undefined);
		return [];
	}

	const {configureKeys} = await import('./keys/configured-keys.ts');
	const {bindings, problems} = configureKeys(loaded);
	setBindings(bindings);
	return problems;
}
