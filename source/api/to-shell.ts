import type {CommandWithInput} from '../query/commands.ts';
import {safeJson} from '../terminal/sanitise.ts';
import {shellWord} from '../terminal/editor.ts';
import {toSentBody} from './sent-body.ts';

/** Writes a command of chainbell for a POSIX shell, with its bodies as a here-document of one JSON object a line. It is safe to show. */
export function toShell({words, bodies}: CommandWithInput): string {
	const line = ['chainbell', ...words].map(word => shellWord(word)).join(' ');
	return bodies === undefined
		? line
		: [`${line} <<'END'`, ...bodies.map(input => safeJson(JSON.stringify(toSentBody(input)))), 'END'].join('\n');
}
