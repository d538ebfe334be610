import type {Connection} from '../api/connection.ts';
import {fail, succeed, type Result} from '../api/failure.ts';
import {listNotifications, type Listing} from '../api/listing.ts';
import {createNotification} from '../api/writes.ts';
import {canonicalForm, sameJobAs} from '../notifications/canonical.ts';
import type {Notification, NotificationInput} from '../notifications/notification.ts';

export type CreateOptions = {
	/** Notifications that say the same already, and that the operator knows of. */
	readonly acceptedIds: ReadonlySet<string>;
	/** Sends even where it cannot be known whether there is one that says the same. */
	readonly isUnchecked: boolean;
	readonly signal: AbortSignal;
};

export type CreateOutcome =
	/** `id` is undefined where neither the answer nor a listing tells it. */
	| {readonly kind: 'created'; readonly id: string | undefined}
	/** Nothing was sent: these say the same already. */
	| {readonly kind: 'duplicates'; readonly duplicates: readonly Notification[]}
	/** Nothing was sent: there is no telling whether one says the same already. `reason` is a sentence, safe to show. */
	| {readonly kind: 'unchecked'; readonly reason: string};

/**
Creates a notification: looks at a fresh listing for one that says the same, then sends one POST, which is never repeated. Where the answer names no id, another listing is asked for the one that was not there before.
*/
export async function create(connection: Connection, input: NotificationInput, options: CreateOptions): Promise<Result<CreateOutcome>> {
	const before = await listNotifications(connection, {signal: options.signal});
	if (!before.ok && (options.signal.aborted || before.failure.kind === 'unauthorized')) {
		return fail({...before.failure, outcome: 'not-sent'});
	}

	const obstacle = obstacleIn(before, input, options);
	if (obstacle !== undefined) {
		return succeed(obstacle);
	}

	const created = await createNotification(connection, input, options.signal);
	if (!created.ok) {
		return created;
	}

	const id = created.value.id ?? await findNewId(connection, input, before, options.signal);
	return succeed({kind: 'created', id});
}

function obstacleIn(before: Result<Listing>, input: NotificationInput, {acceptedIds, isUnchecked}: CreateOptions): CreateOutcome | undefined {
	const duplicates = before.ok ? sameJobAs(input, before.value.records).filter(({id}) => !acceptedIds.has(id)) : [];
	if (duplicates.length > 0) {
		return {kind: 'duplicates', duplicates};
	}

	return isUnchecked || (before.ok && before.value.complete) ? undefined : {kind: 'unchecked', reason: before.ok ? reasonOf(before.value) : before.failure.what};
}

/** The one notification that says what was sent and was not there before, if there is exactly one. */
async function findNewId(connection: Connection, input: NotificationInput, before: Result<Listing>, signal: AbortSignal): Promise<string | undefined> {
	// Only a complete listing proves that one was not there before.
	if (!before.ok || !before.value.complete) {
		return undefined;
	}

	const after = await listNotifications(connection, {signal});
	if (!after.ok) {
		return undefined;
	}

	const known = new Set(before.value.records.map(record => record.kind === 'notification' ? record.id : ''));
	const wanted = canonicalForm(input);
	const fresh = after.value.records.flatMap(record =>
		record.kind === 'notification' && !known.has(record.id) && canonicalForm(record) === wanted ? [record.id] : []);
	return fresh.length === 1 ? fresh[0] : undefined;
}

const reasonOf = (listing: Listing) => listing.complete ? '' : listing.reason;
