import {coding, isTelling, perhapsPointing, pointing} from './names.ts';
import {fold, isKnown, locate, type Path, split} from './paths.ts';

/** A parsed JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonRecord => (
	typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
);

/** Whether an object says something in words of its own, rather than only holding what is said of others. */
export const hasWords = (object: JsonRecord): boolean => Object.entries(object).some(([name, value]) => typeof value === 'string' && isTelling(name));

/** What an object says without words: `{"field": "channel", "code": "missing"}` (GitHub). */
export function codeOf(object: JsonRecord): string | undefined {
	const byName = folded(object);
	return coding.map(name => byName.get(name)).filter(value => typeof value === 'string').find(value => value.trim() !== '');
}

/**
Where an object puts its complaint, from its own place or from the body's root.

It is in `loc` (FastAPI), `path` (zod, Joi, express-validator, GraphQL), `property` (class-validator), `instancePath` (Ajv), `field` (Spring, google.rpc.BadRequest), `pointer` (RFC 9457), `source.pointer` (JSON:API), `name` (RFC 7807).

@param object - Any object of an error body.
@param isAmongErrors - Whether a `path` or a `name` is taken for a field's even when it is none of the create body.
@returns Undefined when it is no complaint, or names no place.
*/
export function placeIn(object: JsonRecord, isAmongErrors: boolean): Path | undefined {
	if (codeOf(object) === undefined && Object.keys(object).every(name => !isTelling(name))) {
		return undefined;
	}

	const {source, params} = object;
	const {pointer, parameter}: JsonRecord = isObject(source) ? source : {};
	const byName = folded({pointer, parameter, ...object});
	const isField = (name: string, steps: Path) => pointing.includes(name)
		|| Array.isArray(byName.get(name))
		|| isKnown(locate(steps))
		|| (isAmongErrors && !/(?:error|exception)$/iv.test(String(steps.at(-1))));
	for (const name of [...pointing, ...perhapsPointing]) {
		const steps = stepsOf(name, byName.get(name));
		if (steps !== undefined && isField(name, steps)) {
			return [...steps, ...missingIn(params)];
		}
	}

	return undefined;
}

const folded = (object: JsonRecord) => new Map(Object.entries(object).map(([name, value]) => [fold(name), value]));

/** Only these two are lists of steps; a list elsewhere is of words about a field of that name. A step may be an object with a `key` (Valibot). */
function stepsOf(name: string, value: unknown): Path | undefined {
	if (typeof value === 'string') {
		return split(value);
	}

	if ((name === 'loc' || name === 'path') && Array.isArray(value)) {
		return value.map((step: unknown) => isObject(step) ? step.key : step)
			.flatMap(step => typeof step === 'string' ? split(step) : (Number.isSafeInteger(step) ? [Number(step)] : []));
	}

	return undefined;
}

/** Ajv reports a missing member at its parent. */
function missingIn(value: unknown): Path {
	const {missingProperty, additionalProperty}: JsonRecord = isObject(value) ? value : {};
	return [missingProperty, additionalProperty].filter(name => typeof name === 'string');
}
