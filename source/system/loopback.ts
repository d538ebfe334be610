/** Whether the host name of a parsed URL is the machine itself: `localhost`, a name below it (RFC 6761, section 6.3), or a loopback address (RFC 6890). */
export function isLoopback(hostname: string): boolean {
	return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/v.test(hostname);
}
