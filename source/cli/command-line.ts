import packageJson from '../../package.json' with {type: 'json'};
import {nearest, suggestion} from '../platform/text.ts';
import {helpHint, UsageError} from './command-error.ts';
import {
	type Argument,
	type Command,
	type GlobalOptionName,
	type Option,
	type Options,
	type Run,
	type argumentOptions,
	argumentsOf,
	globalOptions,
} from './command.ts';

/** An option of a command line. */
export type GivenOption = {
	/** The name as typed: `--profile` or `-p`. */
	readonly typed: string;
	/** The key and the option that it names, if any command has it. */
	readonly key: string;
	readonly option: Option | undefined;
	/** The value after `=` or in the next argument. Nothing after `=` is no value, but the next argument can be empty. */
	readonly value: string | undefined;
};

/**
Parses a command line according to the command table. Options may be before or after the command.

@param argv - Without the program's own name.
@param commands - The command table.
@throws UsageError with the mistake, and the nearest command or option.
*/
export async function parseCommandLine(argv: readonly string[], commands: readonly Command[]) {
	const {given, words: typed} = readArguments(argv, commands);
	const isGiven = (wanted: string) => given.some(({key}) => key === wanted);
	if (isGiven('help')) {
		return {action: 'help', ...findHelp(commands, typed)} as const;
	}

	const {command, words: rest} = findCommand(commands, typed);
	if (isGiven('version')) {
		return {action: 'version'} as const;
	}

	const require = (problem: string | undefined) => {
		if (problem !== undefined) {
			throw new UsageError(problem, helpHint(titleOf(command)));
		}
	};

	for (const each of given) {
		require(optionProblem(each, given, command, commands));
	}

	const values = await readValues(given, command);
	const textsOf = (name: keyof typeof argumentOptions) =>
		argumentsOf(command).some(({option}) => option === name) ? ([values[name] ?? []].flat() as string[]) : [];
	const words = [...textsOf('file'), ...rest, ...textsOf('query')];
	require(wordProblem(words, titleOf(command), argumentFor(command, given)));
	const {output} = values;
	const isOther = values.json === true && typeof output === 'string' && output !== 'json';
	require(isOther ? `--json cannot be combined with -o ${output}.` : undefined);
	const options = {...values, json: values.json === true || output === 'json'} as Run<Options>['options'];
	return {action: 'run', command, input: {options, words}} as const;
}

/** Separates options with their values from the other arguments. A negative number and a single `-` are words, as is all after `--`. */
export function readArguments(argv: readonly string[], commands: readonly Command[]) {
	const named = new Map<string, Pick<GivenOption, 'key' | 'option'>>();
	for (const options of [globalOptions, ...commands.map(each => each.options)]) {
		for (const [key, option] of Object.entries<Option>(options)) {
			named.set(longForm(key), {key, option}).set(`-${option.short ?? ''}`, {key, option});
		}
	}

	const given: GivenOption[] = [];
	const words: string[] = [];
	const rest = [...argv];
	/** `inline`: what follows the name in the same argument. */
	const take = (typed: string, inline?: string) => {
		const {key = '', option} = named.get(typed) ?? {};
		const isValued = option !== undefined && option.type !== 'boolean';
		const hasNext = isValued && inline === undefined && rest.length > 0 && !isOptionLike(rest[0]!);
		const value = hasNext ? rest.shift() : inline;
		given.push({typed, key, option, value: isValued && inline === '' ? undefined : value});
	};

	while (rest.length > 0) {
		const text = rest.shift()!;
		const [, long, inline] = /^(--[^=]+)(?:=(.*))?$/sv.exec(text) ?? [];
		if (text === '--') {
			words.push(...rest.splice(0));
		} else if (!isOptionLike(text)) {
			words.push(text);
		} else if (long !== undefined) {
			take(long, inline);
		} else {
			// Each letter of `-abc` is an option, up to the first that takes a value: the rest is its value.
			const letters = text.slice(1).split('');
			const first = letters.findIndex(letter => named.get(`-${letter}`)?.option?.type !== 'boolean');
			const isUnknown = first !== -1 && !named.has(`-${letters[first]!}`);
			for (const letter of isUnknown ? [] : letters.slice(0, first === -1 ? undefined : first)) {
				take(`-${letter}`);
			}

			if (isUnknown) {
				take(text);
			} else if (first !== -1) {
				const value = letters.slice(first + 1).join('');
				take(`-${letters[first]!}`, value === '' ? undefined : value.replace(/^=/v, ''));
			}
		}
	}

	return {given, words};
}

