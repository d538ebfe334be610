import * as z from 'zod/mini';
import type {KnownUnlisted, NotificationInput, Unlisted} from '../notification/notification.ts';
import {stateTexts} from '../notification/operation-texts.ts';
import {contentFields, filterSpec, type Shape} from '../notification/spec.ts';
import {tryParseJson} from '../platform/json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Moment} from '../platform/clock.ts';

/*
What an item, its events and their reasons have; and so what the rows of a team's board hold, as JSON: whoever can write to the board may have made it, so that nothing in it is relied on.
*/

/**
How far an item is:

- `planned`: no request was sent, or none that may take effect.
- `creating`: a POST may have taken effect, or may still do so.
- `created`, of a replacement: a listing has shown the new notification, `newId`; the old one is still to be deleted.
- `deleting`: a DELETE of the snapshot's ID may have taken effect.
- `undoing`: a DELETE of `newId` may have taken effect, to roll back.
- `done`, `failed`, `rolled-back`: ended. `failed`: it took no effect, or that can no longer be determined; `reason` says which.
*/
export type Phase = keyof typeof stateTexts;

/** A notification as it was before it was replaced or deleted. */
export type NotificationSnapshot = KnownUnlisted & {
	readonly id: string;
	/** The record as the service listed it. */
	readonly raw: unknown;
	readonly input: Omit<NotificationInput, keyof Unlisted>;
};

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

