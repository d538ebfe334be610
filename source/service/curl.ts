import {safeJson} from '../terminal/sanitise.ts';
import {shellQuote, shellWord} from '../terminal/editor.ts';
import type {JsonObject} from '../platform/json.ts';
import {notificationsPath} from './connection.ts';
import type {CommandWithInput} from '../query/commands.ts';
import {toSentBody} from './body.ts';
import type {LoggedRequest} from './request-log.ts';

/** Writes a request as a curl command for a POSIX shell, which reads the API key from `$CHAINBELL_API_KEY`. `body`: the JSON. */
export function curlOf({method, url, body}: Pick<LoggedRequest, 'method' | 'url' | 'body'>): string {
	return [
		`curl ${method === 'DELETE' ? '-X DELETE ' : ''}${shellQuote(url)}`,
		'-H "Authorization: Bearer $CHAINBELL_API_KEY"',
		...(body === undefined
			? []
			: [`-H ${shellQuote('Content-Type: application/json')}`, `--data-raw ${shellQuote(body)}`]),
	].join(' \\\n  ');
}

/** The create request as a curl command. `baseUrl` ends with a slash. */
export const toCurl = (baseUrl: string, body: JsonObject): string =>
	curlOf({method: 'POST', url: new URL(notificationsPath, baseUrl).href, body: JSON.stringify(body)});

/** Writes a command of chainbell for a POSIX shell, with its bodies as a here-document of one JSON object a line. It is safe to show. */
export function toShell({words, bodies}: CommandWithInput): string {
	const line = ['chainbell', ...words].map(word => shellWord(word)).join(' ');
	return bodies === undefined
		? line
		: [`${line} <<'END'`, ...bodies.map(input => safeJson(JSON.stringify(toSentBody(input)))), 'END'].join('\n');
}
