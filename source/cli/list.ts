import {Buffer} from 'node:buffer';
import {listNotifications} from '../api/listing/list-notifications.ts';
import {repeatedIdsText} from '../api/listing/repeated-ids.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {parseQuery} from '../domain/query/parse-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {raiseLimit} from '../system/limits.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import type {AccountOptions} from './account-request.ts';
import {openAccount} from './account.ts';
import type {CommandContext} from './command.ts';
import {errorOfFailure} from './command-error.ts';
import {exitCode} from './exit-codes.ts';

export type RunListOptions = {
	readonly account: AccountOptions;
	readonly isJson: boolean;
	/** A search, as on the list screen (domain/query/search.ts). */
	readonly query: string;
};

/** Characters per write: one system call per line would take longer than everything else. */
const chunkLength = 65_536;

/**
Prints the notifications of an account, one per line: tab-separated columns, or with `isJson` the record as received.

@returns The exit code: 0 complete, 3 partial.
@throws CommandError when nothing could be listed.
*/
export async function runList({isJson, query, account}: RunListOptions, context: CommandContext): Promise<number> {
	const {connection, close} = await openAccount(account, context);
	const {host, printError: warn, write: print} = context;
	const isTerminal = host.outputColumns() !== undefined;
	try {
		const result = await listNotifications(connection, {retry: {sleep: host.clock.sleep}});
		if (!result.ok) {
			throw errorOfFailure(result.failure);
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

		return listing.complete ? exitCode.done : exitCode.incomplete;
	} finally {
		await close();
	}
}

/** Stops when the reader has closed the pipe. */
async function printRecords(records: readonly ListedRecord[], lineOf: (record: ListedRecord) => string, print: CommandContext['write']): Promise<void> {
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
async function printReceived(records: readonly ListedRecord[], print: CommandContext['write']): Promise<void> {
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
