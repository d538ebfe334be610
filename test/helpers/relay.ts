import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

/** A relay to a port of 127.0.0.1, which is as slow or as broken as a test wants. */
export type Relay = AsyncDisposable & {
	readonly port: number;
	/** How often a client sent something after an answer had arrived: its round trips. */
	readonly trips: () => number;
	/** Lets nothing through, or again everything; nobody is told. */
	readonly setSilent: (isSilent: boolean) => void;
	/** Breaks all connections. */
	readonly drop: () => void;
	/** Breaks all connections, and new ones at once; or no longer. */
	readonly setDown: (isDown: boolean) => void;
};

/** Starts a relay. `delay`: milliseconds for each direction. */
export async function startRelay(port: number, delay = 0): Promise<Relay> {
	const sockets = new Set<Socket>();
	let isSilent = false;
	let isDown = false;
	let trips = 0;

	const forward = (from: Socket, to: Socket, onArrival: () => void) => {
		from.on('data', bytes => {
			setTimeout(() => {
				if (!isSilent && !to.destroyed) {
					to.write(bytes);
					onArrival();
				}
			}, delay);
		});
		from.on('error', () => undefined);
		from.on('close', () => {
			sockets.delete(from);
			if (!isSilent) {
				setTimeout(() => to.destroy(), delay);
			}
		});
		sockets.add(from);
	};

	const server = createServer(client => {
		if (isDown) {
			client.destroy();
			return;
		}

		const upstream = connect(port, '127.0.0.1');
		let isAnswered = true;
		client.setNoDelay(true).on('data', () => {
			trips += Number(isAnswered);
			isAnswered = false;
		});
		forward(client, upstream, () => undefined);
		forward(upstream.setNoDelay(true), client, () => {
			isAnswered = true;
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const drop = () => {
		for (const socket of sockets) {
			socket.destroy();
		}
	};

	return {
		port: (server.address() as AddressInfo).port,
		trips: () => trips,
		setSilent(silent) {
			isSilent = silent;
		},
		drop,
		setDown(down) {
			isDown = down;
			if (down) {
				drop();
			}
		},
		async [Symbol.asyncDispose]() {
			server.close();
			drop();
		},
	};
}
