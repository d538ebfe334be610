import type {Agent, ClientRequestArgs} from 'node:http';
import type {Socket} from 'node:net';
import type {Duplex} from 'node:stream';

/** Milliseconds that a connection is kept for its first request. Services allow at least five seconds for one, so none closes it while a write is under way. */
const waitingTime = 4000;

type Connect = (
	options: ClientRequestArgs,
	callback?: (error: Error | null, stream: Duplex) => void,
) => Duplex | null | undefined;

/** The connections to one host and port that have no request yet, each with what takes it for one. */
type Opened = Map<Socket, () => void>;

/** The connections opened ahead, by protocol, host and port. Reads and writes use them alike. */
const all = new Map<string, Opened>();

/** How an agent connects, and what is opened ahead for it. */
const used = new WeakMap<
	Agent,
	{readonly connect: Connect; readonly openedTo: (options: ClientRequestArgs) => Opened}
>();

/** Connections whose TLS handshake is over. */
const secured = new WeakSet<Duplex>();

/** Whether the handshake of a connection that was opened ahead is over: it tells nobody so any more. */
export const isSecuredAhead = (socket: Duplex): boolean => secured.has(socket);

/** Lets an agent use connections that were opened ahead before it opens others. */
export function useOpened(agent: Agent): void {
	const connect: Connect = agent.createConnection.bind(agent);
	const {protocol} = agent as Agent & {readonly protocol: string};
	const openedTo = ({host, port}: ClientRequestArgs): Opened => {
		const key = `${protocol} ${host ?? ''} ${port ?? ''}`;
		const opened = all.get(key) ?? new Map<Socket, () => void>();
		all.set(key, opened);
		return opened;
	};

	used.set(agent, {connect, openedTo});
	agent.createConnection = (options, callback) => {
		const [[socket, take] = []] = openedTo(options);
		take?.();
		return socket ?? connect(options, callback);
	};
}

/** Opens connections for the next requests of an agent that uses them, until so many wait. One that fails, is closed or is not used in time is forgotten. */
export function openConnections(agent: Agent, options: ClientRequestArgs, count: number): void {
	const {connect, openedTo} = used.get(agent) ?? {};
	const opened = openedTo?.(options);
	for (let left = count - (opened?.size ?? count); left > 0; left--) {
		keep(connect!(options) as Socket, opened!);
	}
}

function keep(socket: Socket, opened: Opened): void {
	const forget = () => {
		clearTimeout(timer);
		opened.delete(socket);
		socket.destroy();
	};

	// A service has nothing to say before a request.
	const ends = ['error', 'end', 'close', 'data'] as const;
	const timer = setTimeout(forget, waitingTime).unref();
	for (const event of ends) {
		socket.on(event, forget);
	}

	socket.once('secureConnect', () => {
		secured.add(socket);
	});
	socket.unref();
	opened.set(socket, () => {
		clearTimeout(timer);
		opened.delete(socket);
		for (const event of ends) {
			socket.off(event, forget);
		}

		socket.ref();
	});
}
