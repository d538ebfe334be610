import {createServer, request as send} from 'node:http';
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';

/** Stands before a service and counts what is sent to it. */
export type CountingProxy = AsyncDisposable & {
	readonly baseUrl: string;
	/** How many requests of each method. */ readonly counts: Map<string, number>;
};

/** Starts a proxy on loopback. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
	const counts = new Map<string, number>();
	const server = createServer((request, response) => {
		const method = request.method ?? '';
		counts.set(method, (counts.get(method) ?? 0) + 1);
		const passed = send(
			new URL(request.url ?? '/', target),
			{method, headers: {...request.headers, host: new URL(target).host}},
			answer => {
				response.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(response);
			},
		);
		passed.once('error', () => {
			response.destroy();
		});
		request.pipe(passed);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		counts,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
