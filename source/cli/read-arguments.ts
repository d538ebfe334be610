import type {Options} from './command.ts';
import {findOption, splitShortOptions, type NamedOption} from './option-names.ts';

/** An option of a command line. */
export type GivenOption = {
	/** The name as typed: `--profile` or `-p`. */
	readonly typed: string;
	/** The option that it names, if any command has it. */
	readonly named: NamedOption | undefined;
	/** The value after `=` or in the next argument. Nothing after `=` is no value, but the next argument can be empty. */
	readonly value: string | undefined;
};

export type Arguments = {readonly given: readonly GivenOption[]; readonly words: readonly string[]};

/**
Separates options with their values from the other arguments.

@param argv - Without the program's own name.
@param options - The options of all commands.
*/
export function readArguments(argv: readonly string[], options: Options): Arguments {
	const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
	const parts = argv.slice(0, end).flatMap(argument => splitShortOptions(argument, options));
	const given: GivenOption[] = [];
	const words: string[] = [];
	for (let index = 0; index < parts.length; index++) {
		const text = parts[index]!;
		if (!isOptionLike(text)) {
			words.push(text);
			continue;
		}

		const named = findOption(text, options);
		const [typed = ''] = text.split('=', 1);
		const isSwitch = named === undefined || named.option.type === 'boolean';
		const next = parts[index + 1];
		if (text !== typed) {
			const value = text.slice(typed.length + 1);
			given.push({typed, named, value: value === '' && !isSwitch ? undefined : value});
		} else if (isSwitch || next === undefined || isOptionLike(next)) {
			given.push({typed, named, value: undefined});
		} else {
			given.push({typed, named, value: next});
			index++;
		}
	}

	return {given, words: [...words, ...argv.slice(end + 1)]};
}

/** Whether an argument looks like an option. A negative number is a value, and a single `-` is a word. */
function isOptionLike(text: string): boolean {
	return /^-./v.test(text) && !/^-\.?\d/v.test(text);
}
