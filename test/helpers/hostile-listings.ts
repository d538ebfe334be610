import {Buffer} from 'node:buffer';
import type {ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {gzipSync} from 'node:zlib';
import type {Handler} from './http-server.ts';

const treasury = {
	id: 1,
	external_user_id: 'u1',
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'a@example.com',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x01'], filters: []},
};

/** An ordinary record. */
export const ordinary: string = JSON.stringify(treasury);

/** A record with arrays nested this deep in it, where its fields are read. */
export const deepRecord = (depth: number): string =>
	`{"id":2,"external_user_id":"u2","channel":"EMAIL","notification_name":"Deep","delivery_location":"b@example.com","event_details":{"filters":[{"value":${'['.repeat(depth)}1.50${']'.repeat(depth)}}]}}`;

const megabyte = 1_000_000;

const named = (name: string) => JSON.stringify({...treasury, id: 3, notification_name: name});

/** Sends pieces as fast as they are read, until the client goes away. */
async function stream(response: ServerResponse, pieces: Iterable<string | Buffer>): Promise<void> {
	try {
		await pipeline(Readable.from(pieces), response);
	} catch {
		// The client has read enough.
	}
}

function* endless(first: string, piece: string): Generator<Buffer, void, void> {
	yield Buffer.from(first);
	const rest = Buffer.from(piece);
	while (true) {
		yield rest;
	}
}

function* numbered(): Generator<string, void, void> {
	yield `[${ordinary}`;
	for (let id = 2; ; id += 5000) {
		yield Array.from({length: 5000}, (_, index) => `,{"id":${id + index}}`).join('');
	}
}

// 1,000 times as long once it is decompressed; gzip allows any number of members (RFC 1952, section 2.2).
function* bomb(): Generator<Buffer, void, void> {
	yield gzipSync(`[${ordinary},"`);
	const member = gzipSync(Buffer.alloc(megabyte, 'a'));
	for (let count = 0; count < 4000; count++) {
		yield member;
	}
}

const json = {'content-type': 'application/json'};

const whole =
	(body: string): Handler =>
	(_request, response) => {
		response.writeHead(200, json);
		response.end(body);
	};

const streamed =
	(pieces: () => Iterable<string | Buffer>, headers: Record<string, string> = {}): Handler =>
	async (_request, response) => {
		response.writeHead(200, {...json, ...headers});
		await stream(response, pieces());
	};

/** Listings that would exhaust a program that trusts them. Each begins with an ordinary record. */
export const hostileListings = {
	'deep record': whole(`[${ordinary},${deepRecord(6000)}]`),
	'very deep record': whole(`[${ordinary},${deepRecord(400_000)}]`),
	'large record': whole(`[${ordinary},${named('x'.repeat(3 * megabyte))}]`),
	'huge name': whole(`[${ordinary},${named('ह'.repeat(300_000))}]`),
	'many tiny records': streamed(numbered),
	'many values': streamed(() => endless(`[${ordinary}`, ',1'.repeat(20_000))),
	'endless string': streamed(() => endless(`[${ordinary},{"id":4,"notification_name":"`, 'a'.repeat(65_536))),
	'endless nesting': streamed(() => endless(`[${ordinary},`, '['.repeat(65_536))),
	'endless envelope': streamed(() => endless('{"count":1,"note":"', 'a'.repeat(65_536))),
	'gzip bomb': streamed(bomb, {'content-encoding': 'gzip'}),
	'endless pages': ((request, response) => {
		const page = Number(new URL(request.url, 'http://localhost').searchParams.get('page') ?? 0);
		const ids = Array.from({length: 100}, (_, index) => ({...treasury, id: page * 100 + index + 1}));
		response.writeHead(200, json);
		response.end(JSON.stringify({results: ids, next: `?page=${page + 1}`}));
	}) satisfies Handler,
} as const satisfies Record<string, Handler>;

/** The name of a hostile listing. */
export type HostileListing = keyof typeof hostileListings;
