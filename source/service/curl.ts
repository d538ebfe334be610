import {safeJson} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {shellQuote, shellWord} from '../terminal/editor.ts';
import {takeColumns} from '../terminal/width.ts';
import type {JsonObject} from '../platform/json.ts';
import {notificationsPath} from './connection.ts';
import type {CommandWithInput} from '../query/commands.ts';
import {toSentBody} from './body.ts';
import type {Method} from './failure.ts';

/** Writes a request as a curl command for a POSIX shell, which reads the API key from `$CHAINBELL_API_KEY`. `body`: the JSON. */
export function curlOf({
	method,
	url,
	body,
}: {
	readonly method: Method;
	readonly url: string;
	readonly body: string | undefined;
}): string {
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

const authorization = '-H "Authorization: Bearer $CHAINBELL_API_KEY" \\';

/**
Like `toCurl`, in lines that can be selected and pasted: none is wider than the terminal, and a line that ends inside a word continues in the next one without a space. Characters that a terminal would interpret are escaped in the JSON, and an API key in it is hidden.

@param baseUrl - The base URL, which ends with a slash.
@param body - The JSON body.
@param columns - The width of the terminal.
*/
export function curlLines(baseUrl: string, body: JsonObject, columns: number): string[] {
	const room = Math.max(20, columns - 3);
	const json = hideSecrets(safeJson(JSON.stringify(body)));
	return [
		...brokenWord('curl ', new URL(notificationsPath, baseUrl).href.replaceAll("'", '%27'), room),
		...(authorization.length < columns
			? [authorization]
			: ['-H "Authorization: Bearer "\\', '"$CHAINBELL_API_KEY" \\']),
		...brokenWord('-H ', 'Content-Type: application/json', room),
		...brokenWord('--data-raw ', json.replaceAll("'", String.raw`\u0027`), room),
	].map((line, index, all) => (index === all.length - 1 ? line.replace(/ \\$/v, '') : line));
}

/** Splits a word in single quotes after a name into lines of at most `room` columns plus ` \\`. */
function brokenWord(start: string, word: string, room: number): string[] {
	const lines: string[] = [];
	let [line, rest] = [start, word];
	do {
		const piece = takeColumns(rest.slice(0, room * 10), room - line.length - 2);
		rest = rest.slice(piece.length);
		lines.push(`${line}'${piece}'${rest === '' ? ' ' : ''}\\`);
		line = '';
	} while (rest !== '');

	return lines;
}

/** Writes a command of chainbell for a POSIX shell, with its bodies as a here-document of one JSON object a line. It is safe to show. */
export function toShell({words, bodies}: CommandWithInput): string {
	const line = ['chainbell', ...words].map(word => shellWord(word)).join(' ');
	return bodies === undefined
		? line
		: [`${line} <<'END'`, ...bodies.map(input => safeJson(JSON.stringify(toSentBody(input)))), 'END'].join('\n');
}
