import {fork} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect, createServer as createRelay, type AddressInfo} from 'node:net';
import process from 'node:process';
import {Readable, Transform} from 'node:stream';
import {text} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {setTimeout as delay} from 'node:timers/promises';

/** An account of generated notifications, which a process of its own serves on loopback. */
export type Service = AsyncDisposable & {
	readonly size: number;
	readonly baseUrl: string;
	/** The URL of the listing. */
	readonly url: string;
};

function serviceAt(port: number, size: number, stop: () => void): Service {
	const baseUrl = `http://127.0.0.1:${port}/`;
	return {size, baseUrl, url: `${baseUrl}api/v1/service/notifications/`, [Symbol.asyncDispose]: async () => stop()};
}

/** Starts an account. It ends with this process at the latest. */
export async function startService(size: number): Promise<Service> {
	const child = fork(import.meta.filename, [String(size)], {execArgv: []});
	const [port] = (await once(child, 'message')) as [number];
	child.unref();
	child.channel!.unref();
	return serviceAt(port, size, () => child.disconnect());
}

/** Puts a relay before a service through which every round trip takes so long, that of opening a connection too. */
export async function far(service: Service, roundTrip: number): Promise<Service> {
	const late = () =>
		new Transform({
			transform(piece, _encoding, done) {
				setTimeout(() => this.push(piece), roundTrip / 2);
				done();
			},
			flush(done) {
				setTimeout(done, roundTrip / 2);
			},
		});
	const server = createRelay({noDelay: true}, async client => {
		await delay(roundTrip);
		const behind = connect({host: '127.0.0.1', port: Number(new URL(service.baseUrl).port), noDelay: true});
		// Either side may go away.
		await pipeline(client, late(), behind, late(), client).catch(() => undefined);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return serviceAt((server.address() as AddressInfo).port, service.size, () => server.close());
}

/** A generated notification. Its name has a code of the letters j, q and z, which occur nowhere else in it. */
function notificationOf(id: number) {
	const hash = createHash('sha1').update(String(id)).digest('hex');
	const code = Array.from(hash.slice(0, 10), digit => 'jqz'[Number.parseInt(digit, 16) % 3]).join('');
	return {
		id,
		external_user_id: `user-${id}`,
		channel: ['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK'][id % 4]!,
		notification_name: `Treasury ${code}`,
		delivery_location: [`ops+${id}@example.com`, `https://example.com/hooks/${id}`, `-100${id}`, `#alerts-${id}`][
			id % 4
		]!,
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: [`0x${hash}`],
			filters: [{field_name: 'value', operator: 'gt', value: String(id % 1000), value_type: 'int'}],
		},
	};
}

/** The generated notifications of an account. */
export const notificationsOf = (size: number) => Array.from({length: size}, (_, index) => notificationOf(index + 1));

if (import.meta.main) {
	serve(Number(process.argv[2]));
}

function serve(size: number): void {
	const records = new Map(notificationsOf(size).map(each => [each.id, JSON.stringify(each)]));
	let newest = size;
	let listing: Buffer | undefined;
	const server = createServer(async (request, response) => {
		response.setHeader('content-type', 'application/json');
		if (request.method === 'GET') {
			listing ??= Buffer.from(`[${[...records.values()].join(',')}]`);
			response.setHeader('content-length', listing.length);
			// A client may have enough before the end.
			await pipeline(Readable.from(paced(listing)), response).catch(() => undefined);
			return;
		}

		const body = await text(request);
		listing = undefined;
		if (request.method === 'POST') {
			newest++;
			records.set(newest, JSON.stringify({id: newest, ...(JSON.parse(body) as object)}));
			response.writeHead(201).end(`{"id":${newest}}`);
		} else {
			const isDeleted = records.delete(Number(/(\d+)\/$/v.exec(request.url!)?.[1]));
			response.writeHead(isDeleted ? 204 : 404).end();
		}
	}).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
	process.once('disconnect', () => process.exit());
}

/** The pieces of a listing, at 50 MB a second: the speed of the sandbox, which reads them from its file. */
async function* paced(bytes: Buffer): AsyncGenerator<Buffer, void, void> {
	const size = 256 * 1024;
	const since = performance.now();
	for (let at = 0; at < bytes.length; at += size) {
		await delay(Math.max(0, since + at / 50_000 - performance.now()));
		yield bytes.subarray(at, at + size);
	}
}
