import process from 'node:process';
import {isLoopback} from './loopback.ts';

/** The environment variables of proxies, in upper or lower case. */
export type ProxySettings = Readonly<Record<string, string | undefined>>;

let settings: ProxySettings | undefined;
let isWarned = false;

/** Sets the proxies for all requests of this process. Undefined: none. */
export function setProxies(variables: ProxySettings | undefined): void {
	settings = variables;
}

/** The proxy settings for a URL, as Node's agents take them: undefined for loopback, which no proxy reaches. The first time, warns of a proxy that this Node does not use. */
export function proxySettingsFor(url: string): ProxySettings | undefined {
	if (settings === undefined || isLoopback(new URL(url).hostname)) {
		return undefined;
	}

	const {node} = process.versions;
	const isSet = Boolean(settings.HTTPS_PROXY) || Boolean(settings.https_proxy);
	if (isSet && !isWarned && !canUseProxies(node)) {
		isWarned = true;
		process.emitWarning(`HTTPS_PROXY is ignored: requests go to the service directly. Node ${node} does not support proxies; use Node 22.21, or 24.5 or newer.`);
	}

	return settings;
}

/** Whether the agents of a version of Node use proxies (https://nodejs.org/api/http.html, "Built-in Proxy Support"). */
export function canUseProxies(version: string): boolean {
	const [major = 0, minor = 0] = version.split('.', 2).map(Number);
	return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}
