import type {Filter} from './notification.ts';

/** The names of members in the service's JSON (interface.md, "Resources and their fields"), by their names in this program: for a notification, its `event_details` and a filter. */
export const wireNames = {
	record: {
		userId: 'external_user_id',
		channel: 'channel',
		name: 'notification_name',
		template: 'template',
		recipient: 'delivery_location',
		details: 'event_details',
	},
	details: {
		network: 'network',
		eventType: 'event_type',
		addresses: 'addresses',
		filters: 'filters',
		graphql: 'graphql',
	},
	filter: {fieldName: 'field_name', operator: 'operator', value: 'value', valueType: 'value_type'},
} as const;

/** The members of `graphql`, in the order of the topics. */
export const topicNames = ['topic_0', 'topic_1', 'topic_2', 'topic_3'] as const;

/** The members of a notification, its `event_details` and its filters that are text. */
export const textMembers = {
	record: Object.values(wireNames.record).filter(name => name !== 'event_details'),
	details: [wireNames.details.network, wireNames.details.eventType],
	filter: Object.values(wireNames.filter),
} as const;

/** A filter in the service's JSON, with its undocumented members. */
export const toWireFilter = ({extras, fieldName, operator, value, valueType}: Filter) => ({
	...extras,
	[wireNames.filter.fieldName]: fieldName,
	[wireNames.filter.operator]: operator,
	[wireNames.filter.value]: value,
	[wireNames.filter.valueType]: valueType,
});
