import {pruneBoard, type PrunableChange} from '../board/prune.ts';
import {finalStates} from '../storage/journal/operation.ts';
import {readChangeBody} from '../storage/team/change-body.ts';
import {numberText} from '../platform/text.ts';
import type {AccountOptions} from './account-request.ts';
import {UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {createInterrupt} from './interrupt.ts';
import {findTeam, openConnection, withBoard} from './team.ts';

/** Milliseconds of a day and of a year. */
const units = {d: 86_400_000, y: 365 * 86_400_000} as const;

/** Deletes the content of old changes from the board. */
export async function pruneTeam(
	options: AccountOptions & Pick<GlobalValues, 'yes'> & {readonly older: string | undefined},
	context: CommandContext,
): Promise<number> {
	const [, number, unit] = /^([1-9]\d{0,4})([dy])$/v.exec(options.older ?? '') ?? [];
	if (number === undefined) {
		throw new UsageError('team prune needs --older with an age such as 90d or 1y.');
	}

	const team = await findTeam(options, context);
	using interrupt = createInterrupt(context);
	await confirm(
		{
			text: `Delete from the board the content of the changes of ${team.account} that ended more than ${options.older!} ago? The team can no longer look at or undo them; machines that know them keep them.`,
			answer: 'y',
			unchanged: 'Nothing was deleted',
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted('Nothing was deleted.');
	return await withBoard(async () => {
		await using connection = openConnection(team, context);
		const {pruned, kept} = await pruneBoard(connection, {
			account: team.account,
			olderThan: Number(number) * units[unit as keyof typeof units],
			read,
		});
		context.print(
			`Changes whose content was deleted: ${numberText(pruned)}; their templates stay. Older ones that stay, because they are pending or cannot be read: ${numberText(kept)}.`,
		);
		return exitCode.done;
	});
}

function read(body: string): PrunableChange | undefined {
	const change = readChangeBody(body);
	if (typeof change === 'string') {
		return undefined;
	}

	const {
		state,
		content: {input},
		progress: {newId},
		isRedacted,
	} = change;
	return {
		isEnded: finalStates.includes(state),
		content:
			newId === undefined || input === undefined || isRedacted
				? undefined
				: {id: newId, template: input.template, topics: input.topics},
	};
}
