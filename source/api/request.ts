import {systemClock} from '../platform/clock.ts';
import type {Answer, Method} from './answer.ts';
import {classifyAnswer} from './classify.ts';
import {cancelledUnsent, classifyError} from './classify-error.ts';
import {type Connection, checkApiKey} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';
import {parseJson} from './json.ts';

export type Request = {
	readonly method: Method;
	/** Absolute, or relative to the connection's base URL. */
	readonly url: string;
	/** Sent as JSON. */
	readonly body?: object;
	readonly signal?: AbortSignal;
};

/** Characters of a body other than a 2xx's that are read, for the service's words. */
const errorBodyLimit = 65_536;

/**
Sends one request, once, and reads its answer to the end within the connection's timeout.

@returns The answer when it is a 2xx; otherwise the failure (api/classify.ts).
@throws TypeError when the URL is not of the connection's own origin, or the API key does not fit a header: bugs, both.
*/
export async function send(connection: Connection, {method, url: reference, body, signal}: Request): Promise<Result<Answer>> {
	const {baseUrl, apiKey, timeout} = connection;
	const url = new URL(reference, baseUrl);
	if (url.origin !== new URL(baseUrl).origin || checkApiKey(apiKey) !== undefined) {
		throw new TypeError('The API key goes to its own origin only, and only if it fits a header.');
	}

	// Not needed before the first request, and slow to load.
	const {ofetch} = await import('ofetch');
	if (signal?.aborted) {
		return fail(cancelledUnsent);
	}

	const deadline = AbortSignal.timeout(timeout);
	let response: Response;
	let text: string;
	try {
		response = await ofetch.raw(url.href, {
			method,
			headers: {accept: 'application/json', authorization: `Bearer ${apiKey}`},
			body,
			signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
			redirect: 'manual',
			retry: 0,
			ignoreResponseError: true,
			// Leaves the body to be read here: ofetch would lose the status of an answer whose body breaks off.
			responseType: 'stream',
		});
		text = response.ok ? await response.text() : await readStart(response.body);
	} catch (error) {
		const stopped = deadline.aborted ? 'timeout' : (signal?.aborted ? 'cancelled' : undefined);
		return fail(classifyError(error, {
			method, url: url.href, timeout, stopped,
		}));
	}

	const answer: Answer = {
		status: response.status, headers: response.headers, body: tryJson(text), text, url: url.href,
	};
	return response.ok ? succeed(answer) : fail(classifyAnswer(method, answer, systemClock.now()));
}

async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of body ?? []) {
			text += decoder.decode(chunk, {stream: true});
			if (text.length >= errorBodyLimit) {
				break;
			}
		}
	} catch {
		// The status already says what happened.
	}

	return text.slice(0, errorBodyLimit);
}

function tryJson(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		// Whoever needs JSON asks for more than undefined.
		return undefined;
	}
}
