import {Buffer} from 'node:buffer';
import type {Store} from '../store.ts';
import {createChangeLog, type StoreChange} from './change-log.ts';
import {type ListedFields, newestId, readAll} from './listed-fields.ts';
import {rewriteText} from './rewrite.ts';
import type {FaultSwitches} from './switches.ts';

/** Wraps a store so that it applies the faults that change stored or listed notifications: all `within` faults except those of pages and responses. */
export function createFaultyStore(store: Store, {use, isOn, hidden, delayed, now}: FaultSwitches): Store {
	const log = createChangeLog();

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

	return {
		...store,
		create(owner, sent) {
			delayed.settle(now());
			const body = use('create-rewrites') === undefined ? sent : rewriteText(sent);
			const sameId = use('create-same-id') === undefined ? undefined : newestId(readAll(store, owner), body);
			const namedId = use('create-lying-id') === undefined ? undefined : newestId(readAll(store, owner), body);
			const listings = use('create-late') ?? 0;
			const milliseconds = use('create-delayed');

			const before = sameId === undefined ? undefined : store.find(owner, String(sameId));
			const record = milliseconds === undefined ? store.create(owner, body, sameId) : store.reserve(owner, body, sameId);
			const {id} = JSON.parse(record) as ListedFields;
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

			return namedId === undefined ? record : JSON.stringify({...JSON.parse(record) as ListedFields, id: namedId, notification_id: id});
		},
		list(owner) {
			delayed.settle(now());
			const milliseconds = use('list-delayed');
			const isUndocumented = use('list-undocumented') !== undefined;
			if (milliseconds === undefined && hidden.size === 0 && !isUndocumented) {
				return store.list(owner);
			}

			const records = readAll(store, owner);
			const shown = milliseconds === undefined ? records : log.stateAt(now() - milliseconds, owner, records);
			const listed = shown.filter(({id}) => !isHidden(hidden, id));
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
				return store.remove(owner, id);
			}

			changeLater(milliseconds, owner, Number(id), () => {
				store.remove(owner, id);
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
	const {event_details: details} = record as ListedFields & {readonly event_details: {readonly filters: readonly object[]}};
	const more = {status: 'active', delivery_count: record.id, event_details: {...details, filters: details.filters.map(filter => ({...filter, negate: false}))}};
	return {...record, ...more};
}

function * toListing(records: readonly ListedFields[]): Generator<Uint8Array, void, void> {
	yield Buffer.from(JSON.stringify(records));
}
