/** The largest prime below 65,536. */
const modulus = 65_521;

/** The number of bytes after which the sums are reduced: up to then they are below 2³⁰, where V8 adds integers. */
const blockLength = 2600;

/** The Adler-32 checksum of some bytes (RFC 1950, section 8.2), an integer from 0 to 2³² − 1. It is computed here because node:zlib takes several milliseconds to load, before the first page is drawn (docs/decisions/start-up.md). */
export function adler32(bytes: Uint8Array): number {
	let [a, b] = [1, 0];
	for (let from = 0; from < bytes.length; from += blockLength) {
		const end = Math.min(from + blockLength, bytes.length);
		// Before V8 has optimised it, a loop over an iterator takes several times as long.
		for (let index = from; index < end; index++) {
			a += bytes[index]!;
			b += a;
		}

		a %= modulus;
		b %= modulus;
	}

	return b * 65_536 + a;
}
