import {batchNumber, kindWords, doneText, partText, stateTexts} from '../notification/operation-texts.ts';
import {commandsFor, accountWords, type CommandWords} from '../query/commands.ts';
import {toShell} from '../service/curl.ts';
import {operationNumber} from '../session/change-command.ts';
import {totalOf, type Batch} from '../ledger/batches/batch.ts';
import type {HistoryEntry} from '../ledger/journal/history.ts';
import type {Journal} from '../ledger/journal/journal.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {openLedger} from '../ledger/ledger.ts';
import {safeJson, sanitiseCell} from '../terminal/sanitise.ts';
import {timeAgo} from '../terminal/time.ts';
import {chooseFormat, type Run, type OptionValues} from './command.ts';
import type {historyOptions} from './commands/change.ts';
import {exitCode} from './exit-codes.ts';
import {writePieces, writeRecords, type OutputKind} from './output/write-records.ts';

/** Prints the changes made from this machine and by the team, newest first. Recipients that contain secrets are masked, but not in a script. */
export async function runHistory(run: Run<typeof historyOptions>) {
	const {host, options} = run;
	const {search, operator, limit} = options;
	const query = {search, operator, limit};
	const format = chooseFormat(options, host);
	const {ledger, notice} = openLedger(host.paths().ledgerFile, {now: host.clock.now});
	try {
		if (notice !== undefined) {
			run.printError(notice);
		}

		if (format === 'sh') {
			await writePieces(scriptPieces(ledger.journal, query), run.write);
		} else {
			const entries = ledger.journal.history(query);
			await writeRecords(
				entries,
				historyOutput(
					host.clock.now(),
					entries.some(({by}) => by !== undefined),
				),
				format,
				run,
			);
		}

		return ledger.problem?.cause === 'newer' ? exitCode.failed : exitCode.done;
	} finally {
		ledger.close();
	}
}

/** The output of history. Tab-separated output is for programs: it has all columns, and times in ISO 8601. `hasTeam`: whether changes of other machines are among them. */
const historyOutput = (now: number, hasTeam: boolean): OutputKind<HistoryEntry> => ({
	columns: [
		{
			title: 'time',
			priority: 1,
			read: ({at}) => new Date(at).toISOString(),
			readForTable: ({at}) => timeAgo(now - at),
		},
		{title: 'profile', priority: 6, read: ({profileName}) => profileName},
		{title: 'operation', priority: 8, read: ({operation}) => String(operation)},
		{title: 'kind', priority: 2, read: ({kind}) => kind},
		{title: 'request', priority: 5, read: ({method}) => method},
		{title: 'ID', priority: 3, read: ({target}) => target ?? ''},
		{title: 'notification', priority: 4, read: ({label}) => label},
		{title: 'outcome', priority: 2, read: ({outcome}) => outcome},
		{title: 'status', priority: 9, read: ({status}) => (status === undefined ? '' : String(status))},
		{title: 'summary', priority: 7, read: ({summary}) => summary ?? ''},
		{title: 'detail', priority: 10, read: ({detail}) => detail ?? ''},
		{title: 'bulk', priority: 8, read: ({batch}) => (batch === undefined ? '' : batchNumber(batch))},
		...(hasTeam
			? ([
					{title: 'operator', priority: 3, read: ({by}) => by?.operator ?? ''},
					{title: 'machine', priority: 6, read: ({by}) => by?.host ?? ''},
				] as const satisfies OutputKind<HistoryEntry>['columns'])
			: []),
	],
	json: toJson,
});

/** The entry as JSON. It contains only the address of the service, not the fingerprint of the API key. */
function toJson({profile, at, kind, moment: _, by, batch, ...entry}: HistoryEntry) {
	return safeJson(
		JSON.stringify({
			at: new Date(at).toISOString(),
			service: profile.split(' ', 1)[0],
			kind,
			...entry,
			...(batch !== undefined && {bulk: batchNumber(batch)}),
			...(by && {operator: by.operator, machine: by.host}),
		}),
	);
}

const header = `#!/bin/sh
# The changes made from this machine and by the team as commands, oldest first. IDs and numbers
# are those of then: what is created again gets another ID. What took no effect,
# and what is pending, is a comment. Recipients and templates are not masked.
`;

/**
Writes the changes made from this machine as a script for a POSIX shell, oldest first.

@yields The text of a change.
*/
function* scriptPieces(
	journal: Journal,
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

function ofBatch(journal: Journal, {id, kind, counts}: Batch) {
	const items = journal.itemIds(id).map(item => journal.get(item)!);
	return {
		told: `${partText(kindWords[kind].done, counts, totalOf(counts))} ${kindWords[kind].preposition} ${items[0]!.profileName}.`,
		items: items.filter(({state}) => state === 'done'),
	};
}

/** The commands that make changes, as text; undoes come first. */
function saidOf(journal: Journal, items: readonly Operation[], account: CommandWords) {
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
