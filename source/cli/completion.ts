import type {CommandHost} from './command-host.ts';
import type {ProfileRequest} from '../config/profile.ts';
import {channelNames} from '../notification/channels.ts';
import {namedFields, optionFields} from '../notification/spec.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {argumentFor, commandNamed, longForm, optionsOf, readArguments, type GivenOption} from './command-line.ts';
import {
	type Argument,
	type Command,
	type CommandContext,
	type GlobalOptionName,
	type Option,
	globalOptions,
} from './command.ts';

/** A possible completion of a word. */
type Candidate = {readonly value: string; readonly summary?: string};

/** Prints the candidates for the last of the words, each with its description after a tab. */
export async function runCompletion(words: readonly string[], context: CommandContext) {
	for (const {value, summary} of await completeWords(words, context)) {
		context.print(summary === undefined ? value : `${value}\t${summary}`);
	}

	return 0;
}

type CompletionContext = Pick<CommandContext, 'commands' | 'host'>;

/**
Completes the last word of a command line according to the command table. Values are those on this machine: nothing is sent.

@param words - The command line without the program's own name, up to the cursor; the last word may be empty.
@returns The candidates that start with that word. None if the shell should complete a file.
*/
export async function completeWords(words: readonly string[], context: CompletionContext): Promise<Candidate[]> {
	const {commands} = context;
	const current = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	const {given, words: typed} = readArguments(before, commands);
	const command = commandNamed(commands, typed);
	const startingWith = (candidates: readonly Candidate[], prefix = '') =>
		candidates.map(each => ({...each, value: prefix + each.value})).filter(({value}) => value.startsWith(current));
	const valued = async (part: Partial<Argument> | undefined, prefix = '') =>
		startingWith(await valuesOf(part, current.slice(prefix.length), given, context), prefix);
	if (!before.includes('--')) {
		const known = command ?? commands[0]!;
		const options = optionsOf(known);
		const last = given.at(-1);
		if (last?.option !== undefined && last.option.type !== 'boolean' && last.value === undefined) {
			// Uses the option of this command, because another command may have one of the same name with other choices.
			return valued(options[last.key] ?? last.option);
		}

		const [assigned] = /^--[\w\-]+=/v.exec(current) ?? [];
		if (assigned !== undefined) {
			return valued(options[Object.keys(options).find(key => `${longForm(key)}=` === assigned) ?? ''], assigned);
		}

		if (current.startsWith('-')) {
			return startingWith(optionCandidates(known, given));
		}
	}

	if (command === undefined) {
		return startingWith(nameCandidates(commands, typed));
	}

	const first = argumentFor(command, given);
	return valued(typed.length > command.name.split(' ').length ? (first?.rest ?? first) : first);
}

/** Candidates for the name of a command: its first word, or its second one after the first. */
function nameCandidates(commands: readonly Command[], [first]: readonly string[]) {
	if (first !== undefined) {
		return commands.flatMap(({name, summary}) =>
			name.startsWith(`${first} `) ? [{value: name.slice(first.length + 1), summary}] : [],
		);
	}

	const groups = Map.groupBy(commands, ({name}) => name.split(' ', 1)[0]!);
	groups.delete('');
	return Array.from(groups, ([value, [only, ...others]]) => ({
		value,
		summary: others.length === 0 ? only!.summary : `${value} …`,
	}));
}

function optionCandidates({options, refuses = []}: Command, given: readonly GivenOption[]) {
	return Object.entries<Option>({...options, ...globalOptions}).flatMap(([key, option]) => {
		const isGiven = option.isMultiple !== true && given.some(each => each.key === key);
		return isGiven || refuses.includes(key as GlobalOptionName)
			? []
			: [{value: longForm(key), summary: option.summary}];
	});
}

