import type {NotificationInput} from '../notification.ts';
import type {OperationKind} from '../operation-kind.ts';
import type {KnownContent} from '../recreation-losses.ts';
import {createCommandFor, type CommandWithInput} from './create-command.ts';
import {editOptions} from './edit-command.ts';
import {idWords, type CommandWords} from './words.ts';

/** A change of one notification: a single operation, or an item of a bulk operation. */
export type CommandChange = {
	readonly kind: OperationKind;
	/** The notification that was created. */
	readonly input: NotificationInput | undefined;
	/** The notification that was replaced, deleted or created again. */
	readonly snapshot: (KnownContent & {readonly id: string}) | undefined;
	/** Whether an identical one existed before. */
	readonly isDuplicate?: boolean;
	/** Whether its content is stored without an API key that it contained. */
	readonly isRedacted?: boolean | undefined;
};

/** The commands that make changes, and for each change without a command the reason. */
export type ChangeCommands = {readonly commands: readonly CommandWithInput[]; readonly unsaid: readonly string[]};

/** The number of IDs in one command: a system limits the length of its arguments. */
const idsInCommand = 500;

/**
The commands that make changes: first what they create, then edits, then deletions. What creates is one command, and so are edits of the same fields to the same values.

@param changes - A single change, or those of a bulk operation.
@param account - The options that name the account.
*/
export function commandsFor(changes: readonly CommandChange[], account: CommandWords): ChangeCommands {
	const created: Array<{input: NotificationInput; isDuplicate: boolean}> = [];
	const edited = new Map<string, {readonly options: CommandWords; readonly ids: string[]}>();
	const deleted: string[] = [];
	const unsaid: string[] = [];
	for (const {kind, input, snapshot, isDuplicate = false, isRedacted = false} of changes) {
		const options = kind === 'replace' && !isRedacted ? editOptions({before: snapshot!, input: input!}) : undefined;
		if (kind === 'delete') {
			deleted.push(snapshot!.id);
		} else if (isRedacted) {
			unsaid.push(
				`${snapshot === undefined ? 'The notification' : snapshot.id} contained the API key, which is never stored.`,
			);
		} else if (kind !== 'replace') {
			created.push({input: input!, isDuplicate});
		} else if (options === undefined) {
			unsaid.push(
				`The edit of ${snapshot!.id} changed what the options of chainbell edit cannot say. chainbell edit --editor can.`,
			);
		} else {
			const key = JSON.stringify(options);
			const same = edited.get(key) ?? {options, ids: []};
			same.ids.push(snapshot!.id);
			edited.set(key, same);
		}
	}

	const many = (before: CommandWords, ids: readonly string[]) =>
		chunks(ids).map(chunk => ({words: [...account, ...before, ...idWords(chunk)]}));
	const create = created.length === 0 ? undefined : createCommandFor(created);
	return {
		commands: [
			...(create === undefined ? [] : [{...create, words: [...account, ...create.words]}]),
			...edited.values().flatMap(({options, ids}) => many(['edit', ...options], ids)),
			...many(['delete'], deleted),
		],
		unsaid,
	};
}

const chunks = (ids: readonly string[]): ReadonlyArray<readonly string[]> =>
	Array.from({length: Math.ceil(ids.length / idsInCommand)}, (_, index) =>
		ids.slice(index * idsInCommand, (index + 1) * idsInCommand),
	);
