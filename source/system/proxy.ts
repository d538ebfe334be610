import {isLoopback} from './loopback.ts';

/** The environment variables of proxies, in upper or lower case. */
export type ProxySettings = Readonly<Record<string, string | undefined>>;

let settings: ProxySettings | undefined;

/** Sets the proxies for all requests of this process. Undefined: none. */
export function setProxies(variables: ProxySettings | undefined): void {
	settings = variables;
}

/** The proxy settings for a URL, as Node's agents take them: undefined for loopback, which no proxy reaches. */
export const proxySettingsFor = (url: string): ProxySettings | undefined => isLoopback(new URL(url).hostname) ? undefined : settings;
