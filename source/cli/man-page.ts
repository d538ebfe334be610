import packageJson from '../../package.json' with {type: 'json'};
import {lowerFirst, upperFirst} from '../platform/text.ts';
import {longForm} from './command-line.ts';
import {globalOptions, type Command, type Options} from './command.ts';
import {exitCode, exitCodesOf} from './exit-codes.ts';
import {argumentRows, environmentVariables, optionRows, usagesOf} from './help.ts';

/** The files of the program in their places on Linux. */
const files = [
	['~/.config/chainbell/config.yaml', 'profiles and settings'],
	['~/.local/state/chainbell/ledger.sqlite', 'the ledger: changes, templates that were sent, drafts; never an API key'],
	['~/.local/state/chainbell/ledger.sqlite-listings/', 'the last listing of each account'],
	['~/.local/share/chainbell/sandbox.sqlite', 'the notifications of the sandbox'],
	['~/.local/share/chainbell/sandbox.keys', 'the API keys of the sandbox'],
	['~/.cache/chainbell/compiled/', 'compiled code, for a faster start'],
] as const;

/** The manual page of the program in roff (man macros), from the command table. */
export async function manPage(commands: readonly Command[]): Promise<string> {
	const named = commands.filter(({name}) => name !== '');
	const sections = await Promise.all(named.map(async command => commandSection(command)));
	const examples = commands.flatMap(command =>
		Object.entries(command.examples).slice(0, command.name === '' ? undefined : 1),
	);
	return `${[
		`.TH CHAINBELL 1 "" "chainbell ${packageJson.version}" "User Commands"`,
		'.SH NAME',
		roffText(`chainbell - ${lowerFirst(packageJson.description)}`),
		`.SH SYNOPSIS\n${bold('chainbell')}\n[options]\n.br\n${bold('chainbell')}\nCOMMAND [options]`,
		'.SH DESCRIPTION',
		'Without a command, chainbell opens the screens; ? lists their keys.',
		'With one, it does what the screens do, for scripts.',
		paragraph(
			'Options may stand before or after the command; -- ends them. Output is a table on a terminal and tab-separated lines in a pipe; --json prints one JSON document, and errors as JSON, too. Where there is no terminal to ask on, nothing is asked: what needs a confirmation needs --yes.',
		),
		'.SH COMMANDS',
		...sections,
		'.SH OPTIONS OF EVERY COMMAND',
		optionTerms(globalOptions),
		'.SH EXIT STATUS',
		terms(Object.entries(exitCodesOf(Object.values(exitCode)))),
		'.SH ENVIRONMENT',
		terms(Object.entries(environmentVariables)),
		'.SH FILES\nTheir places on Linux:',
		terms(files),
		'.SH EXAMPLES',
		...examples.map(([line, summary]) => unfilled(`# ${summary}\n${line}`)),
	].join('\n')}\n`;
}

async function commandSection(command: Command) {
	const {summary, options, refuses, asks, details} = command;
	const text = await details?.();
	return [
		...usagesOf(command).map(usage => `.SS ${roffText(usage)}`),
		roffText(`${upperFirst(summary)}.`),
		terms(argumentRows(command)),
		optionTerms(options),
		refuses && paragraph(`Without ${refuses.map(key => longForm(key)).join(', ')}.`),
		asks !== undefined && paragraph(`Asks ${asks}. Where there is no terminal to ask on, it needs --yes.`),
		text !== undefined && unfilled(text),
	]
		.filter(Boolean)
		.join('\n');
}

const optionTerms = (options: Options) => terms(optionRows(options).map(([form, summary]) => [form.trim(), summary]));

/** The escapes of characters that roff would interpret, or typeset as others than typed. */
const escapes: Readonly<Record<string, string>> = {
	'\\': String.raw`\e`,
	'-': String.raw`\-`,
	"'": String.raw`\(aq`,
	'`': String.raw`\(ga`,
	'^': String.raw`\(ha`,
	'~': String.raw`\(ti`,
};

/** Escapes text for roff; the result is ASCII. A line that begins with a dot or an apostrophe stays text. */
export function roffText(text: string): string {
	return text
		.replaceAll(/[\\\-'`^~]/gv, character => escapes[character]!)
		.replaceAll(
			/[^\n -\u{7E}]/gv,
			character => String.raw`\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
		)
		.replaceAll(/^(?=\.)/gmv, String.raw`\&`);
}

/** Text in bold. */
const bold = (text: string) => String.raw`\fB${roffText(text)}\fR`;

const paragraph = (text: string) => `.PP\n${roffText(text)}`;

/** A list of terms in bold with their descriptions. */
const terms = (rows: ReadonlyArray<readonly [term: string, description: string]>) =>
	rows.map(([term, description]) => `.TP\n${bold(term)}\n${roffText(description)}`).join('\n');

/** Lines that are not filled: an example, or a text with its own line breaks. */
const unfilled = (lines: string) => `.PP\n.nf\n${roffText(lines)}\n.fi`;
