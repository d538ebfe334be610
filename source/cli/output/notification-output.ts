import {fieldNamed, recordText, type FieldName} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {toWireFilter} from '../../domain/wire-names.ts';
import type {OutputColumn, OutputKind} from './write-records.ts';

/** The columns: fixed, so that scripts do not break. */
const columnNames = ['id', 'name', 'channel', 'user', 'recipient', 'network', 'event', 'address'] as const satisfies readonly FieldName[];

const columns: ReadonlyArray<OutputColumn<ListedRecord>> = columnNames.map(name => {
	const field = fieldNamed(name);
	return {
		title: name,
		read: record => recordText(record, field),
		priority: field.column!.priority,
		cut: ['recipient', 'middle'].includes(field.column!.cut) ? 'middle' : 'end',
	};
});

/** What only CSV has: the filters, as JSON. */
const filterColumn: OutputColumn<ListedRecord> = {
	title: 'filters',
	read: record => record.kind === 'notification' && record.filters.length > 0 ? JSON.stringify(record.filters.map(filter => toWireFilter(filter))) : '',
	priority: 9,
	cut: 'end',
};

/** How listed records are printed: JSON as received. */
export const notificationOutput: OutputKind<ListedRecord> = {
	columns,
	json: lineBytes,
	problem: record => record.kind === 'notification' ? undefined : `?\tcannot be read: ${sanitise(record.problem)}`,
};

/** As `notificationOutput`, for CSV. */
export const notificationCsv: OutputKind<ListedRecord> = {...notificationOutput, columns: [...columns, filterColumn]};

const lineFeed = 0x0A;

function lineBytes(record: ListedRecord): Uint8Array | string {
	const bytes = record.kind === 'notification' ? record.source?.bytes.subarray(record.source.from, record.source.to) : undefined;
	return bytes === undefined || bytes.includes(lineFeed) ? onOneLine(record) : bytes;
}

/** As received, unless it spans several lines. */
function onOneLine(record: ListedRecord): string {
	const {json} = record;
	if (json !== undefined && isSkipped(record)) {
		// It was not parsed. No string of JSON has a line break in it.
		return json.replaceAll(/[\n\r]+/gv, ' ');
	}

	return json === undefined || json.includes('\n') ? JSON.stringify(record.raw) : json;
}

/** Whether a record was not parsed. */
export const isSkipped = (record: ListedRecord): boolean => record.kind === 'unreadable' && record.isSkipped === true;
