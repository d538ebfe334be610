import {isObject, type JsonObject} from '../../platform/json.ts';

/** The shape of a JSON value. A missing member counts as null. */
export type MemberShape = {
	/** The kind of value. `scalar`: text, a number or a boolean. `identifier`: text that is not empty, or a number. */
	readonly kind: 'scalar' | 'anything' | 'identifier' | 'list' | 'object';
	/** Whether it may be null. */
	readonly isOptional: boolean;
	/** The shape of a list's items. */
	readonly item?: MemberShape;
	/** The shapes of an object's members, by name. Other members are allowed. */
	readonly members?: Readonly<Record<string, MemberShape>>;
	/** The number under which `RecordScanner` keeps the place of the value, from 0. Each is given once, and not in a list. */
	readonly place?: number;
};

/** The shape of a member's value, and how to read it. */
export type MemberType<T> = {
	readonly shape: MemberShape;
	/** Reads a value of that shape. */
	readonly read: (value: unknown) => T;
};

/** A row of a table of members: the name on the wire, and the type. */
export type Member<T> = {readonly wire: string; readonly type: MemberType<T>};

/** A table of members, by the fields they are read into. */
export type Members<T> = {readonly [Field in keyof T]-?: Member<T[Field]>};

/** Text, a number or a boolean, as text; null and missing are empty. */
export const scalar: MemberType<string> = {
	shape: {kind: 'scalar', isOptional: true},
	read: scalarText,
};

/** Like `scalar`; arrays and objects are read as their JSON text. */
export const anything: MemberType<string> = {
	shape: {kind: 'anything', isOptional: true},
	read: value => (isScalar(value) ? scalarText(value) : JSON.stringify(value)),
};

/** Required text or a required number, as text. */
export const identifier: MemberType<string> = {
	shape: {kind: 'identifier', isOptional: false},
	read: scalarText,
};

/** An array; null and missing are read as an empty one. */
export const listOf = <T>(item: MemberType<T>): MemberType<readonly T[]> => ({
	shape: {kind: 'list', isOptional: true, item: item.shape},
	read: list => ((list ?? []) as readonly unknown[]).map(element => item.read(element)),
});

/** An object with these members; others are allowed. */
export function objectOf<T extends object>(members: Members<T>): MemberType<T> {
	const rows = Object.entries<Member<unknown>>(members).map(([field, {wire, type}]) => ({field, wire, type}));
	return {
		shape: {kind: 'object', isOptional: false, members: shapesOf(members)},
		read(object) {
			const fields: Record<string, unknown> = {};
			for (const {field, wire, type} of rows) {
				fields[field] = type.read((object as JsonObject)[wire]);
			}

			return fields as T;
		},
	};
}

/** The shapes of members, by their names on the wire. */
export const shapesOf = <T extends object>(members: Members<T>): Readonly<Record<string, MemberShape>> =>
	Object.fromEntries(Object.values<Member<unknown>>(members).map(({wire, type}) => [wire, type.shape]));

/** Returns the path, below the value, of the part that does not have the shape; empty for the value itself, undefined if there is no problem. */
export function problemIn(value: unknown, shape: MemberShape): string | undefined {
	if (value === undefined || value === null) {
		return shape.isOptional ? undefined : '';
	}

	switch (shape.kind) {
		case 'anything': {
			return undefined;
		}

		case 'scalar': {
			return isScalar(value) ? undefined : '';
		}

		case 'identifier': {
			return value === '' || typeof value === 'boolean' || !isScalar(value) ? '' : undefined;
		}

		case 'list': {
			return Array.isArray(value)
				? firstProblem(value.entries().map(([index, item]) => [String(index), problemIn(item, shape.item!)]))
				: '';
		}

		case 'object': {
			return isObject(value)
				? firstProblem(Object.entries(shape.members!).map(([name, member]) => [name, problemIn(value[name], member)]))
				: '';
		}
	}
}

function firstProblem(problems: Iterable<readonly [step: string, rest: string | undefined]>): string | undefined {
	for (const [step, rest] of problems) {
		if (rest !== undefined) {
			return rest === '' ? step : `${step}.${rest}`;
		}
	}

	return undefined;
}

/** Whether a value is a scalar. Numbers that JavaScript would print differently are raw JSON (`parseJson`). */
function isScalar(value: unknown): boolean {
	return typeof value !== 'object' || value === null || JSON.isRawJSON(value);
}

/** A scalar as text, with numbers as written. */
function scalarText(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}

	return value === undefined || value === null ? '' : JSON.stringify(value);
}