/** The values of an option or an argument. A source that cannot be read offers nothing. */
async function valuesOf(
	{choices, completes}: Partial<Argument> = {},
	current: string,
	given: readonly GivenOption[],
	{commands, host}: CompletionContext,
): Promise<readonly Candidate[]> {
	if (choices !== undefined) {
		return choices.map(value => ({value}));
	}

	switch (completes) {
		case 'profile': {
			const {readProfileFile} = await import('../config/profile-file.ts');
			const file = await readProfileFile(host.paths().configFile);
			return file.ok ? Object.keys(file.value.profiles).map(value => ({value})) : [];
		}

		case 'command': {
			return nameCandidates(commands, []);
		}

		case 'id': {
			const isSandbox = given.some(({key}) => key === 'sandbox');
			const name = given.findLast(({key}) => key === 'profile')?.value;
			return rememberedIds(host, isSandbox ? undefined : {name}).catch(() => []);
		}

		case 'query': {
			// A word of it may be denied: `not:channel:email`.
			const [not = ''] = /^not:/v.exec(current) ?? [];
			return current.slice(not.length).includes(':')
				? channelNames().map(name => ({value: `${not}channel:${name.toLowerCase()}`}))
				: namedFields.map(({name, label}) => ({value: `${not}${name}:`, summary: label}));
		}

		case 'fields': {
			const before = /^.*,/v.exec(current)?.[0] ?? '';
			return namedFields.map(({name, label}) => ({value: before + name, summary: label}));
		}

		case 'assignment': {
			return current.startsWith('channel=')
				? channelNames().map(name => ({value: `channel=${name.toLowerCase()}`}))
				: optionFields.map(({optionName, option}) => ({value: `${optionName}=`, summary: option.summary}));
		}

		case 'file':
		case undefined: {
			return [];
		}
	}
}

/** The maximum number of IDs offered. */
const maxIds = 200;

/** The IDs in the cached listing of a profile; undefined: of the sandbox. */
async function rememberedIds(host: CommandHost, profile: Pick<ProfileRequest, 'name'> | undefined) {
	const [{findKept}, {createListingCache}] = await Promise.all([
		import('./forget.ts'),
		import('../ledger/listing-cache.ts'),
	]);
	const {configFile, ledgerFile} = host.paths();
	const {accounts} = await findKept(profile && {...profile, environment: host.environment(), configFile}, host);
	const cache = createListingCache(`${ledgerFile}-listings`, host.clock.now);
	return accounts
		.flatMap(account => [...(cache.open(account)?.firstRecords ?? [])])
		.filter(record => record.kind === 'notification')
		.slice(0, maxIds)
		.map(({id, name, channel, userId}) => ({
			value: sanitise(id),
			summary: sanitise(`${name} ${channel} ${userId}`.trim()),
		}));
}

/**
The completion scripts by shell. They call `chainbell --complete -- WORDS`, which prints a candidate on each line, with its description after a tab. If it prints none, files are completed.
*/
export const completionScripts = {
	// Bash splits words at `:` and `=`. The script splits the line at spaces again (`read` takes a backslash before one as the shell does), and returns only the part after the last `:` or `=`, quoted where the shell needs that.
	bash: `_chainbell() {
	local line before words typed=\${COMP_LINE:0:COMP_POINT}
	read -a words <<< "$typed"
	[[ $typed == *[[:space:]] && $typed != *\\\\[[:space:]] ]] && words+=("")
	local current=\${words[\${#words[@]}-1]}
	before=\${current%"\${current##*[:=]}"}
	COMPREPLY=()
	while IFS= read -r line; do
		line=\${line%%$'\\t'*}
		line=\${line#"$before"}
		[[ $line == *[![:alnum:].,:=@%/_+-]* ]] && printf -v line %q "$line"
		COMPREPLY+=("$line")
	done < <("\${words[0]}" --complete -- "\${words[@]:1}" 2> /dev/null)
	[[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace
	return 0
}
complete -o default -F _chainbell chainbell`,
	zsh: `#compdef chainbell
_chainbell() {
	local line value
	local -a values shown open openshown
	while IFS= read -r line; do
		value=\${line%%$'\\t'*}
		if [[ $value == *[:=] ]]; then
			open+=("$value")
			openshown+=("\${line/$'\\t'/  -- }")
		else
			values+=("$value")
			shown+=("\${line/$'\\t'/  -- }")
		fi
	done < <("\${words[1]}" --complete -- "\${(@Q)words[2,CURRENT]}" 2> /dev/null)
	if (( \${#values} + \${#open} == 0 )); then
		[[ $PREFIX == --*=* ]] && compset -P '*='
		_files
		return
	fi
	(( \${#values} )) && compadd -l -d shown -a values
	(( \${#open} )) && compadd -S '' -l -d openshown -a open
	return 0
}
compdef _chainbell chainbell`,
	fish: String.raw`function __chainbell_complete
	set -l words (commandline -opc) (commandline -ct | string unescape)
	set -l found ($words[1] --complete -- $words[2..-1] 2> /dev/null)
	if test (count $found) -gt 0
		printf '%s\n' $found
	else
		set -l option (string match -r -- '^--[\w-]+=' (commandline -ct))
		for file in (__fish_complete_path (string replace -r -- '^--[\w-]+=' '' (commandline -ct)))
			printf '%s\n' "$option$file"
		end
	end
end
complete -c chainbell -f -a '(__chainbell_complete)'`,
} as const;
