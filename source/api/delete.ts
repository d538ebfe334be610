import type {Connection} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';
import {send} from './http.ts';
import {notificationsPath} from './paths.ts';

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
