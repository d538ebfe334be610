import {exactFiltersText, filtersText, typedFilterText} from './filter-line.ts';
import {labelled, labelOfAddress} from './labels.ts';
import {
	sourceOf,
	type Filter,
	type KnownUnlisted,
	type ListedRecord,
	type Notification,
	type NotificationFields,
	type NotificationInput,
	type Readable,
	type Unlisted,
} from './notification.ts';
import {detailsName, partTable, table, type FieldSpec, type FilterPart, type Shape} from './spec-table.ts';

export {
	detailsName,
	filterParts,
	filterSpec,
	partSpec,
	topicNames,
	type ColumnSpec,
	type FilterPart,
	type FilterPartSpec,
	type FormField,
	type Shape,
} from './spec-table.ts';

type Row = (typeof table)[number];

type ListedRow = Exclude<Row, {readonly isUnlisted: true}>;

/** The name of a field to search, sort and print by. */
export type FieldName = ListedRow['name'] | 'label';

/** A field that the list can be sorted by. */
export type SortField = Extract<Row, {readonly sortLetter: string}>['name'];

/** A field that the list can be grouped by. */
export type GroupField = Extract<Row, {readonly group: unknown}>['name'];

/** The name of a form field that is a row of the table. */
type FormFieldId = Extract<Row, {readonly form: unknown}>['form']['id'];

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

/** A field of a notification: its row, and what reads it. */
export type Field = Omit<FieldSpec, 'key'> & {
	readonly key: Row['key'];
	/** Returns the text to search, sort, group and list by; empty if the notification has none. */
	readonly read: (notification: Readable) => string;
	/** Returns the values one by one, for the detail screen, if there can be several. */
	readonly readAll?: (notification: Readable) => readonly string[];
};

function toField(row: FieldSpec): Field {
	const key = row.key as Row['key'];
	const {kind, item} = row.shape;
	if (kind === 'text') {
		return {...row, key, read: notification => (notification[key] as string | undefined) ?? ''};
	}

	if (item?.kind === 'object') {
		const filtersOf = (notification: Readable) => notification[key] as readonly Filter[];
		const lineOf = (filter: Filter, index: number) => `${index === 0 ? '' : 'and '}${typedFilterText(filter)}`;
		return {
			...row,
			key,
			read: notification => exactFiltersText(filtersOf(notification)),
			readAll: notification => filtersOf(notification).map((filter, index) => lineOf(filter, index)),
		};
	}

	const listOf = (notification: Readable) => (notification[key] as readonly string[] | undefined) ?? [];
	return kind === 'list'
		? {...row, key, read: notification => joined(listOf(notification)), readAll: listOf}
		: {...row, key, read: notification => joined(listOf(notification)).trim()};
}

/** Most notifications have one address, which is faster than to join it. */
const joined = (texts: readonly string[]): string => (texts.length === 1 ? texts[0]! : texts.join(' '));

const allFields = table.map(row => toField(row));

/** The fields of a notification without its ID, in the order of the service's JSON. */
export const contentFields: readonly Field[] = allFields.filter(({key}) => key !== 'id');

/** The fields of a listed notification, in the order of the list's columns and the detail screen. */
export const fields: readonly Field[] = allFields
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

/** A member of the service's JSON: its path, with `*` for any item of a list, and its shape. */
type ShapePath = {readonly path: readonly string[]; readonly shape: Shape};

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

/** The row of a member of a notification. */
export const rowOf = (key: Row['key']): Field => allFields.find(row => row.key === key)!;

/** Every name of a field that commands and queries accept: its own, its alias and its path, with or without the part before the dot. */
export const namesOf = ({name, path, alias}: Field): readonly string[] => [
	...new Set([name, ...(alias === undefined ? [] : [alias]), path, wireOf({path})]),
];

const {isHex: _isHex, ...addressRow} = rowOf('addresses');

/** The labels of the addresses, which are not the service's but of this machine. */
const labelField: Field = {
	...addressRow,
	name: 'label',
	label: 'Label',
	read: ({addresses}) => joined(addresses.map(address => labelOfAddress(address) ?? '')).trim(),
};

/** The fields that queries, sorting and columns can name: those that are listed, and the labels. */
export const namedFields: readonly Field[] = [...fields, labelField];

/** Finds the field with a name, given in lower case. */
export const findField = (name: string): Field | undefined => namedFields.find(field => namesOf(field).includes(name));

