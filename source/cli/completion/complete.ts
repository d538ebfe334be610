import {channelNames} from '../../domain/channels.ts';
import {fields} from '../../domain/fields.ts';
import {argumentFor} from '../command-text.ts';
import {
	type Argument,
	type Command,
	type Option,
	type Options,
	globalOptions,
	type GlobalOptionName,
} from '../command.ts';
import {longForm} from '../option-names.ts';
import {readArguments} from '../read-arguments.ts';

/** A possible completion of a word. */
export type Candidate = {readonly value: string; readonly summary?: string};

/** The sources of completions on this machine. No request is sent to a service. */
export type CompletionSources = {
	readonly profiles: () => Promise<readonly string[]>;
	/** The IDs in the cached listing of the account that the options name. */
	readonly ids: (options: {
		readonly profile: string | undefined;
		readonly isSandbox: boolean;
	}) => Promise<readonly Candidate[]>;
};

/**
Completes the last word of a command line according to the command table.

@param words - The command line without the program's own name, up to the cursor; the last word may be empty.
@param commands - The command table.
@param sources - The sources of values.
@returns The candidates that start with that word. None if the shell should complete a file.
*/
export async function completeWords(
	words: readonly string[],
	commands: readonly Command[],
	sources: CompletionSources,
): Promise<Candidate[]> {
	const current = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	const allOptions: Options = Object.fromEntries(
		[globalOptions, ...commands.map(({options}) => options)].flatMap(options => Object.entries<Option>(options)),
	);
	const {given, words: typed} = readArguments(before, allOptions);
	const command = commandOf(commands, typed);
	const account = accountOf(before);
	const candidatesFor = async (part: Pick<Argument, 'choices' | 'completes'>): Promise<readonly Candidate[]> =>
		valuesOf(part, current, commands, {sources, account});

	const isAfterEnd = before.includes('--');
	const last = given.at(-1);
	if (!isAfterEnd && last?.named !== undefined && last.named.option.type !== 'boolean' && last.value === undefined) {
		// Uses the option of this command, because another command may have one of the same name with other choices.
		return startingWith(
			await candidatesFor(argumentOf(command?.options[last.named.key] ?? last.named.option)),
			current,
		);
	}

	const assigned = isAfterEnd ? undefined : /^(?<form>--[\w\-]+=)/v.exec(current)?.groups?.form;
	if (assigned !== undefined) {
		const option = Object.entries({...globalOptions, ...command?.options}).find(
			([key]) => `${longForm(key)}=` === assigned,
		)?.[1];
		const values =
			option === undefined
				? []
				: await valuesOf(argumentOf(option), current.slice(assigned.length), commands, {sources, account});
		return startingWith(
			values.map(({value, ...rest}) => ({...rest, value: assigned + value})),
			current,
		);
	}

	if (!isAfterEnd && current.startsWith('-')) {
		return startingWith(optionCandidates(command ?? commands[0]!, before), current);
	}

	if (command === undefined || command.name === '') {
		return startingWith(nameCandidates(commands, typed), current);
	}

	const first = argumentFor(command, given);
	const argument = typed.length > command.name.split(' ').length ? (first?.rest ?? first) : first;
	return argument === undefined ? [] : startingWith(await candidatesFor(argument), current);
}

/** The command named by the words; undefined while its name is incomplete. */
function commandOf(commands: readonly Command[], typed: readonly string[]): Command | undefined {
	return [2, 1]
		.map(length => commands.find(({name}) => name !== '' && name === typed.slice(0, length).join(' ')))
		.find(command => command !== undefined);
}

/** Candidates for the name of a command: its first word, or its second one after the first. */
function nameCandidates(commands: readonly Command[], [first]: readonly string[]): Candidate[] {
	if (first !== undefined) {
		return commands.flatMap(({name, summary}) =>
			name.startsWith(`${first} `) ? [{value: name.slice(first.length + 1), summary}] : [],
		);
	}

	const names = new Map<string, string>();
	for (const {name, summary} of commands) {
		const [word = '', second] = name.split(' ', 2);
		if (word !== '' && !names.has(word)) {
			names.set(word, second === undefined ? summary : `${word} …`);
		}
	}

	return [...names].map(([value, summary]) => ({value, summary}));
}

function optionCandidates({options, refuses = []}: Command, before: readonly string[]): Candidate[] {
	return Object.entries<Option>({...options, ...globalOptions}).flatMap(([key, option]) => {
		const isGiven = before.includes(longForm(key)) && !(option.type === 'string' && option.isMultiple);
		return isGiven || refuses.includes(key as GlobalOptionName)
			? []
			: [{value: longForm(key), summary: option.summary}];
	});
}

const argumentOf = (option: Option): Pick<Argument, 'choices' | 'completes'> =>
	option.type === 'string' ? option : {};

type Lookup = {readonly sources: CompletionSources; readonly account: Parameters<CompletionSources['ids']>[0]};

async function valuesOf(
	{choices, completes}: Pick<Argument, 'choices' | 'completes'>,
	current: string,
	commands: readonly Command[],
	{sources, account}: Lookup,
): Promise<readonly Candidate[]> {
	if (choices !== undefined) {
		return choices.map(value => ({value}));
	}

	switch (completes) {
		case 'profile': {
			const names = await sources.profiles();
			return names.map(value => ({value}));
		}

		case 'command': {
			return nameCandidates(commands, []);
		}

		case 'id': {
			return sources.ids(account);
		}

		case 'query': {
			return current.includes(':')
				? channelNames().map(name => ({value: `channel:${name.toLowerCase()}`}))
				: fields.map(({name, label}) => ({value: `${name}:`, summary: label}));
		}

		case 'fields': {
			const before = /^.*,/v.exec(current)?.[0] ?? '';
			return fields.map(({name, label}) => ({value: before + name, summary: label}));
		}

		case 'file':
		case undefined: {
			break;
		}
	}

	return [];
}

/** The account named by the options before the cursor. */
function accountOf(before: readonly string[]): Lookup['account'] {
	const at = before.findLastIndex(word => ['-p', '--profile'].includes(word));
	const assigned = before.find(word => word.startsWith('--profile='))?.slice('--profile='.length);
	return {profile: at === -1 ? assigned : before[at + 1], isSandbox: before.includes('--sandbox')};
}

const startingWith = (candidates: readonly Candidate[], current: string): Candidate[] =>
	candidates.filter(({value}) => value.startsWith(current));
