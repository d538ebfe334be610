import type {NotificationInput} from '../notification/notification.ts';
import {member} from '../platform/json.ts';
import {type Connection, notificationsPath} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';
import {send} from './http.ts';
import {toSentBody} from './body.ts';

/** The result of a creation. `id`: the ID that the service sent, numbers as written; undefined if the response has none. */
export type Created = {readonly id: string | undefined};

/**
Creates a notification (interface.md, "Create a notification") with one POST, which is never retried here. `listed`: the record that it was made from, if it is not the one in the input. What is sent was checked as a draft (`checkDraft`).

@returns The new ID of any 2xx, since interface.md shows neither status nor body; otherwise a failure. Nothing was created only if its outcome is `not-sent` or `rejected`.
*/
export async function createNotification(
	connection: Connection,
	input: NotificationInput,
	signal?: AbortSignal,
	listed: unknown = input.listed,
): Promise<Result<Created>> {
	const sent = await send(connection, {
		method: 'POST',
		url: notificationsPath,
		body: toSentBody(input, listed),
		signal,
	});
	return sent.ok ? succeed({id: idInAnswer(sent.value.body)}) : sent;
}

/** The ID in an answer. interface.md says only that it "carries a unique identifier", so the usual places are tried. A bare string may be a message, such as "created"; an ID contains a digit and no space. */
function idInAnswer(answer: unknown): string | undefined {
	const places = [answer, member(answer, 'data'), member(answer, 'notification')];
	const ids = places.flatMap(place => [idOf(member(place, 'id')), idOf(member(place, 'notification_id'))]);
	const bare = idOf(answer) ?? '';
	return ids.find(id => id !== undefined) ?? (/^(?=.*\d)\S+$/v.test(bare) ? bare : undefined);
}

/** Text or a number, as written. */
function idOf(value: unknown): string | undefined {
	if (typeof value === 'string') {
		return value === '' ? undefined : value;
	}

	return typeof value === 'number' || JSON.isRawJSON(value) ? JSON.stringify(value) : undefined;
}

/**
Deletes a notification (interface.md, "Delete a notification") with one DELETE, which is never retried here. It cannot be undone. Any 2xx is a success.

@param connection - The service to send it to.
@param id - The ID as listed, unchanged.
@param signal - Cancels the request, whose outcome is then unknown.
@returns Nothing, or a failure. Nothing was deleted only if its outcome is `not-sent` or `rejected`.
*/
export async function deleteNotification(
	connection: Connection,
	id: string,
	signal?: AbortSignal,
): Promise<Result<void>> {
	// URLs resolve `.` and `..`, even percent-encoded: the request would go to the collection, or above it.
	if (/^\.{0,2}$/v.test(id) || !id.isWellFormed()) {
		return fail({
			kind: 'invalid',
			outcome: 'not-sent',
			summary: 'This ID cannot be part of a URL, so nothing was sent.',
			nextStep: 'Ask the provider to delete this notification.',
		});
	}

	const sent = await send(connection, {
		method: 'DELETE',
		url: `${notificationsPath}${encodeURIComponent(id)}/`,
		signal,
	});
	return sent.ok ? succeed(undefined) : sent;
}
