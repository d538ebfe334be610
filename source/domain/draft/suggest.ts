import type {Notification} from '../notification.ts';
import {
	eventFields,
	eventTypes,
	networks,
	operatorsFor,
	typesFor,
	valueTypes,
} from '../vocabulary.ts';
import {filterOf, type Draft, type FieldId} from './draft.ts';

/** The kinds of value that are remembered and suggested: a filter's parts are the same in every filter. */
export type ValueKind = 'network' | 'eventType' | 'fieldName' | 'operator' | 'valueType';

/** Values by kind, the best first. */
export type KnownValues = Readonly<Record<ValueKind, readonly string[]>>;

export const noValues: KnownValues = {
	network: [], eventType: [], fieldName: [], operator: [], valueType: [],
};

/** What the vocabulary knows of the kinds that depend on each other. */
const vocabulary: Partial<Record<ValueKind, readonly string[]>> = {operator: operatorsFor(''), valueType: valueTypes};

/** What kind of value a field takes; undefined for fields without suggestions. */
export function valueKindOf(field: FieldId): ValueKind | undefined {
	const part = filterOf(field)?.part;
	if (part !== undefined) {
		return part === 'value' ? undefined : part;
	}

	return field === 'network' || field === 'eventType' ? field : undefined;
}

/** The values that notifications hold, each once. */
export function collectValues(notifications: ReadonlyArray<Pick<Notification, 'network' | 'eventType' | 'filters'>>): KnownValues {
	const filters = notifications.flatMap(notification => notification.filters);
	return {
		network: unique(notifications.map(({network}) => network)),
		eventType: unique(notifications.map(({eventType}) => eventType)),
		fieldName: unique(filters.map(({fieldName}) => fieldName)),
		operator: unique(filters.map(({operator}) => operator)),
		valueType: unique(filters.map(({valueType}) => valueType)),
	};
}

/**
The values to offer in a field: the vocabulary's that fit, then those of the account, then learned ones; narrowed to what was typed, what begins with it first.

@param draft - Gives the field's own text, and for a filter the operator or type it goes with.
@param field - The field that is being typed into.
@param seen - In this account.
@param learned - Accepted by the service before.
*/
export function suggest(draft: Draft, field: FieldId, seen: KnownValues, learned: KnownValues): string[] {
	const kind = valueKindOf(field);
	if (kind === undefined) {
		return [];
	}

	const filter = draft.filters[filterOf(field)?.index ?? -1];
	const known: Record<ValueKind, readonly string[]> = {
		network: networks,
		eventType: eventTypes,
		fieldName: eventFields.map(({name}) => name),
		operator: operatorsFor(filter?.valueType ?? ''),
		valueType: typesFor(filter?.operator ?? ''),
	};
	const typed = (kind === 'network' || kind === 'eventType' ? draft[kind] : filter?.[kind] ?? '').trim().toLowerCase();
	// What the vocabulary knows and does not offer here does not fit.
	const others = [...seen[kind], ...learned[kind]].filter(value => !vocabulary[kind]?.includes(value));
	const matches = unique([...known[kind], ...others]).filter(value => value.toLowerCase().includes(typed));
	const isStart = (value: string) => value.toLowerCase().startsWith(typed);
	const rank = (value: string) => value.toLowerCase() === typed ? 0 : (isStart(value) ? 1 : 2);
	return matches.toSorted((a, b) => rank(a) - rank(b));
}

function unique(values: readonly string[]): string[] {
	return [...new Set(values)].filter(value => value !== '');
}

/** The values of both, each once. */
export function mergeValues(a: KnownValues, b: KnownValues): KnownValues {
	return {
		network: unique([...a.network, ...b.network]),
		eventType: unique([...a.eventType, ...b.eventType]),
		fieldName: unique([...a.fieldName, ...b.fieldName]),
		operator: unique([...a.operator, ...b.operator]),
		valueType: unique([...a.valueType, ...b.valueType]),
	};
}
