import {Buffer} from 'node:buffer';
import {once} from 'node:events';
import {Agent, createServer, get, IncomingMessage, type ServerResponse} from 'node:http';
import {Socket, type AddressInfo} from 'node:net';
import {setImmediate as turn} from 'node:timers/promises';
import {afterEach, expect, test, vi} from 'vitest';
import {agentFor} from '../../source/api/agents.ts';
import {stream} from '../../source/api/http.ts';
import {ownBody, reuseReceiveBuffer} from '../../source/api/receive-buffer.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {startHttps, startRaw} from '../helpers/tls.ts';

afterEach(() => {
	vi.unstubAllEnvs();
});

/** Three megabytes of the last character of the path, in pieces that arrive in between those of other responses. */
const letters = async ({url = ''}: {readonly url?: string | undefined}, response: ServerResponse): Promise<void> => {
	for (let piece = 0; piece < 30; piece++) {
		response.write(url.at(-1)!.repeat(100_000));
		await turn();
	}

	response.end();
};

/** The body of a response, read more slowly than it arrives. */
async function read(baseUrl: string, url: string): Promise<string> {
	const result = await stream(
		{baseUrl, apiKey: 'canary-key-1', timeout: 30_000},
		{method: 'GET', url},
		async (_head, body) => {
			const chunks: Uint8Array[] = [];
			for await (const chunk of body) {
				chunks.push(chunk);
				await turn();
				await turn();
			}

			return Buffer.concat(chunks).toString();
		},
	);
	return result.ok ? result.value : result.failure.summary;
}

async function expectLetters(baseUrl: string): Promise<void> {
	const bodies = await Promise.all(['a', 'b', 'c'].map(async url => read(baseUrl, url)));
	expect(bodies.map(body => [body.length, [...new Set(body)].join('')])).toEqual([
		[3_000_000, 'a'],
		[3_000_000, 'b'],
		[3_000_000, 'c'],
	]);
}

test('responses that arrive at the same time do not overwrite each other', async () => {
	await using server = await createHttpServer(letters);
	await expectLetters(server.baseUrl);
});

test('nor do encrypted ones', async () => {
	// The certificate is the test's own.
	vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
	await using server = await startHttps(letters);
	await expectLetters(`https://localhost:${server.port}/`);
});

test('a response that ends with its connection is read to its end', async () => {
	await using server = await startRaw('HTTP/1.1 200 OK\r\n\r\n[1, 2, 3]');
	expect(await read(`http://127.0.0.1:${server.port}/`, 'a')).toBe('[1, 2, 3]');
});

test('all connections receive into the same memory, and a body that is in it is copied', async () => {
	const server = createServer((_request, response) => {
		answer(response, 200, 'a'.repeat(1000));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const agents = [new Agent(), agentFor('http://127.0.0.1/', 'read')];
	reuseReceiveBuffer(agents[0]!);
	const received: Buffer[] = [];
	for (const agent of agents) {
		const request = get({host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent});
		request.on('socket', socket => {
			socket.on('data', (chunk: Buffer) => {
				received.push(chunk);
			});
		});
		const [response] = (await once(request, 'response')) as [IncomingMessage];
		const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
		expect(text).toContain('aaaa');
	}

	agents[0]!.destroy();
	server.close();
	server.closeAllConnections();
	const [first, ...others] = received;
	expect(others.every(({buffer}) => buffer === first!.buffer)).toBe(true);
	const message = ownBody(new IncomingMessage(new Socket()));
	const text = first!.toString();
	message.push(first!);
	first!.fill(0);
	message.push(null);
	expect(Buffer.concat((await message.toArray()) as Buffer[]).toString()).toBe(text);
});
