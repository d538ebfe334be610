import {toShell} from '../service/curl.ts';
import {batchNumber, kindWords, doneText, partText, stateTexts} from '../notification/operation-texts.ts';
import {commandsFor, accountWords, type CommandWords} from '../query/commands.ts';
import {operationNumber} from '../session/change-command.ts';
import {totalOf, type Batch} from '../storage/batches/batch.ts';
import type {Journal} from '../storage/journal/journal.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import type {OptionValues} from './command.ts';
import type {historyOptions} from './commands/change.ts';

/** The journal, as far as the script reads it. */
export type ScriptJournal = Pick<Journal, 'history' | 'get' | 'batch' | 'itemIds'>;

const header = `#!/bin/sh
# The changes made from this machine and by the team as commands, oldest first. IDs and numbers
# are those of then: what is created again gets another ID. What took no effect,
# and what is pending, is a comment. Recipients and templates are not masked.
`;

/**
Writes the changes made from this machine as a script for a POSIX shell, oldest first.

@yields The text of a change.
*/
export function* scriptPieces(
	journal: ScriptJournal,
	{limit = Infinity, ...filter}: Pick<OptionValues<typeof historyOptions>, 'search' | 'operator' | 'limit'>,
): Generator<string> {
	yield header;
	const changes = new Map<string, Operation>();
	for (const {operation: id} of journal.history(filter)) {
		const operation = journal.get(id);
		if (operation !== undefined && changes.size < limit) {
			changes.set(operation.batch === undefined ? String(id) : batchNumber(operation.batch), operation);
		}
	}

	for (const [number, operation] of [...changes].toReversed()) {
		const {told, items} =
			operation.batch === undefined ? ofSingle(operation) : ofBatch(journal, journal.batch(operation.batch));
		const {profile, profileName, startedAt} = operation;
		const account = accountWords({
			isSandbox: profile.startsWith('sandbox: '),
			name: profileName,
			baseUrl: profile.split(' ', 1)[0]!,
		});
		const {commands, unsaid} = saidOf(journal, items, account);
		const lines = [`${new Date(startedAt).toISOString()}  ${number}  ${told}`, ...unsaid].map(
			text => `# ${sanitiseCell(text)}`,
		);
		yield `\n${[...lines, ...commands].join('\n')}\n`;
	}
}

function ofSingle(operation: Operation) {
	const {kind, state, detail = ''} = operation;
	return state === 'done'
		? {told: doneText(operation, operation.profileName), items: [operation]}
		: {
				told: `${kindWords[kind].noun} on ${operation.profileName}: ${stateTexts[state]}. ${detail}`.trimEnd(),
				items: [],
			};
}

function ofBatch(journal: ScriptJournal, {id, kind, counts}: Batch) {
	const items = journal.itemIds(id).map(item => journal.get(item)!);
	return {
		told: `${partText(kindWords[kind].done, counts, totalOf(counts))} ${kindWords[kind].preposition} ${items[0]!.profileName}.`,
		items: items.filter(({state}) => state === 'done'),
	};
}

/** The commands that make changes, as text; undoes come first. */
function saidOf(journal: ScriptJournal, items: readonly Operation[], account: CommandWords) {
	const undoes = new Set(
		items.flatMap(({undoes: undone, batch}) =>
			undone === undefined ? [] : [operationNumber(journal, undone, batch !== undefined)],
		),
	);
	const {commands, unsaid} = commandsFor(
		items.filter(item => item.undoes === undefined).map(item => toChange(item)),
		account,
	);
	return {
		commands: [...[...undoes].map(number => ({words: [...account, 'undo', number]})), ...commands].map(command =>
			toShell(command),
		),
		unsaid,
	};
}

const toChange = ({kind, input, snapshot, knownIds, isRedacted}: Operation) => ({
	kind,
	input,
	snapshot,
	isDuplicate: knownIds.length > 0,
	isRedacted,
});
