import assert from 'node:assert/strict';
import {Buffer} from 'node:buffer';
import {once} from 'node:events';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import {setImmediate as turn} from 'node:timers/promises';
import {brotliCompressSync, deflateSync, gzipSync, zstdCompressSync} from 'node:zlib';
import fc from 'fast-check';
import {createNotification, deleteNotification} from '../../source/service/writes.ts';
import {failureText, type Failure} from '../../source/service/failure.ts';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {limitsWith} from '../../source/platform/limits.ts';
import {edited, editsWith, fromLatin1, hostileJson, hostileText, piecesOf, toLatin1} from './arbitraries.ts';
import {assertSafeOnceShown, assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	readonly method: 'create' | 'delete' | 'list';
	/** The response with its headers; a character a byte. */
	readonly response: string;
	/** Bytes of the pieces in which it is sent, in turn. */
	readonly pieces: readonly number[];
};

/** A service that answers each request on a connection of its own with the same bytes, and closes it. */
async function startRawServer() {
	let pieces: Buffer[] = [];
	const answer = async (socket: Socket) => {
		for (const piece of pieces) {
			socket.write(piece);
			await turn();
		}

		socket.end();
	};

	const server = createServer({noDelay: true}, socket => {
		socket.on('error', () => undefined);
		socket.once('data', () => {
			void answer(socket);
		});
	});
	server.unref();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/`,
		answerWith(response: Buffer, lengths: readonly number[]) {
			pieces = piecesOf(response, lengths);
		},
	};
}

let server: ReturnType<typeof startRawServer> | undefined;

const bodies = fc.oneof(
	hostileJson.map(value => JSON.stringify(value)),
	fc.array(hostileJson, {maxLength: 3}).map(list => JSON.stringify(list)),
	fc
		.record(
			{id: fc.oneof(fc.nat(), hostileText, hostileJson), data: hostileJson, notification: hostileJson},
			{requiredKeys: []},
		)
		.map(body => JSON.stringify(body)),
	hostileText,
	fc.constantFrom(
		'',
		'[]',
		'{"results":[],"next":"/x"}',
		'[{"id":1}]',
		'{"results":[{"id":1}],"next":"?page=2","count":9}',
	),
);

const encodings = {
	identity: (body: Buffer) => body,
	gzip: (body: Buffer) => gzipSync(body),
	br: (body: Buffer) => brotliCompressSync(body),
	deflate: (body: Buffer) => deflateSync(body),
	'gzip, br': (body: Buffer) => body,
	zstd: (body: Buffer) => zstdCompressSync(body),
	'x-gzip': (body: Buffer) => gzipSync(body),
};

const responses = fc
	.record({
		status: fc.oneof(
			{
				weight: 3,
				arbitrary: fc.constantFrom(
					'200 OK',
					'201 Created',
					'204 No Content',
					'206 Partial',
					'302 Found',
					'304 Not Modified',
					'400 Bad',
					'401 Unauthorized',
					'408 Timeout',
					'429 Slow',
					'503 Busy',
				),
			},
			{
				weight: 1,
				arbitrary: fc.constantFrom('100 Continue', '101 Switching', '199', '299 ', '999 x', '000 x', '20', 'OK', '200'),
			},
		),
		version: fc.oneof(
			{weight: 9, arbitrary: fc.constant('HTTP/1.1')},
			{weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2', 'ICY', 'HTTP/9.9', '')},
		),
		headers: fc.array(
			fc.tuple(
				fc.constantFrom(
					...'Location Link Retry-After Content-Type X-Request-Id Content-Length Transfer-Encoding Content-Encoding Connection X-Total-Count Trailer Upgrade __proto__ constructor'.split(
						' ',
					),
					' X',
					'X ',
				),
				fc.oneof(
					fc.constantFrom(
						'',
						'0',
						'5',
						'-1',
						'99999999999999999999',
						'1, 2',
						'chunked',
						'gzip',
						'br',
						'close',
						'keep-alive',
						'h2c',
						'</x>; rel=next',
						'/api/v1/service/notifications/7/',
						'//evil.example/7/',
						'http://[',
						'/api/v1/service/notifications/%ff/',
						'x'.repeat(9000),
						'x'.repeat(20_000),
					),
					hostileText.map(text => text.replaceAll(/[\n\r]/gv, ' ')),
				),
			),
			{maxLength: 3},
		),
		encoding: fc.oneof(
			{weight: 2, arbitrary: fc.constant('identity' as const)},
			{weight: 1, arbitrary: fc.constantFrom(...(Object.keys(encodings) as Array<keyof typeof encodings>))},
		),
		framing: fc.constantFrom('length', 'chunks', 'close', 'short', 'long'),
		body: bodies,
		edits: fc.oneof(
			{weight: 3, arbitrary: fc.constant([])},
			{weight: 1, arbitrary: editsWith('\r\n', '\r\n\r\n', ':', '0\r\n', 'HTTP/1.1 200 OK\r\n')},
		),
	})
	.map(({status, version, headers, encoding, framing, body, edits}) => {
		const bytes = encodings[encoding](Buffer.from(body)).toString('latin1');
		const lines = [
			...headers.map(([name, value]) => `${name}: ${toLatin1(value)}`),
			...(encoding === 'identity' ? [] : [`Content-Encoding: ${encoding}`]),
			...(framing === 'chunks' ? ['Transfer-Encoding: chunked'] : []),
			...(framing === 'close' || framing === 'chunks'
				? []
				: [`Content-Length: ${bytes.length + {length: 0, short: -1, long: 1}[framing]}`]),
		];
		const framed = framing === 'chunks' ? `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n` : bytes;
		return edited(`${version} ${status}\r\n${lines.map(line => `${line}\r\n`).join('')}\r\n${framed}`, edits);
	});

const inputs: fc.Arbitrary<Input> = fc.record({
	method: fc.constantFrom('create', 'delete', 'list'),
	response: responses,
	pieces: fc.oneof(
		{weight: 2, arbitrary: fc.constant([100_000])},
		{weight: 1, arbitrary: fc.array(fc.integer({min: 20, max: 5000}), {minLength: 1, maxLength: 4})},
	),
});

const input: NotificationInput = {
	userId: 'u',
	channel: 'EMAIL',
	name: 'n',
	template: '',
	recipient: 'a@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0x01'],
	filters: [],
	topics: ['', '', '', ''],
};

function assertSafe(failure: Failure): void {
	assertShowable(failure.summary);
	assertShowable(failure.nextStep);
	assertShowable(failure.requestId ?? '');
	assertSafeOnceShown(failureText(failure));
}

/** Responses as bytes, over a connection. */
export const exchange: Target = defineTarget<Input>(
	'exchange',
	'Whatever bytes a service sends, a request ends with a value. It says that nothing was sent or nothing took effect only if the first line has a 4xx.',
	inputs,
	async ({method, response, pieces}) => {
		const {baseUrl, answerWith} = await (server ??= startRawServer());
		answerWith(fromLatin1(response), pieces);
		const connection = {
			baseUrl,
			apiKey: 'sk-fuzz',
			timeout: 5000,
			limits: limitsWith({response: 100_000, listing: 100_000}),
		};
		const result = await {
			create: async () => createNotification(connection, input),
			delete: async () => deleteNotification(connection, '7'),
			list: async () => listNotifications(connection),
		}[method]();
		if (result.ok) {
			return;
		}

		const {failure} = result;
		assertSafe(failure);
		assert.ok(
			failure.kind !== 'timeout' || failure.status === 408,
			'The program waits although the connection was closed.',
		);
		assert.ok(
			failure.outcome === 'unknown' ||
				(failure.outcome === 'rejected' &&
					failure.status !== undefined &&
					failure.status >= 400 &&
					failure.status < 500),
			`The outcome is ${failure.outcome}.`,
		);
	},
);
