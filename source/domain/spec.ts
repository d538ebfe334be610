import {isObject, type JsonObject} from '../platform/json.ts';
import {channelNames, channels, recipientHint} from './channels.ts';
import {exactFiltersText, filtersText, typedFilterText} from './filters/sentence.ts';
import {
	type Filter,
	type ListedRecord,
	type Notification,
	type NotificationFields,
	type NotificationInput,
	sourceOf,
	type Topics,
} from './notification.ts';
import {eventFields, eventTypes, networks, operators, valueTypes} from './vocabulary.ts';

/** The form of a value in the service's JSON (interface.md, "Resources and their fields"). */
export type Shape = {
	readonly kind: 'text' | 'list' | 'object';
	/** Whether it must be there and not be empty; a list of it must have one item. */
	readonly isRequired?: true;
	/** The only texts. */
	readonly oneOf?: readonly string[];
	/** Texts to offer; any other one is valid, too. */
	readonly offered?: readonly string[];
	/** Whether a text must be 0x-prefixed hexadecimal. */
	readonly isHex?: true;
	/** What a value has to be, in messages: `a list`. */
	readonly hint?: string;
	readonly item?: Shape;
	/** The members of an object, by name. */
	readonly members?: Readonly<Record<string, Shape>>;
	/** Whether files say that an object has no other members. */
	readonly isClosed?: true;
};

/** A notification, listed or to be created, as far as its fields are known. */
export type Readable = NotificationFields & {
	readonly id?: string;
	readonly template?: string | undefined;
	readonly topics?: Topics | undefined;
};

/** A field of a notification. To add one, add a row. */
export type Field = {
	/** The search prefix, the column title and the name for sorting and grouping: up to 12 lower-case letters. */
	readonly name: string;
	/** The member of a notification in this program. */
	readonly key: keyof NotificationInput | 'id';
	/** The path in the service's JSON, with dots. */
	readonly path: string;
	readonly shape: Shape;
	/** Whether listings never return it: then it is unknown unless it was sent from this machine. */
	readonly isUnlisted?: true;
	/** A shorter name that queries and command options accept as well. */
	readonly alias?: string;
	/** The label on the detail screen and in the form. */
	readonly label: string;
	/** Returns the text to search, sort, group and list by; empty if the notification has none. */
	readonly read: (notification: Readable) => string;
	/** Returns the values one by one, for the detail screen, if there can be several. */
	readonly readAll?: (notification: Readable) => readonly string[];
	/** The text that the detail screen shows if an optional field is empty. */
	readonly ifEmpty?: string;
	/** Whether it only names the notification: duplicates can differ in it. */
	readonly isLabel?: true;
	/** Whether its digits are hexadecimal and its case has no meaning. */
	readonly isHex?: true;
	/** What the form suggests: values of the vocabulary and of the account, or texts of the account. */
	readonly suggests?: 'values' | 'texts';
	readonly column?: ColumnSpec;
	/** The key that sorts by this field. */
	readonly sortLetter?: string;
	/** The key that groups by this field, its position among the groups to choose from, and the lines that its values take beside a group. */
	readonly group?: {readonly letter: string; readonly order: number; readonly lines: number};
	readonly form?: FormField;
	/** The option of `create`, by its alias or its name; `order`: its position in help. */
	readonly option?: {
		readonly order: number;
		readonly value: string;
		readonly summary: string;
		readonly isMultiple?: true;
	};
};

export type ColumnSpec = {
	/** The position of the column, and of the field on the detail screen. */
	readonly position: number;
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
	readonly placeholder?: (draft: NotificationInput) => string;
	/** The text of a new notification. */
	readonly initial?: string;
};

/** The member of the service's JSON that contains what is watched. */
export const detailsName = 'event_details';

const text: Shape = {kind: 'text'};
const requiredText: Shape = {kind: 'text', isRequired: true};

/** A part of a filter. */
export type FilterPartSpec = {
	readonly part: 'fieldName' | 'operator' | 'value' | 'valueType';
	/** Its names in the service's JSON, and in commands and the form. */
	readonly wire: string;
	readonly name: string;
	readonly shape: Shape;
	/** Whether the form suggests values. */
	readonly suggests?: 'values';
	/** Its share of the form's line. */
	readonly share: number;
};

