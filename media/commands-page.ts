import {commands} from '../source/cli/commands.ts';
import {type Command, globalOptions} from '../source/cli/command.ts';
import {exitCode, exitCodesOf} from '../source/cli/command-error.ts';
import {argumentRows, environmentVariables, optionRows, usagesOf} from '../source/cli/help.ts';
import {longForm} from '../source/cli/command-line.ts';

type Rows = ReadonlyArray<readonly [term: string, text: string]>;

/** An option that means the same in at least so many commands is described once. */
const commandsOfShared = 2;

/** The most lines of a text about a command: a longer one is left to its help. */
const detailLines = 6;

const meanings = exitCodesOf(Object.values(exitCode));

/** Docs/commands.md, from the command table. */
export async function commandsPage(): Promise<string> {
	const shared = sharedOptions();
	const sections = await Promise.all(commands.map(async command => sectionOf(command, shared)));
	return [
		'# Commands\n\nAll commands, with what each takes and how it ends. Options may stand before or after the command; `--` ends them. A command that asks needs `--yes` where there is no terminal to ask on. With `--json` an error is one JSON object on one line of stderr ([JSON output](json.md)). Examples are in the help of a command (`chainbell help delete`) and in the [guide](guide.md). This page is written by `npm run docs`.\n',
		`## Options of every command\n\n${list(rowsOf(optionRows(globalOptions)))}`,
		`## Options of several commands\n\n${list(rowsOf(shared))}`,
		`## Exit codes\n\nEvery command can end with 0, 1 and 2, and one that sends requests with 129, 130 and 143. The others are named with it.\n\n${list(Object.entries(meanings))}`,
		`## Environment\n\n${list(Object.entries(environmentVariables))}`,
		...sections,
	].join('\n');
}

/** The options that several commands have, each as most of them have it. */
function sharedOptions(): Rows {
	const rows = commands.flatMap(({options}) => optionRows(options));
	const alike = [...Map.groupBy(rows, row => row.join(' ')).values()]
		.filter(({length}) => length >= commandsOfShared)
		.toSorted((a, b) => b.length - a.length)
		.map(([row]) => row!);
	const usual = new Map(alike.toReversed());
	return [...new Map(rows).keys()].filter(form => usual.has(form)).map(form => [form, usual.get(form)!]);
}

async function sectionOf(command: Command, shared: Rows): Promise<string> {
	const {name, summary, options, refuses, asks} = command;
	const rows = optionRows(options);
	const isShared = ([form]: readonly [string, string], text: string) =>
		shared.some(([other, its]) => other === form && its === text);
	const own = rows.filter(row => !isShared(row, row[1]));
	const others = rows.filter(row => !own.includes(row)).map(([form]) => code(/--[\w\-]+/v.exec(form)![0]));
	const details = await command.details?.();
	const isLong = details !== undefined && details.split('\n').length > detailLines;
	return [
		`## chainbell ${name}`.trimEnd(),
		`${usagesOf(command)
			.map(usage => code(usage.replace(/ \[options\]$/v, '')))
			.join(' or ')}: ${summary}.${asks === undefined ? '' : ` Asks ${asks}.`}`,
		list(rowsOf([...argumentRows(command), ...own])).trimEnd(),
		others.length === 0 ? '' : `Also ${others.join(', ')}.`,
		refuses === undefined ? '' : `Without ${refuses.map(key => code(longForm(key))).join(', ')}.`,
		isLong ? `${code(`chainbell ${name} --help`)} says more.` : (details ?? ''),
		exitCodesOfCommand(command),
	]
		.filter(text => text !== '')
		.join('\n\n')
		.concat('\n');
}

/** The exit codes that a command has besides those of every one, with its own meanings. */
function exitCodesOfCommand({exitCodes}: Command): string {
	const codes = Object.entries(exitCodes)
		.filter(([number, meaning]) => meaning !== meanings[Number(number)] || /^(?:[3-9]|10)$/v.test(number))
		.map(([number, meaning]) => (meaning === meanings[Number(number)] ? number : `${number} (${meaning})`));
	return codes.length === 0 ? '' : `Ends with ${withRanges(codes).join(', ')}.`;
}

/** Three or more numbers in a row as their range: 3, 4, 5 as 3–5. */
function withRanges(codes: readonly string[]): readonly string[] {
	const runs: string[][] = [];
	for (const code of codes) {
		const run = runs.at(-1);
		if (run !== undefined && Number(run.at(-1)) + 1 === Number(code)) {
			run.push(code);
		} else {
			runs.push([code]);
		}
	}

	return runs.flatMap(run => (run.length < 3 ? run : [`${run[0]!}–${run.at(-1)!}`]));
}

const rowsOf = (rows: Rows): Rows => rows.map(([form, summary]) => [form.trim(), summary]);

const list = (rows: Rows): string => rows.map(([term, text]) => `- ${code(term)} ${text}\n`).join('');

/** A block of text in Markdown. */
export const fence = (text: string, language: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

const code = (text: string) => `\`${text}\``;
