import * as z from 'zod/mini';
import {problemOfWriters} from './config-file.ts';
import {checkSetting, lineAt, membersOf, parseConfig, textSchema, valueAt, type ReadText} from './settings.ts';

/** A query of a rule as written, with its file and line. */
export type RuleText = {readonly text: string; readonly place: string};

const policySchema = membersOf({
	refuse: z.optional(textSchema),
	warn: z.optional(textSchema),
	say: textSchema.check(z.minLength(1, 'must say what is wrong')),
}).check(
	z.refine(
		({refuse, warn}) => (refuse === undefined) !== (warn === undefined),
		'needs exactly one of refuse and warn, with a query',
	),
);

const listSchema = z.nullish(
	z.array(z.unknown(), 'must be a list of {refuse: QUERY, say: TEXT} and {warn: QUERY, say: TEXT}'),
);

/**
Reads `protect` and `policies` of config.yaml as written, those at the top and those of a profile, without those that have a mistake. `problems` are the mistakes, each in a phrase with its file and line. None of a file that cannot be trusted is used.

@param file - The path of config.yaml.
@param text - Its content.
@param profile - The name of the profile; undefined for an account that has none.
*/
export function readRuleTexts(file: string, text: string, profile: string | undefined) {
	const untrusted = problemOfWriters(file);
	const parsed = untrusted === undefined ? parseConfig(file, text) : ({ok: false, problem: untrusted} as const);
	if (!parsed.ok) {
		return {protect: [], policies: [], problems: [parsed.problem]};
	}

	const places = profile === undefined ? [[]] : [[], ['profiles', profile]];
	const all = places.map(place => rulesAt(parsed.value, place));
	return {
		protect: all.flatMap(({protect}) => protect),
		policies: all.flatMap(({policies}) => policies),
		problems: all.flatMap(({problems}) => problems),
	};
}

/** Reads the rules at a place of the file. */
function rulesAt(read: ReadText, place: readonly string[]) {
	const problems: string[] = [];
	const parse = <T extends z.core.$ZodType>(schema: T, at: readonly PropertyKey[]): z.infer<T> | undefined => {
		if (valueAt(read.content, at) === undefined) {
			return undefined;
		}

		const result = checkSetting(read, schema, at);
		if (!result.ok) {
			problems.push(result.problem);
		}

		return result.ok ? result.value : undefined;
	};

	const placeOf = (at: readonly PropertyKey[]) => `config.yaml line ${lineAt(read, at) ?? 1}`;
	const protectAt = [...place, 'protect'];
	const query = parse(textSchema, protectAt);
	const policiesAt = [...place, 'policies'];
	const policies = (parse(listSchema, policiesAt) ?? []).flatMap((_item, index) => {
		const at = [...policiesAt, index];
		const policy = parse(policySchema, at);
		const effect = policy?.refuse === undefined ? 'warn' : 'refuse';
		return policy === undefined ? [] : [{effect, text: policy[effect]!, say: policy.say, place: placeOf(at)} as const];
	});
	return {protect: query === undefined ? [] : [{text: query, place: placeOf(protectAt)}], policies, problems};
}
