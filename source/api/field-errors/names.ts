import {fold} from './paths.ts';

/*
The names that error bodies use, in any case and with any separators. They are taken from the documentation of Django REST framework ("Exceptions"), FastAPI ("Handling Errors"), class-validator ("Validation errors"), Laravel ("Validation"), Rails (ActiveModel::Errors), ASP.NET Core (ValidationProblemDetails), RFC 7807 and 9457, JSON:API ("Error Objects"), Spring (FieldError), zod ("Formatting errors"), express-validator (ValidationError), Ajv ("Validation errors"), Joi (ValidationError), GraphQL ("Errors"), google.rpc.BadRequest and Smithy (ValidationException).
*/

const folded = (names: string): string[] =>
	names
		.trim()
		.split(/\s+/v)
		.map(name => fold(name));

/** Names of messages, or of lists of issues, about the object that contains them. */
const messageNames = new Set(
	folded(`
	title detail details description errorDescription reason summary
	validation fields fieldList invalidParams invalidParameters modelState causes inner extensions base all
	constraints children properties items
`),
);

/** Endings of such names: `non_field_errors`, `defaultMessage`, `fieldViolations`. */
const messageEnding = /(?:errors?|messages?|msg|issues?|violations?|failures?|problems?)$/v;

/** Names of the path of the field concerned, the most specific first. */
export const pathNames: readonly string[] = folded(`
	loc pointer instancePath dataPath propertyPath propertyName property fieldPath fieldName field attribute attr param parameter
`);

/** Names of such paths that can also belong to an endpoint or an error class. */
export const maybePathNames: readonly string[] = folded('path target key name');

/** Names of codes, which replace a missing message. */
export const codeNames: readonly string[] = folded('code type keyword rule tag');

/** Names of debugging data. */
const debugNames = new Set(
	folded(`
	stack stackTrace trace traces exception debug codes keys arguments args params context contexts ctx locations
	valids rejectedValue attemptedValue invalidValue original originalValue expected received parentSchema
`),
);

/** Names of data about the response. A list of messages under one of them belongs to a field that happens to have that name. */
const metadataNames = new Set([
	...pathNames,
	...maybePathNames,
	...codeNames,
	...folded(`
	status statusText statusCode httpStatus httpCode errorCode errorCodes errorType subCode success ok kind class className
	id errorId eventId requestId traceId correlationId transactionId spanId file line
	timestamp time date instance method host server service domain version apiVersion jsonapi meta metadata
	url uri href link links helpUrl documentationUrl docs severity level locale lang language
	source location objectName bindingFailure info schema schemaPath pattern format origin value values
`),
]);

/** Names under which the request is repeated; among errors they stand for the whole request body. */
const echoNames = new Set(folded('body request payload input'));

/** Whether a name belongs to a message or a list of issues. */
export const isMessageName = (name: string): boolean => messageNames.has(fold(name)) || messageEnding.test(fold(name));

/** Whether a name belongs to debugging data. */
export const isDebugName = (name: string): boolean => debugNames.has(fold(name));

/** Whether a name belongs to data about the response. Google marks the name of a type with an `@`. */
export const isMetadataName = (name: string): boolean => metadataNames.has(fold(name.replace(/^@/v, '')));

/** Whether a name is one under which the request is repeated. */
export const isEchoName = (name: string): boolean => echoNames.has(fold(name));
