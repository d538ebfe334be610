import {Buffer} from 'node:buffer';
import {once} from 'node:events';
import {isIP, type Socket} from 'node:net';
import {connect, type TLSSocket} from 'node:tls';

/** SSLRequest (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
Asks the database for TLS, and checks its certificate. The driver could do so, but it takes any answer for a yes.

@param socket - The connection, open or opening.
@param options - The host that the certificate must name, and the certificates to trust instead of the system's.
@throws An error of the connection; one with the code `NO_TLS` if the database offers none.
*/
export async function secure(
	socket: Socket,
	{host, ca}: {readonly host: string; readonly ca: string | undefined},
): Promise<TLSSocket> {
	socket.write(request);
	const [answer] = (await once(socket, 'data')) as [Buffer];
	// More than this byte somebody has put in front of the encrypted connection (CVE-2021-23222).
	if (answer.toString('latin1') !== 'S') {
		throw Object.assign(new Error('no TLS'), {code: 'NO_TLS'});
	}

	// Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
	const secured = connect({
		socket,
		host,
		rejectUnauthorized: true,
		...(isIP(host) === 0 && {servername: host}),
		...(ca !== undefined && {ca}),
	});
	// What is being written when the handshake fails, fails as well.
	secured.on('error', () => undefined);
	await once(secured, 'secureConnect');
	return secured;
}
