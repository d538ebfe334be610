/**
Whether NO_PROXY has a host reached without the proxy, as Node's agents judge it (https://nodejs.org/api/http.html, "`proxyEnv` Format"), apart from their ranges of addresses.

@param list - Names and addresses with commas between them: a host, `host:port`, `.example.com` for a domain, `*` for all.
@param url - Of a request.
*/
export function isWithoutProxy(list: string, {hostname, port}: Pick<URL, 'hostname' | 'port'>): boolean {
	return list.split(',').map(entry => entry.trim().toLowerCase()).some(entry => {
		const domain = entry.replace(/^\*?\./v, '');
		return entry === '*' || entry === hostname || entry === `${hostname}:${port === '' ? '443' : port}`
			|| (entry.startsWith('.') && hostname === domain)
			|| (domain !== entry && hostname.endsWith(`.${domain}`));
	});
}
