import packageJson from '../../package.json' with {type: 'json'};
import {checkOptions, checkValues, checkWords} from './check-command-line.ts';
import type {Command, CommandInput, Option, Options} from './command.ts';
import {findCommand, findHelp} from './find-command.ts';
import {globalOptions} from './global-options.ts';
import {longForm} from './option-names.ts';
import {readTokens, type Token} from './tokens.ts';

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
export async function parseCommandLine(argv: readonly string[], commands: readonly Command[]): Promise<ParsedCommandLine> {
	const allOptions: Options = Object.fromEntries([globalOptions, ...commands.map(({options}) => options)].flatMap(options => Object.entries<Option>(options)));
	const tokens = readTokens(argv, allOptions);
	const typed = tokens.filter(({kind}) => kind === 'word').map(({text}) => text);
	const others = tokens.filter(({kind}) => kind !== 'word');
	const isAsked = (key: string) => others.some(({named}) => named?.key === key);
	if (isAsked('help')) {
		return {action: 'help', ...findHelp(commands, typed)};
	}

	const {command, words} = findCommand(commands, typed);
	if (isAsked('version')) {
		return {action: 'version'};
	}

	const own: Options = {...globalOptions, ...command.options};
	checkOptions(others, own, command, commands);
	checkWords(words, command);
	// The parser takes as long to load as the command table, so a command line without options does not use it.
	const options = others.length === 0 ? defaults(own) : await readValues(argvOf(others), own, command);
	checkValues(options, command);
	return {action: 'run', command, input: {options: options as CommandInput<Options>['options'], words}};
}

/** Creates arguments for the parser, with each value in one argument with its option, because the parser treats a single `-` as a word. */
const argvOf = (tokens: readonly Token[]): string[] => tokens.flatMap(({kind, text, named}, index) => {
	const next = tokens[index + 1];
	if (kind === 'value') {
		return [];
	}

	const written = /^[^=]+=(?<value>.*)$/sv.exec(text)?.groups?.value;
	const value = written ?? (next?.kind === 'value' ? next.text : undefined);
	// The added quotes are removed by the parser, which would otherwise split a quoted phrase.
	return [named !== undefined && value !== undefined ? `${longForm(named.key)}="${value}"` : text];
});

/** The values of options that are not given. */
function defaults(own: Options): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries<Option>(own).map(([key, option]) => [key, defaultOf(option)] as const));
}

function defaultOf(option: Option): unknown {
	switch (option.type) {
		case 'boolean': {
			return false;
		}

		case 'number': {
			return option.default;
		}

		case 'string': {
			return option.isMultiple ? [] : undefined;
		}
	}
}

/** Parses option values. The parser is loaded here, because help and usage errors do not need it. */
async function readValues(argv: readonly string[], own: Options, {name}: Command): Promise<Readonly<Record<string, unknown>>> {
	const {default: meow} = await import('meow');
	const location: Pick<ImportMeta, 'url'> = {url: import.meta.url};
	const [word = ''] = name.split(' ', 1);
	const {flags} = meow({
		importMeta: location as ImportMeta,
		pkg: packageJson,
		argv: [...argv, ...word === '' ? [] : [word]],
		...(word !== '' && {commands: [word]}),
		autoHelp: false,
		autoVersion: false,
		flags: Object.fromEntries(Object.entries(own).map(([key, option]) => [positive(key), flagOf(key, option)])),
	});
	return Object.fromEntries(Object.keys(own).map(key => [key, positive(key) === key ? flags[key] : flags[positive(key)] === false]));
}

/** The positive form of an option: `--no-color` is parsed as the negation of `--color`. */
const positive = (key: string): string => key.replace(/^no(?=[A-Z])/v, '').replace(/^[A-Z]/v, letter => letter.toLowerCase());

/** Converts an option to the format of meow. */
function flagOf(key: string, option: Option) {
	const common = option.short === undefined ? {} : {shortFlag: option.short};
	switch (option.type) {
		case 'boolean': {
			return {...common, type: 'boolean', default: positive(key) !== key} as const;
		}

		case 'number': {
			return {...common, type: 'number', ...(option.default !== undefined && {default: option.default})} as const;
		}

		case 'string': {
			return {...common, type: 'string', isMultiple: option.isMultiple ?? false} as const;
		}
	}
}
