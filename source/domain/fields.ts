import {isDeepStrictEqual} from 'node:util';
import {channels, recipientHint} from './channels.ts';
import {exactFiltersText, filtersText, typedFilterText} from './filters/sentence.ts';
import type {
	ListedRecord,
	Notification,
	Filter,
	NotificationFields,
	NotificationInput,
	Topics,
} from './notification.ts';
import {wireNames} from './wire-names.ts';
import {readOperator, typedOperator} from './filters/operator-signs.ts';
import {knownTemplate} from './recreation-losses.ts';
import {canHaveTopics} from './topics.ts';

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

/** The text of a notification in a field's column, whole. */
export function cellText({read, column}: Field, notification: Notification): string {
	const value = read(notification);
	const text = column?.cell === undefined ? value : column.cell(value, notification);
	return text === '' ? (column?.ifEmpty ?? '') : text;
}

/** The text of a record's field; empty for a record that cannot be read. */
export function recordText(record: ListedRecord, field: Field): string {
	return record.kind === 'notification' ? field.read(record) : '';
}

/** A notification being written. Every field contains the text typed so far. */
export type Draft = Omit<NotificationInput, 'addresses'> & {readonly address: string};

export const filterParts = ['fieldName', 'operator', 'value', 'valueType'] as const;

export type FilterPart = (typeof filterParts)[number];

/** The name of a form field. */
export type FieldId = FormFieldId | 'template' | `filter.${number}.${FilterPart}` | `topic.${number}`;

/** A new draft with only the network and event type that interface.md shows. */
export const emptyDraft: Draft = {
	userId: '',
	channel: '',
	name: '',
	recipient: '',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	address: '',
	filters: [],
	template: '',
	topics: ['', '', '', ''],
};

const emptyFilter: Filter = {fieldName: '', operator: '', value: '', valueType: ''};

type DraftField = Field & {readonly form: FormField};

/** Returns the form's rows of `fields`, either required or optional, in the form's order. */
const formFields = (isOptional: boolean): FieldId[] =>
	fields
		.filter((field): field is DraftField => field.form !== undefined && (field.ifEmpty !== undefined) === isOptional)
		.toSorted((a, b) => a.form.order - b.form.order)
		.map(({form}) => form.id as FieldId);

const requiredFields = formFields(false);
const optionalFields = formFields(true);
const rowsById: ReadonlyMap<string, DraftField> = new Map(
	fields.flatMap(field => (field.form === undefined ? [] : [[field.form.id, {...field, form: field.form}]])),
);

/** The row of `fields` that a form field belongs to. Filters, topics and the template have none. */
export function formFieldOf(field: FieldId): DraftField | undefined {
	return rowsById.get(field);
}

/** The form's fields for a draft, from top to bottom. A topic that has the focus keeps its row while it is emptied. */
export function fieldsOf(draft: Draft, focus?: FieldId): FieldId[] {
	return [
		...requiredFields,
		...draft.filters.flatMap((_filter, index) => filterParts.map((part): FieldId => `filter.${index}.${part}`)),
		...(hasTopics(draft) || focus?.startsWith('topic.') === true
			? draft.topics.map((_topic, index): FieldId => `topic.${index}`)
			: []),
		...optionalFields,
		'template',
	];
}

/** Whether a draft has rows for topics: topics are possible, or some are set. */
export function hasTopics(draft: Pick<Draft, 'channel' | 'eventType' | 'topics'>): boolean {
	return canHaveTopics(draft) || hasAnyTopic(draft);
}

/** Whether a topic is set. */
export const hasAnyTopic = ({topics}: Pick<Draft, 'topics'>): boolean => topics.some(topic => topic.trim() !== '');

/** The index of a field's filter and its part of it; undefined for a field outside the filters. */
export function filterOf(field: FieldId): {readonly index: number; readonly part: FilterPart} | undefined {
	const [kind, index, part] = field.split('.', 3);
	return kind === 'filter' ? {index: Number(index), part: part as FilterPart} : undefined;
}

/** The text of a field; empty for a field that the draft does not have. */
export function readField(draft: Draft, field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return draft.filters[filter.index]?.[filter.part] ?? '';
	}

	return (
		formFieldOf(field)?.form.read(draft) ??
		(field === 'template' ? draft.template : (draft.topics[topicIndex(field)] ?? ''))
	);
}

/** The text of a field as a person types it: see `typedOperator`. */
export const typedText = (draft: Draft, field: FieldId): string =>
	filterOf(field)?.part === 'operator' ? typedOperator(readField(draft, field)) : readField(draft, field);