const partTable = [
	{
		part: 'fieldName',
		wire: 'field_name',
		name: 'field',
		shape: {...requiredText, offered: eventFields.map(({name}) => name)},
		suggests: 'values',
		share: 3,
	},
	{
		part: 'operator',
		wire: 'operator',
		name: 'operator',
		shape: {...requiredText, offered: operators.map(({name}) => name)},
		suggests: 'values',
		share: 2,
	},
	{part: 'value', wire: 'value', name: 'value', shape: text, share: 4},
	{
		part: 'valueType',
		wire: 'value_type',
		name: 'type',
		shape: {...requiredText, offered: valueTypes},
		suggests: 'values',
		share: 2,
	},
] as const satisfies readonly FilterPartSpec[];

/** The parts of a filter (interface.md, "Filter"), in the order in which they are typed. */
export const filterSpec: readonly FilterPartSpec[] = partTable;

export type FilterPart = (typeof partTable)[number]['part'];

/** The row of a part of a filter. */
export const partSpec = (part: FilterPart): FilterPartSpec => filterSpec.find(each => each.part === part)!;

/** The members of `graphql`, in the order of the topics. */
export const topicNames: readonly string[] = ['topic_0', 'topic_1', 'topic_2', 'topic_3'];

/** A choice in words: `A, B or C`. */
const anyOf = (names: readonly string[]): string => [names.slice(0, -1).join(', '), names.at(-1)!].join(' or ');

