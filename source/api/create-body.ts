import type {NotificationInput} from '../domain/notification.ts';
import {isObject} from '../system/json.ts';
import type {CreateBody} from './create-schema.ts';

/** The JSON body that creates a notification (interface.md, "Fields sent when creating"). Empty optional fields are left out; members that interface.md does not name are sent as they were listed. Apart from create.ts, because the review screen shows the body, but may not send it. */
export function toCreateBody(input: NotificationInput): CreateBody {
	const filters = input.filters.map(filter => ({
		...filter.extras,
		field_name: filter.fieldName,
		operator: filter.operator,
		value: filter.value,
		value_type: filter.valueType,
	}));
	const topics = Object.fromEntries(input.topics.flatMap((topic, index) => topic === '' ? [] : [[`topic_${index}`, topic] as const]));

	return {
		external_user_id: input.userId,
		// An input may hold any text; the schema checks it before it is sent.
		channel: input.channel as CreateBody['channel'],
		...(input.name !== '' && {notification_name: input.name}),
		...(input.template !== '' && {template: input.template}),
		delivery_location: input.recipient,
		event_details: {
			...input.extras,
			network: input.network,
			event_type: input.eventType,
			addresses: [input.addresses[0] ?? ''],
			...(filters.length > 0 && {filters}),
			...(Object.keys(topics).length > 0 && {graphql: {...isObject(input.extras?.graphql) && input.extras.graphql, ...topics}}),
		},
		...input.recordExtras,
	};
}
