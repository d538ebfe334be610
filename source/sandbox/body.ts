import {Buffer} from 'node:buffer';
import {STATUS_CODES} from 'node:http';
import * as z from 'zod';
import {HTTPException} from 'hono/http-exception';
import type {HttpBindings} from '@hono/node-server';

const required = z.string().min(1);

/** The body of a create, as interface.md documents it. The client has a schema of its own, so that this one catches its mistakes. */
const createBodySchema = z.strictObject({
	external_user_id: required,
	channel: z.enum(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK']),
	notification_name: z.string().optional(),
	template: z.string().optional(),
	delivery_location: required,
	event_details: z.strictObject({
		network: required,
		event_type: required,
		addresses: z.tuple([z.string().regex(/^0x[\dA-Fa-f]+$/v, 'must be 0x-prefixed hexadecimal')]),
		filters: z
			.array(z.strictObject({field_name: required, operator: required, value: z.string(), value_type: required}))
			.optional(),
		graphql: z
			.strictObject({topic_0: z.string(), topic_1: z.string(), topic_2: z.string(), topic_3: z.string()})
			.partial()
			.optional(),
	}),
});

export type CreateBody = z.infer<typeof createBodySchema>;

/** Errors by the dotted path of the field (`event_details.filters.0.value`); the key `''` stands for the whole body. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
Validates the body of a create request strictly: every field must be as documented, and no others are allowed (interface.md, "Notification").

@param bytes - The body as sent: JSON in UTF-8.
*/
export function readCreateBody(bytes: Uint8Array): {readonly body: CreateBody} | {readonly errors: FieldErrors} {
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
	} catch {
		return {errors: {'': ['is not valid JSON in UTF-8']}};
	}

	const read = createBodySchema.safeParse(value, {error: describe});
	return read.success ? {body: read.data} : {errors: byField(read.error.issues)};
}

const kinds: Readonly<Record<string, string>> = {
	string: 'a string',
	object: 'an object',
	array: 'an array',
	tuple: 'an array',
};

function describe(issue: z.core.$ZodRawIssue): string {
	if (issue.input === undefined) {
		return 'is required';
	}

	if (issue.code === 'invalid_type') {
		return `must be ${kinds[issue.expected] ?? issue.expected}`;
	}

	if (issue.code === 'invalid_value') {
		return `must be one of ${issue.values.join(', ')}`;
	}

	if (issue.code === 'unrecognized_keys') {
		return 'is not a known field';
	}

	// `addresses` is the only array with a fixed length; everything else that can be too short is text.
	return 'origin' in issue && issue.origin === 'array' ? 'must hold exactly one address' : 'must not be empty';
}

function byField(issues: readonly z.core.$ZodIssue[]): FieldErrors {
	const errors = new Map<string, string[]>();
	for (const issue of issues) {
		const paths = issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path];
		for (const path of paths) {
			const field = path.join('.');
			errors.set(field, [...(errors.get(field) ?? []), issue.message]);
		}
	}

	return Object.fromEntries(errors);
}

/** The largest body accepted, in bytes. */
const limit = 1_048_576;

/**
Reads a JSON body, with or without Content-Length.

@throws HTTPException 415 when its media type is not JSON, 413 when it is larger than 1 MiB.
*/
export async function readJsonBytes(request: Request): Promise<Uint8Array> {
	const mediaType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
	if (mediaType !== 'application/json') {
		throw new HTTPException(415, {message: 'The body must be application/json'});
	}

	const tooLarge = () => new HTTPException(413, {message: `The body must not be larger than ${limit} bytes`});
	if (Number(request.headers.get('content-length')) > limit) {
		throw tooLarge();
	}

	const chunks: Uint8Array[] = [];
	let length = 0;
	const {body}: {body: AsyncIterable<Uint8Array> | null} = request;
	for await (const chunk of body ?? []) {
		length += chunk.length;
		if (length > limit) {
			throw tooLarge();
		}

		chunks.push(chunk);
	}

	return Buffer.concat(chunks);
}

/** Builds the body of every error: the status text, a message and, for an invalid notification, the errors of each field. */
export const errorBody = (status: number, message: string, errors?: FieldErrors) => ({
	error: STATUS_CODES[status],
	message,
	errors,
});

/** Hono's environment for a request: Node's own objects and, once authenticated, the owner. */
export type Env = {Bindings: HttpBindings; Variables: {owner: string}};
