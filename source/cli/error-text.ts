import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import type {CommandError} from './command-error.ts';

/** Formats an error for stderr: what happened, and what to do next. */
export function errorLines({message, hint}: Pick<CommandError, 'message' | 'hint'>): string[] {
	return [message, ...(hint === undefined ? [] : [hint])].map(line => sanitise(line));
}

/** Formats an error as one line of JSON, for --json. `notices`: what else the command said. Secrets are hidden, and control characters are escaped. */
export function errorJson(
	{kind, message, hint, failure, outcome, issues}: CommandError,
	notices: readonly string[] = [],
): string {
	return safeJson(
		hideSecretsInJson(
			JSON.stringify({
				code: kind,
				message,
				hint: hint ?? null,
				outcome,
				status: failure?.status ?? null,
				requestId: failure?.requestId ?? null,
				issues,
				notices,
			}),
		),
	);
}
