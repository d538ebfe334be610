import {isObject, type JsonObject} from '../../platform/json.ts';
import {codeNames, isMessageName, maybePathNames, pathNames} from './names.ts';
import {fold, isKnown, locate, type Path, split} from './paths.ts';

/** Whether an object has a message of its own, and not only nested objects with messages. */
export const hasMessage = (object: JsonObject): boolean =>
	Object.entries(object).some(([name, value]) => typeof value === 'string' && isMessageName(name));

/** The code of an object that has one instead of a message: `{"field": "channel", "code": "missing"}` (GitHub). */
export function codeOf(object: JsonObject): string | undefined {
	const byName = folded(object);
	return codeNames
		.map(name => byName.get(name))
		.filter(value => typeof value === 'string')
		.find(value => value.trim() !== '');
}

/**
The path of the field that an object reports on, from the object's own position or from the root of the request body.

The path is in `loc` (FastAPI), `path` (zod, Joi, express-validator, GraphQL), `property` (class-validator), `instancePath` (Ajv), `field` (Spring, google.rpc.BadRequest), `pointer` (RFC 9457), `source.pointer` (JSON:API), `name` (RFC 7807).

@param object - Any object of an error body.
@param isAmongErrors - Whether a `path` or a `name` counts as a field's even when the create body has no such field.
@returns The path as written, or undefined when the object reports nothing, or names no field.
*/
export function pathIn(object: JsonObject, isAmongErrors: boolean): Path | undefined {
	if (codeOf(object) === undefined && Object.keys(object).every(name => !isMessageName(name))) {
		return undefined;
	}

	const {source, params} = object;
	const {pointer, parameter}: JsonObject = isObject(source) ? source : {};
	const byName = folded({pointer, parameter, ...object});
	const isField = (name: string, steps: Path) =>
		pathNames.includes(name) ||
		Array.isArray(byName.get(name)) ||
		isKnown(locate(steps)) ||
		(isAmongErrors && !/(?:error|exception)$/iv.test(String(steps.at(-1))));
	for (const name of [...pathNames, ...maybePathNames]) {
		const steps = stepsOf(name, byName.get(name));
		if (steps !== undefined && isField(name, steps)) {
			return [...steps, ...missingIn(params)];
		}
	}

	return undefined;
}

const folded = (object: JsonObject) => new Map(Object.entries(object).map(([name, value]) => [fold(name), value]));

/** The steps of a path that is a list. Only `loc` and `path` are; a list under another name contains messages about a field of that name. A step may be an object with a `key` (Valibot). */
function stepsOf(name: string, value: unknown): Path | undefined {
	if (typeof value === 'string') {
		return split(value);
	}

	if ((name === 'loc' || name === 'path') && Array.isArray(value)) {
		return value
			.map((step: unknown) => (isObject(step) ? step.key : step))
			.flatMap(step => (typeof step === 'string' ? split(step) : Number.isSafeInteger(step) ? [Number(step)] : []));
	}

	return undefined;
}

/** The name of a missing member, which Ajv reports at its parent. */
function missingIn(value: unknown): Path {
	const {missingProperty, additionalProperty}: JsonObject = isObject(value) ? value : {};
	return [missingProperty, additionalProperty].filter(name => typeof name === 'string');
}
