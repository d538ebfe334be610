import type {NotificationInput} from '../domain/notification.ts';
import {topicNames, toWireFilter, wireNames} from '../domain/wire-names.ts';
import {isObject} from '../platform/json.ts';
import type {CreateBody} from './create-schema.ts';

/** Builds the JSON body that creates a notification (interface.md, "Fields sent when creating"). Empty optional fields are left out; members that interface.md does not name are sent as they were listed. It is not in create.ts, because the review screen shows the body but must not send it. */
export function toCreateBody(input: NotificationInput): CreateBody {
	const {record, details} = wireNames;
	const filters = input.filters.map(filter => toWireFilter(filter));
	const topics = Object.fromEntries(
		input.topics.flatMap((topic, index) => (topic === '' ? [] : [[topicNames[index]!, topic] as const])),
	);

	return {
		[record.userId]: input.userId,
		// An input may contain any text; the schema checks it before it is sent.
		[record.channel]: input.channel as CreateBody['channel'],
		...(input.name !== '' && {[record.name]: input.name}),
		...(input.template !== '' && {[record.template]: input.template}),
		[record.recipient]: input.recipient,
		[record.details]: {
			...input.extras,
			[details.network]: input.network,
			[details.eventType]: input.eventType,
			[details.addresses]: [input.addresses[0] ?? ''],
			...(filters.length > 0 && {[details.filters]: filters}),
			...(Object.keys(topics).length > 0 && {
				[details.graphql]: {...(isObject(input.extras?.graphql) && input.extras.graphql), ...topics},
			}),
		},
		...input.recordExtras,
	};
}
