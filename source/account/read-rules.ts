import {readRuleTexts, type RuleText} from '../config/rules.ts';
import type {AccountRules} from '../query/rules.ts';
import {loadLabels} from './labels.ts';
import {checkQuery} from '../query/parse.ts';
import type {Query} from '../query/match.ts';

/** Reads the rules for the changes of an account and checks their queries. `text`: the content of config.yaml. `profile`: its profile there, if it has one. */
export async function readRules(configFile: string, text: string, profile: string | undefined): Promise<AccountRules> {
	// Their queries may name labels.
	const mistake = await loadLabels(configFile, text);
	const {protect, policies, problems} = readRuleTexts(configFile, text, profile);
	const found = mistake === undefined ? [...problems] : [mistake, ...problems];
	const checkAll = <T extends RuleText>(rules: readonly T[], nameOf: (rule: T) => string) => {
		const checked: Array<T & {readonly query: Query}> = [];
		for (const rule of rules) {
			const result = checkRule(rule.text, nameOf(rule));
			if (result.ok) {
				checked.push({...rule, query: result.query});
			} else {
				found.push(`${rule.place}: ${nameOf(rule)}: ${result.problem.replace(/\.$/v, '')}`);
			}
		}

		return checked;
	};

	return {
		protect: checkAll(protect, () => 'protect'),
		policies: checkAll(policies, ({effect}) => effect),
		problems: found,
	};
}

/** Checks the query of a rule as those that choose what is changed. */
function checkRule(text: string, name: string): ReturnType<typeof checkQuery> {
	const checked = checkQuery(text, 'change');
	return checked.ok && name !== 'protect' && checked.query.flat().some(({field}) => field === 'id')
		? {ok: false, problem: 'id: cannot be used here, because what is not sent yet has no ID'}
		: checked;
}