const snapshotSchema = z.object({
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

const text = z.string();
const texts = z.readonly(z.array(text));
/** Words of a service or an operator that are shown as they are. */
const line = z.pipe(
	text,
	z.transform(value => sanitise(value)),
);
const at = z.int();
const phase = z.enum(Object.keys(stateTexts) as Phase[]);
const method = z.enum(['POST', 'DELETE']);
const what = z.enum(['created', 'deleted']);
const [maybeText, maybeTexts, maybeLine, flag] = [
	z.optional(text),
	z.optional(texts),
	z.optional(line),
	z.optional(z.boolean()),
];

/** What an item's reasons have, besides `why`. */
const reasonParts = {
	/** What the service answered, in its words. */
	answer: {text: line},
	/** The new one was kept, because no listing could be read, and why. */
	'no-listing': {text: line},
	'nothing-sent': {},
	skipped: {},
	/** Nothing was sent because the listing does not show it as it was confirmed. */
	'not-as-confirmed': {id: text, is: z.enum(['missing', 'partial', 'unreadable', 'changed'])},
	/** `text`: the rule, as a sentence. `id`: the new notification, which is not taken back. */
	protected: {text: line, id: maybeText},
	'has-key': {},
	/** The same was created elsewhere before this was sent. */
	'made-elsewhere': {id: text},
	/** The outcome of a request is not known. `answer`: that of the last one. `probable`: what it probably created. */
	unknown: {what, id: maybeText, answer: maybeLine, probable: maybeText},
	/** The service confirmed a request, and no listing shows its effect yet. `id`: what was to be deleted, or the ID that the answer named. */
	confirmed: {what, id: maybeText, isListed: flag, probable: maybeText},
	/** How long listings are still searched. `until`: milliseconds since the epoch; undefined: the next complete listing decides. `problem`: why the last one proves nothing. */
	wait: {what: z.enum(['created', 'deleted', 'second']), until: z.optional(z.number()), problem: maybeLine},
	/** Which may be the new notification. `as`: why none of them is known to be it. */
	choose: {ids: texts, as: z.enum(['several', 'rewritten', 'unchecked', 'unreadable', 'unnamed'])},
	/** A replacement whose new notification listings show; the old one is still to be deleted. */
	'listed-now': {},
	'new-missing': {isOldListed: z.boolean(), problem: maybeLine},
	/** Somebody else deleted the old one, or edited it. */
	'old-gone': {is: z.enum(['asked', 'kept-new', 'done', 'before'])},
	/** The service lists other members than were sent: their values as JSON. `isAsked`: so the old one is kept until the operator finishes it. */
	members: {
		changed: z.readonly(z.array(z.object({path: text, sent: text, listed: maybeText}))),
		isAsked: flag,
	},
	/** An earlier DELETE of the new one may still take effect. */
	'delete-awaited': {id: text, kept: text},
	/** The new notification is listed with other content, or is not new. */
	'other-content': {id: text},
	/** An edit that was made in place. `isAsked`: it cannot be rolled back. */
	'kept-id': {isAsked: flag},
	overwrote: {id: text, isOldListed: flag},
	'may-have-overwritten': {id: text},
	/** The answer did not name what was found: `named` is what it named. */
	found: {id: text, named: maybeText, wasListed: flag},
	/** No answer confirmed it, but a listing shows it. */
	unconfirmed: {is: z.enum(['listed', 'gone'])},
	unchecked: {},
	/** Further new notifications with this content. */
	others: {ids: texts, isUnchecked: flag},
	/** It was not created. `unless`: what it is otherwise. */
	'not-created': {
		unless: z.optional(z.object({ids: texts, are: z.enum(['of-another', 'gone', 'before'])})),
		isQuiet: flag,
	},
	/** The service confirmed it, and no listing shows it after the settling time. */
	'never-listed': {named: maybeText, isOldListed: flag},
	/** The service named an ID that was listed before, with this content or another one. */
	'named-before': {named: text, is: z.enum(['same', 'other']), isOldListed: flag},
	/** Neither the old nor the new one is listed. `confirmed`: the ID with which the service confirmed it; empty if it named none. */
	neither: {is: z.enum(['old-missing', 'old-changed', 'new-missing', 'new-changed']), confirmed: maybeText},
	'still-listed': {isConfirmed: z.boolean(), is: z.enum(['alone', 'both'])},
	/** A DELETE that the service refused, or that took no effect. */
	'delete-failed': {id: text, isOld: flag, answer: maybeLine},
	'taken-back': {id: text, isConfirmed: z.boolean()},
	/** `isLeft`: of an edit whose new one was found, and no DELETE may take effect. */
	'stopped-following': {isLeft: flag},
	/** A listing shows again what had been deleted. `beside`: what it was replaced by. */
	'listed-again': {isNew: flag, beside: maybeText},
};

type ReasonOf<Parts> = Parts extends z.core.$ZodShape ? z.infer<z.ZodMiniObject<Parts>> : never;

/** Why an item is where it is, or what else is to be said of it. `changes/say.ts` makes the sentence. */
export type Reason = {
	[Why in keyof typeof reasonParts]: ReasonOf<(typeof reasonParts)[Why] & {why: z.ZodMiniLiteral<Why>}>;
}[keyof typeof reasonParts];

/** A member whose value the service changed: what was sent and what is listed, as JSON. */
export type ChangedMember = (Reason & {why: 'members'})['changed'][number];

const reasons = z.optional(
	z.readonly(
		z.array(
			// Made when one is first read: the start would wait for all of them.
			z.lazy(() =>
				z.discriminatedUnion(
					'why',
					Object.entries(reasonParts).map(([why, parts]) => z.object({why: z.literal(why), ...parts})) as never,
				),
			) as z.ZodMiniType<Reason>,
		),
	),
);

/** What happens to an item. A moment is missing: none of another machine can be compared with one of this. */
export const events = {
	/** A request is about to be sent. */
	sent: z.object({kind: z.literal('sent'), method, target: maybeText}),
	/** The answer to it, or that none came. `of`: the number of the event of its request, where another one may have come between. `former`: what had been listed under the ID that it names. */
	answered: z.object({
		kind: z.literal('answered'),
		of: z.optional(at),
		outcome: z.enum(['ok', 'not-sent', 'rejected', 'unknown']),
		status: z.optional(at),
		summary: maybeLine,
		named: maybeText,
		former: z.optional(snapshotSchema),
	}),
	/** What a listing or an answer showed, where it changes the state. What is left out stays as it is. */
	seen: z.object({
		kind: z.literal('seen'),
		to: z.optional(phase),
		newId: maybeText,
		/** In place of the last ones. */
		reason: reasons,
		/** Added to what stays to be said. */
		notes: reasons,
		/** The fields that the service refused, as received. */
		issues: z.optional(z.readonly(z.array(z.object({field: line, message: line})))),
		/** The IDs among which the operator chooses. */
		candidates: maybeTexts,
		/** Null: it is listed. */
		missingSince: z.optional(z.nullable(z.object({era: text, at: z.number()}))),
		/** What was listed, with other content, under the ID that the service named: it may have been overwritten. */
		former: z.optional(snapshotSchema),
		/** What listings showed, while it was not certain yet, as what was probably created. */
		probable: maybeText,
		/** Alike notifications that were listed before anything was sent. */
		known: maybeTexts,
	}),
	/** What the operator decided. `retry`: it is sent again, without some members. `stop`: it is followed no longer. `unpark`: what was parked is not parked any more, and is not created again. */
	decided: z.object({kind: z.literal('decided'), how: z.enum(['retry', 'stop', 'unpark']), without: maybeTexts}),
};

/** What happens to an item. `isForeign`: from another machine; its moment is that of its arrival here. */
export type Event =
	| (z.infer<typeof events.sent> & {readonly moment: Moment; readonly isForeign?: true})
	| (z.infer<typeof events.answered> & {readonly moment: Moment})
	| z.infer<typeof events.seen>
	| z.infer<typeof events.decided>;

const item = z
	.object({
		/** `recreate`: what was deleted is created again. */
		kind: z.enum(['create', 'replace', 'delete', 'recreate']),
		/** What is created. */
		input: z.optional(inputSchema),
		/** What is replaced or deleted, or was deleted and is created again. */
		snapshot: z.optional(snapshotSchema),
		/** The IDs of alike notifications that the listing showed: none of them is the new one. */
		knownIds: maybeTexts,
		/** The position in the input of the command, such as `line 3`. */
		place: maybeLine,
		/** The item that it undoes, as `UUID/POSITION`. */
		undoes: maybeText,
		/** Whether it parks a notification: it deletes it, to create it again later. What creates it again has the mark, too. */
		park: z.optional(z.literal(true)),
		isUndo: z.boolean(),
	})
	.check(
		z.refine(
			({kind, input, snapshot}) =>
				(kind === 'delete' || input !== undefined) && (kind === 'create' || snapshot !== undefined),
		),
	);

export type SharedItem = z.infer<typeof item>;

/** A slice of a set that was written down; the last one makes it whole. `at`: milliseconds since the epoch, by the clock of the machine that made it: to show, not to decide by. */
const slice = z.object({
	at,
	profileName: text,
	keeps: texts,
	isLast: z.boolean(),
	items: z.array(item).check(z.minLength(1)),
});

export type SharedSlice = z.infer<typeof slice>;

/** An event of an item. Its moment is missing, or means nothing here. */
type SharedEvent = {readonly at: number; readonly event: Event};

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
