/**
Whether NO_PROXY exempts a host from the proxy, by the rules of Node's agents (https://nodejs.org/api/http.html, "`proxyEnv` Format"), except their ranges of addresses.

@param list - Names and addresses separated by commas: a host, `host:port`, `.example.com` for a domain, `*` for all.
@param url - The URL of a request.
*/
export function isWithoutProxy(list: string, {hostname, port}: Pick<URL, 'hostname' | 'port'>): boolean {
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
