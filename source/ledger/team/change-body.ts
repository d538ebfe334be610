import * as z from 'zod/mini';
import {inputSchema, knownSchema, listedSchema} from '../content-schema.ts';
import {tryParseJson} from '../../platform/json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OperationState} from '../journal/operation.ts';

/** The version of the form in which a change is on the board. */
export const bodyVersion = 1;

/** The most requests of a change that are read. */
const maxRequests = 10_000;

const text = z.string();
/** A name that the journal has as it is. */
const name = text.check(z.regex(/^[!-~]{1,200}$/v));
/** Text that history shows as it is: it was made safe before it was sent, and is again, because whoever can write to the board may have sent it. */
const line = z.pipe(
	text,
	z.transform(value => sanitise(value)),
);

const snapshot = z.intersection(z.object({id: text, raw: z.unknown(), input: listedSchema}), knownSchema);
const request = z.object({
	/** Its name in the whole team. */
	key: name,
	/** Milliseconds since the epoch, by the clock of the machine that sent it: to show, not to decide by. */
	at: z.int(),
	method: z.enum(['POST', 'DELETE']),
	target: z.optional(text),
	outcome: z.enum(['sent', 'ok', 'not-sent', 'rejected', 'unknown']),
	status: z.optional(z.int()),
	summary: z.optional(line),
});

const kinds = ['create', 'replace', 'delete', 'recreate'] as const;

const schema = z
	.object({
		v: z.literal(bodyVersion),
		kind: z.enum(kinds),
		state: z.enum(['planned', 'creating', 'created', 'deleting', 'undoing', 'done', 'failed', 'rolled-back']),
		profileName: line,
		/** Like `at` of a request. */
		startedAt: z.int(),
		content: z.object({
			input: z.optional(inputSchema),
			old: z.optional(snapshot),
			place: z.optional(line),
		}),
		progress: z.object({
			knownIds: z.array(text),
			newId: z.optional(text),
			note: z.optional(line),
			issues: z.optional(z.array(z.object({field: line, message: line}))),
			overwritten: z.optional(snapshot),
		}),
		isRedacted: z.boolean(),
		isUndo: z.boolean(),
		/** The change that it undoes. */
		undoes: z.optional(text),
		batch: z.optional(
			z.object({uuid: name, kind: z.enum([...kinds, 'mixed']), startedAt: z.int(), keeps: z.array(text)}),
		),
		requests: z.array(request).check(z.maxLength(maxRequests)),
	})
	.check(z.refine(body => isPossible(body)));

/** A change as it is on the board: an operation of a journal with its requests. Text from the service is unchanged, and nothing in it can be relied on: whoever can write to the board may have made it. */
export type ChangeBody = z.infer<typeof schema>;

/** The parts that the states of an operation rely on. */
type Parts = {
	readonly kind: (typeof kinds)[number];
	readonly state: OperationState;
	readonly content: {readonly input?: unknown; readonly old?: unknown};
	readonly progress: {readonly newId?: string | undefined};
};

/** Whether a change has what its kind and its state need. */
function isPossible({kind, state, content: {input, old}, progress: {newId}}: Parts): boolean {
	const hasContent = (kind === 'delete' || input !== undefined) && (kind === 'create' || old !== undefined);
	const isReplacing = kind === 'replace' && newId !== undefined;
	const isState = {
		planned: true,
		creating: kind !== 'delete',
		created: isReplacing,
		deleting: kind === 'delete' || isReplacing,
		undoing: newId !== undefined,
		done: true,
		failed: true,
		'rolled-back': true,
	}[state];
	return hasContent && isState;
}

/** Reads a change of the board. `newer`: a newer chainbell wrote it. `unreadable`: it is none. */
export function readChangeBody(json: string): ChangeBody | 'newer' | 'unreadable' {
	const value = tryParseJson(json);
	const read = schema.safeParse(value);
	if (read.success) {
		return read.data;
	}

	const version = (value as {readonly v?: unknown} | null | undefined)?.v;
	return typeof version === 'number' && version > bodyVersion ? 'newer' : 'unreadable';
}
