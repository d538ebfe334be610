import {comparableAddress, plain} from '../domain/equivalence.ts';
import type {Notification, NotificationFields} from '../domain/notification.ts';

const addressesOf = ({addresses}: NotificationFields): string =>
	addresses
		.map(address => comparableAddress(address))
		.toSorted()
		.join(' ');

/** The steps that pair what is not equal, in their order. A step pairs an entry and a listed notification only where its key is unique on both sides of what remains; undefined: it has none. */
export const keysOf = (
	isScoped: boolean,
): ReadonlyArray<(fields: NotificationFields) => readonly string[] | undefined> => [
	fields =>
		fields.name === ''
			? undefined
			: [fields.userId, fields.channel, fields.name, ...(isScoped ? [] : [fields.network, addressesOf(fields)])],
	...(isScoped ? ownerKeys : []),
];

/** The steps inside a scope: a rename, another recipient, another address. */
export const ownerKeys: ReadonlyArray<(fields: NotificationFields) => readonly string[]> = [
	fields => [fields.userId, fields.channel, fields.network, addressesOf(fields), fields.recipient],
	fields => [fields.userId, fields.channel, fields.network, addressesOf(fields)],
	fields => [fields.userId, fields.channel, fields.network, fields.recipient],
];

/** Whether the ID of an entry may pair it: the listed notification has the same user and channel, and outside a scope the same network and addresses. */
export function isSameOwner(record: NotificationFields, found: NotificationFields, isScoped: boolean): boolean {
	return (
		plain(record.userId) === plain(found.userId) &&
		record.channel === found.channel &&
		(isScoped || (record.network === found.network && addressesOf(record) === addressesOf(found)))
	);
}

/** The entries and listed notifications whose key only they have. */
export function uniquePairs<E extends {readonly record: Notification}>(
	entries: ReadonlySet<E>,
	listed: readonly Notification[],
	keyOf: (fields: NotificationFields) => readonly string[] | undefined,
): Array<readonly [E, Notification]> {
	if (entries.size === 0 || listed.length === 0) {
		return [];
	}

	const textOf = (fields: NotificationFields) => {
		const key = keyOf(fields);
		return key && JSON.stringify(key.map(text => plain(text)));
	};

	const wanted = Map.groupBy(entries, ({record}) => textOf(record));
	const found = Map.groupBy(listed, each => textOf(each));
	return wanted
		.entries()
		.flatMap(([key, same]): Array<readonly [E, Notification]> => {
			const others = key === undefined ? undefined : found.get(key);
			return same.length === 1 && others?.length === 1 ? [[same[0]!, others[0]!]] : [];
		})
		.toArray();
}
