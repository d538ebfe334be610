import {chosenProfile} from './account.ts';
import {kindWords, doneText, partText, stateTexts, toldKind} from '../notification/operation-texts.ts';
import {nonEmpty} from '../platform/text.ts';
import {commandsFor, accountWords} from '../query/commands.ts';
import {toShell} from '../service/curl.ts';
import {say} from '../changes/say.ts';
import type {Changes} from '../ledger/changes.ts';
import type {HistoryEntry} from '../ledger/history.ts';
import {numberOf, totalOf, type ChangeSet, type Item} from '../ledger/item.ts';
import {openLedger} from '../ledger/ledger.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {timeAgo} from '../terminal/time.ts';
import {accountRequest} from './screens.ts';
import {CommandError, exitCode, jsonText} from './command-error.ts';
import {chooseFormat, note, type Run, type Running} from './command.ts';
import type {historyOptions} from './commands/change.ts';
import {idsOf} from './output/result.ts';
import type {Printed} from './output/schemas.ts';
import {writePieces, writeRecords, type OutputKind} from './output/write-records.ts';

/** Prints the changes made from this machine and by the team, newest first. Recipients that contain secrets are masked, but not in a script. */
export async function runHistory(run: Run<typeof historyOptions>) {
	const {host, options} = run;
	const {search, operator, limit} = options;
	const profiles = await namedAccounts(run);
	const query = {profiles, search, operator, limit, say};
	const format = chooseFormat(run);
	await pullShared(run);
	const {ledger, notice} = openLedger(host.paths().ledgerFile, {now: host.clock.now});
	try {
		if (notice !== undefined) {
			run.printError(notice);
		}

		if (format === 'sh') {
			await writePieces(scriptPieces(ledger.changes, query), run.write);
		} else {
			const rows = ledger.changes.history(query).map(entry => toRow(entry));
			if (rows.length === 0 && host.outputColumns() !== undefined) {
				note(run, search === undefined && operator === undefined ? 'No changes yet.' : 'Nothing matches.');
			}

			await writeRecords(
				rows,
				historyOutput(
					host.clock.now(),
					rows.some(({operator: by}) => by !== undefined),
				),
				format,
				run,
			);
		}

		return ledger.problem?.cause === 'newer' || ledger.problem?.cause === 'earlier' ? exitCode.failed : exitCode.done;
	} finally {
		ledger.close();
	}
}

/** The accounts that the options name; undefined if they name none. @throws CommandError if there is no such profile */
async function namedAccounts({options, host}: Running) {
	const {profile, baseUrl, sandbox} = options;
	if (profile === undefined && baseUrl === undefined && !sandbox) {
		return undefined;
	}

	const {findKept} = await import('./forget.ts');
	const {accounts} = await findKept(accountRequest(options, host).profile, host, 'Nothing was printed');
	return accounts;
}

/** Pulls what the team of an account did, for a command that only reads the ledger. Without a team nothing is loaded. */
async function pullShared(run: Running) {
	const choice = await chosenProfile(run);
	if (choice?.state !== 'found' || choice.profile.team === undefined) {
		return;
	}

	const {openSession} = await import('./open-session.ts');
	try {
		await using _opened = await openSession(run);
	} catch (error) {
		if (!(error instanceof CommandError)) {
			throw error;
		}

		run.printError(`What colleagues did since the last time may be missing: ${sanitise(error.message)}`);
	}
}

type Row = Printed<'history'>;

/** The request as JSON has it. It contains only the address of the service, not the fingerprint of the API key. */
function toRow({number, request, item, ...about}: HistoryEntry): Row {
	const {at, method, target, outcome, status, summary} = request;
	const {profile, profileName, phase, set, by} = item;
	const detail = say(item);
	return {
		at: new Date(at).toISOString(),
		service: profile.split(' ', 1)[0]!,
		kind: toldKind(item),
		change: set,
		number,
		profileName,
		method,
		target,
		outcome,
		status,
		summary,
		...about,
		state: phase,
		...idsOf(item),
		detail: detail === '' ? undefined : detail,
		operator: by?.operator,
		machine: by?.host,
	};
}

const column = (title: string, priority: number, name: keyof Row) => ({
	title,
	priority,
	read: (row: Row) => String(row[name] ?? ''),
});

/** The output of history. Tab-separated output is for programs: it has all columns, and times in ISO 8601. `hasTeam`: whether changes of other machines are among them. */
const historyOutput = (now: number, hasTeam: boolean): OutputKind<Row> => ({
	columns: [
		{...column('time', 1, 'at'), readForTable: ({at}) => timeAgo(now - Date.parse(at))},
		column('profile', 6, 'profileName'),
		column('change', 8, 'number'),
		column('kind', 2, 'kind'),
		column('request', 5, 'method'),
		column('ID', 3, 'target'),
		column('notification', 4, 'label'),
		column('outcome', 2, 'outcome'),
		column('status', 9, 'status'),
		column('summary', 7, 'summary'),
		column('detail', 10, 'detail'),
		...(hasTeam ? [column('operator', 3, 'operator'), column('machine', 6, 'machine')] : []),
	],
	json: row => jsonText(row),
});

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
	changes: Changes,
	{limit = Infinity, ...filter}: Parameters<Changes['history']>[0],
): Generator<string> {
	yield header;
	const sets = new Set(changes.history(filter).map(({item: {set}}) => set));
	for (const set of [...sets].slice(0, limit).toReversed()) {
		yield pieceOf(changes, changes.set(set));
	}
}

/** The commands that make a change, after comments. Undoes come first. */
function pieceOf(changes: Changes, set: ChangeSet) {
	const {id, profile, profileName, startedAt} = set;
	const items = changes.items(id);
	const done = items.filter(({phase}) => phase === 'done');
	const account = accountWords({
		isSandbox: profile.startsWith('sandbox: '),
		name: profileName,
		baseUrl: profile.split(' ', 1)[0]!,
	});
	// A resume names its IDs: the change that parked them may have parked others, too.
	const isUndone = (item: Item) => item.undoes !== undefined && toldKind(item) !== 'resume';
	const {commands, unsaid} = commandsFor(
		done.filter(item => !isUndone(item)).map(item => ({...item, isDuplicate: item.knownIds.length > 0})),
		account,
	);
	const comments = [`${new Date(startedAt).toISOString()}  ${id}  ${toldOf(set, items)}`, ...unsaid];
	return [
		'',
		...comments.map(text => `# ${sanitiseCell(text)}`),
		...undoneNumbers(
			changes,
			done.filter(item => isUndone(item)),
		).map(number => toShell({words: [...account, 'undo', number]})),
		...commands.map(command => toShell(command)),
		'',
	].join('\n');
}

/** What became of a change, in a sentence. */
function toldOf({kind, size, counts, profileName}: ChangeSet, [first]: readonly Item[]) {
	const {noun, done, preposition} = kindWords[kind];
	if (size > 1) {
		return `${partText(done, counts, totalOf(counts))} ${preposition} ${profileName}.`;
	}

	const only = first!;
	const detail = say(only);
	return only.phase === 'done'
		? doneText({...only, detail}, profileName)
		: `${noun} on ${profileName}: ${stateTexts[only.phase]}. ${detail}`.trimEnd();
}

/** The numbers of what a change has undone: one of several undoes all of a change, one alone an item. */
function undoneNumbers(changes: Changes, items: readonly Item[]) {
	const numbers = items.map(({undoes, of}) => {
		const item = changes.item(undoes!);
		return item && (of > 1 ? String(item.set) : numberOf(item));
	});
	return nonEmpty([...new Set(numbers)]);
}
