import {Buffer} from 'node:buffer';
import {randomUUID} from 'node:crypto';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import type {Context} from 'hono';
import type {Env} from '../env.ts';
import {errorBody} from '../error-body.ts';

/**
The response that a fault sends instead of the normal one.

@param context - The request. For faults after the request was handled, `res` is the normal response.
@param value - The fault's value (see the table).
*/
export type FaultResponse = (context: Context<Env>, value: number) => Response | Promise<Response>;

/** Sends nothing and resets the connection. */
export const resetConnection: FaultResponse = ({env: {incoming}}) => {
	incoming.socket.resetAndDestroy();
	return RESPONSE_ALREADY_SENT;
};

/** Sends nothing and closes the connection, as a service does that has given up an idle one. */
export const closeConnection: FaultResponse = ({env: {incoming}}) => {
	incoming.socket.end();
	return RESPONSE_ALREADY_SENT;
};

/** Sends the first half of the normal response, with the length of the whole, and closes the connection. */
export const truncateResponse: FaultResponse = async ({res, env: {outgoing}}) => {
	const body = Buffer.from(await res.arrayBuffer());
	outgoing.writeHead(res.status, {'Content-Type': 'application/json', 'Content-Length': body.length});
	outgoing.write(body.subarray(0, body.length / 2), () => {
		outgoing.destroy();
	});
	return RESPONSE_ALREADY_SENT;
};

/** Sends an error in the usual form. */
export const errorResponse =
	(status: number, message = 'A simulated fault of the sandbox'): FaultResponse =>
	() =>
		Response.json(errorBody(status, message), {status});

/** Sends 401 without a body; the problem is described in WWW-Authenticate (RFC 6750, section 3). */
export const challengeResponse: FaultResponse = () =>
	new Response(null, {
		status: 401,
		headers: {'WWW-Authenticate': 'Bearer error="invalid_token", error_description="A simulated fault of the sandbox"'},
	});

/** Like `errorResponse`, with the fault's value as Retry-After, in seconds. */
export const retryLaterResponse =
	(status: number): FaultResponse =>
	async (context, seconds) => {
		const response = await errorResponse(status)(context, seconds);
		response.headers.set('Retry-After', String(seconds));
		return response;
	};

/** Sends the normal response with another status and a changed body. */
export const changeResponse =
	(status: number, change: (record: Readonly<Record<string, unknown>>) => unknown): FaultResponse =>
	async ({res}) =>
		Response.json(change((await res.json()) as Record<string, unknown>), {status});

/** Sends 202 with the UUID of a job in place of the new id. */
export const acceptedResponse: FaultResponse = () =>
	Response.json({id: randomUUID(), status: 'pending'}, {status: 202});
