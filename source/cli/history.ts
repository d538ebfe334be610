import {batchNumber} from '../domain/change-name.ts';
import type {HistoryEntry} from '../storage/journal/history.ts';
import {openLedger} from '../storage/ledger.ts';
import {safeJson} from '../terminal/sanitise.ts';
import {timeAgo} from '../terminal/time.ts';
import type {CommandContext} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {chooseFormat, type OutputFormat, type OutputValues} from './output/output-format.ts';
import {writePieces, writeRecords, type OutputKind} from './output/write-records.ts';

export type RunHistoryOptions = Omit<OutputValues, 'output'> & {
	readonly output: OutputFormat | 'sh' | undefined;
	/** Words that an entry must contain, all of them. */
	readonly search: string | undefined;
	/** The operator whose changes are wanted, as the board names them. */
	readonly operator: string | undefined;
	readonly limit: number | undefined;
};

/** Prints the changes made from this machine and by the team, newest first. Recipients that contain secrets are masked, but not in a script. */
export async function runHistory(
	{search, operator, limit, ...options}: RunHistoryOptions,
	context: CommandContext,
): Promise<number> {
	const {host} = context;
	const format = chooseFormat(options, host);
	const {ledger, notice} = openLedger(host.paths().ledgerFile, {now: host.clock.now});
	try {
		if (notice !== undefined) {
			context.printError(notice);
		}

		if (format === 'sh') {
			const {scriptPieces} = await import('./history-script.ts');
			await writePieces(scriptPieces(ledger.journal, {search, operator, limit}), context.write);
		} else {
			const entries = ledger.journal.history({search, operator, limit});
			await writeRecords(
				entries,
				historyOutput(
					host.clock.now(),
					entries.some(({by}) => by !== undefined),
				),
				format,
				{options, context},
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
			cut: 'end',
			read: ({at}) => new Date(at).toISOString(),
			readForTable: ({at}) => timeAgo(now - at),
		},
		{title: 'profile', priority: 6, cut: 'end', read: ({profileName}) => profileName},
		{title: 'operation', priority: 8, cut: 'end', read: ({operation}) => String(operation)},
		{title: 'kind', priority: 2, cut: 'end', read: ({kind}) => kind},
		{title: 'request', priority: 5, cut: 'end', read: ({method}) => method},
		{title: 'ID', priority: 3, cut: 'end', read: ({target}) => target ?? ''},
		{title: 'notification', priority: 4, cut: 'end', read: ({label}) => label},
		{title: 'outcome', priority: 2, cut: 'end', read: ({outcome}) => outcome},
		{title: 'status', priority: 9, cut: 'end', read: ({status}) => (status === undefined ? '' : String(status))},
		{title: 'summary', priority: 7, cut: 'end', read: ({summary}) => summary ?? ''},
		{title: 'detail', priority: 10, cut: 'end', read: ({detail}) => detail ?? ''},
		{title: 'bulk', priority: 8, cut: 'end', read: ({batch}) => (batch === undefined ? '' : batchNumber(batch))},
		...(hasTeam
			? ([
					{title: 'operator', priority: 3, cut: 'end', read: ({by}) => by?.operator ?? ''},
					{title: 'machine', priority: 6, cut: 'end', read: ({by}) => by?.host ?? ''},
				] as const satisfies OutputKind<HistoryEntry>['columns'])
			: []),
	],
	json: toJson,
});

/** The entry as JSON. It contains only the address of the service, not the fingerprint of the API key. */
function toJson({profile, at, kind, moment: _, by, batch, ...entry}: HistoryEntry): string {
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
