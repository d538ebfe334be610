import {fieldNamed, recordText, type Field, type FieldName} from '../../domain/fields.ts';
import type {ListedRecord, UnreadableRecord} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {toWireFilter} from '../../domain/spec.ts';
import type {OutputColumn, OutputKind} from './write-records.ts';

/** The names of the columns, which are fixed so that scripts do not break. */
const columnNames = [
	'id',
	'name',
	'channel',
	'user',
	'recipient',
	'network',
	'event',
	'address',
] as const satisfies readonly FieldName[];

const columns: ReadonlyArray<OutputColumn<ListedRecord>> = columnNames.map(name => columnOfField(fieldNamed(name)));

/** The column of a field. */
export function columnOfField(field: Field): OutputColumn<ListedRecord> {
	return {
		title: field.name,
		read: record => recordText(record, field),
		priority: field.column!.priority,
		cut: ['recipient', 'middle'].includes(field.column!.cut) ? 'middle' : 'end',
	};
}

/** A column only for CSV: the filters as JSON. */
export const filterColumn: OutputColumn<ListedRecord> = {
	title: 'filters',
	read: record =>
		record.kind === 'notification' && record.filters.length > 0
			? JSON.stringify(record.filters.map(filter => toWireFilter(filter)))
			: '',
	priority: 9,
	cut: 'end',
};

/** The output of listed records. JSON is printed as received. */
export const notificationOutput: OutputKind<ListedRecord> = {
	columns,
	json: lineBytes,
	problem: record => (record.kind === 'notification' ? undefined : `?\tcannot be read: ${sanitise(record.problem)}`),
};

/** The output of listed records as CSV. */
export const notificationCsv: OutputKind<ListedRecord> = {...notificationOutput, columns: [...columns, filterColumn]};

const lineFeed = 0x0a;

function lineBytes(record: ListedRecord): Uint8Array | string {
	const bytes =
		record.kind === 'notification' ? record.source?.bytes.subarray(record.source.from, record.source.to) : undefined;
	return bytes === undefined || bytes.includes(lineFeed) ? onOneLine(record) : bytes;
}

/** The JSON as received, on one line. */
function onOneLine(record: ListedRecord): string {
	const {json} = record;
	if (isSkipped(record)) {
		// The record was not parsed. Line breaks are replaced, since JSON strings contain none. Of one that is too large only the beginning was kept, which is no JSON.
		return json?.replaceAll(/[\n\r]+/gv, ' ') ?? JSON.stringify({unreadable: record.problem, beginning: record.raw});
	}

	return json === undefined || json.includes('\n') ? JSON.stringify(record.raw) : json;
}

/** Whether a record was not parsed. */
export const isSkipped = (record: ListedRecord): record is UnreadableRecord =>
	record.kind === 'unreadable' && record.isSkipped === true;
