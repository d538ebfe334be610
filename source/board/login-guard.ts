import {Buffer} from 'node:buffer';

/** Why a database is not logged in to, as the code of an error. */
type LoginRefusal = 'PLAIN_PASSWORD' | 'TOO_MANY_ROUNDS' | 'NO_LOGIN';

/** The highest number of rounds in which a password is hashed (SCRAM, RFC 5802): PostgreSQL has 4,096, and the driver computes them while nothing else can run. */
export const mostRounds = 1_000_000;

/** The first byte of a message about the login (https://www.postgresql.org/docs/current/protocol-message-formats.html), and the longest one in bytes. */
const [authentication, longest] = [82, 10_000];

/** The kinds of such messages. */
const [accepted, plainPassword, md5Password, saslContinue] = [0, 3, 5, 11];

/**
Looks at what a database sends before the driver does, which believes all of it: whoever answers at the address could have it send the password in plain text, or hash it for hours.

@param isSecure - Whether the connection is encrypted.
@returns A function for each chunk, which returns why the connection has to end.
*/
export function createLoginGuard(isSecure: boolean): (chunk: Buffer) => LoginRefusal | undefined {
	let waiting: Buffer = Buffer.alloc(0);
	/** Bytes to come of a message that is not about the login. */
	let rest = 0;
	let isLoggedIn = false;

	const check = (message: Buffer): LoginRefusal | undefined => {
		const kind = message.readUInt32BE(5);
		if (isLoggedIn || (kind === md5Password && message.length < 13)) {
			return 'NO_LOGIN';
		}

		isLoggedIn = kind === accepted;
		if (kind === plainPassword && !isSecure) {
			return 'PLAIN_PASSWORD';
		}

		return kind === saslContinue ? checkRounds(message.toString('utf8', 9)) : undefined;
	};

	return chunk => {
		let bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
		waiting = Buffer.alloc(0);
		for (;;) {
			const skipped = Math.min(rest, bytes.length);
			bytes = bytes.subarray(skipped);
			rest -= skipped;
			const length = bytes.length < 5 ? undefined : bytes.readUInt32BE(1);
			if (rest > 0 || length === undefined) {
				waiting = bytes;
				return undefined;
			}

			if (bytes[0] !== authentication) {
				rest = length + 1;
				continue;
			}

			if (length < 8 || length > longest) {
				return 'NO_LOGIN';
			}

			if (bytes.length <= length) {
				waiting = bytes;
				return undefined;
			}

			const refusal = check(bytes.subarray(0, length + 1));
			if (refusal !== undefined) {
				return refusal;
			}

			bytes = bytes.subarray(length + 1);
		}
	};
}

/** Checks the attributes of SCRAM: the nonce, the salt and the number of rounds. As the driver, it takes the last of each. */
function checkRounds(text: string): LoginRefusal | undefined {
	const attributes = new Map(text.split(',').map(part => [part[0], part.slice(2)]));
	const rounds = attributes.get('i') ?? '';
	if (!attributes.has('r') || !attributes.has('s') || !/^[1-9]\d*$/v.test(rounds)) {
		return 'NO_LOGIN';
	}

	return Number(rounds) > mostRounds ? 'TOO_MANY_ROUNDS' : undefined;
}
