import {dirname, resolve} from 'node:path';
import type {ReadSettings, ScreenSettings, SettingPath} from '../config/settings.ts';
import {canHaveScreenSettings, problemOfWriters, readText, mayHaveRules} from '../config/config-file.ts';
import {learnEvents, readAbi, type ContractEvent} from '../notification/events.ts';
import {loadLabels} from './labels.ts';
import {fields, groupLetters, sortLetters, type FieldName} from '../notification/spec.ts';
import type {ArrangedSearch} from '../query/sort.ts';
import {createListeners} from '../platform/listeners.ts';
import {noRules, type AccountRules} from '../query/rules.ts';
import {readingProblem, readTextFile} from '../platform/files.ts';
import {largestInput} from '../platform/limits.ts';

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

/** Creates a store for the settings in a config.yaml, which is read when `load` is called, with its labels. YAML and the checks are loaded only if the file has such settings. */
export function createSettingsStore(configFile: string, apply: ApplySettings = async () => []) {
	let loaded = none;
	const listeners = createListeners();

	const load = async () => {
		// A mistake in the labels is one of the rules, too, and told with them.
		const [found] = await Promise.all([readSettings(configFile), loadLabels(configFile)]);
		const problems = [...learnAbis(found, dirname(configFile)), ...(await apply(found))];
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

async function readSettings(configFile: string): Promise<LoadedSettings> {
	let text: string;
	let problem: string | undefined;
	try {
		text = await readText(configFile);
		if (!canHaveScreenSettings(text)) {
			return none;
		}

		problem = problemOfWriters(configFile);
	} catch {
		// The code that reads the profiles reports this problem.
		return none;
	}

	if (problem !== undefined) {
		return {...none, problems: [`The settings of the screens are not used: ${problem}.`]};
	}

	const {readScreenSettings} = await import('../config/settings.ts');
	return readScreenSettings(text, {
		columns: fields.map(({name}) => name),
		sorts: Object.keys(sortLetters()),
		groups: Object.keys(groupLetters()),
	}) as LoadedSettings;
}

/** Learns the events of the ABIs. Their paths are relative to a folder, that of config.yaml. Returns the problems found. */
function learnAbis({settings: {abis = []}, lineOf}: LoadedSettings, folder: string) {
	const learned: ContractEvent[] = [];
	const problems = abis.flatMap((file, index) => {
		const name = `config.yaml line ${lineOf(['abis', index])}: abis.${index}`;
		try {
			const events = readAbi(readTextFile(resolve(folder, file), largestInput));
			learned.push(...(events.ok ? events.value : []));
			return events.ok ? [] : `${name} cannot be used: ${events.problem}`;
		} catch (error) {
			return `${name} cannot be read: ${readingProblem(error)}`;
		}
	});
	learnEvents('abis', learned);
	return problems;
}

/** The rules for the changes of an account. It returns the same object until config.yaml has others. */
export type RuleStore = ReturnType<typeof createRuleStore>;

/**
Creates a store for the rules of an account.

@param configFile - The path of config.yaml.
@param profile - The name of the account's profile in that file; undefined if it has none, and only the rules for all accounts hold.
*/
export function createRuleStore(configFile: string, profile: string | undefined) {
	let rules: AccountRules | undefined;
	let readFrom: string | undefined;
	const listeners = createListeners();
	const set = (now: AccountRules, from?: string) => {
		readFrom = from;
		if (rules !== now) {
			rules = now;
			listeners.notify();
		}

		return now;
	};

	return {
		/** The rules as last read; undefined before they are read for the first time. */
		get: () => rules,
		subscribe: listeners.add,
		/** Reads config.yaml. It never rejects: what cannot be read is a problem of the rules. */
		async load() {
			let text: string;
			try {
				text = await readText(configFile);
			} catch (error) {
				return set({...noRules, problems: [`${configFile} cannot be read: ${readingProblem(error)}`]});
			}

			if (!mayHaveRules(text)) {
				return set(noRules);
			}

			const {readRules} = await import('./read-rules.ts');
			// The permissions of the file can change while its text does not.
			const read = await readRules(configFile, text, profile);
			const from = JSON.stringify([text, read.problems]);
			return rules !== undefined && from === readFrom ? rules : set(read, from);
		},
	};
}

/** Says that a rule of config.yaml cannot be used. Sanitise it before it is shown. */
export const rulesProblemText = (problem: string): string =>
	`A rule of config.yaml cannot be used: ${problem}. Correct it first; undo and pending changes still work.`;
