import {bodyShape, type Shape} from '../domain/spec.ts';
import {isObject} from '../platform/json.ts';

/** A path of members and indexes from the value of an entry. */
export type ValuePath = ReadonlyArray<string | number>;

/** A mistake in the structure of an entry. */
export type StructureMistake = {readonly path: ValuePath; readonly message: string};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null || JSON.isRawJSON(value);

/**
Finds the members of an entry that are not what interface.md, "Resources and their fields" says: text, a list, an object. Members that it does not name can be anything.

@param value - The value of the entry, with its references replaced.
*/
export function structureMistakes(
	value: unknown,
	shape: Shape = bodyShape,
	path: ValuePath = [],
): readonly StructureMistake[] {
	const {kind, item, members = {}, hint} = shape;
	if (kind === 'text') {
		return isScalar(value) ? [] : [{path, message: 'must be text'}];
	}

	if (item !== undefined) {
		return Array.isArray(value)
			? value.flatMap((one: unknown, index) => structureMistakes(one, item, [...path, index]))
			: [{path, message: `must be ${hint ?? 'a list'}`}];
	}

	if (!isObject(value)) {
		const message =
			path.length === 0
				? 'is not a notification: fields and their values are expected'
				: `must be ${hint ?? `an object with ${Object.keys(members).join(', ')}`}`;
		return [{path, message}];
	}

	return Object.entries(members).flatMap(([name, inner]) =>
		value[name] === undefined || value[name] === null ? [] : structureMistakes(value[name], inner, [...path, name]),
	);
}
