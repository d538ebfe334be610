import {listNotifications} from '../api/listing/list-notifications.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {searchTextOf, isMatch, parseQuery} from '../domain/query/search.ts';
import {systemClock} from '../system/clock.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {openAccount, type AccountRequest} from './account.ts';

export type RunListOptions = AccountRequest & {
	readonly isJson: boolean;
	/** As typed into the search of the list (notifications/search.ts). */
	readonly query: string;
	/** Whether it is a terminal that `print` writes to. */
	readonly isTerminal: boolean;
	/** Takes whole lines; resolves to false once nobody reads them any more. */
	readonly print: (text: string) => Promise<boolean>;
	/** For what is not the listing itself. */
	readonly warn: (line: string) => void;
};

/** Characters written at once: a system call for every line would take longer than the rest. */
const pieceLength = 65_536;

/**
Prints the notifications of an account, a line each: its columns with tabs between them, or with `isJson` the record as the service sent it.

@returns The exit code: 0 all of them, 1 none, 3 only some.
*/
export async function runList({isJson, query, isTerminal, print, warn, ...account}: RunListOptions): Promise<number> {
	const opened = await openAccount(account);
	const complain = (what: string, advice: string): number => {
		warn(sanitise(what));
		warn(sanitise(advice));
		return 1;
	};

	if (!opened.ok) {
		return complain(opened.summary, opened.nextStep);
	}

	try {
		const result = await listNotifications(opened.connection, {retry: {sleep: systemClock.sleep}});
		if (!result.ok) {
			return complain(result.failure.summary, result.failure.nextStep);
		}

		const {value: listing} = result;
		const terms = parseQuery(query);
		const found = terms.length === 0 ? listing.records : listing.records.filter(record => isMatch(record, searchTextOf(record), terms));
		await printRecords(found, isJson ? jsonOf(isTerminal) : rowOf, print);
		if (!listing.complete) {
			warn(`The listing is partial. ${sanitise(listing.reason)}`);
			warn('Do not take what is missing here for deleted.');
		}

		return listing.complete ? 0 : 3;
	} finally {
		await opened.close();
	}
}

/** Stops where nobody reads any more. */
async function printRecords(records: readonly ListedRecord[], lineOf: (record: ListedRecord) => string, print: RunListOptions['print']): Promise<void> {
	let piece = '';
	for (const record of records) {
		piece += `${lineOf(record)}\n`;
		if (!(piece.length >= pieceLength)) {
			continue;
		}

		if (!await print(piece)) {
			return;
		}

		piece = '';
	}

	await print(piece);
}

/** The bytes as they are for a file or a program; a terminal would obey some of them. */
const jsonOf = (isTerminal: boolean) => (record: ListedRecord): string => isTerminal ? safeJson(onOneLine(record)) : onOneLine(record);

/** As received, unless that takes several lines. */
function onOneLine(record: ListedRecord): string {
	const {json} = record;
	return json === undefined || json.includes('\n') ? JSON.stringify(record.raw) : json;
}

function rowOf(record: ListedRecord): string {
	const cells = record.kind === 'notification'
		? [record.id, record.name, record.channel, record.userId, record.recipient, record.network, record.eventType, record.addresses.join(' ')]
		: ['?', `cannot be read: ${record.problem}`];
	return cells.map(cell => sanitise(cell)).join('\t');
}
