import packageJson from '../../package.json' with {type: 'json'};
import {UsageError, type Command, type CommandInput, type NumberOption, type Option, type Options} from './command.ts';
import {nearest} from '../system/nearest.ts';
import {findOption, globalOptions, longForm, type NamedOption} from './option-names.ts';

/** What a command line asks for. */
export type ParsedCommandLine = {
	readonly command: Command;
	readonly action: 'run' | 'help' | 'version';
	/** For `run`. */
	readonly input: CommandInput<Options>;
};

/**
Parses a command line by the command table. Options may stand before or after the command.

@param argv - Without the program's own name.
@param commands - The command table.
@throws UsageError that names the mistake, and the nearest command or option.
*/
export async function parseCommandLine(argv: readonly string[], commands: readonly Command[]): Promise<ParsedCommandLine> {
	const everyOption: Options = Object.fromEntries([globalOptions, ...commands.map(({options}) => options)].flatMap(options => Object.entries<Option>(options)));
	const tokens = readTokens(argv, everyOption);
	const name = tokens.find(({kind}) => kind === 'word');
	const command = findCommand(commands, name?.text ?? '');
	const own: Options = {...globalOptions, ...command.options};
	const isWord = ({kind, text, named}: Token) => kind === 'word' || (kind === 'option' && named === undefined && command.argument?.canStartWithDash === true && /^-[^\-]/v.test(text));
	const words = tokens.filter(token => token !== name && isWord(token)).map(({text}) => text);
	const others = tokens.filter(token => !isWord(token));

	const isAsked = (key: string) => others.some(({named}) => named?.key === key);
	if (isAsked('help') || isAsked('version')) {
		return {command, action: isAsked('help') ? 'help' : 'version', input: {options: {}, words: []}};
	}

	checkOptions(others, own, command, commands);
	checkWords(words, command);
	// Loaded here: help and mistakes need no parser.
	const {default: meow} = await import('meow');
	const location: Pick<ImportMeta, 'url'> = {url: import.meta.url};
	const {flags} = meow({
		importMeta: location as ImportMeta,
		pkg: packageJson,
		argv: others.map(({text}) => text),
		autoHelp: false,
		autoVersion: false,
		flags: Object.fromEntries(Object.entries(own).map(([key, option]) => [key, flagOf(option)])),
	});
	const values: Readonly<Record<string, unknown>> = flags;
	checkValues(values, command);
	return {command, action: 'run', input: {options: values as CommandInput<Options>['options'], words}};
}

/**
The command of a name; the screens for an empty one.

@throws UsageError when there is no such command.
*/
export function findCommand(commands: readonly Command[], name: string): Command {
	const command = commands.find(each => each.name === name);
	if (command === undefined) {
		throw new UsageError(`Unknown command "${name}".${suggestion(nearest(name, commands.map(each => each.name)))}`);
	}

	return command;
}

/** One argument of a command line. */
type Token = {
	readonly kind: 'option' | 'value' | 'word';
	readonly text: string;
	/** Of an option: the one it names, if any command has it. */
	readonly named?: NamedOption | undefined;
	/** Of an option: whether it has a value, after `=` or as the next argument. */
	readonly hasValue?: boolean;
};

/** Tells options, their values and words apart, in the way meow's parser does. */
function readTokens(argv: readonly string[], options: Options): Token[] {
	const tokens: Token[] = [];
	const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
	for (let index = 0; index < end; index++) {
		const text = argv[index]!;
		if (!isOptionLike(text)) {
			tokens.push({kind: 'word', text});
			continue;
		}

		const named = findOption(text, options);
		const value = named === undefined || named.option.type === 'boolean' || text.includes('=') ? undefined : argv.slice(index + 1, end).at(0);
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

function checkOptions(tokens: readonly Token[], own: Options, command: Command, commands: readonly Command[]): void {
	const seen = new Set<string>();
	for (const {kind, text, named, hasValue} of tokens) {
		if (kind !== 'option') {
			continue;
		}

		const [typed = ''] = text.split('=', 1);
		const option = named && Object.hasOwn(own, named.key) ? own[named.key]! : undefined;
		if (named === undefined || option === undefined) {
			const owner = named && commands.find(({options}) => Object.hasOwn(options, named.key));
			throw new UsageError(owner === undefined
				? `Unknown option ${typed}.${suggestion(nearest(typed, Object.keys(own).map(key => longForm(key))))}`
				: `${titleOf(command)} has no option ${typed}; ${titleOf(owner)} has.`, command);
		}

		const placeholder = option.type === 'boolean' ? undefined : option.value;
		const isNeedsValue = placeholder !== undefined;
		if (hasValue !== isNeedsValue) {
			throw new UsageError(`${typed} ${placeholder === undefined ? 'takes no value' : `needs a value: ${placeholder}`}.`, command);
		}

		if (seen.has(named.key) && !(option.type === 'string' && option.isMultiple)) {
			throw new UsageError(`${typed} can be given only once.`, command);
		}

		seen.add(named.key);
		const rival = option.type === 'string' ? option.conflictsWith : undefined;
		if (rival !== undefined && tokens.some(other => other.named?.key === rival)) {
			throw new UsageError(`${typed} cannot be combined with ${longForm(rival)}.`, command);
		}
	}
}

function checkWords([word, ...more]: readonly string[], command: Command): void {
	const unexpected = command.argument === undefined ? word : more[0];
	if (unexpected !== undefined && !command.argument?.isRepeated) {
		throw new UsageError(`Unexpected argument "${unexpected}": ${titleOf(command)} takes ${command.argument === undefined ? 'none' : 'only one'}.`, command);
	}
}

function checkValues(values: Readonly<Record<string, unknown>>, command: Command): void {
	for (const [key, option] of Object.entries(command.options)) {
		if (option.type === 'number' && values[key] !== undefined && !isInRange(Number(values[key]), option)) {
			const {minimum, maximum, isInteger} = option;
			throw new UsageError(`${longForm(key)} must be ${isInteger ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}.`, command);
		}
	}
}

function isInRange(value: number, {minimum, maximum, isInteger}: NumberOption): boolean {
	return value >= minimum && value <= maximum && (!isInteger || Number.isSafeInteger(value));
}

/** One of our options as meow describes it. */
function flagOf(option: Options[string]) {
	const common = option.short === undefined ? {} : {shortFlag: option.short};
	switch (option.type) {
		case 'boolean': {
			return {...common, type: 'boolean', default: false} as const;
		}

		case 'number': {
			return {...common, type: 'number', ...(option.default !== undefined && {default: option.default})} as const;
		}

		case 'string': {
			return {...common, type: 'string', isMultiple: option.isMultiple ?? false} as const;
		}
	}
}

const suggestion = (name: string | undefined) => name === undefined ? '' : ` Did you mean ${name}?`;

/** A command as it is typed. */
export const titleOf = ({name}: Command): string => `chainbell ${name}`.trimEnd();
