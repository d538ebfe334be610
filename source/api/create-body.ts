import type {NotificationInput} from '../domain/notification.ts';
import type {CreateBody} from './create-schema.ts';

/** What is sent for an input: optional fields left empty are left out. */
export function toCreateBody(input: NotificationInput): CreateBody {
	const filters = input.filters.map(filter => ({
		field_name: filter.fieldName,
		operator: filter.operator,
		value: filter.value,
		value_type: filter.valueType,
	}));
	const topics = Object.fromEntries(input.topics.flatMap((topic, index) => topic === '' ? [] : [[`topic_${index}`, topic] as const]));

	return {
		external_user_id: input.userId,
		// The schema checks it; an input may hold any text.
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
			...(Object.keys(topics).length > 0 && {graphql: topics}),
		},
	};
}
