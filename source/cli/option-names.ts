import type {Option, Options} from './command.ts';

/** An option as it is typed: `--base-url` for `baseUrl`. */
export function longForm(key: string): string {
	return `--${key.replaceAll(/[A-Z]/gv, letter => `-${letter.toLowerCase()}`)}`;
}

/** An option with its key. */
export type NamedOption = {readonly key: string; readonly option: Option};

/** The option that an argument such as `--port`, `--port=80` or `-h` names; undefined when there is none. */
export function findOption(argument: string, options: Options): NamedOption | undefined {
	const [name] = argument.split('=', 1);
	const found = Object.entries(options).find(([key, {short}]) => longForm(key) === name || (short !== undefined && `-${short}` === name));
	return found && {key: found[0], option: found[1]};
}

/**
Short options that are written together, one by one: `-qo json` is `-q -o json`, and `-ojson` too is `-o json`.

@returns The argument itself where one of its letters is no short option.
*/
export function splitShortOptions(argument: string, options: Options): readonly string[] {
	if (!/^-[a-z]{2}/iv.test(argument)) {
		return [argument];
	}

	const parts: string[] = [];
	for (const [index, letter] of [...argument.slice(1)].entries()) {
		const option = findOption(`-${letter}`, options)?.option;
		if (option === undefined) {
			return [argument];
		}

		parts.push(`-${letter}`);
		const rest = argument.slice(index + 2).replace(/^=/v, '');
		if (option.type !== 'boolean') {
			return [...parts, ...rest === '' ? [] : [rest]];
		}
	}

	return parts;
}
