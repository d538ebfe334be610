import {Buffer} from 'node:buffer';
import type {CreateBody} from '../../api/create-schema.ts';
import type {Store} from '../store.ts';
import type {FaultSwitches} from './switches.ts';

type ListedFields = {readonly id: number; readonly external_user_id: string};

/** Wraps a store so that it applies the faults of what is stored and listed: `create-same-id` and `create-late`. */
export function createFaultyStore(store: Store, {use, hidden}: FaultSwitches): Store {
	return {
		...store,
		create(owner, body) {
			const id = use('create-same-id') === undefined ? undefined : idToOverwrite(readAll(store, owner), body);
			const record = store.create(owner, body, id);
			const listings = use('create-late') ?? 0;
			if (listings > 0) {
				hidden.set((JSON.parse(record) as ListedFields).id, listings);
			}

			return record;
		},
		list(owner) {
			return hidden.size === 0 ? store.list(owner) : toListing(readAll(store, owner).filter(({id}) => !isHidden(hidden, id)));
		},
	};
}

const readAll = (store: Store, owner: string) => JSON.parse(Buffer.concat([...store.list(owner)]).toString()) as ListedFields[];

/** The user's newest notification, else the newest of all. Listings are ordered by id. */
function idToOverwrite(records: readonly ListedFields[], {external_user_id}: CreateBody): number | undefined {
	const newest = records.findLast(record => record.external_user_id === external_user_id) ?? records.at(-1);
	return newest?.id;
}

/** Whether a listing leaves a notification out; counts that listing. */
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

function * toListing(records: readonly ListedFields[]): Generator<Uint8Array, void, void> {
	yield Buffer.from(JSON.stringify(records));
}
