/** The address of a proxy, in the form that Node's agents accept, or the problem with it. */
export type ProxyValue = {readonly ok: true; readonly href: string} | {readonly ok: false; readonly problem: string};

const howTo = 'it must be http://HOST:PORT or https://HOST:PORT';

/**
Reads the value of a variable that names a proxy.

@param name - The name of the variable.
@param text - Its value. It is not quoted, because it may contain a password.
@returns The address, or one sentence without its full stop.
*/
export function readProxyValue(name: string, text: string): ProxyValue {
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
