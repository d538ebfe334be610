import {nearest, suggestion} from '../platform/text.ts';
import {UsageError} from './command-error.ts';
import {
	type Argument,
	type Command,
	type NumberOption,
	type Option,
	type Options,
	globalOptions,
	type GlobalOptionName,
} from './command.ts';
import {titleOf} from './find-command.ts';
import {longForm, type NamedOption} from './option-names.ts';
import type {GivenOption} from './read-arguments.ts';

/**
Checks the options of a command line.

@throws UsageError for an option that the command does not have, a missing or superfluous value, and options that exclude each other.
*/
export function checkOptions(
	given: readonly GivenOption[],
	own: Options,
	command: Command,
	commands: readonly Command[],
): void {
	const seen = new Set<string>();
	for (const {typed, named, value} of given) {
		const option = named && Object.hasOwn(own, named.key) ? own[named.key]! : undefined;
		if (named === undefined || option === undefined || command.refuses?.includes(named.key as GlobalOptionName)) {
			throw new UsageError(unknownOption({typed, named}, own, command, commands), command);
		}

		const placeholder = option.type === 'boolean' ? undefined : option.value;
		if ((value === undefined) !== (placeholder === undefined)) {
			throw new UsageError(
				`${typed} ${placeholder === undefined ? 'takes no value' : `needs a value: ${placeholder}`}.`,
				command,
			);
		}

		if (seen.has(named.key) && !(option.type === 'string' && option.isMultiple)) {
			throw new UsageError(`${typed} can be given only once.`, command);
		}

		seen.add(named.key);
		const conflicting = option.type === 'string' ? option.conflictsWith : undefined;
		if (conflicting !== undefined && given.some(other => other.named?.key === conflicting)) {
			throw new UsageError(`${typed} cannot be combined with ${longForm(conflicting)}.`, command);
		}
	}
}

/** Describes an option that a command does not have. */
function unknownOption(
	{typed, named}: {readonly typed: string; readonly named: NamedOption | undefined},
	own: Options,
	command: Command,
	commands: readonly Command[],
): string {
	if (named !== undefined) {
		const owner = commands.find(({options}) => Object.hasOwn(options, named.key));
		return `${titleOf(command)} has no option ${typed}${owner === undefined ? '' : `; ${titleOf(owner)} has`}.`;
	}

	const names = Object.entries(own).flatMap(([key, {short}]) => [
		longForm(key),
		...(short === undefined ? [] : [`-${short}`]),
	]);
	const isWord = /^-[^\-]{2}/v.test(typed) && command.argument?.completes === 'query';
	return `Unknown option ${typed}.${suggestion(nearest(typed, names))}${isWord ? ` To exclude a word, write not:${typed.slice(1)}, or -- ${typed}` : ''}`;
}

/**
Checks the arguments other than options.

@throws UsageError for arguments that the command does not accept.
*/
export function checkWords(words: readonly string[], command: Command, argument: Argument | undefined): void {
	const [word, ...more] = words;
	const unexpected = argument === undefined ? word : more[0];
	if (unexpected !== undefined && argument?.isRepeated !== true && argument?.rest === undefined) {
		throw new UsageError(
			`Unexpected argument "${unexpected}": ${titleOf(command)} takes ${argument === undefined ? 'none' : 'only one'}.`,
			command,
		);
	}

	if (argument?.isRequired && word === undefined) {
		throw new UsageError(
			`${titleOf(command)} needs an argument: ${argument.name}${argument.choices === undefined ? '' : `, one of ${argument.choices.join(', ')}`}.`,
			command,
		);
	}

	if (argument?.choices !== undefined && word !== undefined && !argument.choices.includes(word)) {
		throw new UsageError(
			`${argument.name} must be one of ${argument.choices.join(', ')}, not "${word}".${suggestion(nearest(word, argument.choices))}`,
			command,
		);
	}
}

/**
Checks the values of options. `--json` is `-o json`.

@throws UsageError for invalid values.
*/
export function checkValues(values: Readonly<Record<string, unknown>>, command: Command): void {
	const {json, output} = values;
	if (json === true && typeof output === 'string' && output !== 'json') {
		throw new UsageError(`--json cannot be combined with -o ${output}.`, command);
	}

	for (const [key, option] of Object.entries<Option>({...globalOptions, ...command.options})) {
		const value = values[key];
		if (option.type === 'number' && value !== undefined && !isInRange(Number(value), option)) {
			const {minimum, maximum, isInteger} = option;
			throw new UsageError(
				`${longForm(key)} must be ${isInteger ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}.`,
				command,
			);
		}

		const {choices} = option as {readonly choices?: readonly string[]};
		if (typeof value === 'string' && choices !== undefined && !choices.includes(value)) {
			throw new UsageError(
				`${longForm(key)} must be one of ${choices.join(', ')}, not "${value}".${suggestion(nearest(value, choices))}`,
				command,
			);
		}
	}
}

function isInRange(value: number, {minimum, maximum, isInteger}: NumberOption): boolean {
	return value >= minimum && value <= maximum && (!isInteger || Number.isSafeInteger(value));
}
