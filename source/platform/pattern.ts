import tokenizer, {types, type Root, type Token} from 'ret';
import safeRegex from 'safe-regex2';
import {patternOf} from './text.ts';

// The module itself is the parser, although its types say that the parser is a member.
const parse = tokenizer as unknown as typeof tokenizer.tokenizer;

/** The maximum number of repetitions in a pattern. */
const repetitions = 25;

/** The maximum number of times that a choice between alternatives may be repeated. */
const repeatedChoices = 8;

/** Returns the reason why a regular expression is refused, in one sentence: it is invalid, or may take very long. Undefined if it is accepted. */
export function patternProblem(source: string): string | undefined {
	try {
		patternOf(source);
	} catch (error) {
		const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /v, '');
		return `/${source}/ is not a regular expression: ${reason}.`;
	}

	if (!safeRegex(source, {limit: repetitions})) {
		return `/${source}/ could take very long: it repeats a repetition, as in (a+)+, or has more than ${repetitions} of them. Simplify it.`;
	}

	return repeatsChoice(parse(source))
		? `/${source}/ could take very long: it repeats a choice, as in (a|aa)+. Simplify it.`
		: undefined;
}

/** Whether a group with alternatives is repeated. If two of them can match the same text, the time doubles with each repetition; safe-regex2 does not see that. */
function repeatsChoice(token: Root | Token, isRepeated = false): boolean {
	if (token.type === types.REPETITION) {
		return repeatsChoice(token.value, isRepeated || token.max > repeatedChoices);
	}

	if (token.type !== types.ROOT && token.type !== types.GROUP) {
		return false;
	}

	const {options, stack = []} = token;
	return options === undefined
		? stack.some(each => repeatsChoice(each, isRepeated))
		: isRepeated || options.flat().some(each => repeatsChoice(each));
}
