import type {LoadedSettings} from '../session/settings-store.ts';
import {setBindings} from './keys/match.ts';

/**
Applies the settings that hold for all screens: the keys. What checks them is loaded only if there are any.

@returns What is wrong, a sentence each with its line.
*/
export async function applySettings(loaded: LoadedSettings): Promise<readonly string[]> {
	if (loaded.settings.keys === undefined) {
		setBindings(undefined);
		return [];
	}

	const {configureKeys} = await import('./keys/configured-keys.ts');
	const {bindings, problems} = configureKeys(loaded);
	setBindings(bindings);
	return problems;
}
