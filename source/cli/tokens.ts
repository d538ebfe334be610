import type {Options} from './command.ts';
import {findOption, splitShortOptions, type NamedOption} from './option-names.ts';

/** One argument of a command line. */
export type Token = {
	readonly kind: 'option' | 'value' | 'word';
	readonly text: string;
	/** The option that it names, if any command has it. */
	readonly named?: NamedOption | undefined;
	/** Whether the option has a value, after `=` or as the next argument. */
	readonly hasValue?: boolean;
};

/** Separates options, their values and words in the same way as meow's parser. */
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

/** Whether an argument looks like an option. A negative number is a value, and a single `-` is a word. */
function isOptionLike(text: string): boolean {
	return /^-./v.test(text) && !/^-\.?\d/v.test(text);
}
