import {Buffer} from 'node:buffer';
import type {CreateBody} from '../../api/create-schema.ts';
import type {Store} from '../store.ts';
import type {Switches} from './switches.ts';

type Listed = {readonly id: number; readonly external_user_id: string};

/** The same store with the faults that are a matter of what is stored and listed: `create-same-id` and `create-late`. */
export function withFaults(store: Store, {take, late}: Switches): Store {
	return {
		...store,
		create(owner, body) {
			const id = take('create-same-id') === undefined ? undefined : idToReplace(readAll(store, owner), body);
			const record = store.create(owner, body, id);
			const listings = take('create-late') ?? 0;
			if (listings > 0) {
				late.set((JSON.parse(record) as Listed).id, listings);
			}

			return record;
		},
		list(owner) {
			return late.size === 0 ? store.list(owner) : once(readAll(store, owner).filter(({id}) => !isLate(late, id)));
		},
	};
}

const readAll = (store: Store, owner: string) => JSON.parse(Buffer.concat([...store.list(owner)]).toString()) as Listed[];

/** Listings are ordered by id. */
function idToReplace(records: readonly Listed[], {external_user_id}: CreateBody): number | undefined {
	const newest = records.findLast(record => record.external_user_id === external_user_id) ?? records.at(-1);
	return newest?.id;
}

/** Counts the listings it is asked for. */
function isLate(late: Map<number, number>, id: number): boolean {
	const left = late.get(id);
	if (left === undefined) {
		return false;
	}

	if (left === 1) {
		late.delete(id);
	} else {
		late.set(id, left - 1);
	}

	return true;
}

function * once(records: readonly Listed[]): Generator<Uint8Array, void, void> {
	yield Buffer.from(JSON.stringify(records));
}
