import type {Option, Options} from './command.ts';

/** The long form of an option: `--base-url` for `baseUrl`. */
export function longForm(key: string): string {
	return `--${key.replaceAll(/[A-Z]/gv, letter => `-${letter.toLowerCase()}`)}`;
}

export type NamedOption = {readonly key: string; readonly option: Option};

/** Finds the option named by an argument such as `--port`, `--port=80` or `-h`; undefined if there is none. */
export function findOption(argument: string, options: Options): NamedOption | undefined {
	const [name] = argument.split('=', 1);
	const found = Object.entries(options).find(
		([key, {short}]) => longForm(key) === name || (short !== undefined && `-${short}` === name),
	);
	return found && {key: found[0], option: found[1]};
}

/**
Splits combined short options: `-qo json` is `-q -o json`, and `-ojson` is `-o json`.

@returns The argument unchanged if one of its letters is not a short option.
*/
export function splitShortOptions(argument: string, options: Options): readonly string[] {
	if (!/^-[a-z]{2}/iv.test(argument)) {
		return [argument];
	}

	const parts: string[] = [];
	for (const [index, letter] of Array.from(argument.slice(1)).entries()) {
		const option = findOption(`-${letter}`, options)?.option;
		if (option === undefined) {
			return [argument];
		}

		parts.push(`-${letter}`);
		const rest = argument.slice(index + 2).replace(/^=/v, '');
		if (option.type !== 'boolean') {
			return rest === '' ? parts : [...parts, rest];
		}
	}

	return parts;
}
