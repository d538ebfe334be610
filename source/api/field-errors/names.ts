import {fold} from './paths.ts';

/**
What error bodies call things, in whatever case and with whatever separators.

These names hold words, or complaints, about what they stand in: `message`, `non_field_errors` (Django REST framework), `defaultMessage` (Spring), `fieldViolations` (google.rpc.BadRequest), `invalid-params` (RFC 7807), `properties` (zod's tree), `children` and `constraints` (class-validator), `base` (Rails), `__all__` (Django).
*/
const telling = /(?:errors?|messages?|msg|issues?|violations?|failures?|problems?)$|^(?:title|details?|description|reason|summary|constraints|children|properties|items|fields|fieldlist|validation|modelstate|invalidparam(?:eter)?s|extensions|causes|inner|base|all)$/v;

const folded = (names: string): string[] => names.trim().split(/\s+/v).map(name => fold(name));

/** Names that say where a complaint belongs, the most telling first. */
export const pointing: readonly string[] = folded('loc pointer instancePath dataPath propertyPath propertyName property fieldPath fieldName field attribute attr param parameter');

/** Names that say it too, but elsewhere are an endpoint's or an error class's. */
export const perhapsPointing: readonly string[] = folded('path target key name');

/** Names of what stands for words where there are none. */
export const coding: readonly string[] = folded('code type keyword rule tag');

/** Names of what is about the answer, or repeats what was sent, and so complains of nothing. */
const silent = new Set([...pointing, ...perhapsPointing, ...coding, ...folded(`
	status statusText statusCode httpStatus httpCode errorCode errorCodes errorType subCode codes success ok kind class className
	id errorId eventId requestId traceId correlationId transactionId spanId trace traces stack stackTrace exception debug file line
	timestamp time date instance method host server service domain version apiVersion jsonapi meta metadata
	url uri href link links helpUrl documentationUrl docs severity level locale lang language
	source location locations keys objectName bindingFailure arguments args params info context contexts ctx schema schemaPath parentSchema
	pattern format expected received origin value values valids rejectedValue attemptedValue invalidValue original originalValue
`)]);

/** Names that repeat what was sent, except among errors, where they mean the body as a whole. */
const echoing = new Set(folded('body request payload input'));

export const isTelling = (name: string): boolean => telling.test(fold(name));

/** Google marks the name of a type with an `@`. */
export const isSilent = (name: string): boolean => silent.has(fold(name.replace(/^@/v, '')));

export const isEchoing = (name: string): boolean => echoing.has(fold(name));
