import type {ReadSettings, ScreenSettings, SettingPath} from '../config/settings.ts';
import {canHaveScreenSettings, problemOfWriters, readText} from '../config/config-file.ts';
import {fields, groupLetters, sortLetters, type FieldName} from '../notification/spec.ts';
import type {ArrangedSearch} from '../query/sort.ts';
import {createListeners} from '../platform/listeners.ts';

/** A search with a name, displayed as a tab of the list. */
export type SavedView = Partial<ArrangedSearch> & Pick<ArrangedSearch, 'query'> & {readonly name: string};

/** The settings for the screens in config.yaml. A setting that is missing or invalid is undefined. */
export type Settings = Omit<ScreenSettings, 'columns' | 'views'> & {
	readonly columns?: readonly FieldName[] | undefined;
	readonly views?: readonly SavedView[] | undefined;
};

export type LoadedSettings = Omit<ReadSettings, 'settings'> & {readonly settings: Settings};

/** Applies settings before the listeners are called. Returns the problems found. */
export type ApplySettings = (loaded: LoadedSettings) => Promise<readonly string[]>;

const none: LoadedSettings = {settings: {}, problems: [], lineOf: () => undefined};

/** A store for the settings of the screens. It returns the same object until they are read again. */
export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Creates a store for the settings in a config.yaml, which is read when `load` is called. YAML and the checks are loaded only if the file has such settings. */
export function createSettingsStore(configFile: string, apply: ApplySettings = async () => []) {
	let loaded = none;
	const listeners = createListeners();

	const load = async () => {
		const found = await read(configFile);
		const problems = await apply(found);
		loaded = problems.length === 0 ? found : {...found, problems: [...found.problems, ...problems]};
		listeners.notify();
	};

	return {
		get: () => loaded,
		subscribe: listeners.add,
		/** Reads config.yaml. It never rejects: a file that cannot be read counts as having no settings. */
		load,
		/** Writes one setting to config.yaml and reads the file again. Rejects if it cannot be written. */
		async save(path: SettingPath, value: unknown) {
			const {saveSetting} = await import('../config/settings.ts');
			await saveSetting(configFile, path, value);
			await load();
		},
	};
}

async function read(configFile: string): Promise<LoadedSettings> {
	let text: string;
	let problem: string | undefined;
	try {
		text = await readText(configFile);
		if (!canHaveScreenSettings(text)) {
			return none;
		}

		problem = await problemOfWriters(configFile);
	} catch {
		// The code that reads the profiles reports this problem.
		return none;
	}

	if (problem !== undefined) {
		return {...none, problems: [`The settings of the screens are not used: ${problem}.`]};
	}

	const {readScreenSettings} = await import('../config/settings.ts');
	return readScreenSettings(text, {
		columns: fields.filter(({column}) => column !== undefined).map(({name}) => name),
		sorts: Object.keys(sortLetters()),
		groups: Object.keys(groupLetters()),
	}) as LoadedSettings;
}