/** Whether an argument looks like an option. */
const isOptionLike = (text: string) => /^-(?!\.?\d)./v.test(text);

/** The long form of an option: `--base-url` for `baseUrl`. */
export const longForm = (key: string): string => `--${key.replaceAll(/[A-Z]/gv, letter => `-${letter.toLowerCase()}`)}`;

/** The command as typed. */
export const titleOf = ({name}: Pick<Command, 'name'>): string => `chainbell ${name}`.trimEnd();

/** The argument of a command for the options that are given. */
export const argumentFor = ({argument}: Command, given: readonly GivenOption[]): Argument | undefined =>
	given.some(({key}) => key === argument?.unless?.option) ? argument?.unless?.argument : argument;

/** The command named by the first words; undefined while its name is incomplete. */
export const commandNamed = (commands: readonly Command[], typed: readonly string[]): Command | undefined =>
	[2, 1]
		.map(length => commands.find(({name}) => name !== '' && name === typed.slice(0, length).join(' ')))
		.find(command => command !== undefined);

/**
Finds the command named by the first words, and returns it with the remaining words. Without words it returns the screens.

@throws UsageError when there is no such command.
*/
function findCommand(commands: readonly Command[], typed: readonly string[]) {
	const [first, second] = typed;
	const command = first === undefined ? commands.find(({name}) => name === '') : commandNamed(commands, typed);
	if (command !== undefined) {
		return {command, words: first === undefined ? [] : typed.slice(command.name.split(' ').length)};
	}

	const members = membersOf(commands, first!);
	const isGroup = members.length > 0;
	if (isGroup && second === undefined) {
		throw new UsageError(`chainbell ${first!} needs one of: ${members.join(', ')}.`);
	}

	const unknown = typed.slice(0, isGroup ? 2 : 1);
	const names = isGroup ? members : commands.map(({name}) => name.split(' ', 1)[0]!);
	throw new UsageError(`Unknown command "${unknown.join(' ')}".${suggestion(nearest(unknown.at(-1)!, names))}`);
}

/** The subject of `help` and `--help`: a command, a group of commands with the same first word, or `commands` or `options` of every command. */
export function findHelp(commands: readonly Command[], typed: readonly string[]) {
	const [group = '', ...more] = typed;
	const isGroup = ['commands', 'options'].includes(group) || membersOf(commands, group).length > 0;
	return isGroup && more.length === 0
		? {command: commands[0]!, group}
		: {command: findCommand(commands, typed).command, group: undefined};
}