const table = [
	{
		name: 'id',
		key: 'id',
		path: 'id',
		shape: text,
		label: 'ID',
		read: ({id = ''}) => id,
		column: {position: 1, priority: 1, min: 10, cut: 'middle'},
		sortLetter: 'i',
	},
	{
		name: 'user',
		key: 'userId',
		path: 'external_user_id',
		shape: requiredText,
		label: 'User',
		read: ({userId}) => userId,
		suggests: 'texts',
		column: {position: 4, priority: 4, min: 9, cut: 'text'},
		sortLetter: 'u',
		group: {letter: 'u', order: 1, lines: 3},
		form: {id: 'userId', order: 1, placeholder: () => 'external user ID'},
		option: {order: 1, value: 'ID', summary: 'external user ID'},
	},
	{
		name: 'channel',
		key: 'channel',
		path: 'channel',
		shape: {...requiredText, oneOf: channelNames()},
		label: 'Channel',
		read: ({channel}) => channel,
		column: {position: 3, priority: 3, min: 5, cut: 'channel', title: 'CHAN'},
		sortLetter: 'c',
		group: {letter: 'c', order: 2, lines: 1},
		form: {
			id: 'channel',
			order: 2,
			placeholder: () => `${channels.map(({letter}) => letter).join('/')}, or space to choose`,
		},
		option: {order: 2, value: 'NAME', summary: anyOf(channelNames())},
	},
	{
		name: 'name',
		key: 'name',
		path: 'notification_name',
		shape: text,
		label: 'Name',
		isLabel: true,
		read: ({name}) => name,
		ifEmpty: 'none',
		suggests: 'texts',
		column: {position: 2, priority: 8, min: 18, cut: 'text'},
		sortLetter: 'n',
		form: {id: 'name', order: 1, placeholder: () => 'optional display name'},
		option: {order: 4, value: 'TEXT', summary: 'display name'},
	},
	{
		name: 'template',
		key: 'template',
		path: 'template',
		shape: text,
		isUnlisted: true,
		label: 'Template',
		read: ({template = ''}) => template,
		ifEmpty: 'none',
		form: {id: 'template', order: 2},
		option: {order: 10, value: 'TEXT', summary: 'message template; @FILE reads a file'},
	},
	{
		name: 'recipient',
		key: 'recipient',
		path: 'delivery_location',
		shape: requiredText,
		alias: 'to',
		label: 'Recipient',
		read: ({recipient}) => recipient,
		suggests: 'texts',
		column: {position: 5, priority: 2, min: 16, cut: 'text'},
		sortLetter: 'r',
		group: {letter: 'r', order: 6, lines: 3},
		form: {id: 'recipient', order: 3, placeholder: ({channel}) => recipientHint(channel.trim())},
		option: {order: 3, value: 'RECIPIENT', summary: 'e-mail address, URL or chat'},
	},
	{
		name: 'network',
		key: 'network',
		path: 'event_details.network',
		shape: {...requiredText, offered: networks},
		label: 'Network',
		read: ({network}) => network,
		suggests: 'values',
		column: {position: 7, priority: 7, min: 11, cut: 'text'},
		sortLetter: 'w',
		group: {letter: 'w', order: 3, lines: 1},
		form: {id: 'network', order: 5, placeholder: () => 'network, e.g. ETH_MAINNET', initial: 'ETH_MAINNET'},
		option: {order: 5, value: 'NAME', summary: 'network (default ETH_MAINNET)'},
	},
	{
		name: 'event',
		key: 'eventType',
		path: 'event_details.event_type',
		shape: {...requiredText, offered: eventTypes},
		label: 'Event',
		read: ({eventType}) => eventType,
		suggests: 'values',
		column: {position: 9, priority: 9, min: 12, cut: 'text'},
		sortLetter: 'e',
		group: {letter: 'e', order: 4, lines: 1},
		form: {
			id: 'eventType',
			order: 6,
			placeholder: () => 'event type, e.g. ADDRESS_ACTIVITY',
			initial: 'ADDRESS_ACTIVITY',
		},
		option: {order: 6, value: 'NAME', summary: 'event type (default ADDRESS_ACTIVITY)'},
	},
	{
		name: 'address',
		key: 'addresses',
		path: 'event_details.addresses',
		shape: {
			kind: 'list',
			isRequired: true,
			hint: 'a list with one address, such as [0x…]',
			item: {kind: 'text', isHex: true},
		},
		label: 'Address',
		isHex: true,
		read: ({addresses}) => (addresses.length === 1 ? addresses[0]! : addresses.join(' ')),
		readAll: ({addresses}) => addresses,
		suggests: 'texts',
		column: {position: 8, priority: 6, min: 11, cut: 'middle'},
		sortLetter: 'a',
		group: {letter: 'a', order: 5, lines: 3},
		form: {id: 'address', order: 4, placeholder: () => '0x…'},
		option: {order: 7, value: '0x…', summary: 'the address to watch'},
	},
	{
		name: 'filter',
		key: 'filters',
		path: 'event_details.filters',
		shape: {
			kind: 'list',
			item: {kind: 'object', members: Object.fromEntries(partTable.map(({wire, shape}) => [wire, shape]))},
		},
		label: 'Filters',
		ifEmpty: 'none (all events match)',
		read: ({filters}) => exactFiltersText(filters),
		readAll: ({filters}) => filters.map((filter, index) => `${index === 0 ? '' : 'and '}${typedFilterText(filter)}`),
		column: {
			position: 6,
			priority: 5,
			min: 12,
			cut: 'text',
			title: 'WHEN',
			cell: (_value, {filters}) => filtersText(filters),
			ifEmpty: 'any',
		},
		option: {
			order: 8,
			value: 'FILTER',
			summary: '"FIELD OPERATOR VALUE TYPE", such as "value > 10 int"; can be repeated',
			isMultiple: true,
		},
	},
	{
		name: 'topic',
		key: 'topics',
		path: 'event_details.graphql',
		shape: {kind: 'object', members: Object.fromEntries(topicNames.map(name => [name, text])), isClosed: true},
		isUnlisted: true,
		label: 'Topics',
		ifEmpty: 'none',
		read: ({topics = ['', '', '', '']}) => topics.join(' ').trim(),
		option: {
			order: 9,
			value: '0x…',
			summary: 'a topic of a GraphQL-type webhook; up to four, in their order',
			isMultiple: true,
		},
	},
] as const satisfies readonly Field[];

type Row = (typeof table)[number];

type ListedRow = Exclude<Row, {readonly isUnlisted: true}>;

export type FieldName = ListedRow['name'];

/** A field that the list can be sorted by. */
export type SortField = Extract<Row, {readonly sortLetter: string}>['name'];

/** A field that the list can be grouped by. */
export type GroupField = Extract<Row, {readonly group: unknown}>['name'];

/** The name of a form field that is a row of the table. */
export type FormFieldId = Extract<Row, {readonly form: unknown}>['form']['id'];

