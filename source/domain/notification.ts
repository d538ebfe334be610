/** The delivery channels: the one closed list of interface.md, "What the service does". */
export const channels = ['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK'] as const;

/** One condition that narrows the events (interface.md, "Filter"). */
export type Filter = {
	readonly fieldName: string;
	readonly operator: string;
	readonly value: string;
	readonly valueType: string;
};

/** Four optional topics, for a GraphQL-type webhook only (interface.md, "EventDetails"). An empty string is "not given". */
export type Topics = readonly [string, string, string, string];

/** What both a listed and a yet unsent notification say. Absent optional text is an empty string. */
export type NotificationFields = {
	readonly userId: string;
	/** One of `channels`, or whatever else a service listed. */
	readonly channel: string;
	readonly name: string;
	readonly recipient: string;
	readonly network: string;
	readonly eventType: string;
	/** A single address where the service keeps its word. */
	readonly addresses: readonly string[];
	readonly filters: readonly Filter[];
	/** Members of event_details that interface.md does not name, as received: they survive a clone and an edit. */
	readonly extras?: Readonly<Record<string, unknown>> | undefined;
};

/** What an operator asks the service to create. */
export type NotificationInput = NotificationFields & {
	readonly template: string;
	readonly topics: Topics;
};

/** A notification as listed. It may read its fields only when they are asked for: name those you want, do not spread it. */
export type Notification = NotificationFields & {
	readonly kind: 'notification';
	/** As the service wrote it, number or string, digit for digit. */
	readonly id: string;
	/** The whole record as received, unknown members included. */
	readonly raw: unknown;
	/** `raw` as it was written on the wire, spaces included. */
	readonly json?: string;
};

/** A listed element that is not a notification this program can read; shown raw, never hidden. */
export type UnreadableRecord = {
	readonly kind: 'unreadable';
	/** Its place in the listing, from 0. */
	readonly index: number;
	/** Why it could not be read, in a few words. */
	readonly problem: string;
	readonly raw: unknown;
	readonly json?: string;
};

export type ListedRecord = Notification | UnreadableRecord;