/** The second words of the commands in a group. */
const membersOf = (commands: readonly Command[], first: string) =>
	commands.flatMap(({name}) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

/** The options that a command knows: its own, and those of every command. */
export const optionsOf = ({options}: Command): Options => ({...globalOptions, ...options});

/** Describes what is wrong with an option of a command line, if anything is. */
function optionProblem(
	each: GivenOption,
	given: readonly GivenOption[],
	command: Command,
	commands: readonly Command[],
): string | undefined {
	const {typed, key, value} = each;
	const option = optionsOf(command)[key];
	if (option === undefined || command.refuses?.includes(key as GlobalOptionName)) {
		return unknownOption(each, command, commands);
	}

	const {type, choices, conflictsWith} = option;
	if (type === 'boolean' && value !== undefined) {
		return `${typed} takes no value.`;
	}

	if (type !== 'boolean' && value === undefined) {
		return `${typed} needs a value: ${option.value!}.`;
	}

	if (type === 'number') {
		const [minimum, maximum] = option.range!;
		const number = Number(value);
		const isWhole = option.isFraction !== true;
		if (!(number >= minimum && number <= maximum && (!isWhole || Number.isSafeInteger(number)))) {
			return `${longForm(key)} must be ${isWhole ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}.`;
		}
	}

	if (choices !== undefined && !choices.includes(value!)) {
		return wrongChoice(longForm(key), value!, choices);
	}

	if (option.isMultiple !== true && given.find(other => other.key === key) !== each) {
		return `${typed} can be given only once.`;
	}

	return given.some(other => other.key === conflictsWith)
		? `${typed} cannot be combined with ${longForm(conflictsWith!)}.`
		: undefined;
}

const wrongChoice = (name: string, value: string, choices: readonly string[]) =>
	`${name} must be one of ${choices.join(', ')}, not "${value}".${suggestion(nearest(value, choices))}`;

/** Describes an option that a command does not have. */
function unknownOption({typed, key}: GivenOption, command: Command, commands: readonly Command[]) {
	if (key !== '') {
		const owner = commands.find(({options}) => Object.hasOwn(options, key));
		return `${titleOf(command)} has no option ${typed}${owner === undefined ? '' : `; ${titleOf(owner)} has`}.`;
	}

	const names = Object.entries(optionsOf(command)).flatMap(([name, {short}]) =>
		short === undefined ? [longForm(name)] : [longForm(name), `-${short}`],
	);
	const isWord = /^-[^\-]{2}/v.test(typed) && command.argument?.completes === 'query';
	return `Unknown option ${typed}.${suggestion(nearest(typed, names))}${isWord ? ` To exclude a word, write not:${typed.slice(1)}, or -- ${typed}` : ''}`;
}

/** Describes what is wrong with the arguments other than options, if anything is. */
function wordProblem(
	[word, second]: readonly string[],
	title: string,
	argument: Argument | undefined,
): string | undefined {
	const unexpected = argument === undefined ? word : second;
	if (unexpected !== undefined && argument?.isRepeated !== true && argument?.rest === undefined) {
		return `Unexpected argument "${unexpected}": ${title} takes ${argument === undefined ? 'none' : 'only one'}.`;
	}

	const {name = '', isRequired, choices} = argument ?? {};
	if (word === undefined) {
		const oneOf = choices === undefined ? '' : `, one of ${choices.join(', ')}`;
		return isRequired ? `${title} needs an argument: ${name}${oneOf}.` : undefined;
	}

	return choices === undefined || choices.includes(word) ? undefined : wrongChoice(name, word, choices);
}

/** The value of every option of a command: meow converts those that are given. It receives each with its value in quotes, which it removes (docs/decisions/tools.md), and takes as long to load as Node to start, so that it is loaded only for them. */
async function readValues(given: readonly GivenOption[], command: Command) {
	const own = optionsOf(command);
	const values = Object.fromEntries(Object.entries(own).map(([key, option]) => [key, defaultOf(option)]));
	if (given.length === 0) {
		return values;
	}

	const {default: meow} = await import('meow');
	const location: Pick<ImportMeta, 'url'> = {url: import.meta.url};
	const {flags} = meow({
		importMeta: location as ImportMeta,
		pkg: packageJson,
		argv: given.map(({key, value}) => (value === undefined ? `--${key}` : `--${key}="${value}"`)),
		autoHelp: false,
		autoVersion: false,
		flags: Object.fromEntries(
			given.map(({key}) => [key, {type: own[key]!.type, isMultiple: Array.isArray(values[key])} as {type: 'string'}]),
		),
	});
	return {...values, ...flags};
}

function defaultOf(option: Option) {
	if (option.type === 'string') {
		return option.isMultiple ? [] : undefined;
	}

	return option.type === 'number' ? option.default : false;
}