type OptionRow = Extract<Row, {readonly option: unknown}>;

type OptionNameOf<R extends OptionRow> = R extends {readonly alias: infer Alias extends string} ? Alias : R['name'];

/** The values of the options of `create` that set a field. */
export type FieldOptions = {
	readonly [R in OptionRow as OptionNameOf<R>]: R['option'] extends {readonly isMultiple: true}
		? readonly string[]
		: string | undefined;
};

/** The name of a form field: a row, a part of a filter, or a topic. */
export type FieldId = FormFieldId | `filter.${number}.${FilterPart}` | `topic.${number}`;

/** The fields of a notification without its ID, in the order of the service's JSON. */
export const contentFields: readonly Field[] = table.filter(({key}) => key !== 'id');

/** The fields of a listed notification, in the order of the list's columns and the detail screen. */
export const fields: readonly Field[] = (table as readonly Field[])
	.filter(({isUnlisted}) => isUnlisted !== true)
	.toSorted((a, b) => a.column!.position - b.column!.position);

/** The name of a field's member in the object that contains it. */
export const wireOf = ({path}: Pick<Field, 'path'>): string => path.slice(path.indexOf('.') + 1);

/** Whether a field is a member of `event_details`. */
export const isDetail = ({path}: Pick<Field, 'path'>): boolean => path.startsWith(`${detailsName}.`);

const membersOf = (rows: readonly Field[]): Readonly<Record<string, Shape>> =>
	Object.fromEntries(rows.map(row => [wireOf(row), row.shape]));

/** The form of the body that creates a notification. */
export const bodyShape: Shape = {
	kind: 'object',
	members: {
		...membersOf(contentFields.filter(row => !isDetail(row))),
		[detailsName]: {
			kind: 'object',
			isRequired: true,
			hint: 'an object with the network, the event type and the address',
			members: membersOf(contentFields.filter(row => isDetail(row))),
		},
	},
};

/** The shape of a member; undefined for one that is not documented. */
export const memberShape = ({members = {}}: Shape, name: string): Shape | undefined =>
	Object.hasOwn(members, name) ? members[name] : undefined;

/** A member of the service's JSON: its path, with `*` for any item of a list, and its shape. */
export type ShapePath = {readonly path: readonly string[]; readonly shape: Shape};

/** The members of a shape, at any depth. */
export const shapePaths = ({members = {}, item}: Shape, path: readonly string[] = []): ShapePath[] =>
	Object.entries(item === undefined ? members : {'*': item}).flatMap(([name, shape]) => [
		{path: [...path, name], shape},
		...shapePaths(shape, [...path, name]),
	]);

/** The names of the members that are text, or a list of texts. */
export const textNames: ReadonlySet<string> = new Set(
	shapePaths(bodyShape).flatMap(({path, shape}) =>
		shape.kind === 'text' ? [path.findLast(step => step !== '*')!] : [],
	),
);

/** An object in a body or a listed record that has documented members. */
export type PlacedObject = {
	readonly value: JsonObject;
	readonly shape: Shape;
	/** Its path, with the indexes in lists. */
	readonly path: ReadonlyArray<string | number>;
};

/** The objects in a body or a listed record that have documented members: itself, its `event_details`, and what is in these. */
export function objectsIn(value: unknown, shape: Shape = bodyShape, path: PlacedObject['path'] = []): PlacedObject[] {
	if (shape.item !== undefined) {
		return Array.isArray(value)
			? value.flatMap((item: unknown, index) => objectsIn(item, shape.item, [...path, index]))
			: [];
	}

	const inner = isObject(value) ? Object.entries(shape.members ?? {}) : [];
	return inner.length === 0
		? []
		: [
				{value: value as JsonObject, shape, path},
				...inner.flatMap(([name, one]) => objectsIn((value as JsonObject)[name], one, [...path, name])),
			];
}

/** The row of a member of a notification. */
export const rowOf = (key: Row['key']): Field => (table as readonly Field[]).find(row => row.key === key)!;

/** Every name of a field that commands and queries accept: its own, its alias and its path, with or without the part before the dot. */
export const namesOf = ({name, path, alias}: Field): readonly string[] => [
	...new Set([name, ...(alias === undefined ? [] : [alias]), path, wireOf({path})]),
];

