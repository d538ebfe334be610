import {Buffer} from 'node:buffer';
import type {Agent, ClientRequestArgs, IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';

type Connect = (
	options: ClientRequestArgs,
	callback?: (error: Error | null, stream: Duplex) => void,
) => Duplex | null | undefined;

/** The size of the buffer in bytes: what Node reads at once. */
const size = 65_536;

let buffer: Buffer | undefined;

/**
Lets the connections of an agent read into one buffer, which each read fills anew. Node would allocate 64 kB for each; a listing of 100,000 takes so much that V8 collects all garbage, twice. Node's parser of HTTP copies bodies out of it (`ownBody`).

Not for an agent with a proxy: Node reads the proxy's answer as a stream.
*/
export function reuseReceiveBuffer(agent: Agent): void {
	const connect: Connect = agent.createConnection.bind(agent);
	agent.createConnection = (options, callback) => {
		buffer ??= Buffer.allocUnsafeSlow(size);
		const onread = {
			buffer,
			callback(length: number, received: Uint8Array) {
				socket?.emit('data', received.subarray(0, length));
				return true;
			},
		};
		const socket = connect({...options, onread} as ClientRequestArgs, callback);
		return socket;
	};
}

/** Makes sure that no chunk of a body is in that buffer, where the next read would replace it, should a version of Node not copy it. */
export function ownBody(message: IncomingMessage): IncomingMessage {
	const push = message.push.bind(message);
	message.push = (chunk: Uint8Array | null, encoding) =>
		push(chunk !== null && chunk.buffer === buffer?.buffer ? Buffer.from(chunk) : chunk, encoding);
	return message;
}
