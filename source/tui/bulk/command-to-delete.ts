import {toShell} from '../../api/to-shell.ts';
import {deleteArguments} from '../../domain/commands/delete-arguments.ts';
import type {CommandWords} from '../../domain/commands/words.ts';
import type {Notification} from '../../domain/notification.ts';

export type DeletionOptions = {
	readonly targets: readonly Notification[];
	/** The query that finds exactly these notifications, if there is one. */
	readonly query: string | undefined;
	/** The IDs of the duplicates to keep, which no command checks first. */
	readonly keeps: ReadonlySet<string> | undefined;
	/** Whether what is protected is included. */
	readonly isUnprotected: boolean;
	/** The options that name the account. */
	readonly account: CommandWords;
};

/** The `chainbell delete` command that does the same, for a POSIX shell; undefined if there is none. */
export function commandToDelete({targets, query, keeps, isUnprotected, account}: DeletionOptions): string | undefined {
	if (targets.length === 0 || (keeps?.size ?? 0) > 0) {
		return undefined;
	}

	return toShell({
		words: [
			...account,
			...deleteArguments(query === undefined ? {ids: targets.map(({id}) => id)} : {query}, isUnprotected),
		],
	});
}
