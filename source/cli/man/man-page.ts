import packageJson from '../../../package.json' with {type: 'json'};
import {lowerFirst, upperFirst} from '../../platform/text.ts';
import {type Command, globalOptions} from '../command.ts';
import {exitCodesOf, exitCode} from '../exit-codes.ts';
import {argumentRows, environmentVariables, optionRows, usagesOf} from '../command-text.ts';
import {longForm} from '../command-line.ts';
import {bold, manLines, manParagraph, manSection, manTerms, roffText} from './roff.ts';

/** The files of the program in their places on Linux. */
const files = [
	['~/.config/chainbell/config.yaml', 'profiles and settings'],
	[
		'~/.local/state/chainbell/ledger.sqlite',
		'the journal of changes, templates that were sent, drafts; never an API key',
	],
	['~/.local/state/chainbell/ledger.sqlite-listings/', 'the last listing of each account'],
	['~/.local/share/chainbell/sandbox.sqlite', 'the notifications of the sandbox'],
	['~/.local/share/chainbell/sandbox.keys', 'the API keys of the sandbox'],
	['~/.cache/chainbell/compiled/', 'compiled code, for a faster start'],
] as const;

/** The manual page of the program in roff (man macros), from the command table. */
export async function manPage(commands: readonly Command[]): Promise<string> {
	const screens = commands.find(({name}) => name === '')!;
	const named = commands.filter(({name}) => name !== '');
	const sections = await Promise.all(named.map(async command => commandSection(command)));
	return (
		[
			`.TH CHAINBELL 1 "" "chainbell ${packageJson.version}" "User Commands"`,
			manSection('NAME', roffText(`chainbell - ${lowerFirst(packageJson.description)}`)),
			manSection('SYNOPSIS', bold('chainbell'), '[options]', '.br', bold('chainbell'), 'COMMAND [options]'),
			manSection(
				'DESCRIPTION',
				'Without a command, chainbell opens the screens; ? lists their keys.',
				'With one, it does what the screens do, for scripts.',
				manParagraph(
					roffText(
						'Options may stand before or after the command; -- ends them. Output is a table on a terminal and tab-separated lines in a pipe; --json prints one JSON document, and errors as JSON, too. Where there is no terminal to ask on, nothing is asked: what needs a confirmation needs --yes.',
					),
				),
			),
			manSection('COMMANDS', ...sections),
			manSection('OPTIONS OF EVERY COMMAND', optionTerms(globalOptions)),
			manSection('EXIT STATUS', manTerms(Object.entries(exitCodesOf(Object.values(exitCode))))),
			manSection('ENVIRONMENT', manTerms(Object.entries(environmentVariables))),
			manSection('FILES', 'Their places on Linux:', manTerms(files)),
			manSection(
				'EXAMPLES',
				examplesOf(screens),
				...named
					.filter(({examples}) => examples.length > 0)
					.map(({examples}) => examplesOf({examples: examples.slice(0, 1)})),
			),
		].join('\n') + '\n'
	);
}

async function commandSection(command: Command): Promise<string> {
	const {summary, argument, options, refuses, asks, details} = command;
	return [
		...usagesOf(command).map(usage => `.SS ${roffText(usage)}`),
		roffText(`${upperFirst(summary)}.`),
		...(argument === undefined ? [] : [manTerms(argumentRows(command))]),
		...(Object.keys(options).length === 0 ? [] : [optionTerms(options)]),
		...(refuses === undefined
			? []
			: [manParagraph(roffText(`Without ${refuses.map(key => longForm(key)).join(', ')}.`))]),
		...(asks === undefined
			? []
			: [manParagraph(roffText(`Asks ${asks}. Where there is no terminal to ask on, it needs --yes.`))]),
		...(details === undefined ? [] : [manLines(await details())]),
	].join('\n');
}

const optionTerms = (options: Command['options']): string =>
	manTerms(optionRows(options).map(([form, summary]) => [form.trim(), summary]));

const examplesOf = ({examples}: Pick<Command, 'examples'>): string =>
	examples.map(({line, summary}) => manLines(`# ${summary}\n${line}`)).join('\n');
