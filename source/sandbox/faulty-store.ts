import {Buffer} from 'node:buffer';
import {HTTPException} from 'hono/http-exception';
import type {Store} from './store.ts';
import type {FaultSwitches} from './faults.ts';
import type {CreateBody} from './body.ts';

/** Wraps a store so that it applies the faults that change stored or listed notifications: all `within` faults except those of pages, ETags and responses. */
export function createFaultyStore(store: Store, {use, isOn, hidden, delayed, now}: FaultSwitches): Store {
	const log = createChangeLog();
	const random = createRandom();
	/** The ids of deleted notifications, for `create-reused-id`. */
	const freed: number[] = [];

	/** Records a change that `list-delayed` may have to undo. */
	const note = (change: StoreChange): void => {
		if (isOn('list-delayed')) {
			log.add(change);
		} else {
			// A log with a gap would show states that never existed.
			log.clear();
		}
	};

	const changeLater = (milliseconds: number, owner: string, id: number, make: () => void): void => {
		delayed.add(now() + milliseconds, at => {
			// The effect is earlier than due if it was settled.
			note({at: Math.min(at, now()), owner, id, before: store.find(owner, String(id))});
			make();
		});
	};

	const removeNow = (owner: string, id: string): boolean => {
		const isRemoved = store.remove(owner, id);
		if (isRemoved) {
			freed.push(Number(id));
		}

		return isRemoved;
	};

	return {
		...store,
		create(owner, sent) {
			delayed.settle(now());
			if (isOn('create-409') && isListedAlready(readAll(store, owner), sent)) {
				use('create-409');
				throw new HTTPException(409, {message: 'An equal notification exists'});
			}

			const body = use('create-rewrites') === undefined ? sent : rewriteText(sent);
			const isOverwriting = use('create-same-id') !== undefined;
			const isReusing = use('create-reused-id') !== undefined;
			const isEffective = use('create-no-effect') === undefined;
			const isReplayed = use('create-replay') !== undefined;
			const namedId = use('create-lying-id') === undefined ? undefined : newestId(readAll(store, owner), body);
			const listings = use('create-late') ?? 0;
			const milliseconds = use('create-delayed');

			const make = (): string => {
				const oldId =
					(isOverwriting ? newestId(readAll(store, owner), body) : undefined) ?? (isReusing ? freed.pop() : undefined);
				const before = oldId === undefined ? undefined : store.find(owner, String(oldId));
				const isNow = isEffective && milliseconds === undefined;
				const record = isNow ? store.create(owner, body, oldId) : store.reserve(owner, body, oldId);
				const {id} = JSON.parse(record) as ListedFields;
				if (!isEffective) {
					return record;
				}

				if (listings > 0) {
					hidden.set(id, listings);
				}

				if (milliseconds === undefined) {
					note({at: now(), owner, id, before});
				} else {
					changeLater(milliseconds, owner, id, () => {
						store.create(owner, body, id);
					});
				}

				return record;
			};

			if (isReplayed) {
				make();
			}

			const record = make();
			return namedId === undefined ? record : withNamedId(record, namedId);
		},
		list(owner) {
			delayed.settle(now());
			const milliseconds = use('list-delayed');
			const isUndocumented = use('list-undocumented') !== undefined;
			const percent = use('list-empty') === undefined ? (use('list-omits') ?? 0) : 100;
			if (milliseconds === undefined && hidden.size === 0 && !isUndocumented && percent === 0) {
				return store.list(owner);
			}

			const records = readAll(store, owner);
			const shown = milliseconds === undefined ? records : log.stateAt(now() - milliseconds, owner, records);
			const listed = shown.filter(({id}) => !isHidden(hidden, id)).filter(() => random() * 100 >= percent);
			return toListing(isUndocumented ? listed.map(record => withUndocumented(record)) : listed);
		},
		remove(owner, id) {
			delayed.settle(now());
			const before = store.find(owner, id);
			if (before === undefined) {
				return false;
			}

			if (use('delete-no-effect') !== undefined) {
				return true;
			}

			const milliseconds = use('delete-delayed');
			if (milliseconds === undefined) {
				note({at: now(), owner, id: Number(id), before});
				return removeNow(owner, id);
			}

			changeLater(milliseconds, owner, Number(id), () => {
				removeNow(owner, id);
			});
			return true;
		},
		close() {
			// Changes that are not due are lost, as when a service is stopped.
			delayed.settle(now());
			store.close();
		},
	};
}

