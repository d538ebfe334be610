/** One condition that narrows the events (interface.md, "Filter"). */
export type Filter = {
	readonly fieldName: string;
	readonly operator: string;
	readonly value: string;
	readonly valueType: string;
	/** Its members that interface.md does not name, as received, without those that the service makes. */
	readonly extras?: Readonly<Record<string, unknown>> | undefined;
};

/** The four optional topics of a GraphQL-type webhook (interface.md, "EventDetails"). An empty string means that the topic is not set. */
export type Topics = readonly [string, string, string, string];

/** The fields that a listed notification and one to create have in common. Optional text that is absent is an empty string. */
export type NotificationFields = {
	readonly userId: string;
	/** The name of a row in `channels`, or any other text that a service lists. */
	readonly channel: string;
	readonly name: string;
	readonly recipient: string;
	readonly network: string;
	readonly eventType: string;
	/** A single address, as interface.md says; a listing may hold none or several. */
	readonly addresses: readonly string[];
	readonly filters: readonly Filter[];
	/** Members of event_details that interface.md does not name, or does not list (`graphql`), as received, without those that the service makes. They are sent again. */
	readonly extras?: Readonly<Record<string, unknown>> | undefined;
	/** Members of the record itself that interface.md does not name, likewise. Undefined in what chainbell 0.1 stored, and in what was never listed. */
	readonly recordExtras?: Readonly<Record<string, unknown>> | undefined;
};

/** A notification to create. */
export type NotificationInput = NotificationFields & {
	readonly template: string;
	readonly topics: Topics;
	/** The record that it was made from, as the service listed it: what the input does not change keeps its value and type. An edit and a restore have that of the journal. */
	readonly listed?: unknown;
	/** The service refused the types that it lists: everything is sent as interface.md says. */
	readonly isDocumented?: true | undefined;
};

/** A notification as listed. Its fields may be getters that parse on demand: read those you need, and do not spread it. */
export type Notification = NotificationFields & {
	readonly kind: 'notification';
	/** The number or text that the service sent, as written: `1e3` is not `1000`, and numbers may exceed 2^53. */
	readonly id: string;
	/** The whole record as received, unknown members included. */
	readonly raw: unknown;
	/** The text of `raw` as received, white space included. */
	readonly json?: string;
	/** Where this text is in what was received, as UTF-8. */
	readonly source?: {readonly bytes: Uint8Array; readonly from: number; readonly to: number};
};

/** A listed element that could not be read as a notification. It is shown as raw JSON. */
export type UnreadableRecord = {
	readonly kind: 'unreadable';
	/** Its index in the listing, from 0. */
	readonly index: number;
	/** Why it could not be read, in a few words. */
	readonly problem: string;
	/** The element; of one that was not parsed its text, or the beginning of it. */
	readonly raw: unknown;
	/** The text of the element as received; undefined if it is too large to be kept. */
	readonly json?: string;
	/** It was not parsed, because it is too large or nested too deep. */
	readonly isSkipped?: boolean;
};

export type ListedRecord = Notification | UnreadableRecord;
