import type {Connection} from '../api/connection.ts';
import {succeed, type Result} from '../api/failure.ts';
import {listNotifications} from '../api/listing.ts';
import {createNotification} from '../api/writes.ts';
import {canonicalForm} from '../notifications/canonical.ts';
import type {NotificationInput} from '../notifications/notification.ts';

export type CreateOptions = {
	/** Ids that were listed before: what is among them is not the new one. */
	readonly knownIds: ReadonlySet<string>;
	readonly signal: AbortSignal;
};

/**
Creates a notification with one POST, which is never repeated. Where the answer names no id, a listing is asked for the one that was not there before and says the same.

@returns The new id; undefined where neither the answer nor the listing tells it.
*/
export async function create(connection: Connection, input: NotificationInput, {knownIds, signal}: CreateOptions): Promise<Result<{id: string | undefined}>> {
	const created = await createNotification(connection, input, signal);
	if (!created.ok || created.value.id !== undefined) {
		return created;
	}

	const listed = await listNotifications(connection, {signal});
	const wanted = canonicalForm(input);
	const fresh = (listed.ok ? listed.value.records : []).filter(record =>
		record.kind === 'notification' && !knownIds.has(record.id) && canonicalForm(record) === wanted);
	const [only] = fresh;
	return succeed({id: fresh.length === 1 && only?.kind === 'notification' ? only.id : undefined});
}
