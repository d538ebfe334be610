import * as z from 'zod/mini';
import type {NotificationInput} from '../notification/notification.ts';
import {contentFields, filterSpec, type Shape} from '../notification/spec.ts';
import {tryParseJson} from '../platform/json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Event, NewItem, NotificationSnapshot, Phase, Reason} from './item.ts';

/*
What the rows of a team's board hold, as JSON: whoever can write to the board may have made it, so that nothing in it is relied on.
*/

const members = z.optional(z.record(z.string(), z.unknown()));

/** A filter as stored, with its undocumented members. */
const filter = z.object({
	...Object.fromEntries(filterSpec.map(({part}) => [part, z.string()])),
	extras: members,
});

const valueOf = ({kind, item, members: parts = {}}: Shape): z.ZodMiniType => {
	if (item !== undefined) {
		return z.array(item.kind === 'text' ? z.string() : filter);
	}

	return kind === 'text' ? z.string() : z.array(z.string()).check(z.length(Object.keys(parts).length));
};

const schemaOf = (isUnlisted: boolean) =>
	z.object(
		Object.fromEntries(
			contentFields
				.filter(row => (row.isUnlisted ?? false) === isUnlisted)
				.map(({key, shape}) => [key, valueOf(shape)] as const),
		),
	);

const listed = z.extend(schemaOf(false), {extras: members, recordExtras: members});

/** A notification as it was before it was replaced or deleted. */
export const snapshotSchema = z.object({
	id: z.string(),
	raw: z.unknown(),
	input: listed,
	...z.partial(schemaOf(true)).shape,
}) as unknown as z.ZodMiniType<NotificationSnapshot>;

/** A notification to create, as the ledger and plans have it. */
export const inputSchema = z.extend(listed, {
	...schemaOf(true).shape,
	listed: z.optional(z.unknown()),
	isDocumented: z.optional(z.literal(true)),
}) as unknown as z.ZodMiniType<NotificationInput>;

/** The version of the form. A newer one has events that this chainbell does not know. */
export const bodyVersion = 1;

/** A slice of a set that was written down; the last one makes it whole. `at`: milliseconds since the epoch, by the clock of the machine that made it: to show, not to decide by. */
export type SharedSlice = {
	readonly at: number;
	readonly profileName: string;
	readonly keeps: readonly string[];
	readonly isLast: boolean;
	readonly items: readonly SharedItem[];
};

/** `undoes`: the item that it undoes, as `UUID/POSITION`. */
export type SharedItem = Omit<NewItem, 'undoes'> & {
	readonly undoes?: string | undefined;
	readonly isUndo: boolean;
};

/** An event of an item. Its moment is missing, or means nothing here: none of another machine can be compared with one of this. */
export type SharedEvent = {readonly at: number; readonly event: Event};

const text = z.string();
const texts = z.array(text);
/** Words of a service or an operator that are shown as they are. */
const line = z.pipe(
	text,
	z.transform(value => sanitise(value)),
);
const at = z.int();
const phases = ['planned', 'creating', 'created', 'deleting', 'undoing', 'done', 'failed', 'rolled-back'] as const;
const phase = z.enum(phases satisfies readonly Phase[]);

/** What each reason needs to be said. */
const needs: Readonly<Record<Reason['why'], readonly string[]>> = {
	answer: ['text'],
	'no-listing': ['text'],
	'nothing-sent': [],
	skipped: [],
	'not-as-confirmed': ['id', 'is'],
	protected: ['text'],
	'has-key': [],
	'made-elsewhere': ['id'],
	unknown: ['what'],
	confirmed: ['what'],
	wait: ['what'],
	choose: ['ids', 'as'],
	'listed-now': [],
	'new-missing': [],
	'old-gone': ['is'],
	members: ['changed'],
	'delete-awaited': ['id', 'kept'],
	'other-content': ['id'],
	'kept-id': [],
	overwrote: ['id'],
	'may-have-overwritten': ['id'],
	found: ['id'],
	unconfirmed: ['is'],
	unchecked: [],
	others: ['ids'],
	'not-created': [],
	'never-listed': [],
	'named-before': ['named', 'is'],
	neither: ['is'],
	'still-listed': ['is'],
	'delete-failed': ['id'],
	'taken-back': ['id'],
	'stopped-following': [],
	'listed-again': [],
};

