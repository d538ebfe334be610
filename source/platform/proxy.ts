import process from 'node:process';
import type {LookupFunction} from 'node:net';

/** The environment variables of proxies, in upper or lower case. */
type ProxySettings = Readonly<Record<string, string | undefined>>;

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
function httpsProxy(variables: ProxySettings): ProxyValue | undefined {
	const named = firstOf(variables, ['https_proxy', 'HTTPS_PROXY']);
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

/** The address of a proxy, in the form that Node's agents accept, or the problem with it. */
type ProxyValue = {readonly ok: true; readonly href: string} | {readonly ok: false; readonly problem: string};

const howTo = 'it must be http://HOST:PORT or https://HOST:PORT';

/**
Reads the value of a variable that names a proxy.

@param name - The name of the variable.
@param text - Its value. It is not quoted, because it may contain a password.
@returns The address, or one sentence without its full stop.
*/
function readProxyValue(name: string, text: string): ProxyValue {
	const trimmed = text.trim();
	const [, scheme] = /^([a-z][a-z\d+.\-]{0,20}):\/\//iv.exec(trimmed) ?? [];
	if (scheme !== undefined && !['http', 'https'].includes(scheme.toLowerCase())) {
		return {
			ok: false,
			problem: `${name} names a proxy of the kind ${scheme.toLowerCase()}://, which chainbell cannot use: ${howTo}`,
		};
	}

	if (scheme === undefined && /^[\w.\-]+(?::\d+)?\/?$/v.test(trimmed)) {
		return {ok: false, problem: `${name} has no scheme: ${howTo}`};
	}

	const url = /[\s\p{Control}]/v.test(trimmed) ? null : URL.parse(trimmed);
	return scheme === undefined || url === null || !isDecodable(url.username + url.password)
		? {ok: false, problem: `${name} is not the address of a proxy: ${howTo}`}
		: {ok: true, href: url.href};
}

/** Whether Node can decode the user name and the password. */
function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/**
Whether NO_PROXY exempts a host from the proxy, by the rules of Node's agents (https://nodejs.org/api/http.html, "`proxyEnv` Format"), except their ranges of addresses.

@param list - Names and addresses separated by commas: a host, `host:port`, `.example.com` for a domain, `*` for all.
@param url - The URL of a request.
*/
function isWithoutProxy(list: string, {hostname, port}: Pick<URL, 'hostname' | 'port'>): boolean {
	return list
		.split(',')
		.map(entry => entry.trim().toLowerCase())
		.some(entry => {
			const domain = entry.replace(/^\*?\./v, '');
			return (
				entry === '*' ||
				entry === hostname ||
				entry === `${hostname}:${port === '' ? '443' : port}` ||
				(entry.startsWith('.') && hostname === domain) ||
				(domain !== entry && hostname.endsWith(`.${domain}`))
			);
		});
}

/** Whether the host name of a parsed URL is this machine: `localhost`, a name below it (RFC 6761, section 6.3), or a loopback address (RFC 6890). */
export function isLoopback(hostname: string): boolean {
	return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/v.test(hostname);
}

/** The loopback addresses, which a connection tries one after the other. */
const addresses = [
	{address: '127.0.0.1', family: 4},
	{address: '::1', family: 6},
] as const;

/** Resolves a name like `dns.lookup`, but without a query: a name below `localhost` is this machine, whatever DNS says (RFC 6761, section 6.3). */
export const lookUpLoopback: LookupFunction = (_hostname, {all, family}, callback) => {
	const wanted = addresses.filter(address => (family !== 4 && family !== 6 ? true : address.family === family));
	if (all === true) {
		callback(null, [...wanted]);
	} else {
		callback(null, wanted[0]!.address, wanted[0]!.family);
	}
};
