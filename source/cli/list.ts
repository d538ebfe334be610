import {Buffer} from 'node:buffer';
import {serviceWords} from '../api/failure.ts';
import {listNotifications} from '../api/listing/list-notifications.ts';
import {repeatedIdsText} from '../api/listing/repeated-ids.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {parseQuery} from '../domain/query/parse-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {raiseLimit} from '../system/limits.ts';
import {systemClock} from '../system/clock.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import {openAccount, type AccountRequest} from './account.ts';

export type RunListOptions = AccountRequest & {
	readonly isJson: boolean;
	/** A search, as on the list screen (domain/query/search.ts). */
	readonly query: string;
	/** Whether `print` writes to a terminal. */
	readonly isTerminal: boolean;
	/** Writes whole lines; resolves to false when the reader has closed the pipe. */
	readonly print: (text: string | Uint8Array) => Promise<boolean>;
	/** Writes a line to standard error. */
	readonly warn: (line: string) => void;
};

/** Characters per write: one system call per line would take longer than everything else. */
const chunkLength = 65_536;

/**
Prints the notifications of an account, one per line: tab-separated columns, or with `isJson` the record as received.

@returns The exit code: 0 complete, 1 failed, 3 partial.
*/
export async function runList({isJson, query, isTerminal, print, warn, ...account}: RunListOptions): Promise<number> {
	const opened = await openAccount(account);
	const fail = (...lines: readonly string[]): number => {
		for (const line of lines) {
			warn(sanitise(line));
		}

		return 1;
	};

	if (!opened.ok) {
		return fail(opened.summary, opened.nextStep);
	}

	try {
		const result = await listNotifications(opened.connection, {retry: {sleep: systemClock.sleep}});
		if (!result.ok) {
			const words = serviceWords(result.failure);
			return fail(result.failure.summary, ...words === '' ? [] : [`The service says: ${words}`], result.failure.nextStep);
		}

		const {value: listing} = result;
		const terms = parseQuery(query);
		const isMatching = createMatcher(terms);
		const found = terms.length === 0 ? listing.records : listing.records.filter(record => isMatching(record, searchTextOf(record)));
		await (isJson && !isTerminal ? printReceived(found, print) : printRecords(found, isJson ? safeJsonOf : rowOf, print));
		const cut = isJson ? found.filter(record => isSkipped(record) && record.json === undefined).length : 0;
		if (cut > 0) {
			warn(`${cut === 1 ? '1 record is' : `${cut.toLocaleString('en')} records are`} too large; only the beginning is printed, as a JSON string. ${raiseLimit('record')}`);
		}

		if (listing.repeatedIds !== undefined) {
			warn(repeatedIdsText(listing.repeatedIds));
		}

		if (!listing.complete) {
			warn(`The listing is partial. ${sanitise(listing.reason)}`);
			warn('Do not take what is missing here for deleted.');
		}

		return listing.complete ? 0 : 3;
	} finally {
		await opened.close();
	}
}

/** Stops when the reader has closed the pipe. */
async function printRecords(records: readonly ListedRecord[], lineOf: (record: ListedRecord) => string, print: RunListOptions['print']): Promise<void> {
	let chunk = '';
	for (const record of records) {
		chunk += `${lineOf(record)}\n`;
		if (chunk.length < chunkLength) {
			continue;
		}

		if (!await print(chunk)) {
			return;
		}

		chunk = '';
	}

	await print(chunk);
}

/** As `printRecords`, each record as JSON as received. Bytes are passed on as they are: decoding and encoding them would take as long as reading the listing. */
async function printReceived(records: readonly ListedRecord[], print: RunListOptions['print']): Promise<void> {
	let chunk = Buffer.allocUnsafe(2 * chunkLength);
	let length = 0;
	for (const record of records) {
		const line = lineBytes(record);
		if (length > 0 && length + line.length >= chunk.length) {
			if (!await print(chunk.subarray(0, length))) {
				return;
			}

			// The one that was written may still be in use.
			chunk = Buffer.allocUnsafe(Math.max(2 * chunkLength, line.length + 1));
			length = 0;
		} else if (line.length >= chunk.length) {
			chunk = Buffer.allocUnsafe(line.length + 1);
		}

		chunk.set(line, length);
		length += line.length;
		chunk[length] = lineFeed;
		length++;
	}

	await print(chunk.subarray(0, length));
}

const lineFeed = 0x0A;

function lineBytes(record: ListedRecord): Uint8Array {
	const bytes = record.kind === 'notification' ? record.source?.bytes.subarray(record.source.from, record.source.to) : undefined;
	return bytes === undefined || bytes.includes(lineFeed) ? Buffer.from(onOneLine(record)) : bytes;
}

/** For a terminal: control characters are escaped, and API keys are hidden. */
const safeJsonOf = (record: ListedRecord): string => safeJson(hideSecretsInJson(onOneLine(record)));

/** As received, unless it spans several lines. */
function onOneLine(record: ListedRecord): string {
	const {json} = record;
	if (json !== undefined && isSkipped(record)) {
		// It was not parsed. No string of JSON has a line break in it.
		return json.replaceAll(/[\n\r]+/gv, ' ');
	}

	return json === undefined || json.includes('\n') ? JSON.stringify(record.raw) : json;
}

const isSkipped = (record: ListedRecord): boolean => record.kind === 'unreadable' && record.isSkipped === true;

function rowOf(record: ListedRecord): string {
	const cells = record.kind === 'notification'
		? [record.id, record.name, record.channel, record.userId, record.recipient, record.network, record.eventType, record.addresses.join(' ')]
		: ['?', `cannot be read: ${record.problem}`];
	return cells.map(cell => sanitise(cell)).join('\t');
}
