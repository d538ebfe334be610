import type {Filter, Notification, NotificationInput, Topics} from '../notification.ts';

/** A notification being written: every field is the text typed so far. */
export type Draft = Omit<NotificationInput, 'addresses'> & {readonly address: string};

export const filterParts = ['fieldName', 'operator', 'value', 'valueType'] as const;

export type FilterPart = (typeof filterParts)[number];

type PlainField = 'userId' | 'channel' | 'recipient' | 'network' | 'eventType' | 'address' | 'name' | 'template';

/** Names one field of a draft. */
export type FieldId = PlainField | `filter.${number}.${FilterPart}` | `topic.${number}`;

/** Where every draft begins: the network and event of listings (interface.md), all else open. */
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

/** The fields a draft has, in the order one fills them in: what is always open first. Topics are for a GraphQL-type webhook only. */
export function fieldsOf(draft: Draft): FieldId[] {
	return [
		'userId',
		'channel',
		'recipient',
		'address',
		'network',
		'eventType',
		...draft.filters.flatMap((_filter, index) => filterParts.map((part): FieldId => `filter.${index}.${part}`)),
		...(hasTopics(draft) ? draft.topics.map((_topic, index): FieldId => `topic.${index}`) : []),
		'name',
		'template',
	];
}

export function hasTopics({channel, eventType}: Draft): boolean {
	return channel.trim() === 'WEBHOOK' && eventType.trim() === 'GRAPHQL';
}

/** Which filter a field belongs to, from 0. */
export function filterOf(field: FieldId): {readonly index: number; readonly part: FilterPart} | undefined {
	const [kind, index, part] = field.split('.', 3);
	return kind === 'filter' ? {index: Number(index), part: part as FilterPart} : undefined;
}

/** The text of a field; empty for a field the draft does not have. */
export function readField(draft: Draft, field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return draft.filters[filter.index]?.[filter.part] ?? '';
	}

	return field.startsWith('topic.') ? draft.topics[topicIndex(field)] ?? '' : draft[field as PlainField];
}

/** The draft with another text in a field. */
export function writeField(draft: Draft, field: FieldId, text: string): Draft {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return {
			...draft,
			filters: draft.filters.map((old, index) => index === filter.index ? {...old, [filter.part]: text} : old),
		};
	}

	if (field.startsWith('topic.')) {
		const topics = draft.topics.with(topicIndex(field), text) as unknown as Topics;
		return {...draft, topics};
	}

	return {...draft, [field]: text};
}

/** The draft with another list of filters. */
export function withFilters(draft: Draft, change: (filters: readonly Filter[]) => readonly Filter[]): Draft {
	return {...draft, filters: change(draft.filters)};
}

/** The filters with an empty one behind the one at `index`, or at the end. */
export function addFilter(filters: readonly Filter[], index = filters.length - 1, filter = emptyFilter): Filter[] {
	return filters.toSpliced(index + 1, 0, filter);
}

/** The filters with the one at `from` at the place `to`. */
export function moveFilter(filters: readonly Filter[], from: number, to: number): Filter[] {
	return filters.toSpliced(from, 1).toSpliced(to, 0, filters[from]!);
}

/** What is sent for a draft: white space around names and addresses goes, the value of a filter stays as typed, topics only where they belong. */
export function toInput(draft: Draft): NotificationInput {
	const {address, ...rest} = draft;
	return {
		...rest,
		filters: draft.filters.map(filter => ({
			fieldName: filter.fieldName.trim(),
			operator: filter.operator.trim(),
			value: filter.value,
			valueType: filter.valueType.trim(),
		})),
		userId: draft.userId.trim(),
		channel: draft.channel.trim(),
		name: draft.name.trim(),
		recipient: draft.recipient.trim(),
		network: draft.network.trim(),
		eventType: draft.eventType.trim(),
		addresses: [address.trim()],
		topics: hasTopics(draft) ? draft.topics.map(topic => topic.trim()) as unknown as Topics : ['', '', '', ''],
	};
}

/** A draft that says what a listed notification says. Template and topics are never listed: they are empty. */
export function toDraft(notification: Notification): Draft {
	return {
		userId: notification.userId,
		channel: notification.channel,
		name: notification.name,
		recipient: notification.recipient,
		network: notification.network,
		eventType: notification.eventType,
		// More than the one that can be sent is not dropped in silence: it has to be corrected.
		address: notification.addresses.join(' '),
		filters: notification.filters,
		...(notification.extras && {extras: notification.extras}),
		template: '',
		topics: ['', '', '', ''],
	};
}

function topicIndex(field: FieldId): number {
	return Number(field.slice('topic.'.length));
}
