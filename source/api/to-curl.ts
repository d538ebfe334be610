import {shellQuote} from '../terminal/shell-quote.ts';
import type {JsonObject} from '../system/json.ts';
import {notificationsPath} from './paths.ts';

/**
Writes the create request as a curl command for a POSIX shell, which reads the API key from `$CHAINBELL_API_KEY`.

@param baseUrl - Ends with a slash.
@param body - The JSON body.
*/
export function toCurl(baseUrl: string, body: JsonObject): string {
	return [
		`curl ${shellQuote(new URL(notificationsPath, baseUrl).href)}`,
		'-H "Authorization: Bearer $CHAINBELL_API_KEY"',
		`-H ${shellQuote('Content-Type: application/json')}`,
		`--data-raw ${shellQuote(JSON.stringify(body))}`,
	].join(' \\\n  ');
}
