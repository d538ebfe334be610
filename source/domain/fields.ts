import {channels, recipientHint} from './channels.ts';
import type {Draft} from './draft/draft.ts';
import {filterSentence, filtersSentence} from './filters/sentence.ts';
import type {ListedRecord, Notification} from './notification.ts';
import {wireNames} from './wire-names.ts';

/** Everything the program knows of a field of a listed notification. The optional parts say where else it appears. */
export type Field = {
	/** The search prefix, the column title and the name in the choices of sort and group: up to 12 lower-case letters. */
	readonly name: string;
	/** The member of the service's JSON, from the top, with dots (interface.md, "Resources and their fields"). */
	readonly path: string;
	/** A shorter name that queries and command options take as well. */
	readonly alias?: string;
	/** What the detail screen and the form call it. */
	readonly label: string;
	/** The text to search, sort, group and list by. Empty if the notification has none. */
	readonly read: (notification: Notification) => string;
	/** The values one by one, for the detail screen, if there can be several. */
	readonly readAll?: (notification: Notification) => readonly string[];
	/** The field is optional. The detail screen shows this where it is empty. */
	readonly ifEmpty?: string;
	/** Its digits are hexadecimal, and its case has no meaning. */
	readonly isHex?: true;
	readonly column?: ColumnSpec;
	/** The key that sorts by it. */
	readonly sortLetter?: string;
	/** The key that groups by it, and its place among the groups to choose from. */
	readonly group?: {readonly letter: string; readonly order: number};
	readonly form?: FormField;
};

export type ColumnSpec = {
	/** Columns are left out of a narrow screen from the highest number down. */
	readonly priority: number;
	/** The least width of a value that is cut, in terminal columns. */
	readonly min: number;
	/** Where a value that does not fit is cut: `text` where values differ. */
	readonly cut: 'end' | 'text' | 'middle' | 'recipient' | 'channel';
	/** By default the field's name in upper case. */
	readonly title?: string;
};

export type FormField = {
	/** Names the field in the form's state and its issues. */
	readonly id: string;
	/** Its place among the required fields, which come first, or among the optional ones. */
	readonly order: number;
	/** Shown while the field is empty. */
	readonly placeholder: (draft: Draft) => string;
	readonly read: (draft: Draft) => string;
	readonly write: (draft: Draft, text: string) => Draft;
};

/** The form's part of a field that is a text of the draft. */
function draftText<K extends 'userId' | 'channel' | 'name' | 'recipient' | 'network' | 'eventType' | 'address'>(id: K) {
	return {
		id,
		read: (draft: Draft) => draft[id],
		write: (draft: Draft, text: string): Draft => ({...draft, [id]: text}),
	};
}

