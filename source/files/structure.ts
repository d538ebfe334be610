import {topicNames, wireNames} from '../domain/wire-names.ts';
import {isObject} from '../platform/json.ts';

/** A path of members and indexes from the value of an entry. */
export type ValuePath = ReadonlyArray<string | number>;

/** A mistake in the structure of an entry. */
export type StructureMistake = {readonly path: ValuePath; readonly message: string};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null || JSON.isRawJSON(value);

const {record, details, filter} = wireNames;

/** The members of an entry that are text. */
const recordTexts = [record.userId, record.channel, record.name, record.template, record.recipient];

/**
Finds the members of an entry that are not what interface.md, "Resources and their fields" says: text, a list, an object. Members that it does not name can be anything.

@param value - The value of the entry, with its references replaced.
*/
export function structureMistakes(value: unknown): StructureMistake[] {
	if (!isObject(value)) {
		return [{path: [], message: 'is not a notification: fields and their values are expected'}];
	}

	const inner = value[record.details];
	return [...notText(value, recordTexts, []), ...(inner === undefined || inner === null ? [] : detailMistakes(inner))];
}

function detailMistakes(inner: unknown): StructureMistake[] {
	const path = [record.details];
	if (!isObject(inner)) {
		return [{path, message: 'must be an object with the network, the event type and the address'}];
	}

	const addresses = inner[details.addresses] ?? [];
	const filters = inner[details.filters] ?? [];
	const graphql = inner[details.graphql] ?? {};
	return [
		...notText(inner, [details.network, details.eventType], path),
		...(Array.isArray(addresses)
			? addresses.flatMap((address: unknown, index) =>
					isScalar(address) ? [] : [{path: [...path, details.addresses, index], message: 'must be text'}],
				)
			: [{path: [...path, details.addresses], message: 'must be a list with one address, such as [0x…]'}]),
		...(Array.isArray(filters)
			? filters.flatMap((one: unknown, index) => filterMistakes(one, [...path, details.filters, index]))
			: [{path: [...path, details.filters], message: 'must be a list'}]),
		...(isObject(graphql)
			? notText(graphql, topicNames, [...path, details.graphql])
			: [{path: [...path, details.graphql], message: `must be an object with ${topicNames.join(', ')}`}]),
	];
}

const filterMistakes = (one: unknown, path: ValuePath): StructureMistake[] =>
	isObject(one)
		? notText(one, Object.values(filter), path)
		: [{path, message: `must be an object with ${Object.values(filter).join(', ')}`}];

const notText = (
	value: Readonly<Record<string, unknown>>,
	names: readonly string[],
	path: ValuePath,
): StructureMistake[] =>
	names.flatMap(name => (isScalar(value[name]) ? [] : [{path: [...path, name], message: 'must be text'}]));
