import {toShell} from '../../api/to-shell.ts';
import {editArguments} from '../../domain/commands/edit-arguments.ts';
import type {CommandWords} from '../../domain/commands/words.ts';
import {toHeldInput} from '../../domain/fields.ts';
import type {Notification, NotificationInput} from '../../domain/notification.ts';
import type {BulkEditView} from './bulk-edit-model.ts';

/** The indexes of the notifications that are sent: changed, valid and not left out. */
export function sentIndexes({items, outcomes, leftOut}: BulkEditView): number[] {
	return outcomes.flatMap(({isChanged, isProtected, error}, index) =>
		isChanged && !isProtected && error === undefined && !leftOut.has(items[index]!.of.id) ? [index] : [],
	);
}

/**
Makes the edits to send, one by one, so that many do not delay a key.

@yields A notification and the input that replaces it.
*/
export function* editsToSend(
	{items, outcomes}: BulkEditView,
	indexes: readonly number[],
): Generator<{readonly of: Notification; readonly input: NotificationInput}> {
	for (const index of indexes) {
		const {of} = items[index]!;
		yield {of, input: toHeldInput(outcomes[index]!.after, of)};
	}
}

export type EditCommandOptions = {
	readonly view: BulkEditView;
	readonly indexes: readonly number[];
	/** The query that finds exactly these notifications, if there is one. */
	readonly query: string | undefined;
	/** The number of IDs that are named at most, if the command is only shown and its end is cut. */
	readonly idLimit?: number;
	/** Whether what is protected is included. */
	readonly isUnprotected?: boolean;
	/** The options that name the account. */
	readonly account: CommandWords;
};

/** The `chainbell edit` command that does the same; undefined if its options cannot say it. */
export function equivalentCommand({
	view,
	indexes,
	query,
	idLimit = Infinity,
	isUnprotected = false,
	account,
}: EditCommandOptions): string | undefined {
	const {items, outcomes, edits, edited, leftOut, acceptsInvalid} = view;
	if (edited.size > 0) {
		return undefined;
	}

	const isAll = leftOut.size === 0 && query !== undefined;
	const words = editArguments({
		targets: isAll ? {query} : {ids: indexes.slice(0, idLimit).map(index => items[index]!.of.id)},
		edits,
		acceptsUnknownTemplate:
			indexes.some(index => outcomes[index]!.isContentLost) ||
			(isAll && items.some(({isContentUnknown}) => isContentUnknown)),
		acceptsInvalid,
	});
	return words && toShell({words: [...account, ...words, ...(isUnprotected ? ['--unprotect'] : [])]});
}