const reasons = z.array(
	z
		.object({
			why: z.enum(Object.keys(needs) as Array<Reason['why']>),
			...optional(text, ['id', 'is', 'what', 'as', 'probable', 'named', 'kept', 'confirmed', 'beside']),
			...optional(line, ['text', 'answer', 'problem']),
			...optional(z.boolean(), ['isListed', 'isOldListed', 'isAsked', 'wasListed', 'isUnchecked', 'isQuiet']),
			...optional(z.boolean(), ['isConfirmed', 'isOld', 'isNew']),
			until: z.optional(z.number()),
			ids: z.optional(texts),
			changed: z.optional(z.array(z.object({path: text, sent: text, listed: z.optional(text)}))),
			unless: z.optional(z.object({ids: texts, are: z.enum(['of-another', 'gone', 'before'])})),
		})
		.check(z.refine(reason => needs[reason.why].every(name => reason[name as keyof typeof reason] !== undefined))),
);

function optional<T extends z.ZodMiniType>(schema: T, names: readonly string[]) {
	return Object.fromEntries(names.map(name => [name, z.optional(schema)]));
}

const method = z.enum(['POST', 'DELETE']);

const events = {
	sent: z.object({kind: z.literal('sent'), method, target: z.optional(text)}),
	answered: z.object({
		kind: z.literal('answered'),
		of: z.optional(at),
		outcome: z.enum(['ok', 'not-sent', 'rejected', 'unknown']),
		status: z.optional(at),
		summary: z.optional(line),
		named: z.optional(text),
		former: z.optional(snapshotSchema),
	}),
	seen: z.object({
		kind: z.literal('seen'),
		to: z.optional(phase),
		newId: z.optional(text),
		reason: z.optional(reasons),
		notes: z.optional(reasons),
		issues: z.optional(z.array(z.object({field: line, message: line}))),
		candidates: z.optional(texts),
		missingSince: z.optional(z.nullable(z.object({era: text, at: z.number()}))),
		former: z.optional(snapshotSchema),
		probable: z.optional(text),
		known: z.optional(texts),
	}),
	decided: z.object({
		kind: z.literal('decided'),
		how: z.enum(['retry', 'stop', 'unpark']),
		without: z.optional(texts),
	}),
};

const kinds = ['create', 'replace', 'delete', 'recreate'] as const;

const item = z
	.object({
		kind: z.enum(kinds),
		input: z.optional(inputSchema),
		snapshot: z.optional(snapshotSchema),
		knownIds: z.optional(texts),
		place: z.optional(line),
		undoes: z.optional(text),
		park: z.optional(z.literal(true)),
		isUndo: z.boolean(),
	})
	.check(
		z.refine(
			({kind, input, snapshot}) =>
				(kind === 'delete' || input !== undefined) && (kind === 'create' || snapshot !== undefined),
		),
	);

const slice = z.object({
	at,
	profileName: text,
	keeps: texts,
	isLast: z.boolean(),
	items: z.array(item).check(z.minLength(1)),
});

/** Reads the JSON of a row. `newer`: a newer chainbell wrote it. `broken`: it is nothing that a chainbell writes. */
export function readBody(json: string): SharedSlice | SharedEvent | 'newer' | 'broken' {
	const value = tryParseJson(json) as
		| {
				readonly v?: unknown;
				readonly at?: unknown;
				readonly event?: {readonly kind?: unknown};
		  }
		| null
		| undefined;
	const {v, event} = value ?? {};
	const schema = events[event?.kind as keyof typeof events] as z.ZodMiniType<Event> | undefined;
	if (v !== bodyVersion || (event !== undefined && schema === undefined)) {
		return typeof v === 'number' && v >= bodyVersion ? 'newer' : 'broken';
	}

	if (schema !== undefined) {
		const read = schema.safeParse(event);
		return read.success && Number.isInteger(value!.at) ? {at: value!.at as number, event: read.data} : 'broken';
	}

	const read = slice.safeParse(value);
	return read.success ? read.data : 'broken';
}
