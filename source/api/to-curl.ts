import type {CreateBody} from './create-schema.ts';
import {notificationsPath} from './paths.ts';

/**
The create request as a command for a POSIX shell, with the key left in `$CHAINBELL_API_KEY`.

@param baseUrl - Of a connection: ends with a slash.
@param body - What is sent.
*/
export function toCurl(baseUrl: string, body: CreateBody): string {
	return [
		`curl ${quote(new URL(notificationsPath, baseUrl).href)}`,
		'-H "Authorization: Bearer $CHAINBELL_API_KEY"',
		`-H ${quote('Content-Type: application/json')}`,
		`--data-raw ${quote(JSON.stringify(body))}`,
	].join(' \\\n  ');
}

/** One word for a POSIX shell, whatever is in it (POSIX.1-2017, Shell Command Language, 2.2.2). */
function quote(text: string): string {
	return `'${text.replaceAll('\'', String.raw`'\''`)}'`;
}
