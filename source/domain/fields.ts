import {channels, recipientHint} from './channels.ts';
import type {Draft} from './draft/draft.ts';
import {exactFiltersText, filtersText, typedFilterText} from './filters/sentence.ts';
import type {ListedRecord, Notification} from './notification.ts';
import {wireNames} from './wire-names.ts';

/** A field of a listed notification. The optional properties say where else it appears. */
export type Field = {
	/** The search prefix, the column title and the name for sorting and grouping: up to 12 lower-case letters. */
	readonly name: string;
	/** The path in the service's JSON, with dots (interface.md, "Resources and their fields"). */
	readonly path: string;
	/** A shorter name that queries and command options accept as well. */
	readonly alias?: string;
	/** The label on the detail screen and in the form. */
	readonly label: string;
	/** Returns the text to search, sort, group and list by; empty if the notification has none. */
	readonly read: (notification: Notification) => string;
	/** Returns the values one by one, for the detail screen, if there can be several. */
	readonly readAll?: (notification: Notification) => readonly string[];
	/** The text that the detail screen shows if an optional field is empty. */
	readonly ifEmpty?: string;
	/** Whether its digits are hexadecimal and its case has no meaning. */
	readonly isHex?: true;
	readonly column?: ColumnSpec;
	/** The key that sorts by this field. */
	readonly sortLetter?: string;
	/** The key that groups by this field, and its position among the groups to choose from. */
	readonly group?: {readonly letter: string; readonly order: number};
	readonly form?: FormField;
};

export type ColumnSpec = {
	/** The priority of the column. A narrow screen leaves out the columns with the highest numbers. */
	readonly priority: number;
	/** The minimum width of a truncated value, in terminal columns. */
	readonly min: number;
	/** The way to shorten a value that does not fit: at its end, in its middle, or to the code of a channel. */
	readonly cut: 'text' | 'middle' | 'channel';
	/** The column's title; by default the field's name in upper case. One that shortens the name stands where the whole one does not fit. */
	readonly title?: string;
	/** Returns the text of a cell, if it is shorter than the value. */
	readonly cell?: (value: string, notification: Notification) => string;
	/** The text of a cell without a value. */
	readonly ifEmpty?: string;
};

export type FormField = {
	/** The name of the field in the form's state and its issues. */
	readonly id: string;
	/** Its position among the required fields, which come first, or among the optional ones. */
	readonly order: number;
	/** Returns the text shown while the field is empty. */
	readonly placeholder: (draft: Draft) => string;
	readonly read: (draft: Draft) => string;
	readonly write: (draft: Draft, text: string) => Draft;
};

/** Returns the form properties of a field that is a text of the draft. */
function draftText<K extends 'userId' | 'channel' | 'name' | 'recipient' | 'network' | 'eventType' | 'address'>(id: K) {
	return {
		id,
		read: (draft: Draft) => draft[id],
		write: (draft: Draft, text: string): Draft => ({...draft, [id]: text}),
	};
}

