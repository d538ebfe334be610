import {Buffer} from 'node:buffer';
import {parseJson, isObject} from '../platform/json.ts';
import type {FilterPart, table, topicNames} from './spec-table.ts';

/** One condition that narrows the events (interface.md, "Filter"). */
export type Filter = {readonly [Part in FilterPart]: string} & {
	/** The undocumented members as received, without those that the service generates. */
	readonly extras?: Readonly<Record<string, unknown>> | undefined;
};

/** The four optional topics of a GraphQL-type webhook (interface.md, "EventDetails"). An empty string means that the topic is not set. */
export type Topics = TextsOf<typeof topicNames>;

type TextsOf<Names extends readonly string[]> = {readonly [Index in keyof Names]: string};

/** The value of a row's member. Missing optional text is an empty string. */
type ValueOf<S> = S extends {readonly kind: 'text'}
	? string
	: S extends {readonly kind: 'list'; readonly item: {readonly kind: 'text'}}
		? readonly string[]
		: S extends {readonly kind: 'list'}
			? readonly Filter[]
			: Topics;

type Row = Exclude<(typeof table)[number], {readonly key: 'id'}>;
type UnlistedRow = Extract<Row, {readonly isUnlisted: true}>;
type Members<Rows extends Row> = {readonly [R in Rows as R['key']]: ValueOf<R['shape']>};

/** The fields shared by listed notifications and input: those of the table that are listed. */
export type NotificationFields = Members<Exclude<Row, UnlistedRow>> & {
	/** The members of event_details, as received, that interface.md does not name or does not list (`graphql`), without those that the service generates. They are sent again. */
	readonly extras?: Readonly<Record<string, unknown>> | undefined;
	/** The undocumented members of the record itself. Undefined in notifications that were never listed. */
	readonly recordExtras?: Readonly<Record<string, unknown>> | undefined;
};

/** The fields that listings never return. */
export type Unlisted = Members<UnlistedRow>;

/** These fields, as far as this machine knows them. */
export type KnownUnlisted = {readonly [Key in keyof Unlisted]: Unlisted[Key] | undefined};

/** A notification to create. */
export type NotificationInput = NotificationFields &
	Unlisted & {
		/** The listed record that the input was made from: unchanged members keep its values and types. For an edit and a recreation it is the record in the journal. */
		readonly listed?: unknown;
		/** Whether to send everything with the types of interface.md, because the service refused the types that it lists. */
		readonly isDocumented?: true | undefined;
	};

/** A notification, listed or to be created, as far as its fields are known. */
export type Readable = NotificationFields &
	Partial<KnownUnlisted> & {
		readonly id?: string;
	};

/** The position of a listed element's text in the received bytes (UTF-8); the end is exclusive. */
export type Source = {readonly bytes: Buffer; readonly from: number; readonly to: number};

/** A listed notification. */
export type Notification = NotificationFields & {
	readonly kind: 'notification';
	/** The ID that the service sent, a number or text, as written: `1e3` is not `1000`, and numbers may exceed 2^53. */
	readonly id: string;
	/** The whole record as received, unknown members included: see `rawOf`. Undefined for one that was not listed. */
	readonly source?: Source | undefined;
};

/** A listed element that could not be read as a notification. It is shown as raw JSON. */
export type UnreadableRecord = {
	readonly kind: 'unreadable';
	/** Its index in the listing, from 0. */
	readonly index: number;
	/** The reason why it could not be read, in a few words. */
	readonly problem: string;
	/** The parsed element; if it was not parsed, its text or the beginning of that. */
	readonly raw: unknown;
	/** The text of the element as received; undefined if it is too large to be kept. */
	readonly json?: string;
	/** Whether it was not parsed because it is too large or nested too deeply. */
	readonly isSkipped?: boolean;
};

export type ListedRecord = Notification | UnreadableRecord;

/** The records that could be read. */
export const notificationsOf = (records: readonly ListedRecord[]): Notification[] =>
	records.filter(record => record.kind === 'notification');

/** The bytes of a listed element as received; undefined if it is too large to be kept, or was not listed. */
export function bytesOf(record: ListedRecord): Buffer | undefined {
	if (record.kind === 'unreadable') {
		return record.json === undefined ? undefined : Buffer.from(record.json);
	}

	return record.source?.bytes.subarray(record.source.from, record.source.to);
}

/** The text of a listed element as received; undefined where `bytesOf` is. */
export const jsonOf = (record: ListedRecord): string | undefined => bytesOf(record)?.toString();

/** A listed element as received, parsed by `parseJson`: an unknown member keeps its value, and a number its digits. Undefined for a notification that was not listed. */
export function rawOf(record: ListedRecord): unknown {
	if (record.kind === 'unreadable') {
		return record.raw;
	}

	const json = jsonOf(record);
	return json === undefined ? undefined : parseJson(json);
}

/** The bytes of an element that is known only parsed. */
export function sourceOf(raw: unknown): Source {
	const bytes = Buffer.from(JSON.stringify(raw));
	return {bytes, from: 0, to: bytes.length};
}

/** Matches the ID at the beginning of an element that was not parsed. Services list it first. */
const idPattern = /^\s*\{\s*"id"\s*:\s*(?:"(?<text>[^"\\]*)"|(?<number>[\d+\-.e]+))/iv;

/** The ID of a listed element as the service sent it, even of one that cannot be read as a notification; undefined if it has none, or none is found at its beginning. */
export function idOfRecord(record: ListedRecord): string | undefined {
	if (record.kind === 'notification') {
		return record.id;
	}

	const {raw} = record;
	if (typeof raw === 'string') {
		const {text, number} = idPattern.exec(raw.slice(0, 1000))?.groups ?? {};
		return text ?? number;
	}

	const id = isObject(raw) ? raw.id : undefined;
	return typeof id === 'string' || typeof id === 'number' || JSON.isRawJSON(id) ? toText(id) : undefined;
}

const toText = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id));

/** Whether an event type probably uses topics. interface.md names no event type for them. */
export const isGraphqlEvent = ({eventType}: Pick<NotificationFields, 'eventType'>): boolean =>
	/graphql/iv.test(eventType);

/** Whether a notification can have topics: they belong to GraphQL-type webhooks (interface.md, "EventDetails"). */
export const canHaveTopics = ({channel, eventType}: Pick<NotificationFields, 'channel' | 'eventType'>): boolean =>
	channel.trim() === 'WEBHOOK' && isGraphqlEvent({eventType});