/** Reads the text of a field as a person typed it: see `readOperator`. */
export const readTyped = (field: FieldId, text: string): string =>
	filterOf(field)?.part === 'operator' ? readOperator(text) : text;

/** Whether a field has the same text in two drafts. A part of a filter that only one of them has is not the same, even where it is empty. */
export function isSameField(field: FieldId, draft: Draft, other: Draft): boolean {
	const filter = filterOf(field);
	const isInBoth =
		filter === undefined || (draft.filters[filter.index] !== undefined && other.filters[filter.index] !== undefined);
	return isInBoth && readField(draft, field) === readField(other, field);
}

/** Returns the draft with a field changed. */
export function writeField(draft: Draft, field: FieldId, text: string): Draft {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return {
			...draft,
			filters: draft.filters.map((old, index) => (index === filter.index ? {...old, [filter.part]: text} : old)),
		};
	}

	if (field.startsWith('topic.')) {
		const topics = draft.topics.with(topicIndex(field), text) as unknown as Topics;
		return {...draft, topics};
	}

	return formFieldOf(field)?.form.write(draft, text) ?? {...draft, template: text};
}

/** Returns the draft with its filters changed. */
export function withFilters(draft: Draft, change: (filters: readonly Filter[]) => readonly Filter[]): Draft {
	return {...draft, filters: change(draft.filters)};
}

/** Returns the filters with one inserted after `index`; by default an empty one at the end. */
export function addFilter(filters: readonly Filter[], index = filters.length - 1, filter = emptyFilter): Filter[] {
	return filters.toSpliced(index + 1, 0, filter);
}

/** Returns the filters with the one at `from` moved to `to`. */
export function moveFilter(filters: readonly Filter[], from: number, to: number): Filter[] {
	return filters.toSpliced(from, 1).toSpliced(to, 0, filters[from]!);
}

/** Converts a draft to the input that is sent. White space around a field is removed, except in the template, which is sent as typed. */
export function toInput(draft: Draft): NotificationInput {
	const {address, ...rest} = draft;
	return {
		...rest,
		filters: draft.filters.map(filter => toSentFilter(filter)),
		userId: draft.userId.trim(),
		channel: draft.channel.trim(),
		name: draft.name.trim(),
		recipient: draft.recipient.trim(),
		network: draft.network.trim(),
		eventType: draft.eventType.trim(),
		addresses: [address.trim()],
		topics: draft.topics.map(topic => topic.trim()) as unknown as Topics,
	};
}

const toSentFilter = (filter: Filter): Filter => ({
	...filter,
	fieldName: filter.fieldName.trim(),
	operator: filter.operator.trim(),
	value: filter.value.trim(),
	valueType: filter.valueType.trim(),
});

/** Creates a draft with the fields of a listed notification. interface.md says that listings never return the template and the topics: they are empty, unless a service lists the template anyway. */
export function toDraft(notification: Notification): Draft {
	return {
		userId: notification.userId,
		channel: notification.channel,
		name: notification.name,
		recipient: notification.recipient,
		network: notification.network,
		eventType: notification.eventType,
		address: joinAddresses(notification.addresses),
		filters: notification.filters,
		...(notification.extras && {extras: notification.extras}),
		...(notification.recordExtras && {recordExtras: notification.recordExtras}),
		template: knownTemplate({raw: notification.raw, template: undefined}) ?? '',
		topics: ['', '', '', ''],
	};
}

/** Joins the addresses of a listed notification in one field. Only one can be entered; several stay visible, as an invalid address, for the operator to correct. */
export const joinAddresses = (addresses: readonly string[]): string => addresses.join(' ');

/** Converts a draft to input, as `toInput` does, to edit or recreate a notification that the service held, or that a file describes. What is as one of these has it is sent like that, white space and further addresses included. */
export function toHeldInput(draft: Draft, ...held: readonly NotificationFields[]): NotificationInput {
	const kept = held.map(({userId, channel, name, recipient, network, eventType, addresses}) => {
		// A listed notification has getters, which a spread leaves out.
		const others = {userId, channel, name, recipient, network, eventType};
		const same = Object.entries(others).filter(([member, value]) => draft[member as keyof typeof others] === value);
		return {...Object.fromEntries(same), ...(draft.address === joinAddresses(addresses) && {addresses})};
	});
	const heldFilters = held.flatMap(({filters}) => filters);
	const filters = draft.filters.map(filter =>
		heldFilters.some(one => isDeepStrictEqual(one, filter)) ? filter : toSentFilter(filter),
	);
	return Object.assign(toInput(draft), {filters}, ...kept) as NotificationInput;
}

function topicIndex(field: FieldId): number {
	return Number(field.slice('topic.'.length));
}
