import {batchNumber} from '../notification/operation-texts.ts';
import type {HistoryEntry} from '../storage/journal/history.ts';
import {openLedger} from '../storage/ledger.ts';
import {safeJson} from '../terminal/sanitise.ts';
import {timeAgo} from '../terminal/time.ts';
import {chooseFormat, type Run} from './command.ts';
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
			const {scriptPieces} = await import('./history-script.ts');
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
