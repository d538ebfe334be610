import {parseDocument, type Document} from 'yaml';
import * as z from 'zod/mini';
import {problemOfWriters} from './config-file.ts';
import {settingProblem, syntaxProblem, type ReadText, membersOf, textSchema, lineAt} from './settings.ts';

/** A query of a rule as written, with its file and line. */
export type RuleText = {readonly text: string; readonly place: string};

/** The rules of config.yaml as written, without those that have a mistake. */
export type RuleTexts = {
	readonly protect: readonly RuleText[];
	readonly policies: ReadonlyArray<RuleText & {readonly effect: 'refuse' | 'warn'; readonly say: string}>;
	/** The mistakes, each in a phrase with its file and line. */
	readonly problems: readonly string[];
};

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
Reads `protect` and `policies` of config.yaml, those at the top and those of a profile. None of a file that cannot be trusted is used.

@param file - The path of config.yaml.
@param text - Its content.
@param profile - The name of the profile; undefined for an account that has none.
*/
export async function readRuleTexts(file: string, text: string, profile: string | undefined): Promise<RuleTexts> {
	const problemOf = (problem: string): RuleTexts => ({protect: [], policies: [], problems: [problem]});
	const untrusted = await problemOfWriters(file);
	if (untrusted !== undefined) {
		return problemOf(untrusted);
	}

	const document: Document = parseDocument(text, {logLevel: 'error'});
	const broken = syntaxProblem(file, document);
	if (broken !== undefined) {
		return problemOf(broken);
	}

	let content: unknown;
	try {
		content = document.toJS();
	} catch {
		return problemOf(`${file} has an alias (*) that is not defined, or expands too far`);
	}

	const read = {file, text, document, content};
	const places: ReadonlyArray<readonly string[]> = [[], ...(profile === undefined ? [] : [['profiles', profile]])];
	return merge(places.map(place => rulesAt(read, place)));
}

/** Reads the rules at a place of the file. */
function rulesAt(read: ReadText, place: readonly string[]): RuleTexts {
	const problems: string[] = [];
	const parse = <T extends z.core.$ZodType>(schema: T, at: readonly PropertyKey[]): z.infer<T> | undefined => {
		const result = z.safeParse(schema, valueAt(read.content, at));
		if (!result.success) {
			problems.push(settingProblem(read, result.error.issues[0]!, at));
			return undefined;
		}

		return result.data;
	};

	const placeOf = (at: readonly PropertyKey[]) => `config.yaml line ${lineAt(read.document, read.text, at) ?? 1}`;
	const holder = valueAt(read.content, place);
	const has = (name: string) => typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name);
	const protectAt = [...place, 'protect'];
	const query = has('protect') ? parse(textSchema, protectAt) : undefined;
	const policiesAt = [...place, 'policies'];
	const items = has('policies') ? (parse(listSchema, policiesAt) ?? []) : [];
	const policies = items.flatMap((_item, index) => {
		const at = [...policiesAt, index];
		const policy = parse(policySchema, at);
		return policy === undefined
			? []
			: [
					{
						effect: policy.refuse === undefined ? 'warn' : 'refuse',
						text: (policy.refuse ?? policy.warn)!,
						say: policy.say,
						place: placeOf(at),
					} as const,
				];
	});
	return {protect: query === undefined ? [] : [{text: query, place: placeOf(protectAt)}], policies, problems};
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
	let value = content;
	for (const step of path) {
		value =
			typeof value === 'object' && value !== null && Object.hasOwn(value, step)
				? (value as Record<PropertyKey, unknown>)[step]
				: undefined;
	}

	return value;
}

const merge = (all: readonly RuleTexts[]): RuleTexts => ({
	protect: all.flatMap(({protect}) => protect),
	policies: all.flatMap(({policies}) => policies),
	problems: all.flatMap(({problems}) => problems),
});
