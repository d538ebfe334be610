import type {Option, Options} from './command.ts';

/** The options of every command. */
export const globalOptions = {
	help: {type: 'boolean', short: 'h', summary: 'print help'},
	version: {type: 'boolean', short: 'v', summary: 'print the version'},
} as const satisfies Options;

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