/** The response that names another notification in `id`. */
function withNamedId(json: string, namedId: number): string {
	const record = JSON.parse(json) as ListedFields;
	return JSON.stringify({...record, id: namedId, notification_id: record.id});
}

/** Whether a listing leaves out a notification. Each call counts as one listing. */
function isHidden(hidden: Map<number, number>, id: number): boolean {
	const remaining = hidden.get(id);
	if (remaining === undefined) {
		return false;
	}

	if (remaining === 1) {
		hidden.delete(id);
	} else {
		hidden.set(id, remaining - 1);
	}

	return true;
}

/** Adds undocumented members to a record, like a service that stores more than interface.md names. */
function withUndocumented(record: ListedFields): ListedFields {
	const {event_details: details} = record as ListedFields & {
		readonly event_details: {readonly filters: readonly object[]};
	};
	const more = {
		status: 'active',
		delivery_count: record.id,
		event_details: {...details, filters: details.filters.map(filter => ({...filter, negate: false}))},
	};
	return {...record, ...more};
}

function* toListing(records: readonly ListedFields[]): Generator<Uint8Array, void, void> {
	yield Buffer.from(JSON.stringify(records));
}

/** A change of the store. */
export type StoreChange = {
	readonly at: number;
	readonly owner: string;
	readonly id: number;
	/** The record before the change, as JSON text; undefined if there was none. */
	readonly before: string | undefined;
};

/** The changes of the store in order, so that listings can show an earlier state. */
export type ChangeLog = {
	readonly add: (change: StoreChange) => void;
	readonly clear: () => void;
	/** Returns an owner's notifications at an earlier time, given the current ones. */
	readonly stateAt: (time: number, owner: string, records: readonly ListedFields[]) => readonly ListedFields[];
};

/** Creates an empty log. */
export function createChangeLog(): ChangeLog {
	let changes: readonly StoreChange[] = [];

	return {
		add(change) {
			changes = [...changes, change];
		},
		clear() {
			changes = [];
		},
		stateAt(time, owner, records) {
			const byId = new Map(records.map(record => [record.id, record]));
			for (const {id, before} of changes.filter(change => change.owner === owner && change.at > time).toReversed()) {
				if (before === undefined) {
					byId.delete(id);
				} else {
					byId.set(id, JSON.parse(before) as ListedFields);
				}
			}

			return byId
				.values()
				.toArray()
				.toSorted((one, other) => one.id - other.id);
		},
	};
}

/** The fields of a stored notification that faults read. */
export type ListedFields = Pick<CreateBody, 'external_user_id' | 'channel' | 'delivery_location' | 'event_details'> & {
	readonly id: number;
};

/** All notifications of an owner, ordered by id. */
export const readAll = (store: Store, owner: string): ListedFields[] =>
	JSON.parse(Buffer.concat([...store.list(owner)]).toString()) as ListedFields[];

/** Whether a notification with this content exists, under any name. */
export function isListedAlready(records: readonly ListedFields[], body: CreateBody): boolean {
	const form = formOf(body);
	return records.some(record => formOf(record) === form);
}

const formOf = ({
	external_user_id: user,
	channel,
	delivery_location: recipient,
	event_details: {network, event_type: type, addresses, filters = []},
}: Omit<ListedFields, 'id'>): string => JSON.stringify([user, channel, recipient, network, type, addresses, filters]);

/** The id of the user's newest notification, or else of the newest one; undefined if there is none. */
export function newestId(records: readonly ListedFields[], {external_user_id}: CreateBody): number | undefined {
	const newest = records.findLast(record => record.external_user_id === external_user_id) ?? records.at(-1);
	return newest?.id;
}

/** Rewrites the text of a notification as some services do: without surrounding white space, in NFC, the domain of an e-mail address in lower case. */
export function rewriteText(body: CreateBody): CreateBody {
	const rewritten = mapText(body, text => text.trim().normalize('NFC')) as CreateBody;
	return rewritten.channel === 'EMAIL'
		? {...rewritten, delivery_location: withLowerDomain(rewritten.delivery_location)}
		: rewritten;
}

function withLowerDomain(email: string): string {
	const domainAt = email.lastIndexOf('@') + 1;
	return email.slice(0, domainAt) + email.slice(domainAt).toLowerCase();
}

function mapText(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') {
		return change(value);
	}

	if (Array.isArray(value)) {
		return value.map(item => mapText(item, change));
	}

	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapText(item, change)]))
		: value;
}

/** Creates a generator of numbers from 0 up to 1, the same in every run: the multiplicative congruential one of Park and Miller. */
export function createRandom(): () => number {
	let state = 1_000_003;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}