const table = [
	{
		name: 'id',
		path: 'id',
		label: 'ID',
		read: ({id}) => id,
		column: {priority: 1, min: 10, cut: 'middle'},
		sortLetter: 'i',
	},
	{
		name: 'name',
		path: wireNames.record.name,
		label: 'Name',
		read: ({name}) => name,
		ifEmpty: 'none',
		column: {priority: 8, min: 18, cut: 'text'},
		sortLetter: 'n',
		form: {...draftText('name'), order: 1, placeholder: () => 'optional display name'},
	},
	{
		name: 'channel',
		path: wireNames.record.channel,
		label: 'Channel',
		read: ({channel}) => channel,
		column: {priority: 3, min: 5, cut: 'channel', title: 'CHAN'},
		sortLetter: 'c',
		group: {letter: 'c', order: 2},
		form: {
			...draftText('channel'),
			order: 2,
			placeholder: () => `${channels.map(({letter}) => letter).join('/')}, or space to choose`,
		},
	},
	{
		name: 'user',
		path: wireNames.record.userId,
		label: 'User',
		read: ({userId}) => userId,
		column: {priority: 4, min: 9, cut: 'text'},
		sortLetter: 'u',
		group: {letter: 'u', order: 1},
		form: {...draftText('userId'), order: 1, placeholder: () => 'external user ID'},
	},
	{
		name: 'recipient',
		path: wireNames.record.recipient,
		alias: 'to',
		label: 'Recipient',
		read: ({recipient}) => recipient,
		column: {priority: 2, min: 16, cut: 'text'},
		sortLetter: 'r',
		group: {letter: 'r', order: 6},
		form: {...draftText('recipient'), order: 3, placeholder: ({channel}) => recipientHint(channel.trim())},
	},
	{
		name: 'filter',
		path: `${wireNames.record.details}.${wireNames.details.filters}`,
		label: 'Filters',
		ifEmpty: 'none (all events match)',
		read: ({filters}) => exactFiltersText(filters),
		column: {
			priority: 5,
			min: 12,
			cut: 'text',
			title: 'WHEN',
			cell: (_value, {filters}) => filtersText(filters),
			ifEmpty: 'any',
		},
		readAll: ({filters}) => filters.map((filter, index) => `${index === 0 ? '' : 'and '}${typedFilterText(filter)}`),
	},
	{
		name: 'network',
		path: `${wireNames.record.details}.${wireNames.details.network}`,
		label: 'Network',
		read: ({network}) => network,
		column: {priority: 7, min: 11, cut: 'text'},
		sortLetter: 'w',
		group: {letter: 'w', order: 3},
		form: {...draftText('network'), order: 5, placeholder: () => 'network, e.g. ETH_MAINNET'},
	},
	{
		name: 'address',
		path: `${wireNames.record.details}.${wireNames.details.addresses}`,
		label: 'Address',
		isHex: true,
		read: ({addresses}) => (addresses.length === 1 ? addresses[0]! : addresses.join(' ')),
		readAll: ({addresses}) => addresses,
		column: {priority: 6, min: 11, cut: 'middle'},
		sortLetter: 'a',
		group: {letter: 'a', order: 5},
		form: {...draftText('address'), order: 4, placeholder: () => '0x…'},
	},
	{
		name: 'event',
		path: `${wireNames.record.details}.${wireNames.details.eventType}`,
		label: 'Event',
		read: ({eventType}) => eventType,
		column: {priority: 9, min: 12, cut: 'text'},
		sortLetter: 'e',
		group: {letter: 'e', order: 4},
		form: {...draftText('eventType'), order: 6, placeholder: () => 'event type, e.g. ADDRESS_ACTIVITY'},
	},
] as const satisfies readonly Field[];

type Row = (typeof table)[number];

export type FieldName = Row['name'];

/** A field that the list can be sorted by. */
export type SortField = Extract<Row, {readonly sortLetter: string}>['name'];

/** A field that the list can be grouped by. */
export type GroupField = Extract<Row, {readonly group: unknown}>['name'];

/** The name of a form field that is a row of the table. */
export type FormFieldId = Extract<Row, {readonly form: unknown}>['form']['id'];

/** The fields of a listed notification, in the order of the list's columns and the detail screen. To add a field, add a row. */
export const fields: readonly Field[] = table;

/** Every name of a field that commands and queries accept: its own, its alias and its path, with or without the part before the dot. */
export const namesOf = ({name, path, alias}: Field): readonly string[] => [
	...new Set([name, ...(alias === undefined ? [] : [alias]), path, path.split('.').at(-1)!]),
];

/** Finds the field with a name, given in lower case. */
export const findField = (name: string): Field | undefined => fields.find(field => namesOf(field).includes(name));

/** The row of a field. */
export function fieldNamed(name: FieldName): Field {
	return fields.find(field => field.name === name)!;
}

/** The sort key of each sortable field, in the table's order. */
export function sortLetters(): Readonly<Record<SortField, string>> {
	return Object.fromEntries(
		fields.flatMap(({name, sortLetter}) => (sortLetter === undefined ? [] : [[name, sortLetter]])),
	) as Record<SortField, string>;
}

/** The group key of each groupable field, in the order to choose from. */
export function groupLetters(): Readonly<Record<GroupField, string>> {
	const groups = fields.flatMap(({name, group}) => (group === undefined ? [] : [{name, ...group}]));
	return Object.fromEntries(
		groups.toSorted((a, b) => a.order - b.order).map(({name, letter}) => [name, letter]),
	) as Record<GroupField, string>;
}

/** The text of a notification in a field's column, whole. `value`: what the field reads of it, if that is known. */
export function cellText({read, column}: Field, notification: Notification, value = read(notification)): string {
	const text = column?.cell === undefined ? value : column.cell(value, notification);
	return text === '' ? (column?.ifEmpty ?? '') : text;
}

/** The text of a record's field; empty for a record that cannot be read. */
export function recordText(record: ListedRecord, field: Field): string {
	return record.kind === 'notification' ? field.read(record) : '';
}
