import {mayHaveRules, readText} from '../config/config-file.ts';
import {noRules, type AccountRules} from '../query/rules.ts';
import {createListeners} from '../platform/listeners.ts';
import {readingProblem} from '../platform/files.ts';

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

/** A store without rules. */
export const noRuleStore: RuleStore = {get: () => noRules, subscribe: () => () => undefined, load: async () => noRules};

/** Says that a rule of config.yaml cannot be used. Sanitise it before it is shown. */
export const rulesProblemText = (problem: string): string =>
	`A rule of config.yaml cannot be used: ${problem}. Correct it first; undo and pending changes still work.`;
