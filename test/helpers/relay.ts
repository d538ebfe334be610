import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

/** A relay to a port of 127.0.0.1, which is as broken as a test wants. */
export type Relay = AsyncDisposable & {
	readonly port: number;
	/** Lets nothing through, or again everything; nobody is told. */
	readonly setSilent: (isSilent: boolean) => void;
	/** Breaks all connections. */
	readonly drop: () => void;
	/** Breaks all connections, and new ones at once; or no longer. */
	readonly setDown: (isDown: boolean) => void;
};

/** Starts a relay. */
export async function startRelay(port: number): Promise<Relay> {
	const sockets = new Set<Socket>();
	let isSilent = false;
	let isDown = false;

	const forward = (from: Socket, to: Socket) => {
		from.on('data', bytes => {
			if (!isSilent && !to.destroyed) {
				to.write(bytes);
			}
		});
		from.on('error', () => undefined);
		from.on('close', () => {
			sockets.delete(from);
			if (!isSilent) {
				to.destroy();
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
		forward(client.setNoDelay(true), upstream);
		forward(upstream.setNoDelay(true), client);
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
