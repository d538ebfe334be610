import {topicNames, wireNames} from '../wire-names.ts';
import {filterOf, formFieldOf, type FieldId} from '../fields.ts';

/** The path of a field in the service's format: `event_details.filters.0.value`. */
export function pathOf(field: FieldId): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return `event_details.filters.${filter.index}.${wireNames.filter[filter.part]}`;
	}

	return field.startsWith('topic.')
		? `event_details.graphql.${topicNames[Number(field.slice('topic.'.length))]!}`
		: (formFieldOf(field)?.path ?? field);
}
