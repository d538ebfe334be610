import packageJson from '../../package.json' with {type: 'json'};
import {lowerFirst} from '../platform/text.ts';
import {
	argumentRows,
	argumentText,
	environmentVariables,
	globalOptionsOf,
	optionRows,
	usageOf,
	usagesOf,
} from './command-text.ts';
import type {Command} from './command.ts';

/** The width of help in columns. */
const columns = 80;

/** The output of `chainbell COMMAND --help`. For the screens it is the output of `chainbell --help`, which also lists the commands. */
export async function helpText(command: Command, commands: readonly Command[]): Promise<string> {
	const isProgram = command.name === '';
	const {argument, options, examples, exitCodes} = command;
	return join([
		isProgram
			? `chainbell ${packageJson.version}: ${lowerFirst(packageJson.description)}`
			: `chainbell ${command.name}: ${command.summary}`,
		section(
			'Usage',
			isProgram
				? rows([
						[usageOf(command), command.summary],
						['chainbell COMMAND [options]', 'run a command'],
					])
				: usagesOf(command),
		),
		isProgram && section('Commands', commandRows(commands)),
		argument && section('Arguments', rows(argumentRows(command))),
		Object.keys(options).length > 0 && section('Options', rows(optionRows(options))),
		section('Options of every command', rows(optionRows(globalOptionsOf(command)))),
		command.asks !== undefined && `Asks ${command.asks}.\nWhere there is no terminal to ask on, it needs --yes.`,
		await command.details?.(),
		isProgram && section('Environment', rows(Object.entries(environmentVariables))),
		section(
			'Examples',
			examples.flatMap(({line, summary}) => [`# ${summary}`, line]),
		),
		section('Exit status', rows(Object.entries(exitCodes))),
		isProgram && 'Run chainbell COMMAND --help for the options of a command.',
	]);
}

/** The output of `chainbell profile --help`: the commands with the same first word. */
export function groupHelp(group: string, commands: readonly Command[]): string {
	return join([
		`chainbell ${group}: several commands`,
		section('Commands', commandRows(commands.filter(({name}) => name.startsWith(`${group} `)))),
		`Run chainbell ${group} COMMAND --help for the options of a command.`,
	]);
}

const commandRows = (commands: readonly Command[]) =>
	rows(commands.filter(({name}) => name !== '').map(each => [`${each.name}${argumentText(each)}`, each.summary]));

const join = (sections: ReadonlyArray<string | false | undefined>): string =>
	sections.filter(text => typeof text === 'string').join('\n\n');

const section = (title: string, lines: readonly string[]) => [title, ...lines.map(line => `  ${line}`)].join('\n');

/** Formats two aligned columns; long text in the second one is wrapped. */
function rows(pairs: ReadonlyArray<readonly [string, string]>): string[] {
	const width = Math.max(...pairs.map(([left]) => left.length)) + 2;
	return pairs.flatMap(([left, right]) =>
		wrapWords(right, columns - width - 2).map((line, index) => `${(index === 0 ? left : '').padEnd(width)}${line}`),
	);
}

/** Wraps a text. Help is ASCII except for `…`, so that each character is one column. */
function wrapWords(text: string, width: number): string[] {
	return text.match(new RegExp(String.raw`\S.{0,${width - 1}}(?=\s|$)`, 'gv')) ?? [''];
}
