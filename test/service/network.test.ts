import {execFile} from 'node:child_process';
import {networkInterfaces} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {describe, expect, test} from 'vitest';
import {send} from '../../source/service/http.ts';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import {answering, createHttpServer} from '../helpers/http-server.ts';
import {authorityFile, startHttps, startProxy, startRaw} from '../helpers/tls.ts';
import {containing, matching} from '../helpers/texts.ts';

const apiKey = 'canary-key-of-request';

const at = (baseUrl: string) => ({baseUrl, apiKey, timeout: 5000});

const read = async (baseUrl: string) => send(at(baseUrl), {method: 'POST', url: '', body: {}});

describe('what is no answer says what it is', () => {
	test('a listing answered with 206 is partial', async () => {
		await using server = await createHttpServer(answering(206, []));
		expect(await listNotifications(at(server.baseUrl))).toEqual({
			ok: true,
			value: {complete: false, records: [], reason: 'The service sent only a part of the listing (206).'},
		});
	});

	test.each(['SSH-2.0-OpenSSH_9.6\r\n', '220 mail.example ESMTP\r\n', '-ERR unknown command\r\n'])(
		'a port that answers %j',
		async text => {
			await using server = await startRaw(text);
			expect(await read(`http://127.0.0.1:${server.port}/`)).toMatchObject({
				failure: {
					kind: 'unreadable',
					outcome: 'unknown',
					summary: `http://127.0.0.1:${server.port} does not speak HTTP on this port, or its response is not valid HTTP (HPE_INVALID_CONSTANT).`,
				},
			});
		},
	);

	test.each(['compress', 'deflate', 'zstd', 'gzip, br', '\u{9B}x'])('the content encoding %j', async encoding => {
		await using server = await createHttpServer((_request, response) => {
			response.writeHead(200, {'content-encoding': encoding}).end('x');
		});
		const result = await read(server.baseUrl);
		expect(result).toMatchObject({failure: {kind: 'unreadable', outcome: 'unknown'}});
		expect(JSON.stringify(result)).toContain('has an unsupported content encoding');
		expect(JSON.stringify(result)).not.toMatch(/\p{Control}/v);
	});

	test('a damaged gzip', async () => {
		await using server = await createHttpServer((_request, response) => {
			response.writeHead(200, {'content-encoding': 'gzip'}).end('no gzip');
		});
		expect(await read(server.baseUrl)).toMatchObject({
			failure: {
				kind: 'unreadable',
				summary: matching(/^The compressed response from .* is damaged \(Z_DATA_ERROR\)\.$/v),
			},
		});
	});

	test.each([
		['closes the connection', undefined, 'ECONNRESET'],
		['sends an alert', '\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{28}', 'HANDSHAKE_FAILURE'],
	])('a TLS server that %s', async (_name, text, code) => {
		await using server = await startRaw(text);
		const result = await read(`https://127.0.0.1:${server.port}/`);
		expect(result).toMatchObject({failure: {kind: 'unreachable', outcome: 'not-sent'}});
		expect(JSON.stringify(result)).toContain('the TLS handshake failed');
		expect(JSON.stringify(result)).toContain(code);
	});
});

// RFC 6761, section 6.3: such names are not asked of DNS, where anybody could answer.
const loopbackAddresses = ['127.0.0.1', '::1'].filter(address =>
	Object.values(networkInterfaces())
		.flat()
		.some(found => found?.address === address),
);

describe.each(loopbackAddresses)('names below localhost are loopback: a service on %s', address => {
	test.each(['localhost', 'chainbell-test.localhost', 'a.b.localhost'])('as %s', async name => {
		await using server = await createHttpServer(answering(200, []), address);
		expect(await send(at(`http://${name}:${new URL(server.baseUrl).port}/`), {method: 'GET', url: ''})).toMatchObject({
			ok: true,
		});
	});
});

test('where nothing listens, the name below localhost is not called unknown', async () => {
	expect(await send(at('http://chainbell-test.localhost:1/'), {method: 'GET', url: ''})).toMatchObject({
		failure: {outcome: 'not-sent', summary: containing('connection refused')},
	});
});

/** A listing of a base URL in a process of its own, and what that prints to stderr. */
async function runRequest(environment: Readonly<Record<string, string>>, baseUrl: string) {
	const script = path.resolve(import.meta.dirname, '../fixtures/run-request.ts');
	const {PATH, NODE_COMPILE_CACHE} = process.env;
	const {stdout, stderr} = await promisify(execFile)(process.execPath, [script, baseUrl], {
		env: {PATH, NODE_COMPILE_CACHE, ...environment},
	});
	return {listed: JSON.parse(stdout) as unknown, stderr};
}

async function listIn(environment: Readonly<Record<string, string>>, baseUrl: string) {
	const {listed} = await runRequest(environment, baseUrl);
	return listed;
}