/** The row of a listed field, or that of the labels. */
export function fieldNamed(name: FieldName): Field {
	return namedFields.find(field => field.name === name)!;
}

/** The fields whose rows have a member. */
export const having = <Name extends keyof Field>(rows: readonly Field[], name: Name) =>
	rows.filter((row): row is Field & Required<Pick<Field, Name>> => row[name] !== undefined);

/** The fields that options of `create` set, in the order of its help, by the name of the option. */
export const optionFields = having(contentFields, 'option')
	.map(field => ({...field, optionName: (field.alias ?? field.name) as keyof FieldOptions}))
	.toSorted((a, b) => a.option.order - b.option.order);

/** The sort key of each sortable field, in the order of the columns. */
export const sortLetters = () =>
	Object.fromEntries(having(fields, 'sortLetter').map(({name, sortLetter}) => [name, sortLetter])) as Readonly<
		Record<SortField, string>
	>;

/** The groupable fields, in the order to choose from. */
export const groupFields = having(fields, 'group').toSorted((a, b) => a.group.order - b.group.order);

/** The group key of each groupable field, in the order to choose from. */
export const groupLetters = (): Readonly<Record<GroupField, string>> =>
	Object.fromEntries(groupFields.map(({name, group}) => [name, group.letter])) as Record<GroupField, string>;

/** The text that people read instead of the field's own: filters in short, and labels of addresses. */
function shownText(name: string, {filters, addresses}: Notification): string | undefined {
	if (name === 'filter') {
		return filtersText(filters);
	}

	return name === 'address' ? joined(addresses.map(address => labelled(address))) : undefined;
}

/** The text of a notification in a field's column, whole. */
export function cellText({name, read, column}: Field, notification: Notification): string {
	const shown = shownText(name, notification) ?? read(notification);
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

const unlistedKeys = contentFields.filter(({isUnlisted}) => isUnlisted).map(({key}) => key);

/** The fields that listings never return, of what has them. */
export const unlistedFields = <T extends {readonly [Key in keyof Unlisted]?: unknown}>(of: T) =>
	Object.fromEntries(unlistedKeys.map(key => [key, of[key as keyof T]])) as {
		readonly [Key in keyof Unlisted]: T[Key];
	};

/** The known content of a notification that was listed. */
export const heldFields = ({input, ...known}: {readonly input: NotificationFields} & KnownUnlisted) => ({
	...input,
	...unlistedFields(known),
});

/** A notification that is not listed, or not yet, as a listed one. */
export const asListed = (notification: NotificationFields, id = '', raw?: unknown): Notification => ({
	kind: 'notification',
	id,
	source: raw === undefined ? undefined : sourceOf(raw),
	...listedFields(notification),
});

/** A field in which two notifications differ, with its values as the detail screen shows them, in one text. */
type Difference = {readonly field: Field; readonly old: string; readonly new: string};

/** The old value of a field that listings never return, if it is not known here. */
export const unknownText = 'not known';

/** The fields in which two notifications differ. One that listings never return is compared only if it is known of the later one; of the earlier one it may be unknown. */
export const differences = (before: Readable, after: Readable): readonly Difference[] =>
	contentFields
		.filter(({key, isUnlisted}) => !isUnlisted || after[key as keyof Readable] !== undefined)
		.map(field => {
			const now = wholeText(field, after);
			const isUnknown = field.isUnlisted && before[field.key as keyof Readable] === undefined && now !== '';
			return {field, old: isUnknown ? unknownText : wholeText(field, before), new: now};
		})
		.filter(difference => difference.old !== difference.new);

const wholeText = ({read, readAll}: Field, notification: Readable): string =>
	readAll?.(notification).join(' ') ?? read(notification);

/** All texts of a field, for checks of what is sent. */
export const textsOf = (input: NotificationInput, {key}: Field): readonly string[] =>
	key === 'filters'
		? input.filters.flatMap(filter => partTable.map(({part}) => filter[part]))
		: [(input as Readable)[key] as string | readonly string[]].flat();

/** A filter in the service's JSON, with its undocumented members. */
export const toWireFilter = ({extras, ...filter}: Filter): Readonly<Record<string, unknown>> => ({
	...extras,
	...Object.fromEntries(partTable.map(({wire, part}) => [wire, filter[part]])),
});
