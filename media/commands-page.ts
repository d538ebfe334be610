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
		`## Results\n\nWith \`--json\` or \`-o jsonl\`, \`create\`, \`edit\`, \`clone\`, \`delete\`, \`undo\` and \`recover\` print a result for each input, in the order of the input, also for what failed and what was not sent. They print none if they end before anything is sent: a mistake in the input, a query that finds nothing, a duplicate, no confirmation.\n\n${table(['member', 'meaning'], resultRows)}`,
		`## Errors\n\nWith \`--json\` an error is one JSON object on one line of stderr. Where stderr is no terminal, the commands with results print nothing else there if they end with an error.\n\n${table(['member', 'meaning'], errorRows)}`,
		`## Options of every command\n\n${table(['option', 'effect'], rowsOf(globalOptions))}`,
		`## Environment\n\n${table(
			['variable', 'effect'],
			Object.entries(environmentVariables).map(([name, effect]) => [code(name), effect]),
		)}`,
	].join('\n');
}

const resultRows = [
	['`place`', 'where it stands in the file: `line 3`; otherwise null'],
	['`change`', 'the number of the change: `12`; null where nothing was to be sent'],
	['`number`', 'the number of the item for `undo` and `recover`: `12`, or `12.3` of one of several; null as `change`'],
	['`action`', '`create`, `replace`, `delete` or `recreate`'],
	['`status`', '`done`, `failed`, `pending` (the outcome is unknown), `not sent`, `skipped` or `rolled back`'],
	['`id`', 'the new ID or, of a deletion, the ID to delete; null where nothing was created'],
	['`oldId`', 'the ID that was replaced, or that is recreated; otherwise null'],
	['`message`', 'how it ended, with what the service said'],
	['`issues`', 'the fields that the service refused: `{field, message}`'],
	['`warning`', 'only where a query has probably chosen more than was meant: `user:t1` also matches t11'],
	['`startedAt`, `name`, `recipient`', 'only of `recover`: when the change began, and what it is about'],
];

const errorRows = [
	['`code`', 'the kind of the error: `invalid`, `unauthorized`, `incomplete`, `pending`, `interrupted`, …'],
	['`message`, `hint`', 'what happened; what to do next, or null'],
	['`outcome`', '`not-sent`, `rejected`, or `unknown` if something has taken effect or may have'],
	['`status`, `requestId`', 'of the response, or null'],
	[
		'`issues`',
		'the fields that were refused, here or by the service: `{field, message}`; of several inputs the message begins with the place or the ID',
	],
	['`notices`', 'what else a command with results would have printed there'],
];

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

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	return [head, head.map(() => '---'), ...rows]
		.map(cells => `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`)
		.join('');
}

const fence = (text: string) => `\`\`\`text\n${text}\n\`\`\`\n`;

const code = (text: string) => `\`${text}\``;
