import type {StoredBody} from './stored-body.ts';

/** What created or deleted a notification: the request with this number, another client, or whatever was before the life began. */
export type Cause = number | 'another client' | 'before';

/** One notification, from when till when it existed, and why. Several can have the same ID, one after the other. */
export type Lifetime = {
	readonly id: string;
	readonly body: StoredBody;
	/** How many had begun when this one had, itself included. */
	readonly ordinal: number;
	readonly from: number;
	readonly createdBy: Cause;
	/** The first moment at which it no longer exists; Infinity while it does. */
	readonly till: number;
	/** The request that deleted or overwrote it. */
	readonly deletedBy: Cause | undefined;
	/** Whether it took the place of one with the same ID. */
	readonly overwrites: boolean;
};

/** What really happened to the notifications of an account. Times are milliseconds. */
export type Timeline = {
	/** A notification begins to exist. It overwrites the one that exists with this ID. */
	readonly begin: (id: string, body: StoredBody, createdBy: Cause, at: number) => void;
	/** A notification ceases to exist. Returns false if it does not exist. */
	readonly end: (id: string, deletedBy: Cause, at: number) => boolean;
	/** All that ever existed, in the order in which they began. */
	readonly lifetimes: () => readonly Lifetime[];
	/** The last one with an ID; undefined if there never was one. */
	readonly of: (id: string) => Lifetime | undefined;
	/** The one with an ID that exists at a time, or else the last one before; undefined if there was none. */
	readonly ofAt: (id: string, time: number) => Lifetime | undefined;
	/** What exists at a moment, in the order in which it began. */
	readonly existingAt: (time: number) => readonly Lifetime[];
	readonly existsAt: (id: string, time: number) => boolean;
	/** The notifications that a request created: two if a proxy repeated it. */
	readonly createdBy: (request: number) => readonly Lifetime[];
	/** What a request deleted or overwrote. */
	readonly deletedBy: (request: number) => readonly Lifetime[];
};

/** An account in which nothing has happened yet. */
export function createTimeline(): Timeline {
	const all: Lifetime[] = [];
	const isExisting = ({from, till}: Lifetime, time: number) => from <= time && time < till;
	const existingAt = (time: number) =>
		all.filter(lifetime => isExisting(lifetime, time)).toSorted((one, other) => one.ordinal - other.ordinal);

	const end = (id: string, deletedBy: Cause, at: number) => {
		const index = all.findIndex(lifetime => lifetime.id === id && lifetime.till === Infinity);
		if (index !== -1) {
			all[index] = {...all[index]!, till: at, deletedBy};
		}

		return index !== -1;
	};

	return {
		begin(id, body, createdBy, at) {
			const before = all.find(lifetime => lifetime.id === id && lifetime.till === Infinity);
			end(id, createdBy, at);
			all.push({
				id,
				body,
				ordinal: before?.ordinal ?? all.length + 1,
				from: at,
				createdBy,
				till: Infinity,
				deletedBy: undefined,
				overwrites: before !== undefined,
			});
		},
		end,
		lifetimes: () => all,
		of: id => all.findLast(lifetime => lifetime.id === id),
		ofAt: (id, time) => all.findLast(lifetime => lifetime.id === id && lifetime.from <= time),
		existingAt,
		existsAt: (id, time) => all.some(lifetime => lifetime.id === id && isExisting(lifetime, time)),
		createdBy: request => all.filter(({createdBy}) => createdBy === request),
		deletedBy: request => all.filter(({deletedBy}) => deletedBy === request),
	};
}
