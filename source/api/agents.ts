import type {Agent, ClientRequestArgs} from 'node:http';
import process from 'node:process';
import {isLoopback, lookUpLoopback} from '../system/loopback.ts';
import {proxyProblem, proxySettingsFor} from '../system/proxy.ts';
import {openConnections, useOpened} from './opened-ahead.ts';
import {reuseReceiveBuffer} from './receive-buffer.ts';

/** Returns node:https or node:http. An import would load every export, and one of them is undici. */
export const moduleFor = (url: string) => process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');

/** Milliseconds that an idle connection is kept open. Services close idle connections after some seconds, and the outcome of a write on a connection that is just being closed is unknown. */
const keepAliveTime = 1000;

/** Milliseconds that a connection is kept for the next listing of a watch, longer than the usual interval of 30 s: as long as common servers and proxies keep idle ones, and no longer than the service says (Keep-Alive). */
const watchKeepAliveTime = 75_000;

/** Milliseconds between probes of an idle connection to the same end (TCP keep-alive), so that routers keep it open too. */
const probeInterval = 15_000;

const agents = new Map<string, Agent>();

/** Returns the agent for a URL. `keepsConnection`: see `HttpRequest`; such connections are never used for a write. */
export function agentFor(url: string, keepsConnection: boolean): Agent {
	const module = moduleFor(url);
	const proxyEnv = proxySettingsFor(url);
	const key = `${new URL(url).protocol} ${JSON.stringify(proxyEnv)} ${keepsConnection}`;
	const timing = keepsConnection ? {timeout: watchKeepAliveTime, keepAliveMsecs: probeInterval} : {timeout: keepAliveTime};
	const known = agents.get(key);
	if (known !== undefined) {
		return known;
	}

	const agent = new module.Agent({keepAlive: true, ...timing, ...(proxyEnv !== undefined && {proxyEnv})});
	agents.set(key, agent);
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
	const agent = agentFor(baseUrl, false);
	openConnections(agent, {
		...(agent as Agent & {readonly options: ClientRequestArgs}).options,
		host,
		port: port === '' ? (isSecure ? 443 : 80) : Number(port),
		...isLoopback(hostname) && {lookup: lookUpLoopback},
		// An address is not a name that a certificate is asked for (RFC 6066, section 3).
		...isSecure && {servername: process.getBuiltinModule('node:net').isIP(host) === 0 ? host : ''},
	}, count);
}
