import {Buffer} from 'node:buffer';
import {HTTPException} from 'hono/http-exception';
import type {Store} from './store.ts';
import type {FaultName, FaultSwitches} from './faults.ts';
import type {CreateBody} from './body.ts';

/** A change of the store: the record before it, as JSON text; undefined if there was none. */
type StoreChange = {
	readonly at: number;
	readonly owner: string;
	readonly id: number;
	readonly before: string | undefined;
};

/** Wraps a store so that it applies the faults that change stored or listed notifications: all `within` faults except those of pages, ETags and responses. */
export function createFaultyStore(store: Store, {use, isOn, hidden, delay, settle, now}: FaultSwitches): Store {
	/** The changes in order, so that `list-delayed` can show an earlier state. */
	let changes: readonly StoreChange[] = [];
	const random = createRandom();
	/** The ids of deleted notifications, for `create-reused-id`. */
	const freed: number[] = [];
	const isUsed = (name: FaultName) => use(name) !== undefined;

	const note = (change: StoreChange): void => {
		// A log with a gap would show states that never existed.
		changes = isOn('list-delayed') ? [...changes, change] : [];
	};

	const stateAt = (time: number, owner: string, records: readonly ListedFields[]): readonly ListedFields[] => {
		const byId = new Map(records.map(record => [record.id, record]));
		for (const {id, before} of changes.filter(change => change.owner === owner && change.at > time).toReversed()) {
			if (before === undefined) {
				byId.delete(id);
			} else {
				byId.set(id, JSON.parse(before) as ListedFields);
			}
		}

		return [...byId.values()].toSorted((one, other) => one.id - other.id);
	};

	const changeLater = (milliseconds: number, owner: string, id: number, make: () => void): void => {
		delay(now() + milliseconds, at => {
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

	/** Whether a listing leaves out a notification. Each call counts as one listing. */
	const isHidden = (id: number): boolean => {
		const remaining = hidden.get(id) ?? 0;
		hidden.set(id, Math.max(0, remaining - 1));
		return remaining > 0;
	};

	return {
		...store,
		create(owner, sent) {
			settle(now());
			if (isOn('create-409') && isListedAlready(readAll(store, owner), sent)) {
				use('create-409');
				throw new HTTPException(409, {message: 'An equal notification exists'});
			}

			const body = isUsed('create-rewrites') ? rewriteText(sent) : sent;
			const isOverwriting = isUsed('create-same-id');
			const isReusing = isUsed('create-reused-id');
			const isEffective = !isUsed('create-no-effect');
			const isReplayed = isUsed('create-replay');
			const namedId = isUsed('create-lying-id') ? newestId(readAll(store, owner), body) : undefined;
			const listings = use('create-late') ?? 0;
			const milliseconds = use('create-delayed');

			const make = (): string => {
				const newest = isOverwriting ? newestId(readAll(store, owner), body) : undefined;
				const oldId = newest ?? (isReusing ? freed.pop() : undefined);
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
			settle(now());
			const milliseconds = use('list-delayed');
			const isUndocumented = isUsed('list-undocumented');
			const percent = isUsed('list-empty') ? 100 : (use('list-omits') ?? 0);
			if (milliseconds === undefined && hidden.size === 0 && !isUndocumented && percent === 0) {
				return store.list(owner);
			}

			const records = readAll(store, owner);
			const shown = milliseconds === undefined ? records : stateAt(now() - milliseconds, owner, records);
			const listed = shown.filter(({id}) => !isHidden(id) && random() * 100 >= percent);
			return toListing(isUndocumented ? listed.map(record => withUndocumented(record)) : listed);
		},
		remove(owner, id) {
			settle(now());
			const before = store.find(owner, id);
			if (before === undefined) {
				return false;
			}

			if (isUsed('delete-no-effect')) {
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
			settle(now());
			store.close();
		},
	};
}

/** The response that names another notification in `id`. */
function withNamedId(json: string, namedId: number): string {
	const record = JSON.parse(json) as ListedFields;
	return JSON.stringify({...record, id: namedId, notification_id: record.id});
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

/** The fields of a stored notification that faults read. */
export type ListedFields = Pick<CreateBody, 'external_user_id' | 'channel' | 'delivery_location' | 'event_details'> & {
	readonly id: number;
};

/** All notifications of an owner, ordered by id. */
export const readAll = (store: Store, owner: string): ListedFields[] =>
	JSON.parse(Buffer.concat([...store.list(owner)]).toString()) as ListedFields[];

/** Whether a notification with this content exists, under any name. */
function isListedAlready(records: readonly ListedFields[], body: CreateBody): boolean {
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
function newestId(records: readonly ListedFields[], {external_user_id}: CreateBody): number | undefined {
	const newest = records.findLast(record => record.external_user_id === external_user_id) ?? records.at(-1);
	return newest?.id;
}

/** Rewrites the text of a notification as some services do: without surrounding white space, in NFC, the domain of an e-mail address in lower case. */
function rewriteText(body: CreateBody): CreateBody {
	const rewritten = JSON.parse(JSON.stringify(body), (_name, value: unknown) =>
		typeof value === 'string' ? value.trim().normalize('NFC') : value,
	) as CreateBody;
	const {channel, delivery_location: recipient} = rewritten;
	const domainAt = recipient.lastIndexOf('@') + 1;
	return channel === 'EMAIL'
		? {...rewritten, delivery_location: recipient.slice(0, domainAt) + recipient.slice(domainAt).toLowerCase()}
		: rewritten;
}

/** Creates a generator of numbers from 0 up to 1, the same in every run: the multiplicative congruential one of Park and Miller. */
function createRandom(): () => number {
	let state = 1_000_003;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}
