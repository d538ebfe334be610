import process from 'node:process';
import {isLoopback} from './loopback.ts';
import {isWithoutProxy} from './no-proxy.ts';
import {readProxyValue, type ProxyValue} from './proxy-value.ts';

/** The environment variables of proxies, in upper or lower case. */
export type ProxySettings = Readonly<Record<string, string | undefined>>;

let settings: ProxySettings | undefined;
let isWarned = false;

/** Sets the proxies for all requests of this process; undefined for none. An empty variable counts as not set. */
export function setProxies(variables: ProxySettings | undefined): void {
	settings = variables;
}

const firstOf = (variables: ProxySettings, names: readonly string[]): readonly [string, string] | undefined =>
	names.flatMap(name =>
		variables[name] === undefined || variables[name] === '' ? [] : [[name, variables[name]] as const],
	)[0];

/** The proxy for requests over HTTPS, from its variable; undefined if none is set. The lower-case variable takes precedence, as in Node. */
export function httpsProxy(variables: ProxySettings): ProxyValue | undefined {
	const named = firstOf(variables, ['https_proxy', 'HTTPS_PROXY']);
	return named && readProxyValue(...named);
}

/** Like `httpsProxy`, for requests over HTTP. Those go to loopback only, so this proxy is never used. */
export function httpProxy(variables: ProxySettings): ProxyValue | undefined {
	const named = firstOf(variables, ['http_proxy', 'HTTP_PROXY']);
	return named && readProxyValue(...named);
}

/** The reason why a URL cannot be requested through its proxy from the environment, in one sentence without its full stop; undefined if it can be, or needs no proxy. */
export function proxyProblem(url: string): string | undefined {
	const proxy = proxyOf(new URL(url));
	return proxy?.ok === false ? proxy.problem : undefined;
}

/** The proxy settings for a URL, in the form that Node's agents accept; undefined if it has no proxy. The first call warns of a proxy that this Node does not use. */
export function proxySettingsFor(url: string): ProxySettings | undefined {
	const proxy = proxyOf(new URL(url));
	if (proxy?.ok !== true) {
		return undefined;
	}

	const {node} = process.versions;
	if (!isWarned && !canUseProxies(node)) {
		isWarned = true;
		process.emitWarning(
			`HTTPS_PROXY is ignored: requests go to the service directly. Node ${node} does not support proxies; use Node 22.21, or 24.5 or newer.`,
		);
	}

	return {HTTPS_PROXY: proxy.href, NO_PROXY: noProxy(settings)};
}

/** The proxy for a URL. Only loopback is requested over HTTP, which needs no proxy. */
function proxyOf(url: URL): ProxyValue | undefined {
	return settings === undefined ||
		url.protocol !== 'https:' ||
		isLoopback(url.hostname) ||
		isWithoutProxy(noProxy(settings), url)
		? undefined
		: httpsProxy(settings);
}

/** The value of NO_PROXY. */
const noProxy = (variables: ProxySettings = {}): string => firstOf(variables, ['no_proxy', 'NO_PROXY'])?.[1] ?? '';

/** Whether the agents of a version of Node support proxies (https://nodejs.org/api/http.html, "Built-in Proxy Support"). */
export function canUseProxies(version: string): boolean {
	const [major = 0, minor = 0] = version.split('.', 2).map(Number);
	return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}
