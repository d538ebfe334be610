import type {Options} from './command.ts';
import {findOption, splitShortOptions, type NamedOption} from './option-names.ts';

/** One argument of a command line. */
export type Token = {
	readonly kind: 'option' | 'value' | 'word';
	readonly text: string;
	/** Of an option: the one it names, if any command has it. */
	readonly named?: NamedOption | undefined;
	/** Of an option: whether it has a value, after `=` or as the next argument. */
	readonly hasValue?: boolean;
};

/** Tells options, their values and words apart, in the way meow's parser does. */
export function readTokens(argv: readonly string[], options: Options): Token[] {
	const tokens: Token[] = [];
	const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
	const typed = argv.slice(0, end).flatMap(argument => splitShortOptions(argument, options));
	for (let index = 0; index < typed.length; index++) {
		const text = typed[index]!;
		if (!isOptionLike(text)) {
			tokens.push({kind: 'word', text});
			continue;
		}

		const named = findOption(text, options);
		const value = named === undefined || named.option.type === 'boolean' || text.includes('=') ? undefined : typed[index + 1];
		const isValue = value !== undefined && !isOptionLike(value);
		tokens.push({kind: 'option', text, named, hasValue: isValue || /=./v.test(text)});
		if (!isValue) {
			continue;
		}

		tokens.push({kind: 'value', text: value});
		index++;
	}

	return [...tokens, ...argv.slice(end + 1).map(text => ({kind: 'word', text} as const))];
}

/** A negative number is a value, and `-` alone is a word. */
function isOptionLike(text: string): boolean {
	return /^-./v.test(text) && !/^-\.?\d/v.test(text);
}
