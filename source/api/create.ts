import {isDeepStrictEqual} from 'node:util';
import type {NotificationInput} from '../notification/notification.ts';
import {member, type JsonObject} from '../platform/json.ts';
import type {HttpResponse} from './response.ts';
import type {Connection} from './connection.ts';
import {fail, type FieldIssue, type Result, succeed} from './failure.ts';
import {send} from './http.ts';
import {sentBodySchema} from './create-schema.ts';
import {notificationsPath} from './paths.ts';
import {toSentBody} from './sent-body.ts';

/** The result of a creation. `id`: the ID that the service sent, numbers as written; undefined if the response has none. */
export type Created = {readonly id: string | undefined};

/**
Creates a notification (interface.md, "Create a notification") with one POST, which is never retried here. `listed`: the record that it was made from, if it is not the one in the input. Values that the service listed are not checked.

@returns The new ID of any 2xx, since interface.md shows neither status nor body; otherwise a failure. Nothing was created only if its outcome is `not-sent` or `rejected`.
*/
export async function createNotification(
	connection: Connection,
	input: NotificationInput,
	signal?: AbortSignal,
	listed: unknown = input.listed,
): Promise<Result<Created>> {
	const body = toSentBody(input, listed);
	const issues = issuesOf(body, listed);
	if (issues.length > 0) {
		return fail({
			kind: 'invalid',
			outcome: 'not-sent',
			summary: 'The notification is not valid, so it was not sent.',
			nextStep: 'Correct the fields that are named, and send again.',
			issues,
		});
	}

	const sent = await send(connection, {
		method: 'POST',
		url: notificationsPath,
		body,
		signal,
	});
	return sent.ok ? succeed({id: newId(sent.value)}) : sent;
}

/** The problems with a body, apart from values that the service listed before. */
function issuesOf(body: JsonObject, listed: unknown): FieldIssue[] {
	const issues = sentBodySchema.safeParse(body).error?.issues ?? [];
	return issues
		.map(({path, message}) => ({path: path.map(step => (typeof step === 'symbol' ? String(step) : step)), message}))
		.filter(({path}) => listed === undefined || !isDeepStrictEqual(valueAt(body, path), valueAt(listed, path)));
}

function valueAt(value: unknown, path: FieldIssue['path']): unknown {
	let inner = value;
	for (const step of path) {
		inner = member(inner, String(step));
	}

	// A null member was not set, and is left out.
	return inner ?? undefined;
}

/** The ID of the new notification. interface.md says only that the response "carries a unique identifier", so the usual places are tried. */
function newId({body, headers, url}: HttpResponse): string | undefined {
	const inData = member(body, 'data');
	const candidates = [
		member(body, 'id'),
		member(body, 'notification_id'),
		member(inData, 'id'),
		member(inData, 'notification_id'),
		member(member(body, 'notification'), 'id'),
		// A bare string may be a message, such as "created"; an ID contains a digit and no space.
		typeof body === 'string' && !/^(?=.*\d)\S+$/v.test(body) ? undefined : body,
	];
	return (
		candidates.map(candidate => idText(candidate)).find(id => id !== undefined) ?? idInLocation(headers.location, url)
	);
}

function idText(value: unknown): string | undefined {
	if (typeof value === 'string') {
		return value === '' ? undefined : value;
	}

	return Number.isFinite(value) || JSON.isRawJSON(value) ? JSON.stringify(value) : undefined;
}

/** The ID in a Location header (RFC 9110, section 10.2.2): the path segment after the collection's path, or else a last segment that consists of digits. */
function idInLocation(location: string | undefined, collection: string): string | undefined {
	const target = location === undefined ? null : URL.parse(location, collection);
	const {origin, pathname} = new URL(collection);
	if (target?.origin !== origin) {
		return undefined;
	}

	if (!target.pathname.startsWith(pathname)) {
		return /\/(\d+)\/?$/v.exec(target.pathname)?.[1];
	}

	const segment = target.pathname.slice(pathname.length).split('/', 1)[0]!;
	try {
		return idText(decodeURIComponent(segment));
	} catch {
		return undefined;
	}
}