const table = [
	{
		name: 'id', path: 'id', label: 'ID', read: ({id}) => id,
		column: {priority: 1, min: 6, cut: 'end'},
		sortLetter: 'i',
	},
	{
		name: 'name', path: wireNames.record.name, label: 'Name', read: ({name}) => name, ifEmpty: 'none',
		column: {priority: 2, min: 18, cut: 'text'},
		sortLetter: 'n',
		form: {...draftText('name'), order: 1, placeholder: () => 'optional display name'},
	},
	{
		name: 'channel', path: wireNames.record.channel, label: 'Channel', read: ({channel}) => channel,
		column: {priority: 3, min: 5, cut: 'channel', title: 'CHAN'},
		sortLetter: 'c', group: {letter: 'c', order: 2},
		form: {...draftText('channel'), order: 2, placeholder: () => `${channels.map(({letter}) => letter).join('/')}, or space to choose`},
	},
	{
		name: 'user', path: wireNames.record.userId, label: 'User', read: ({userId}) => userId,
		column: {priority: 6, min: 9, cut: 'text'},
		sortLetter: 'u', group: {letter: 'u', order: 1},
		form: {...draftText('userId'), order: 1, placeholder: () => 'external user ID'},
	},
	{
		name: 'recipient', path: wireNames.record.recipient, alias: 'to', label: 'Recipient', read: ({recipient}) => recipient,
		column: {priority: 4, min: 16, cut: 'recipient'},
		sortLetter: 'r', group: {letter: 'r', order: 6},
		form: {...draftText('recipient'), order: 3, placeholder: ({channel}) => recipientHint(channel.trim())},
	},
	{
		name: 'network', path: `${wireNames.record.details}.${wireNames.details.network}`, label: 'Network', read: ({network}) => network,
		column: {priority: 7, min: 12, cut: 'text'},
		sortLetter: 'w', group: {letter: 'w', order: 3},
		form: {...draftText('network'), order: 5, placeholder: () => 'network, e.g. ETH_MAINNET'},
	},
	{
		name: 'event', path: `${wireNames.record.details}.${wireNames.details.eventType}`, label: 'Event', read: ({eventType}) => eventType,
		column: {priority: 8, min: 12, cut: 'text'},
		sortLetter: 'e', group: {letter: 'e', order: 4},
		form: {...draftText('eventType'), order: 6, placeholder: () => 'event type, e.g. ADDRESS_ACTIVITY'},
	},
	{
		name: 'address', path: `${wireNames.record.details}.${wireNames.details.addresses}`, label: 'Address', isHex: true,
		read: ({addresses}) => addresses.length === 1 ? addresses[0]! : addresses.join(' '),
		readAll: ({addresses}) => addresses,
		column: {priority: 5, min: 13, cut: 'middle'},
		sortLetter: 'a', group: {letter: 'a', order: 5},
		form: {...draftText('address'), order: 4, placeholder: () => '0x…'},
	},
	{
		name: 'filter', path: `${wireNames.record.details}.${wireNames.details.filters}`, label: 'Filters', ifEmpty: 'none (all events match)',
		read: ({filters}) => filtersSentence(filters),
		column: {priority: 9, min: 20, cut: 'text', title: 'FILTERS'},
		readAll: ({filters}) => filters.map((filter, index) => `${index === 0 ? '' : 'and '}${filterSentence(filter)}`),
	},
] as const satisfies readonly Field[];

type Row = (typeof table)[number];

export type FieldName = Row['name'];

/** A field that the list can be sorted by. */
export type SortField = Extract<Row, {readonly sortLetter: string}>['name'];

/** A field that the list can be grouped by. */
export type GroupField = Extract<Row, {readonly group: unknown}>['name'];

/** Names a field of the form that is a row of the table. */
export type FormFieldId = Extract<Row, {readonly form: unknown}>['form']['id'];

/** The fields of a listed notification, in the order of the list's columns and the detail screen. To add a field, add a row. */
export const fields: readonly Field[] = table;

/** Every name that a person may give a field: its own, its alias, and the interface's, with or without what stands before the dot. */
export const namesOf = ({name, path, alias}: Field): readonly string[] => [...new Set([name, ...alias === undefined ? [] : [alias], path, path.split('.').at(-1)!])];

/** The field that has this name, in lower case. */
export const findField = (name: string): Field | undefined => fields.find(field => namesOf(field).includes(name));

/** The row of a field. */
export function fieldNamed(name: FieldName): Field {
	return fields.find(field => field.name === name)!;
}

/** The key of each field that the list can be sorted by, in the table's order. */
export function sortLetters(): Readonly<Record<SortField, string>> {
	return Object.fromEntries(fields.flatMap(({name, sortLetter}) => sortLetter === undefined ? [] : [[name, sortLetter]])) as Record<SortField, string>;
}

/** The key of each field that the list can be grouped by, in the order to choose from. */
export function groupLetters(): Readonly<Record<GroupField, string>> {
	const groups = fields.flatMap(({name, group}) => group === undefined ? [] : [{name, ...group}]);
	return Object.fromEntries(groups.toSorted((a, b) => a.order - b.order).map(({name, letter}) => [name, letter])) as Record<GroupField, string>;
}

/** The text of a field; empty for a record that cannot be read. */
export function recordText(record: ListedRecord, field: Field): string {
	return record.kind === 'notification' ? field.read(record) : '';
}
