import {Buffer} from 'node:buffer';
import {HTTPException} from 'hono/http-exception';

/** The largest body accepted, in bytes. */
const limit = 1_048_576;

/**
Reads a JSON body, with or without Content-Length.

@throws HTTPException 415 when its media type is not JSON, 413 when it is larger than 1 MiB.
*/
export async function readJsonBytes(request: Request): Promise<Uint8Array> {
	const mediaType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
	if (mediaType !== 'application/json') {
		throw new HTTPException(415, {message: 'The body must be application/json'});
	}

	const tooLarge = () => new HTTPException(413, {message: `The body must not be larger than ${limit} bytes`});
	if (Number(request.headers.get('content-length')) > limit) {
		throw tooLarge();
	}

	const chunks: Uint8Array[] = [];
	let length = 0;
	const {body}: {body: AsyncIterable<Uint8Array> | null} = request;
	for await (const chunk of body ?? []) {
		length += chunk.length;
		if (length > limit) {
			throw tooLarge();
		}

		chunks.push(chunk);
	}

	return Buffer.concat(chunks);
}
