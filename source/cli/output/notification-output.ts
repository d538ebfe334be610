import {Buffer} from 'node:buffer';
import {
	cellText,
	fieldNamed,
	namedFields,
	findField,
	namesOf,
	recordText,
	type Field,
	type FieldName,
	toWireFilter,
} from '../../notification/spec.ts';
import {bytesOf, type ListedRecord, rawOf, type UnreadableRecord} from '../../notification/notification.ts';
import {endOfJsonString} from '../../platform/json.ts';
import {nearest, numberText, suggestion} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {UsageError} from '../command-error.ts';
import type {CommandContext} from '../command.ts';
import {writePieces, type OutputColumn, type OutputKind} from './write-records.ts';

/** The names of the columns, which are fixed so that scripts do not break. */
const columnNames: readonly FieldName[] = ['id', 'name', 'channel', 'user', 'recipient', 'network', 'event', 'address'];

/** The column of a field. */
const columnOfField = (field: Field): OutputColumn<ListedRecord> => ({
	title: field.name,
	read: record => recordText(record, field),
	...(field.name === 'address' && {
		readForTable: record => (record.kind === 'notification' ? cellText(field, record) : ''),
	}),
	priority: field.column!.priority,
	cut: ['recipient', 'middle'].includes(field.column!.cut) ? 'middle' : 'end',
});

/** A column only for CSV: the filters as JSON. */
const filterColumn: OutputColumn<ListedRecord> = {
	title: 'filters',
	read: record =>
		record.kind === 'notification' && record.filters.length > 0
			? JSON.stringify(record.filters.map(filter => toWireFilter(filter)))
			: '',
	priority: 9,
};

/** The output of listed records. */
export const notificationOutput: OutputKind<ListedRecord> = {
	columns: columnNames.map(name => columnOfField(fieldNamed(name))),
	json: printedJson,
	problem: record => (record.kind === 'notification' ? undefined : `?\tcannot be read: ${sanitise(record.problem)}`),
};

/** The output of listed records as CSV. */
export const notificationCsv: OutputKind<ListedRecord> = {
	...notificationOutput,
	columns: [...notificationOutput.columns, filterColumn],
};

const lineFeed = 0x0a;

/** A listed record as every command prints it: as received, on one line, but with its ID as text. Services send numbers, too, and results, history and files have text, so that a script compares them. */
export function printedJson(record: ListedRecord): Uint8Array {
	const bytes = bytesOf(record);
	if (bytes !== undefined && !bytes.includes(lineFeed)) {
		return withTextId(bytes);
	}

	if (!isSkipped(record)) {
		return withTextId(Buffer.from(JSON.stringify(rawOf(record))));
	}

	// The record was not parsed. Line breaks are replaced, since JSON strings contain none. Of one that is too large only the beginning was kept, which is no JSON.
	const text = record.json?.replaceAll(/[\n\r]+/gv, ' ');
	return withTextId(Buffer.from(text ?? JSON.stringify({unreadable: record.problem, beginning: record.raw})));
}

const quote = Buffer.from('"');

/** Matches what follows the name of a member: its value, if that is a number. */
const valueAfterName = /\s*:\s*(-?\d[^\s,\}]*|)/vy;

/** Puts quotes around an ID that is a number. All other bytes stay: they are not parsed, which would take as long as the listing. */
function withTextId(json: Buffer): Buffer {
	const text = json.toString('latin1');
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const sign = text[at]!;
		if (sign === '"') {
			const mayBeId = depth === 1 && text.startsWith('"id"', at);
			at = endOfJsonString(text, at);
			valueAfterName.lastIndex = at + 1;
			const [, number] = (mayBeId && valueAfterName.exec(text)) || [];
			if (number !== undefined) {
				const to = valueAfterName.lastIndex;
				const from = to - number.length;
				const quoted = [json.subarray(0, from), quote, json.subarray(from, to), quote, json.subarray(to)];
				return number === '' ? json : Buffer.concat(quoted);
			}
		}

		depth += Number('[{'.includes(sign)) - Number(']}'.includes(sign));
	}

	return json;
}

/** Whether a record was not parsed. */
export const isSkipped = (record: ListedRecord): record is UnreadableRecord =>
	record.kind === 'unreadable' && record.isSkipped === true;

/** The field of a name that an option was given. @throws UsageError for an unknown name, with the nearest one */
export function fieldFor(typed: string, option: string): Field {
	const name = typed.trim();
	const field = findField(name.toLowerCase());
	if (field === undefined) {
		const known = namedFields.flatMap(each => namesOf(each));
		const similar = suggestion(nearest(name.toLowerCase(), known));
		const advice = similar === '' ? ` The fields are ${namedFields.map(each => each.name).join(', ')}.` : similar;
		const problem = name === '' ? 'needs the name of a field' : `knows no field "${name}"`;
		throw new UsageError(`${option} ${problem}.${advice}`);
	}

	return field;
}

/**
Reads the value of --columns: field names with commas between them, in any of the names that a query accepts. In CSV the filters are JSON, as without the option.

@throws UsageError for an unknown name.
*/
export const chooseColumns = (text: string, format: string): ReadonlyArray<OutputColumn<ListedRecord>> =>
	text.split(',').map((typed, index) => {
		const field = fieldFor(typed, '--columns');
		// On a narrow terminal the last columns are left out first.
		return {...(format === 'csv' && field.name === 'filter' ? filterColumn : columnOfField(field)), priority: index};
	});

/** Matches an ID that xargs and shells pass on as it is, and that no command takes for an option. */
const plainWord = /^(?!-(?!\d))[^\s"'\\\p{C}]+$/v;

/** Prints IDs, one on each line, with a warning about those that are left out: of records that cannot be read, and those that would be split or changed. Returns whether all are printed. */
export async function printIds(
	records: readonly ListedRecord[],
	{write, printError}: CommandContext,
): Promise<boolean> {
	const ids = records.flatMap(record =>
		record.kind === 'notification' && plainWord.test(record.id) ? [record.id] : [],
	);
	await writePieces(
		ids.map(id => `${sanitise(id)}\n`),
		write,
	);
	const leftOut = records.length - ids.length;
	if (leftOut > 0) {
		printError(
			`${leftOut === 1 ? '1 record is' : `${numberText(leftOut)} records are`} left out: without an ID, or with one that a shell or xargs would split or change. -o jsonl prints all.`,
		);
	}

	return leftOut === 0;
}
