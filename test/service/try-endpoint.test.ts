import {readFileSync} from 'node:fs';
import type {LookupFunction} from 'node:net';
import {getCACertificates, setDefaultCACertificates} from 'node:tls';
import {afterEach, describe, expect, test} from 'vitest';
import {sampleEvent} from '../../source/notification/try-filters.ts';
import {setProxies} from '../../source/platform/proxy.ts';
import {isPrivate, trialOf, tryEndpoint, viaProxy, type TrialOptions} from '../../source/service/try-endpoint.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {answering, createHttpServer, type Handler} from '../helpers/http-server.ts';
import {authorityFile, startHttps, startProxy} from '../helpers/tls.ts';

const apiKey = 'canary-key-of-trial';
keepSecret(apiKey);

const trial = (recipient: string, channel = 'WEBHOOK') => trialOf({channel, recipient})!;
const permitted = {timeout: 5000, permits: () => true} satisfies TrialOptions;
const refused = {timeout: 5000, permits: () => false} satisfies TrialOptions;

/** Names that resolve to addresses one after the other, and how often one was resolved. */
function resolving(...addresses: readonly string[]) {
	const asked: string[] = [];
	const lookup: LookupFunction = (name, {all}, callback) => {
		const address = addresses[asked.push(name) - 1]!;
		callback(null, all === true ? [{address, family: 4}] : address, 4);
	};
	return {asked, lookup};
}

const server = async (handler: Handler = answering(200, {ok: true})) => createHttpServer(handler);

test('one POST has the sample event, and nothing of the service', async () => {
	await using at = await server();
	expect(await tryEndpoint(trial(`${at.baseUrl}hook?a=1`), permitted)).toMatchObject({
		kind: 'answered',
		status: 200,
		address: '127.0.0.1',
		text: '{"ok":true}',
		isCut: false,
	});
	const [request] = at.requests;
	expect(at.requests).toHaveLength(1);
	expect(request).toMatchObject({method: 'POST', url: '/hook?a=1'});
	expect(JSON.parse(request!.body)).toStrictEqual(sampleEvent);
	expect(Object.keys(request!.headers).toSorted()).toStrictEqual([
		'connection',
		'content-length',
		'content-type',
		'host',
		'user-agent',
	]);
});

test('Slack gets a text alone, by its channel or by its host; other recipients cannot be tried', () => {
	for (const channel of ['SLACK', 'WEBHOOK']) {
		const {isSlack, body} = trial('https://hooks.slack.com/services/T0/B0/x', channel);
		expect([isSlack, Object.keys(JSON.parse(body) as object)]).toStrictEqual([true, ['text']]);
	}

	expect(trial('https://example.com/hook').isSlack).toBe(false);
	for (const [channel, recipient] of [
		['SLACK', '#alerts'],
		['EMAIL', 'https://example.com/'],
		['WEBHOOK', 'http://example.com/'],
		['WEBHOOK', 'file:///etc/passwd'],
	] as const) {
		expect(trialOf({channel, recipient})).toBeUndefined();
	}
});

test('a redirect is not followed', async () => {
	await using elsewhere = await server();
	await using at = await server((_request, response) => {
		response.writeHead(307, {location: elsewhere.baseUrl}).end();
	});
	expect(await tryEndpoint(trial(at.baseUrl), permitted)).toMatchObject({kind: 'answered', status: 307});
	expect(elsewhere.requests).toStrictEqual([]);
});

