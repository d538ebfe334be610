import type {NotificationInput} from '../notification/notification.ts';
import {
	contentFields,
	detailsName,
	isDetail,
	toWireFilter,
	topicNames,
	wireOf,
	type Field,
} from '../notification/spec.ts';
import {isObject, type JsonObject} from '../platform/json.ts';

/** A body that creates a notification. */
export type CreateBody = JsonObject & {readonly event_details: JsonObject};

/** Builds the JSON body that creates a notification (interface.md, "Fields sent when creating"). Empty optional fields are left out; members that interface.md does not name are sent as they were listed. It is not in create.ts, because the review screen shows the body but must not send it. */
export const toCreateBody = (input: NotificationInput): CreateBody => ({
	...membersOf(input, false),
	[detailsName]: {...input.extras, ...membersOf(input, true)},
	...input.recordExtras,
});

const membersOf = (input: NotificationInput, isInDetails: boolean): JsonObject =>
	Object.fromEntries(
		contentFields
			.filter(row => isDetail(row) === isInDetails)
			.map(row => [wireOf(row), valueOf(row, input)] as const)
			.filter(([, value]) => value !== undefined),
	);

/** The value of a field; undefined if an optional one is empty. */
function valueOf({key, shape, read}: Field, input: NotificationInput): unknown {
	if (key === 'filters') {
		return input.filters.length === 0 ? undefined : input.filters.map(filter => toWireFilter(filter));
	}

	if (key === 'topics') {
		const {graphql} = input.extras ?? {};
		const given = input.topics.flatMap((topic, index) => (topic === '' ? [] : [[topicNames[index]!, topic] as const]));
		return given.length === 0 ? undefined : {...(isObject(graphql) && graphql), ...Object.fromEntries(given)};
	}

	if (key === 'addresses') {
		return [input.addresses[0] ?? ''];
	}

	const text = read(input);
	return text === '' && !shape.isRequired ? undefined : text;
}
