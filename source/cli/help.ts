import packageJson from '../../package.json' with {type: 'json'};
import {lowerFirst} from '../platform/text.ts';
import {type findHelp, longForm} from './command-line.ts';
import {
	globalOptions,
	argumentsOf,
	type Argument,
	type Command,
	type GlobalOptionName,
	type Option,
	type Options,
} from './command.ts';

type Rows = ReadonlyArray<readonly [left: string, right: string]>;

/** The descriptions of the environment variables, for help and docs/commands.md. */
export const environmentVariables = {
	CHAINBELL_API_KEY: 'the API key for --base-url or CHAINBELL_BASE_URL',
	CHAINBELL_BASE_URL: 'as --base-url',
	CHAINBELL_PROFILE: 'as --profile',
	NO_COLOR: 'no colours',
} as const;

/** The usage lines of a command, such as `chainbell list [QUERY…] [options]`: a second one if an option changes its argument. */
export function usagesOf({name, argument, options}: Command): string[] {
	const usage = `chainbell ${name}`.trimEnd() + `${argumentText(argument)} [options]`;
	const other = argument?.unless;
	const option = other && options[other.option];
	return option === undefined
		? [usage]
		: [
				usage,
				`chainbell ${name} ${longForm(other!.option)} ${option.value!}${argumentText(other!.argument)} [options]`,
			];
}

/** An argument in a usage: ` [QUERY…]`. */
function argumentText(argument: Argument | undefined): string {
	if (argument === undefined) {
		return '';
	}

	const name = `${argument.name}${argument.isRepeated ? '…' : ''}`;
	return `${argument.isRequired ? ` ${name}` : ` [${name}]`}${argumentText(argument.rest)}`;
}

/** The arguments of a command with a description each, also one that an option puts in place of the other. */
export const argumentRows = (command: Pick<Command, 'argument'>): Rows =>
	argumentsOf(command).map(each => [each.name, describe(each)] as const);

/** The options with their forms and one line of help each. */
export const optionRows = (options: Options): Rows =>
	Object.entries<Option>(options).map(([key, option]) => {
		const short = option.short === undefined ? ' '.repeat(4) : `-${option.short}, `;
		const value = option.value === undefined ? '' : ` ${option.value}`;
		return [`${short}${longForm(key)}${value}`, describe(option)] as const;
	});

/** The description of an option or an argument, with its choices or its default. */
function describe(part: Option | Argument) {
	const {summary, choices, default: preset} = part as Argument & {readonly default?: number};
	const text = choices === undefined ? summary : `${summary}: ${choices.join(', ')}`;
	return preset === undefined ? text : `${text} (default ${preset})`;
}

/** The width of help in columns. */
const columns = 80;

/** The output of `chainbell help` about a subject. */
export async function helpText({command, group}: ReturnType<typeof findHelp>, commands: readonly Command[]) {
	if (group === 'options') {
		return [
			section('Options of every command', rows(optionRows(globalOptions))),
			section('Environment', rows(Object.entries(environmentVariables))),
		].join('\n\n');
	}

	if (group === 'commands') {
		return section('Commands', commandRows(commands));
	}

	if (group !== undefined) {
		return groupHelp(group, commands);
	}

	return command.name === '' ? programHelp(command, commands) : helpOf(command);
}

/** The output of `chainbell help`, on one page of 80x24. */
const programHelp = ({summary, examples}: Command, commands: readonly Command[]) =>
	[
		`chainbell ${packageJson.version}: ${lowerFirst(packageJson.description)}`,
		section(
			'Usage',
			rows([
				['chainbell [options]', summary],
				['chainbell COMMAND [options]', 'run a command'],
			]),
		),
		section(
			'Commands',
			rows(
				[...Map.groupBy(commands, ({group = ''}) => group)].map(([group, members]) => [
					group,
					[...new Set(members.map(({name}) => name.split(' ', 1)[0]!))].filter(name => name !== '').join(', '),
				]),
			),
		),
		section('Examples', exampleLines(examples).slice(0, 4)),
		section(
			'Help',
			rows([
				['chainbell COMMAND --help', 'a command, its options and examples'],
				['chainbell help commands', 'all commands, a line each'],
				['chainbell help options', 'the options of every command'],
			]),
		),
	].join('\n\n');

async function helpOf(command: Command) {
	const {name, summary, options, examples, exitCodes, refuses = [], asks} = command;
	const shared = Object.entries(globalOptions).filter(([key]) => !refuses.includes(key as GlobalOptionName));
	const details = await command.details?.();
	return [
		`chainbell ${name}: ${summary}`,
		section('Usage', usagesOf(command)),
		section('Arguments', rows(argumentRows(command))),
		section('Options', rows(optionRows(options))),
		wrapped(`Options of every command (chainbell help options): ${shared.map(([key]) => longForm(key)).join(', ')}`),
		asks === undefined ? '' : `Asks ${asks}.\nWhere there is no terminal to ask on, it needs --yes.`,
		details ?? '',
		section('Examples', exampleLines(examples)),
		section('Exit status', rows(Object.entries(exitCodes))),
	]
		.filter(text => text !== '')
		.join('\n\n');
}

/** The output of `chainbell profile --help`: the commands with the same first word. */
const groupHelp = (group: string, commands: readonly Command[]) =>
	[
		`chainbell ${group}: several commands`,
		section('Commands', commandRows(commands.filter(({name}) => name.startsWith(`${group} `)))),
		`Run chainbell ${group} COMMAND --help for the options of a command.`,
	].join('\n\n');

const commandRows = (commands: readonly Command[]) =>
	rows(
		commands
			.filter(({name}) => name !== '')
			.map(({name, argument, summary}) => [`${name}${argumentText(argument)}`, summary]),
	);

const section = (title: string, lines: readonly string[]) =>
	lines.length === 0 ? '' : [title, ...lines.map(line => `  ${line}`)].join('\n');

const exampleLines = (examples: Command['examples']): string[] =>
	Object.entries(examples).flatMap(([line, purpose]) => [`# ${purpose}`, line]);

/** Breaks a text between words. */
const wrapped = (text: string): string => (text.match(/\S.{0,78}(?=\s|$)/gv) ?? []).join('\n');

/** Formats two aligned columns; long text in the second one is wrapped. Help is ASCII except for `…`, so that each character is one column. */
function rows(pairs: Rows) {
	const width = Math.max(0, ...pairs.map(([left]) => left.length)) + 2;
	const line = new RegExp(String.raw`\S.{0,${columns - width - 3}}(?=\s|$)`, 'gv');
	return pairs.flatMap(([left, right]) =>
		(right.match(line) ?? ['']).map((text, index) => `${(index === 0 ? left : '').padEnd(width)}${text}`),
	);
}
