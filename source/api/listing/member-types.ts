import {isObject, type JsonObject} from '../../system/json.ts';

/** Returns the path of what is not as expected, below the value; empty for the value itself, undefined when there is no problem. */
type Check = (value: unknown) => string | undefined;

/** How the value of a member is checked and read. */
export type MemberType<T> = {
	readonly problemIn: Check;
	/** Reads a value without problems. */
	readonly read: (value: unknown) => T;
};

/** A row of a table of members: the name on the wire, and the type. */
export type Member<T> = {readonly wire: string; readonly type: MemberType<T>};

/** A table of members, by the fields they are read into. */
export type Members<T> = {readonly [Field in keyof T]-?: Member<T[Field]>};

/** Text, a number or a boolean, as text; null and missing are empty. */
export const scalar: MemberType<string> = {
	problemIn: value => isScalar(value) ? undefined : '',
	read: scalarText,
};

/** As `scalar`; arrays and objects are read as their JSON. */
export const anything: MemberType<string> = {
	problemIn: () => undefined,
	read: value => isScalar(value) ? scalarText(value) : JSON.stringify(value),
};

/** Required text or a required number, as text. */
export const identifier: MemberType<string> = {
	problemIn: value => value === undefined || value === null || value === '' || typeof value === 'boolean' || !isScalar(value) ? '' : undefined,
	read: scalarText,
};

/** An array; null and missing are an empty one. */
export const listOf = <T>(item: MemberType<T>): MemberType<readonly T[]> => ({
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

/** Checks an object with these members, among others. */
export function objectCheck(members: ReadonlyArray<{readonly wire: string; readonly type: Pick<MemberType<unknown>, 'problemIn'>}>): Check {
	return object => {
		if (!isObject(object)) {
			return '';
		}

		for (const {wire, type} of members) {
			const where = type.problemIn(object[wire]);
			if (where !== undefined) {
				return joined(wire, where);
			}
		}

		return undefined;
	};
}

/** An object with these members, among others. */
export function objectOf<T extends object>(members: Members<T>): MemberType<T> {
	const rows = Object.entries<Member<unknown>>(members).map(([field, {wire, type}]) => ({field, wire, type}));
	return {
		problemIn: objectCheck(rows),
		read(object) {
			const fields: Record<string, unknown> = {};
			for (const {field, wire, type} of rows) {
				fields[field] = type.read((object as JsonObject)[wire]);
			}

			return fields as T;
		},
	};
}

/** Null and missing have no problem either. */
export const optional = (check: Check): Check => value => value === undefined || value === null ? undefined : check(value);

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
