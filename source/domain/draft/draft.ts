import {isDeepStrictEqual} from 'node:util';
import {fields, type Field, type FormField, type FormFieldId} from '../fields.ts';
import {readOperator, typedOperator} from '../filters/operator-signs.ts';
import {knownTemplate} from '../recreation-losses.ts';
import {canHaveTopics} from '../topics.ts';
import type {Filter, Notification, NotificationFields, NotificationInput, Topics} from '../notification.ts';

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