/** Finds the listed field with a name, given in lower case. */
export const findField = (name: string): Field | undefined => fields.find(field => namesOf(field).includes(name));

/** The row of a listed field. */
export function fieldNamed(name: FieldName): Field {
	return fields.find(field => field.name === name)!;
}

/** The fields that options of `create` set, in the order of its help, by the name of the option. */
export const optionFields: ReadonlyArray<
	Field & {readonly optionName: keyof FieldOptions; readonly option: NonNullable<Field['option']>}
> = contentFields
	.flatMap(field =>
		field.option === undefined
			? []
			: [{...field, option: field.option, optionName: (field.alias ?? field.name) as keyof FieldOptions}],
	)
	.toSorted((a, b) => a.option.order - b.option.order);

/** The sort key of each sortable field, in the order of the columns. */
export function sortLetters(): Readonly<Record<SortField, string>> {
	return Object.fromEntries(
		fields.flatMap(({name, sortLetter}) => (sortLetter === undefined ? [] : [[name, sortLetter]])),
	) as Record<SortField, string>;
}

/** The groupable fields, in the order to choose from. */
export const groupFields: ReadonlyArray<Field & {readonly group: NonNullable<Field['group']>}> = fields
	.flatMap(field => (field.group === undefined ? [] : [{...field, group: field.group}]))
	.toSorted((a, b) => a.group.order - b.group.order);

/** The group key of each groupable field, in the order to choose from. */
export const groupLetters = (): Readonly<Record<GroupField, string>> =>
	Object.fromEntries(groupFields.map(({name, group}) => [name, group.letter])) as Record<GroupField, string>;

/** The text of a notification in a field's column, whole. */
export function cellText({read, column}: Field, notification: Notification): string {
	const value = read(notification);
	const shown = column?.cell === undefined ? value : column.cell(value, notification);
	return shown === '' ? (column?.ifEmpty ?? '') : shown;
}

/** The text of a record's field; empty for a record that cannot be read. */
export const recordText = (record: ListedRecord, field: Field): string =>
	record.kind === 'notification' ? field.read(record) : '';

/** The listed fields of a notification or an input, with its undocumented members: plain data, which the ledger keeps. */
export function listedFields(notification: NotificationFields): NotificationFields {
	const {extras, recordExtras} = notification;
	return {
		...(Object.fromEntries(
			fields.filter(({key}) => key !== 'id').map(({key}) => [key, notification[key as keyof NotificationFields]]),
		) as NotificationFields),
		...(extras !== undefined && {extras}),
		...(recordExtras !== undefined && {recordExtras}),
	};
}

/** A notification that is not listed, or not yet, as a listed one. */
export const asListed = (notification: NotificationFields, id = '', raw?: unknown): Notification => ({
	kind: 'notification',
	id,
	source: raw === undefined ? undefined : sourceOf(raw),
	...listedFields(notification),
});

/** A field in which two notifications differ, with its values as the detail screen shows them, in one text. */
export type Difference = {readonly field: Field; readonly old: string; readonly new: string};

/** The fields in which two notifications differ. One that listings never return is compared only if it is known of both. */
export const differences = (before: Readable, after: Readable): readonly Difference[] =>
	contentFields
		.filter(
			({key, isUnlisted}) => !isUnlisted || [before, after].every(each => each[key as keyof Readable] !== undefined),
		)
		.map(field => ({field, old: wholeText(field, before), new: wholeText(field, after)}))
		.filter(difference => difference.old !== difference.new);

const wholeText = ({read, readAll}: Field, notification: Readable): string =>
	readAll?.(notification).join(' ') ?? read(notification);

/** All texts of a field, for checks of what is sent. */
export function textsOf(input: NotificationInput, {key}: Field): readonly string[] {
	if (key === 'filters') {
		return input.filters.flatMap(filter => partTable.map(({part}) => filter[part]));
	}

	return key === 'id' ? [] : [input[key] as string | readonly string[]].flat();
}

/** A filter in the service's JSON, with its undocumented members. */
export const toWireFilter = ({extras, ...filter}: Filter): Readonly<Record<string, unknown>> => ({
	...extras,
	...Object.fromEntries(partTable.map(({wire, part}) => [wire, filter[part]])),
});
