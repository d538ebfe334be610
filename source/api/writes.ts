import type {NotificationInput} from '../domain/notification.ts';
import {type HttpResponse, member} from './response.ts';
import type {Connection} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';
import {send} from './http.ts';
import {sentBodySchema} from './create-schema.ts';
import {notificationsPath} from './paths.ts';
import {toCreateBody} from './create-body.ts';

/** `id` is digit for digit what the service sent; undefined when it said none. */
export type Created = {readonly id: string | undefined};

/**
Creates a notification (interface.md, "Create a notification"): one POST, never sent again from here.

Any 2xx is a success, whatever it holds, since the document shows neither status nor body; only a failure of outcome `not-sent` or `rejected` says that nothing was created.
*/
export async function createNotification(connection: Connection, input: NotificationInput, signal?: AbortSignal): Promise<Result<Created>> {
	const body = sentBodySchema.safeParse(toCreateBody(input));
	if (!body.success) {
		return fail({
			kind: 'invalid',
			outcome: 'not-sent',
			summary: 'The notification breaks the rules of the service, so it was not sent.',
			nextStep: 'Correct the fields it names, then send it.',
			issues: body.error.issues.map(({path, message}) => ({
				path: path.map(step => typeof step === 'symbol' ? String(step) : step),
				message,
			})),
		});
	}

	const answer = await send(connection, {
		method: 'POST', url: notificationsPath, body: body.data, signal,
	});
	return answer.ok ? succeed({id: newId(answer.value)}) : answer;
}

/**
Deletes the notification of this ID, as listed, digit for digit (interface.md, "Delete a notification"); irreversible. One DELETE, never sent again from here; any 2xx is a success.
*/
export async function deleteNotification(connection: Connection, id: string, signal?: AbortSignal): Promise<Result<void>> {
	// A URL takes `.` and `..` for steps, even percent-encoded: the request would go to the collection, or above it.
	if (/^\.{0,2}$/v.test(id) || !id.isWellFormed()) {
		return fail({
			kind: 'invalid',
			outcome: 'not-sent',
			summary: 'This ID cannot be part of a URL, so nothing was sent.',
			nextStep: 'Ask the provider to delete this notification.',
		});
	}

	const answer = await send(connection, {method: 'DELETE', url: `${notificationsPath}${encodeURIComponent(id)}/`, signal});
	return answer.ok ? succeed(undefined) : answer;
}

/** The new ID, from wherever a service may put it ("carries a unique identifier", in a shape not shown). */
function newId({body, headers, url}: HttpResponse): string | undefined {
	const inData = member(body, 'data');
	const candidates = [
		member(body, 'id'),
		member(body, 'notification_id'),
		member(inData, 'id'),
		member(inData, 'notification_id'),
		member(member(body, 'notification'), 'id'),
		// A bare string may also be a message, such as "created"; an ID has a digit and no space.
		typeof body === 'string' && !/^(?=.*\d)\S+$/v.test(body) ? undefined : body,
	];
	return candidates.map(candidate => idText(candidate)).find(id => id !== undefined) ?? idInLocation(headers.get('location'), url);
}

function idText(value: unknown): string | undefined {
	if (typeof value === 'string') {
		return value === '' ? undefined : value;
	}

	return Number.isFinite(value) || JSON.isRawJSON(value) ? JSON.stringify(value) : undefined;
}

/** The step after the collection's path, or else a last step of digits (RFC 9110, section 10.2.2). */
function idInLocation(location: string | null, collection: string): string | undefined {
	const target = location === null ? null : URL.parse(location, collection);
	const {origin, pathname} = new URL(collection);
	if (target?.origin !== origin) {
		return undefined;
	}

	if (!target.pathname.startsWith(pathname)) {
		return /\/(\d+)\/?$/v.exec(target.pathname)?.[1];
	}

	const step = target.pathname.slice(pathname.length).split('/', 1)[0]!;
	try {
		return idText(decodeURIComponent(step));
	} catch {
		return undefined;
	}
}