/** Has a process take itself for one of an older Node. */
const asOlderNode = {
	NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('Object.defineProperty(process, "versions", {value: {...process.versions, node: "22.13.0"}})')}`,
};

describe('certificates and proxies', () => {
	test("a certificate of a company's own authority is trusted with NODE_EXTRA_CA_CERTS, and only then", async () => {
		await using service = await startHttps((_request, response) => {
			response.end('[]');
		});
		const baseUrl = `https://localhost:${service.port}/`;
		expect(await listIn({NODE_EXTRA_CA_CERTS: authorityFile}, baseUrl)).toEqual({
			ok: true,
			value: {complete: true, records: []},
		});
		expect(await listIn({}, baseUrl)).toMatchObject({
			ok: false,
			failure: {outcome: 'not-sent', summary: containing('certificate not trusted')},
		});
	});

	test.each(['HTTPS_PROXY', 'https_proxy'])(
		'%s: requests go through the proxy, which does not see the API key',
		async name => {
			const authorizations: unknown[] = [];
			await using service = await startHttps((request, response) => {
				authorizations.push(request.headers.authorization);
				response.end('[]');
			});
			await using proxy = await startProxy(service);
			const environment = {NODE_EXTRA_CA_CERTS: authorityFile, [name]: `http://127.0.0.1:${proxy.port}`};
			expect(await listIn(environment, 'https://service.test/')).toEqual({
				ok: true,
				value: {complete: true, records: []},
			});
			expect(proxy.asked).toEqual(['service.test:443']);
			expect(authorizations).toEqual([`Bearer ${apiKey}`]);
			expect(proxy.headers.join('')).not.toContain(apiKey);
		},
	);

	test('hosts in NO_PROXY, and loopback, are reached without the proxy', async () => {
		await using service = await createHttpServer(answering(200, []));
		await using proxy = await startProxy({status: 502});
		const environment = {
			HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
			HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
			NO_PROXY: 'service.invalid',
		};
		expect(await listIn(environment, service.baseUrl)).toMatchObject({ok: true});
		expect(await listIn(environment, 'https://service.invalid/')).toMatchObject({
			ok: false,
			failure: {outcome: 'not-sent'},
		});
		expect(proxy.asked).toEqual([]);
	});

	test('where Node ignores HTTPS_PROXY, a request that would go through it warns', async () => {
		const environment = {...asOlderNode, HTTPS_PROXY: 'http://127.0.0.1:1'};
		const {stderr} = await runRequest(environment, 'https://service.invalid/');
		expect(stderr).toContain(
			'Warning: HTTPS_PROXY is ignored: requests go to the service directly. Node 22.13.0 does not support proxies; use Node 22.21, or 24.5 or newer.',
		);
		expect(stderr.match(/is ignored/gv)).toHaveLength(1);
		await using service = await createHttpServer(answering(200, []));
		expect(await runRequest(environment, service.baseUrl)).toMatchObject({stderr: ''});
		expect(await runRequest({...asOlderNode, NO_PROXY: '*'}, 'https://service.invalid/')).toMatchObject({stderr: ''});
	});

	test.each(['HTTPS_PROXY', 'https_proxy'])(
		'%s that cannot be used: nothing is sent, and the request does not go directly either',
		async name => {
			let requests = 0;
			await using service = await startHttps((_request, response) => {
				requests++;
				response.end('[]');
			});
			const baseUrl = `https://service.test:${service.port}/`;
			expect(await runRequest({NODE_EXTRA_CA_CERTS: authorityFile, [name]: 'socks5://127.0.0.1:1'}, baseUrl)).toEqual({
				stderr: '',
				listed: {
					ok: false,
					failure: {
						kind: 'unreachable',
						isLasting: true,
						outcome: 'not-sent',
						summary: `Could not reach https://service.test:${service.port}: ${name} names a proxy of the kind socks5://, which chainbell cannot use: it must be http://HOST:PORT or https://HOST:PORT.`,
						nextStep: 'Nothing was sent. Correct the variable, or add the host to NO_PROXY.',
					},
				},
			});
			expect(
				await listIn({NODE_EXTRA_CA_CERTS: authorityFile, [name]: 'garbage:'}, `https://localhost:${service.port}/`),
			).toMatchObject({ok: true});
			expect(requests).toBe(1);
		},
	);

	test.each([407, 403, 502])('a proxy that refuses with %i says so', async status => {
		await using proxy = await startProxy({status});
		expect(await listIn({HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`}, 'https://service.test/')).toMatchObject({
			ok: false,
			failure: {
				kind: 'unreachable',
				outcome: 'not-sent',
				summary: 'Could not reach https://service.test (the proxy refused the connection: ERR_PROXY_TUNNEL).',
			},
		});
	});
});
