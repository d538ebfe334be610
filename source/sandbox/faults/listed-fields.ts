import {Buffer} from 'node:buffer';
import type {CreateBody} from '../../api/create-schema.ts';
import type {Store} from '../store.ts';

/** The fields of a stored notification that faults read. */
export type ListedFields = {readonly id: number; readonly external_user_id: string};

/** All notifications of an owner, ordered by id. */
export const readAll = (store: Store, owner: string): ListedFields[] => JSON.parse(Buffer.concat([...store.list(owner)]).toString()) as ListedFields[];

/** The id of the user's newest notification, or else of the newest one; undefined if there is none. */
export function newestId(records: readonly ListedFields[], {external_user_id}: CreateBody): number | undefined {
	const newest = records.findLast(record => record.external_user_id === external_user_id) ?? records.at(-1);
	return newest?.id;
}
