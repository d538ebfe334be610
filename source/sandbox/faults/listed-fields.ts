import {Buffer} from 'node:buffer';
import type {CreateBody} from '../validation.ts';
import type {Store} from '../store.ts';

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
