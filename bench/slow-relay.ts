import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';
import {setTimeout as delay} from 'node:timers/promises';

/** Stands before a service, as far away as a round trip takes. */
export type SlowRelay = AsyncDisposable & {readonly baseUrl: string};

/** Starts a relay on loopback through which every round trip takes so many milliseconds, that of opening a connection too. */
export async function startSlowRelay(target: string, roundTrip: number): Promise<SlowRelay> {
	const {hostname, port} = new URL(target);
	const sockets = new Set<Socket>();
	const server = createServer(client => {
		const service = connect(Number(port), hostname);
		for (const socket of [client, service]) {
			socket.setNoDelay(true);
			sockets.add(socket);
			socket.once('error', () => {
				client.destroy();
				service.destroy();
			});
		}

		// The client's side of a connection is there at once: what it sends waits for as long as opening it would take.
		deliver(client, service, roundTrip / 2, performance.now() + roundTrip);
		deliver(service, client, roundTrip / 2, 0);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) {
				socket.destroy();
			}

			server.close();
			await once(server, 'close');
		},
	};
}

/** Writes what one socket receives to the other, in its order, each piece so much later; none arrives as if it had not waited until `open`. */
function deliver(from: Socket, to: Socket, late: number, open: number): void {
	let before: Promise<unknown> = Promise.resolve();
	const later = (act: () => void) => {
		const at = Math.max(performance.now(), open) + late;
		const earlier = before;
		before = (async () => {
			await earlier;
			await delay(Math.max(0, at - performance.now()));
			act();
		})();
	};

	from.on('data', (piece: Uint8Array) => {
		later(() => to.write(piece));
	});
	from.once('end', () => {
		later(() => to.end());
	});
}
