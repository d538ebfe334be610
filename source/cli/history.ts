import {openLedger} from '../storage/ledger.ts';
import type {HistoryEntry} from '../storage/journal/history.ts';
import {systemClock} from '../system/clock.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {formatTime} from '../terminal/time.ts';

export type RunHistoryOptions = {
	readonly ledgerFile: string;
	/** Only entries that contain all of these words. */
	readonly search?: string | undefined;
	/** The maximum number of entries. */
	readonly limit?: number | undefined;
	readonly isJson: boolean;
	readonly print: (line: string) => void;
	/** Writes a line to standard error. */
	readonly warn: (line: string) => void;
};

/** Prints the changes made from this machine, newest first: one per line, or one JSON array with `isJson`. Recipients that contain secrets are masked in both. */
export function runHistory({ledgerFile, search, limit, isJson, print, warn}: RunHistoryOptions): void {
	const {ledger, notice} = openLedger(ledgerFile, {now: systemClock.now});
	try {
		if (notice !== undefined) {
			warn(notice);
		}

		const entries = ledger.journal.history({search, limit});
		if (isJson) {
			print(toJson(entries));
			return;
		}

		for (const entry of entries) {
			print(lineOf(entry));
		}
	} finally {
		ledger.close();
	}
}

/** Of a profile, only the address of the service is printed, not the fingerprint of the API key. */
function toJson(entries: readonly HistoryEntry[]): string {
	const shown = entries.map(({profile, at, moment: _, ...entry}) => ({at: new Date(at).toISOString(), service: profile.split(' ', 1)[0], ...entry}));
	return safeJson(JSON.stringify(shown, undefined, 2));
}

function lineOf({at, profileName, kind, method, target, label, outcome, status, summary, detail}: HistoryEntry): string {
	const parts = [profileName, kind, method, target, label, outcome, status, summary, detail];
	return [formatTime(at), ...parts.flatMap(part => part === undefined || part === '' ? [] : [sanitise(String(part))])].join('  ');
}
