import {fold} from './paths.ts';

/*
What error bodies call things, in whatever case and with whatever separators. The names are those in the documentation of Django REST framework ("Exceptions"), FastAPI ("Handling Errors"), class-validator ("Validation errors"), Laravel ("Validation"), Rails (ActiveModel::Errors), ASP.NET Core (ValidationProblemDetails), RFC 7807 and 9457, JSON:API ("Error Objects"), Spring (FieldError), zod ("Formatting errors"), express-validator (ValidationError), Ajv ("Validation errors"), Joi (ValidationError), GraphQL ("Errors"), google.rpc.BadRequest and Smithy (ValidationException).
*/

const folded = (names: string): string[] => names.trim().split(/\s+/v).map(name => fold(name));

/** Names of words, or of complaints, about what they stand in. */
const telling = new Set(folded(`
	title detail details description errorDescription reason summary
	validation fields fieldList invalidParams invalidParameters modelState causes inner extensions base all
	constraints children properties items
`));

/** The same, of any kind: `non_field_errors`, `defaultMessage`, `fieldViolations`. */
const tellingOfAnyKind = /(?:errors?|messages?|msg|issues?|violations?|failures?|problems?)$/v;

/** Names that say where a complaint belongs, the most telling first. */
export const pointing: readonly string[] = folded(`
	loc pointer instancePath dataPath propertyPath propertyName property fieldPath fieldName field attribute attr param parameter
`);

/** Names that say it too, but elsewhere are an endpoint's or an error class's. */
export const perhapsPointing: readonly string[] = folded('path target key name');

/** Names of what stands for words where there are none. */
export const coding: readonly string[] = folded('code type keyword rule tag');

/** Names of what tells how the complaint came about. */
const explaining = new Set(folded(`
	stack stackTrace trace traces exception debug codes keys arguments args params context contexts ctx locations
	valids rejectedValue attemptedValue invalidValue original originalValue expected received parentSchema
`));

/** Names of what is about the answer; a list of words below one is about a field that happens to have that name. */
const describing = new Set([...pointing, ...perhapsPointing, ...coding, ...folded(`
	status statusText statusCode httpStatus httpCode errorCode errorCodes errorType subCode success ok kind class className
	id errorId eventId requestId traceId correlationId transactionId spanId file line
	timestamp time date instance method host server service domain version apiVersion jsonapi meta metadata
	url uri href link links helpUrl documentationUrl docs severity level locale lang language
	source location objectName bindingFailure info schema schemaPath pattern format origin value values
`)]);

/** Names that repeat what was sent, except among errors, where they mean the body as a whole. */
const echoing = new Set(folded('body request payload input'));

export const isTelling = (name: string): boolean => telling.has(fold(name)) || tellingOfAnyKind.test(fold(name));

export const isExplaining = (name: string): boolean => explaining.has(fold(name));

/** Google marks the name of a type with an `@`. */
export const isDescribing = (name: string): boolean => describing.has(fold(name.replace(/^@/v, '')));

export const isEchoing = (name: string): boolean => echoing.has(fold(name));
