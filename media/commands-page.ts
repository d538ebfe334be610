import {commands} from '../source/cli/commands.ts';
import type {Argument, Command} from '../source/cli/command.ts';
import {globalOptions} from '../source/cli/global-options.ts';
import {environmentVariables, optionRows, usageOf} from '../source/cli/help-text.ts';
import {longForm} from '../source/cli/option-names.ts';

/** Docs/commands.md, from the command table. */
export async function commandsPage(): Promise<string> {
	const sections = await Promise.all(commands.map(async command => sectionOf(command)));
	return [
		'# Commands\n\nThis page is written by `npm run docs` from the command table (`source/cli/commands.ts`). Options may stand before or after the command; `--` ends them.\n',
		...sections,
		`## Options of every command\n\n${table(['option', 'effect'], rowsOf(globalOptions))}`,
		`## Environment\n\n${table(['variable', 'effect'], Object.entries(environmentVariables).map(([name, effect]) => [code(name), effect]))}`,
	].join('\n');
}

async function sectionOf(command: Command): Promise<string> {
	const {name, summary, argument, options, refuses, asks, details, examples, exitCodes} = command;
	const rows = [...argument === undefined ? [] : [[code(argument.name), describeArgument(argument)]], ...rowsOf(options)];
	return [
		`## chainbell ${name}`.trimEnd(),
		'',
		`\`${usageOf(command)}\`: ${summary}.`,
		'',
		...rows.length === 0 ? [] : [table(['argument or option', 'effect'], rows)],
		...refuses === undefined ? [] : [`Without ${refuses.map(key => code(longForm(key))).join(', ')}.\n`],
		...asks === false ? [] : [`Asks ${asks}. Where there is no terminal to ask on, it needs \`--yes\`.\n`],
		...details === undefined ? [] : [fence(await details())],
		fence(examples.map(({line, summary: purpose}) => `# ${purpose}\n${line}`).join('\n')),
		table(['exit code', 'meaning'], Object.entries(exitCodes)),
	].join('\n');
}

const describeArgument = ({summary, choices}: Argument) => choices === undefined ? summary : `${summary}: ${choices.join(', ')}`;

const rowsOf = (options: Command['options']) => optionRows(options).map(([form, summary]) => [code(form.trim()), summary]);

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`).join('');
}

const fence = (text: string) => `\`\`\`text\n${text}\n\`\`\`\n`;

const code = (text: string) => `\`${text}\``;
