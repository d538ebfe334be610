import {isObject, type JsonObject} from '../../system/json.ts';

/** What a value looks like in JSON. A member that is missing counts as null. */
export type MemberShape = {
	/** `scalar`: text, a number or a boolean. `identifier`: text that is not empty, or a number. */
	readonly kind: 'scalar' | 'anything' | 'identifier' | 'list' | 'object';
	/** Whether it may be null. */
	readonly isOptional: boolean;
	/** Of a list. */
	readonly item?: MemberShape;
	/** Of an object, by name: these, among others. */
	readonly members?: Readonly<Record<string, MemberShape>>;
};

/** What the value of a member looks like, and how it is read. */
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

/** As `scalar`; arrays and objects are read as their JSON. */
export const anything: MemberType<string> = {
	shape: {kind: 'anything', isOptional: true},
	read: value => isScalar(value) ? scalarText(value) : JSON.stringify(value),
};

/** Required text or a required number, as text. */
export const identifier: MemberType<string> = {
	shape: {kind: 'identifier', isOptional: false},
	read: scalarText,
};

/** An array; null and missing are an empty one. */
export const listOf = <T>(item: MemberType<T>): MemberType<readonly T[]> => ({
	shape: {kind: 'list', isOptional: true, item: item.shape},
	read: list => ((list ?? []) as readonly unknown[]).map(element => item.read(element)),
});

/** An object with these members, among others. */
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
export const shapesOf = <T extends object>(members: Members<T>): Readonly<Record<string, MemberShape>> => (
	Object.fromEntries(Object.values<Member<unknown>>(members).map(({wire, type}) => [wire, type.shape]))
);

/** Returns the path of what is not of the shape, below the value; empty for the value itself, undefined when there is no problem. */
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
			return Array.isArray(value) ? firstProblem(value.entries().map(([index, item]) => [String(index), problemIn(item, shape.item!)])) : '';
		}

		case 'object': {
			return isObject(value) ? firstProblem(Object.entries(shape.members!).map(([name, member]) => [name, problemIn(value[name], member)])) : '';
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
