import type {StoredBody} from './stored-body.ts';

/** What created or deleted a notification: the request with this number, another client, or whatever was before the life began. */
export type Cause = number | 'another client' | 'before';

/** One notification, from when till when it existed, and why. */
export type Lifetime = {
	readonly id: string;
	readonly body: StoredBody;
	/** How many had begun when this one had, itself included. */
	readonly ordinal: number;
	readonly from: number;
	readonly createdBy: Cause;
	/** The first moment at which it no longer exists; Infinity while it does. */
	readonly till: number;
	readonly deletedBy: Cause | undefined;
};

/** What really happened to the notifications of an account. Times are milliseconds. */
export type Timeline = {
	/** A notification begins to exist. */
	readonly begin: (id: string, body: StoredBody, createdBy: Cause, at: number) => void;
	/** A notification ceases to exist; nothing happens if it does not exist. */
	readonly end: (id: string, deletedBy: Cause, at: number) => void;
	/** All that ever existed, in the order in which they began. */
	readonly lifetimes: () => readonly Lifetime[];
	/** Undefined if it never existed. */
	readonly of: (id: string) => Lifetime | undefined;
	/** What exists at a moment, in the order in which it began. */
	readonly existingAt: (time: number) => readonly Lifetime[];
	readonly existsAt: (id: string, time: number) => boolean;
	/** What a request created. */
	readonly createdBy: (request: number) => Lifetime | undefined;
	/** What a request deleted. */
	readonly deletedBy: (request: number) => Lifetime | undefined;
};

/** An account in which nothing has happened yet. */
export function createTimeline(): Timeline {
	// In a Map, what is set again keeps its place.
	const all = new Map<string, Lifetime>();
	const isExisting = ({from, till}: Lifetime, time: number) => from <= time && time < till;
	const find = (isWanted: (lifetime: Lifetime) => boolean) => all.values().find(lifetime => isWanted(lifetime));

	return {
		begin(id, body, createdBy, at) {
			all.set(id, {id, body, ordinal: all.size + 1, from: at, createdBy, till: Infinity, deletedBy: undefined});
		},
		end(id, deletedBy, at) {
			const lifetime = all.get(id);
			if (lifetime?.till === Infinity) {
				all.set(id, {...lifetime, till: at, deletedBy});
			}
		},
		lifetimes: () => all.values().toArray(),
		of: id => all.get(id),
		existingAt: time => all.values().filter(lifetime => isExisting(lifetime, time)).toArray(),
		existsAt(id, time) {
			const lifetime = all.get(id);
			return lifetime !== undefined && isExisting(lifetime, time);
		},
		createdBy: request => find(({createdBy}) => createdBy === request),
		deletedBy: request => find(({deletedBy}) => deletedBy === request),
	};
}
