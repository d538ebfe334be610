import packageJson from '../../package.json' with {type: 'json'};
import {argumentFor} from './command-text.ts';
import {checkOptions, checkValues, checkWords} from './check-command-line.ts';
import {type Command, type CommandInput, type Option, type Options, globalOptions} from './command.ts';
import {findCommand, findHelp} from './find-command.ts';
import {readArguments, type GivenOption} from './read-arguments.ts';

export type ParsedCommandLine =
	| {readonly action: 'version'}
	/** `group`: the first word of several commands, if no single command is named. */
	| {readonly action: 'help'; readonly command: Command; readonly group?: string | undefined}
	| {readonly action: 'run'; readonly command: Command; readonly input: CommandInput<Options>};

/**
Parses a command line according to the command table. Options may be before or after the command.

@param argv - Without the program's own name.
@param commands - The command table.
@throws UsageError with the mistake, and the nearest command or option.
*/
export async function parseCommandLine(
	argv: readonly string[],
	commands: readonly Command[],
): Promise<ParsedCommandLine> {
	const allOptions: Options = Object.fromEntries(
		[globalOptions, ...commands.map(({options}) => options)].flatMap(options => Object.entries<Option>(options)),
	);
	const {given, words: typed} = readArguments(argv, allOptions);
	const isAsked = (key: string) => given.some(({named}) => named?.key === key);
	if (isAsked('help')) {
		return {action: 'help', ...findHelp(commands, typed)};
	}

	const {command, words} = findCommand(commands, typed);
	if (isAsked('version')) {
		return {action: 'version'};
	}

	const own: Options = {...globalOptions, ...command.options};
	checkOptions(given, own, command, commands);
	checkWords(words, command, argumentFor(command, given));
	const values = await readValues(given, own);
	checkValues(values, command);
	const options: Readonly<Record<string, unknown>> = {
		...values,
		json: values.json === true || values.output === 'json',
	};
	return {action: 'run', command, input: {options: options as CommandInput<Options>['options'], words}};
}

/** The value of every option. The parser takes as long to load as the command table, so it is loaded only if an option is given. */
async function readValues(given: readonly GivenOption[], own: Options): Promise<Readonly<Record<string, unknown>>> {
	const defaults = Object.fromEntries(
		Object.entries<Option>(own).map(([key, option]) => [key, defaultOf(option)] as const),
	);
	return given.length === 0 ? defaults : {...defaults, ...(await parseValues(given, own))};
}

function defaultOf(option: Option): unknown {
	if (option.type === 'string') {
		return option.isMultiple ? [] : undefined;
	}

	return option.type === 'number' ? option.default : false;
}

/** Has meow parse the options that are given. It receives each with its key and its value in one argument, in quotes, which it removes: see docs/decisions/command-line.md. */
async function parseValues(given: readonly GivenOption[], own: Options): Promise<Readonly<Record<string, unknown>>> {
	const {default: meow} = await import('meow');
	const location: Pick<ImportMeta, 'url'> = {url: import.meta.url};
	const options = given.map(({named, value}) => ({key: named!.key, option: own[named!.key]!, value}));
	return meow({
		importMeta: location as ImportMeta,
		pkg: packageJson,
		argv: options.map(({key, value}) => (value === undefined ? `--${key}` : `--${key}="${value}"`)),
		autoHelp: false,
		autoVersion: false,
		flags: Object.fromEntries(options.map(({key, option}) => [key, flagOf(option)])),
	}).flags;
}

/** Converts an option to the format of meow. */
function flagOf(option: Option) {
	if (option.type === 'string') {
		return {type: 'string', isMultiple: option.isMultiple ?? false} as const;
	}

	return option.type === 'number' ? ({type: 'number'} as const) : ({type: 'boolean'} as const);
}
