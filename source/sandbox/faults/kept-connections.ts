import type {Socket} from 'node:net';
import type {Context} from 'hono';
import type {Env} from '../env.ts';

/** The connections on which a request was handled. */
const used = new WeakSet<Socket>();

/** Notes that a request was handled on its connection. */
export function noteUse({env: {incoming}}: Context<Env>): void {
	used.add(incoming.socket);
}

/** Whether a request came on a connection that was kept after an earlier one. */
export const isOnKeptConnection = ({env: {incoming}}: Context<Env>): boolean => used.has(incoming.socket);
