import type {Agent, ClientRequestArgs, IncomingMessage} from 'node:http';
import process from 'node:process';
import type {Duplex} from 'node:stream';
import {isLoopback, lookUpLoopback, proxyProblem, proxySettingsFor} from '../platform/proxy.ts';
import {openConnections, useOpened} from './opened-ahead.ts';
import {reuseReceiveBuffer} from './receive-buffer.ts';

/** Returns node:https or node:http. An import would load every export, and one of them is undici. */
export const moduleFor = (url: string) =>
	process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');

/** Milliseconds that an idle connection is kept open. Services close idle connections after some seconds, and the outcome of a write on a connection that is just being closed is unknown. */
const keepAliveTime = 1000;

/** Milliseconds that a connection is kept for the next listing of a watch, longer than the usual interval of 30 s: as long as common servers and proxies keep idle ones, and no longer than the service says (Keep-Alive). */
const watchKeepAliveTime = 75_000;

/** Milliseconds between probes of an idle connection to the same end (TCP keep-alive), so that routers keep it open too. */
const probeInterval = 15_000;

const agents = new Map<string, Agent>();

/** The requests that share connections: those of a watch, other reads, and writes. Some services close each connection after its response without saying so, and the outcome of a write that meets this is unknown: so a write never uses a connection that carried a read, and one that carried a write only if the service says that it stays open. */
export type AgentUse = 'watch' | 'read' | 'write';

/** Connections that stay open, according to the service. */
const kept = new WeakSet<Duplex>();

/** Notes whether a response says that its connection stays open. */
export function noteKeeping({headers, socket}: IncomingMessage): void {
	if (headers['keep-alive'] !== undefined || headers.connection?.toLowerCase() === 'keep-alive') {
		kept.add(socket);
	}
}

/** Returns the agent for a URL. */
export function agentFor(url: string, use: AgentUse): Agent {
	const keepsConnection = use === 'watch';
	const module = moduleFor(url);
	const proxyEnv = proxySettingsFor(url);
	const key = `${new URL(url).protocol} ${JSON.stringify(proxyEnv)} ${use}`;
	const timing = keepsConnection
		? {timeout: watchKeepAliveTime, keepAliveMsecs: probeInterval}
		: {timeout: keepAliveTime};
	const known = agents.get(key);
	if (known !== undefined) {
		return known;
	}

	const agent = new module.Agent({keepAlive: true, ...timing, ...(proxyEnv !== undefined && {proxyEnv})});
	agents.set(key, agent);
	if (use === 'write') {
		// Declared without a result, which is whether it was kept.
		const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean;
		agent.keepSocketAlive = socket => kept.has(socket) && keep(socket);
	}

	if (proxyEnv === undefined) {
		reuseReceiveBuffer(agent);
	}

	if (!keepsConnection && proxyEnv === undefined) {
		useOpened(agent);
	}

	return agent;
}

/** Opens connections to a service ahead of the requests that are about to follow, until so many wait: opening one takes one round trip, and its TLS handshake one or two more. Each waits for some seconds. Through a proxy none is opened. */
export function openAhead(baseUrl: string, count: number): void {
	if (proxySettingsFor(baseUrl) !== undefined || proxyProblem(baseUrl) !== undefined) {
		return;
	}

	const {hostname, port, protocol} = new URL(baseUrl);
	const host = hostname.replaceAll(/[\[\]]/gv, '');
	const isSecure = protocol === 'https:';
	const agent = agentFor(baseUrl, 'write');
	openConnections(
		agent,
		{
			...(agent as Agent & {readonly options: ClientRequestArgs}).options,
			host,
			port: port === '' ? (isSecure ? 443 : 80) : Number(port),
			...(isLoopback(hostname) && {lookup: lookUpLoopback}),
			// An address is not a name that a certificate is asked for (RFC 6066, section 3).
			...(isSecure && {servername: process.getBuiltinModule('node:net').isIP(host) === 0 ? host : ''}),
		},
		count,
	);
}
