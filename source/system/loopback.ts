import type {LookupFunction} from 'node:net';

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
