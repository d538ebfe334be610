import {isObject, type JsonObject} from '../../system/json.ts';

/** What a value looks like in JSON. */
export type MemberShape = {
	readonly kind: 'scalar' | 'anything' | 'identifier' | 'list' | 'object';
	/** Whether it may be null. */
	readonly isOptional: boolean;
	/** Of a list. */
	readonly item?: MemberShape;
	/** Of an object, by name. */
	readonly members?: Readonly<Record<string, MemberShape>>;
};

/** How the value of a member is checked and read. */
export type MemberType<T> = {
	/** What `problemIn` finds no problem in, where the value is there. */
	readonly shape: MemberShape;
	/** The path of what is not as expected, below the value; empty for the value itself, undefined when there is no problem. */
	readonly problemIn: (value: unknown) => string | undefined;
	/** Reads a value without problems. */
	readonly read: (value: unknown) => T;
};

/** A row of a table of members: the name on the wire, and the type. */
export type Member<T> = {readonly wire: string; readonly type: MemberType<T>};

/** A table of members, by the fields they are read into. */
export type Members<T> = {readonly [Field in keyof T]-?: Member<T[Field]>};

/** Text, a number or a boolean, as text; null and missing are empty. */
export const scalar: MemberType<string> = {
	shape: {kind: 'scalar', isOptional: true},
	problemIn: value => isScalar(value) ? undefined : '',
	read: scalarText,
};

/** As `scalar`; arrays and objects are read as their JSON. */
export const anything: MemberType<string> = {
	shape: {kind: 'anything', isOptional: true},
	problemIn: () => undefined,
	read: value => isScalar(value) ? scalarText(value) : JSON.stringify(value),
};

/** Required text or a required number, as text. */
export const identifier: MemberType<string> = {
	shape: {kind: 'identifier', isOptional: false},
	problemIn: value => value === undefined || value === null || value === '' || typeof value === 'boolean' || !isScalar(value) ? '' : undefined,
	read: scalarText,
};

/** An array; null and missing are an empty one. */
export const listOf = <T>(item: MemberType<T>): MemberType<readonly T[]> => ({
	shape: {kind: 'list', isOptional: true, item: item.shape},
	problemIn(list) {
		if (list === undefined || list === null) {
			return undefined;
		}

		if (!Array.isArray(list)) {
			return '';
		}

		for (const [index, element] of list.entries()) {
			const where = item.problemIn(element);
			if (where !== undefined) {
				return joined(String(index), where);
			}
		}

		return undefined;
	},
	read: list => ((list ?? []) as readonly unknown[]).map(element => item.read(element)),
});

/** An object with these members, among others. */
export function objectOf<T extends object>(members: Members<T>): MemberType<T> {
	const rows = Object.entries<Member<unknown>>(members).map(([field, {wire, type}]) => ({field, wire, type}));
	return {
		shape: {kind: 'object', isOptional: false, members: Object.fromEntries(rows.map(({wire, type}) => [wire, type.shape]))},
		problemIn(object) {
			if (!isObject(object)) {
				return '';
			}

			for (const {wire, type} of rows) {
				const where = type.problemIn(object[wire]);
				if (where !== undefined) {
					return joined(wire, where);
				}
			}

			return undefined;
		},
		read(object) {
			const fields: Record<string, unknown> = {};
			for (const {field, wire, type} of rows) {
				fields[field] = type.read((object as JsonObject)[wire]);
			}

			return fields as T;
		},
	};
}

/** As another type; null and missing are `undefined`. */
export const optional = <T>(type: MemberType<T>): MemberType<T | undefined> => ({
	shape: {...type.shape, isOptional: true},
	problemIn: value => value === undefined || value === null ? undefined : type.problemIn(value),
	read: value => value === undefined || value === null ? undefined : type.read(value),
});

const joined = (step: string, rest: string): string => rest === '' ? step : `${step}.${rest}`;

/** Numbers that JavaScript would print in another way arrive as raw JSON (`parseJson`). */
function isScalar(value: unknown): boolean {
	return typeof value !== 'object' || value === null || JSON.isRawJSON(value);
}

/** A scalar as text, numbers as written. */
function scalarText(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}

	return value === undefined || value === null ? '' : JSON.stringify(value);
}
