import {commands} from '../source/cli/commands.ts';
import {type Command, globalOptions} from '../source/cli/command.ts';
import {argumentRows, environmentVariables, optionRows, usagesOf} from '../source/cli/help.ts';
import {longForm} from '../source/cli/command-line.ts';

/** Docs/commands.md, from the command table. */
export async function commandsPage(): Promise<string> {
	const sections = await Promise.all(commands.map(async command => sectionOf(command)));
	return [
		'# Commands\n\nThis page is written by `npm run docs` from the command table (`source/cli/commands.ts`). Options may stand before or after the command; `--` ends them.\n',
		...sections,
		'## JSON\n\nWith `--json` an error is one JSON object on one line of stderr. [JSON output](json.md) has its schema, and those of results, plans and the history.\n',
		`## Options of every command\n\n${table(['option', 'effect'], rowsOf(globalOptions))}`,
		`## Environment\n\n${table(
			['variable', 'effect'],
			Object.entries(environmentVariables).map(([name, effect]) => [code(name), effect]),
		)}`,
	].join('\n');
}

async function sectionOf(command: Command): Promise<string> {
	const {name, summary, options, refuses, asks, details, examples, exitCodes} = command;
	const rows = [...argumentRows(command).map(([argument, text]) => [code(argument), text]), ...rowsOf(options)];
	return [
		`## chainbell ${name}`.trimEnd(),
		'',
		`${usagesOf(command)
			.map(usage => code(usage))
			.join(' or ')}: ${summary}.`,
		'',
		...(rows.length === 0 ? [] : [table(['argument or option', 'effect'], rows)]),
		...(refuses === undefined ? [] : [`Without ${refuses.map(key => code(longForm(key))).join(', ')}.\n`]),
		...(asks === undefined ? [] : [`Asks ${asks}. Where there is no terminal to ask on, it needs \`--yes\`.\n`]),
		...(details === undefined ? [] : [fence(await details())]),
		fence(
			Object.entries(examples)
				.map(([line, purpose]) => `# ${purpose}\n${line}`)
				.join('\n'),
		),
		table(['exit code', 'meaning'], Object.entries(exitCodes)),
	].join('\n');
}

const rowsOf = (options: Command['options']) =>
	optionRows(options).map(([form, summary]) => [code(form.trim()), summary]);

/** A table in Markdown. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	return [head, head.map(() => '---'), ...rows]
		.map(cells => `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`)
		.join('');
}

/** A block of text in Markdown. */
export const fence = (text: string, language = 'text'): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

const code = (text: string) => `\`${text}\``;
