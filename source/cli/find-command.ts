import {nearest, suggestion} from '../platform/text.ts';
import {UsageError} from './command-error.ts';
import type {Command} from './command.ts';

/**
Finds the command named by the first words, and returns it with the remaining words. Without words it returns the screens.

@throws UsageError when there is no such command.
*/
export function findCommand(
	commands: readonly Command[],
	typed: readonly string[],
): {readonly command: Command; readonly words: readonly string[]} {
	for (const length of [2, 1]) {
		const command =
			typed.length < length ? undefined : commands.find(each => each.name === typed.slice(0, length).join(' '));
		if (command !== undefined) {
			return {command, words: typed.slice(length)};
		}
	}

	const [first = '', second] = typed;
	if (first === '') {
		return {command: commands.find(({name}) => name === '')!, words: []};
	}

	const members = membersOf(commands, first);
	if (members.length === 0) {
		const names = commands.flatMap(({name}) => (name === '' ? [] : [name.split(' ', 1)[0]!]));
		throw new UsageError(`Unknown command "${first}".${suggestion(nearest(first, names))}`);
	}

	throw new UsageError(
		second === undefined
			? `chainbell ${first} needs one of: ${members.join(', ')}.`
			: `Unknown command "${first} ${second}".${suggestion(nearest(second, members))}`,
	);
}

/** The subject of `help` and `--help`: a command, or a group of commands with the same first word. */
export function findHelp(
	commands: readonly Command[],
	typed: readonly string[],
): {readonly command: Command; readonly group?: string | undefined} {
	const [group] = typed;
	return group !== undefined && typed.length === 1 && membersOf(commands, group).length > 0
		? {command: commands[0]!, group}
		: findCommand(commands, typed);
}

/** The second words of the commands in a group. */
function membersOf(commands: readonly Command[], first: string): string[] {
	return commands.flatMap(({name}) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
}

/** The command as typed. */
export const titleOf = ({name}: Command): string => `chainbell ${name}`.trimEnd();
