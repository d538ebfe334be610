import {channelNames, channels, recipientHint} from './channels.ts';
import {eventFields, eventTypes, networks, operators, valueTypes} from './filters.ts';

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
	/** Whether files can have the list as a line of filters, and each item as a line of one. */
	readonly hasLines?: true;
	/** The members of an object, by name. */
	readonly members?: Readonly<Record<string, Shape>>;
	/** Whether files say that an object has no other members. */
	readonly isClosed?: true;
};

/** What a row of the table says of a field. */
export type FieldSpec = {
	/** The search prefix, the column title and the name for sorting and grouping: up to 12 lower-case letters. */
	readonly name: string;
	/** The member of a notification in this program, whose type follows from `shape`. */
	readonly key: string;
	/** The path in the service's JSON, with dots. */
	readonly path: string;
	readonly shape: Shape;
	/** Whether listings never return it: then it is unknown unless it was sent from this machine. */
	readonly isUnlisted?: true;
	/** A shorter name that queries and command options accept as well. */
	readonly alias?: string;
	/** The label on the detail screen and in the form. */
	readonly label: string;
	/** The text that the detail screen shows if an optional field is empty. */
	readonly ifEmpty?: string;
	/** Whether it only names the notification: duplicates can differ in it. */
	readonly isLabel?: true;
	/** Whether its digits are hexadecimal and its case has no meaning. */
	readonly isHex?: true;
	/** What the form suggests: values of the vocabulary and of the account, or texts of the account. */
	readonly suggests?: 'values' | 'texts';
	/** Every field that is listed needs one. */
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
	/** The text of a cell without a value. */
	readonly ifEmpty?: string;
};

export type FormField = {
	/** The name of the field in the form's state and its issues. */
	readonly id: string;
	/** Its position among the required fields, which come first, or among the optional ones. */
	readonly order: number;
	/** Returns the text shown while the field is empty. */
	readonly placeholder?: (draft: {readonly channel: string}) => string;
	/** The text of a new notification. */
	readonly initial?: string;
};

/** The member of the service's JSON that contains what is watched. */
export const detailsName = 'event_details';

const text = {kind: 'text'} as const satisfies Shape;
const requiredText = {...text, isRequired: true} as const;

/** A part of a filter. */
export type FilterPartSpec = {
	readonly part: 'fieldName' | 'operator' | 'value' | 'valueType';
	/** Its names in the service's JSON, and in commands and the form. */
	readonly wire: string;
	readonly name: string;
	readonly shape: Shape;
	/** Whether the form suggests values. */
	readonly suggests?: 'values';
};

export const partTable = [
	{
		part: 'fieldName',
		wire: 'field_name',
		name: 'field',
		shape: {...requiredText, offered: eventFields.map(({name}) => name)},
		suggests: 'values',
	},
	{
		part: 'operator',
		wire: 'operator',
		name: 'operator',
		shape: {...requiredText, offered: operators.map(({name}) => name)},
		suggests: 'values',
	},
	{part: 'value', wire: 'value', name: 'value', shape: text},
	{
		part: 'valueType',
		wire: 'value_type',
		name: 'type',
		shape: {...requiredText, offered: valueTypes},
		suggests: 'values',
	},
] as const satisfies readonly FilterPartSpec[];

/** The parts of a filter (interface.md, "Filter"), in the order in which they are typed. */
export const filterSpec: readonly FilterPartSpec[] = partTable;

export type FilterPart = (typeof partTable)[number]['part'];

export const filterParts = partTable.map(({part}) => part);

/** The row of a part of a filter. */
export const partSpec = (part: FilterPart): FilterPartSpec => filterSpec.find(each => each.part === part)!;

/** The members of `graphql`, in the order of the topics. */
export const topicNames = ['topic_0', 'topic_1', 'topic_2', 'topic_3'] as const;

/** A choice in words: `A, B or C`. */
const anyOf = (names: readonly string[]): string => [names.slice(0, -1).join(', '), names.at(-1)!].join(' or ');

/** The fields, in the order of the service's JSON. To add a field, add a row. */
export const table = [
	{
		name: 'id',
		key: 'id',
		path: 'id',
		shape: text,
		label: 'ID',
		column: {position: 1, priority: 1, min: 10, cut: 'middle'},
		sortLetter: 'i',
	},
	{
		name: 'user',
		key: 'userId',
		path: 'external_user_id',
		shape: requiredText,
		label: 'User',
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
		ifEmpty: 'none',
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
		suggests: 'texts',
		column: {position: 8, priority: 6, min: 11, cut: 'middle'},
		sortLetter: 'a',
		group: {letter: 'a', order: 5, lines: 3},
		form: {id: 'address', order: 4, placeholder: () => '0x…'},
		option: {order: 7, value: '0x…', summary: 'the address to watch, or its label'},
	},
	{
		name: 'filter',
		key: 'filters',
		path: 'event_details.filters',
		shape: {
			kind: 'list',
			hasLines: true,
			item: {kind: 'object', members: Object.fromEntries(partTable.map(({wire, shape}) => [wire, shape]))},
		},
		label: 'Filters',
		ifEmpty: 'none (all events match)',
		column: {
			position: 6,
			priority: 5,
			min: 12,
			cut: 'text',
			title: 'WHEN',
			ifEmpty: 'any',
		},
		form: {id: 'filters', order: 0, placeholder: () => 'none (all events match), e.g. value > 100 and asset = USDC'},
		option: {
			order: 8,
			value: 'FILTER',
			summary: 'filters, such as "value > 100 and asset = USDC"; can be repeated',
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
		option: {
			order: 9,
			value: 'TOPIC',
			summary: 'a topic of a GraphQL-type webhook, or the event and its indexed arguments; up to four, in order',
			isMultiple: true,
		},
	},
] as const satisfies ReadonlyArray<FieldSpec & ({readonly isUnlisted: true} | {readonly column: ColumnSpec})>;