test('of an endless response the first kilobyte is read, without the API key, and the connection is closed', async () => {
	const closed = Promise.withResolvers<void>();
	await using at = await server((_request, response) => {
		response.once('close', closed.resolve);
		response.write(`${apiKey}\u001B[2J`);
		const more = () => {
			response.write('x'.repeat(10_000), more);
		};

		more();
	});
	const result = await tryEndpoint(trial(at.baseUrl), permitted);
	expect(result).toMatchObject({kind: 'answered', isCut: true});
	const {text} = result as {readonly text: string};
	expect(text).toMatch(/^\[API key\]\u001B\[2Jx+$/v);
	expect(text.length).toBeLessThan(1000);
	await closed.promise;
});

test('a URL with the API key in it is not requested', async () => {
	await using at = await server();
	expect(await tryEndpoint(trial(`${at.baseUrl}?key=${apiKey}`), permitted)).toMatchObject({
		failure: {outcome: 'not-sent', summary: expect.stringContaining('has the API key in it') as string},
	});
	expect(at.requests).toStrictEqual([]);
});

describe('an address that is not on the internet', () => {
	test.each(['http://127.0.0.1', 'http://localhost', 'http://hook.localhost'])(
		'needs a permission: %s',
		async origin => {
			await using at = await server();
			const url = `${origin}:${new URL(at.baseUrl).port}/`;
			const asked = await tryEndpoint(trial(url), refused);
			expect(asked).toMatchObject({kind: 'asks', addresses: expect.arrayContaining(['127.0.0.1']) as string[]});
			expect(at.requests).toStrictEqual([]);
			const {addresses} = asked as {readonly addresses: readonly string[]};
			expect(
				await tryEndpoint(trial(url), {...refused, permits: address => addresses.includes(address)}),
			).toMatchObject({kind: 'answered', status: 200});
		},
	);

	test('is refused by the lookup of the connection, which resolves a name once', async () => {
		await using at = await server();
		const {port} = new URL(at.baseUrl);
		const trialAt = (host: string) => ({url: new URL(`http://${host}:${port}/`), isSlack: false, body: '{}'});
		const rebinding = resolving('127.0.0.1', '203.0.113.7');
		expect(await tryEndpoint(trialAt('hook.example'), {...refused, lookup: rebinding.lookup})).toStrictEqual({
			kind: 'asks',
			addresses: ['127.0.0.1'],
		});
		expect(rebinding.asked).toStrictEqual(['hook.example']);
		// What was permitted is one address: the name leads elsewhere now.
		const moved = resolving('10.0.0.1');
		expect(
			await tryEndpoint(trialAt('hook.example'), {
				...refused,
				lookup: moved.lookup,
				permits: address => address === '127.0.0.1',
			}),
		).toStrictEqual({kind: 'asks', addresses: ['10.0.0.1']});
		expect(at.requests).toStrictEqual([]);
		const permits = (address: string) => address === '127.0.0.1';
		const once = resolving('127.0.0.1', '203.0.113.7');
		expect(await tryEndpoint(trialAt('hook.example'), {...refused, lookup: once.lookup, permits})).toMatchObject({
			kind: 'answered',
			address: '127.0.0.1',
		});
		expect(once.asked).toStrictEqual(['hook.example']);
	});

	test.each([
		['127.0.0.1', true],
		['169.254.169.254', true],
		['10.1.2.3', true],
		['100.100.100.200', true],
		['0.0.0.0', true],
		['255.255.255.255', true],
		['::1', true],
		['fe80::1%eth0', true],
		['fd00:ec2::254', true],
		['::ffff:10.0.0.1', true],
		['64:ff9b::a00:1', true],
		['no address', true],
		['203.0.114.7', false],
		['172.32.0.1', false],
		['2606:4700::1111', false],
		['::ffff:8.8.8.8', false],
	])('%s: %s', (address, expected) => {
		expect(isPrivate(address)).toBe(expected);
	});
});

describe('through a proxy', () => {
	afterEach(() => {
		setProxies(undefined);
	});

	test('the address cannot be checked, which needs a permission of its own', async () => {
		await using proxy = await startProxy({status: 502});
		setProxies({HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`});
		const hook = trial('https://hook.example/');
		expect(await tryEndpoint(hook, refused)).toStrictEqual({kind: 'asks', addresses: [viaProxy]});
		expect(proxy.asked).toStrictEqual([]);
		expect(await tryEndpoint(hook, permitted)).toMatchObject({kind: 'failed', failure: {outcome: 'not-sent'}});
		expect(proxy.asked).toStrictEqual(['hook.example:443']);
	});

	test('one that cannot be used sends nothing', async () => {
		setProxies({HTTPS_PROXY: 'socks5://127.0.0.1:1'});
		expect(await tryEndpoint(trial('https://hook.example/'), permitted)).toMatchObject({
			failure: {outcome: 'not-sent'},
		});
	});
});

test('over TLS nothing is sent before the certificate was checked', async () => {
	const received: string[] = [];
	await using at = await startHttps((request, response) => {
		received.push(request.url!);
		response.end('ok');
	});
	const hook = trial(`https://localhost:${at.port}/hook`);
	expect(await tryEndpoint(hook, permitted)).toMatchObject({failure: {kind: 'unreachable', outcome: 'not-sent'}});
	expect(received).toStrictEqual([]);
	const known = getCACertificates('default');
	setDefaultCACertificates([...known, readFileSync(authorityFile, 'utf8')]);
	try {
		expect(await tryEndpoint(hook, permitted)).toMatchObject({kind: 'answered', status: 200, text: 'ok'});
	} finally {
		setDefaultCACertificates(known);
	}
});

test('a connection that breaks off may have delivered it; one that fails has not', async () => {
	await using at = await server((_request, response) => {
		response.destroy();
	});
	const {url} = trial(at.baseUrl);
	expect(await tryEndpoint(trial(url.href), permitted)).toMatchObject({kind: 'failed', failure: {outcome: 'unknown'}});
	await at[Symbol.asyncDispose]();
	expect(await tryEndpoint(trial(url.href), permitted)).toMatchObject({
		kind: 'failed',
		failure: {kind: 'unreachable', outcome: 'not-sent'},
	});
});

test('an endpoint that does not answer is given up, or left by the operator', async () => {
	await using at = await server(() => undefined);
	expect(await tryEndpoint(trial(at.baseUrl), {...permitted, timeout: 50})).toMatchObject({
		failure: {kind: 'timeout', outcome: 'unknown'},
	});
	const left = new AbortController();
	await using hung = await server(() => {
		left.abort();
	});
	expect(await tryEndpoint(trial(hung.baseUrl), {...permitted, signal: left.signal})).toMatchObject({
		failure: {kind: 'cancelled'},
	});
});
