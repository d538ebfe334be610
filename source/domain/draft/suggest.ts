import type {Notification} from '../notification.ts';
import {eventFields, eventTypes, networks, operatorsFor, typesFor, valueTypes} from '../vocabulary.ts';
import {filterOf, readField, type Draft, type FieldId} from '../fields.ts';

/** A kind of value that is remembered and suggested. All filters share the values of their parts. */
export type ValueKind = 'network' | 'eventType' | 'fieldName' | 'operator' | 'valueType';

/** Values by kind, best first. */
export type KnownValues = Readonly<Record<ValueKind, readonly string[]>>;

export const noValues: KnownValues = {
	network: [],
	eventType: [],
	fieldName: [],
	operator: [],
	valueType: [],
};

/** All known values of the two kinds that depend on each other. */
const dependentValues: Partial<Record<ValueKind, readonly string[]>> = {
	operator: operatorsFor(''),
	valueType: valueTypes,
};

/** The kind of value that a form field takes; undefined for a field without suggestions. */
export function valueKindOf(field: FieldId): ValueKind | undefined {
	const part = filterOf(field)?.part;
	if (part !== undefined) {
		return part === 'value' ? undefined : part;
	}

	return field === 'network' || field === 'eventType' ? field : undefined;
}

/** Collects the different values in notifications. */
export function collectValues(
	notifications: ReadonlyArray<Pick<Notification, 'network' | 'eventType' | 'filters'>>,
): KnownValues {
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
Suggests values for a form field: those of the vocabulary, then those of the account, then learned ones. Only values that contain the typed text are returned, those that begin with it first.

@param draft - Holds the text typed so far, and the operator and type of a filter.
@param field - The form field to suggest for.
@param seen - The values in this account.
@param learned - The values that the service accepted before.
@param isUntouched - Whether nothing was typed yet: all values are offered, whatever the field contains.
*/
export function suggest(
	draft: Draft,
	field: FieldId,
	seen: KnownValues,
	learned: KnownValues,
	isUntouched = false,
): string[] {
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
	const typed = isUntouched ? '' : readField(draft, field).trim().toLowerCase();
	// Excludes values of the vocabulary that do not fit this operator or type.
	const others = [...seen[kind], ...learned[kind]].filter(value => !dependentValues[kind]?.includes(value));
	// A value that was typed in full is offered even if it does not fit.
	const typedInFull = (dependentValues[kind] ?? []).filter(value => value.toLowerCase() === typed);
	const matches = unique([...known[kind], ...typedInFull, ...others]).filter(value =>
		value.toLowerCase().includes(typed),
	);
	const isStart = (value: string) => value.toLowerCase().startsWith(typed);
	const rank = (value: string) => (value.toLowerCase() === typed ? 0 : isStart(value) ? 1 : 2);
	return matches.toSorted((a, b) => rank(a) - rank(b));
}

function unique(values: readonly string[]): string[] {
	return [...new Set(values)].filter(value => value !== '');
}

/** Merges two sets of values without repetition. */
export function mergeValues(a: KnownValues, b: KnownValues): KnownValues {
	return {
		network: unique([...a.network, ...b.network]),
		eventType: unique([...a.eventType, ...b.eventType]),
		fieldName: unique([...a.fieldName, ...b.fieldName]),
		operator: unique([...a.operator, ...b.operator]),
		valueType: unique([...a.valueType, ...b.valueType]),
	};
}
