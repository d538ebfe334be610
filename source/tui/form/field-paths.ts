import type {FieldId, FilterPart} from '../../domain/draft/draft.ts';

const plain: ReadonlyMap<string, FieldId> = new Map([
	['external_user_id', 'userId'],
	['channel', 'channel'],
	['notification_name', 'name'],
	['template', 'template'],
	['delivery_location', 'recipient'],
	['event_details.network', 'network'],
	['event_details.event_type', 'eventType'],
	['event_details.addresses', 'address'],
]);

const filterMembers: ReadonlyMap<string, FilterPart> = new Map([
	['field_name', 'fieldName'],
	['operator', 'operator'],
	['value', 'value'],
	['value_type', 'valueType'],
]);

/**
The field of the form that a path in the request body belongs to (names from interface.md, "Resources and their fields").

@param path - `['event_details', 'filters', 0, 'value']`.
@returns Undefined for a path that has no field.
*/
export function fieldOfPath(path: ReadonlyArray<string | number>): FieldId | undefined {
	const [first, second, third, fourth] = path;
	if (first === 'event_details' && second === 'filters' && /^\d+$/v.test(String(third))) {
		return `filter.${Number(third)}.${filterMembers.get(String(fourth)) ?? 'fieldName'}`;
	}

	if (first === 'event_details' && second === 'graphql') {
		const index = /^topic_([0-3])$/v.exec(String(third))?.[1];
		return index === undefined ? undefined : `topic.${Number(index)}`;
	}

	return plain.get(first === 'event_details' ? `${first}.${second}` : String(first));
}
