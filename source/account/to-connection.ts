import {checkApiKey, parseBaseUrl, type Connection} from '../service/connection.ts';
import {createNotBefore} from '../service/retry.ts';
import type {RequestLog} from '../service/request-log.ts';
import type {Profile} from '../config/profile.ts';
import {limitsWith} from '../platform/limits.ts';
import type {MonotonicClock} from '../platform/clock.ts';
import {keepSecret} from '../terminal/secrets.ts';

/** Creates the connection of a profile, if its base URL and API key are well-formed. Nothing is sent. From then on the key is hidden in all output. A problem is one line, safe to show. */
export function toConnection(
	{baseUrl: text, apiKey: untrimmed, limits, keyRemedy, addressHint}: Profile,
	timeout: number,
	{elapsed, requestLog}: {readonly elapsed: MonotonicClock; readonly requestLog?: RequestLog},
) {
	const baseUrl = parseBaseUrl(text);
	if (!baseUrl.ok) {
		return {ok: false, field: 'baseUrl', problem: baseUrl.problem} as const;
	}

	const apiKey = untrimmed.trim();
	const problem = checkApiKey(apiKey);
	if (problem !== undefined) {
		return {ok: false, field: 'apiKey', problem} as const;
	}

	keepSecret(apiKey);
	return {
		ok: true as const,
		connection: {
			baseUrl: baseUrl.value,
			apiKey,
			timeout,
			limits: limitsWith(limits),
			keyRemedy,
			addressHint,
			notBefore: createNotBefore(elapsed),
			requestLog,
		} satisfies Connection,
	};
}
