import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

/** Starts a relay to a port of 127.0.0.1, which is as broken as a test wants. */
export async function startRelay(port: number) {
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
		/** Lets nothing through, or again everything; nobody is told. */
		setSilent(silent: boolean) {
			isSilent = silent;
		},
		/** Breaks all connections. */
		drop,
		/** Breaks all connections, and new ones at once; or no longer. */
		setDown(down: boolean) {
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
