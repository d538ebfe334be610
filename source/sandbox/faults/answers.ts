import {Buffer} from 'node:buffer';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import type {Context} from 'hono';
import {errorBody} from '../error-body.ts';
import type {Env} from '../env.ts';

/**
What a fault answers.

@param context - Once the request is handled, `res` is the right answer to it.
@param value - The fault's own number: see the table.
*/
export type FaultAnswer = (context: Context<Env>, value: number) => Response | Promise<Response>;

/** Nothing: the connection is reset. */
export const reset: FaultAnswer = ({env: {incoming}}) => {
	incoming.socket.resetAndDestroy();
	return RESPONSE_ALREADY_SENT;
};

/** Half of the right answer, which says that it is all of it, and then the connection is closed. */
export const cut: FaultAnswer = async ({res, env: {outgoing}}) => {
	const body = Buffer.from(await res.arrayBuffer());
	outgoing.writeHead(res.status, {'Content-Type': 'application/json', 'Content-Length': body.length});
	outgoing.write(body.subarray(0, body.length / 2), () => {
		outgoing.destroy();
	});
	return RESPONSE_ALREADY_SENT;
};

/** An error, in the form all errors have. */
export const error = (status: number, message = 'The sandbox was told to answer this'): FaultAnswer => () => (
	Response.json(errorBody(status, message), {status})
);

/** The same, which says after how many seconds to try again. */
export const errorForNow = (status: number): FaultAnswer => async (context, seconds) => {
	const answer = await error(status)(context, seconds);
	answer.headers.set('Retry-After', String(seconds));
	return answer;
};

/** The right answer in another form. */
export const changed = (status: number, change: (record: Readonly<Record<string, unknown>>) => unknown): FaultAnswer => async ({res}) => (
	Response.json(change(await res.json() as Record<string, unknown>), {status})
);
