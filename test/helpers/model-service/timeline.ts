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

export type Timeline = ReturnType<typeof createTimeline>;

/** What really happened to the notifications of an account: nothing yet. Times are milliseconds. */
export function createTimeline() {
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
		/** A notification begins to exist. It overwrites the one that exists with this ID. */
		begin(id: string, body: StoredBody, createdBy: Cause, at: number) {
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
		/** A notification ceases to exist. Returns false if it does not exist. */
		end,
		/** All that ever existed, in the order in which they began. */
		lifetimes: (): readonly Lifetime[] => all,
		/** The last one with an ID; undefined if there never was one. */
		of: (id: string) => all.findLast(lifetime => lifetime.id === id),
		/** The one with an ID that exists at a time, or else the last one before; undefined if there was none. */
		ofAt: (id: string, time: number) => all.findLast(lifetime => lifetime.id === id && lifetime.from <= time),
		/** What exists at a moment, in the order in which it began. */
		existingAt,
		existsAt: (id: string, time: number) => all.some(lifetime => lifetime.id === id && isExisting(lifetime, time)),
		/** The notifications that a request created: two if a proxy repeated it. */
		createdBy: (request: number) => all.filter(({createdBy}) => createdBy === request),
		/** What a request deleted or overwrote. */
		deletedBy: (request: number) => all.filter(({deletedBy}) => deletedBy === request),
	};
}
