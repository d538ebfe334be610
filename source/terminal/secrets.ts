import {Buffer} from 'node:buffer';

/** The longest first: a secret may begin as another one does. */
let forms: readonly string[] = [];

/** Shorter than this, hiding every occurrence would hide ordinary text. */
const shortest = 6;

/**
Takes note of a secret (an API key), so that no screen, log or file shows it, nor its URL-encoded, JSON and base64 forms, whoever says it.
*/
export function keepSecret(secret: string): void {
	if (secret.length < shortest) {
		return;
	}

	const inUrl = encodeURIComponent(secret);
	const base64 = Buffer.from(secret).toString('base64');
	const written = [
		secret,
		inUrl,
		inUrl.replaceAll(/%../gv, code => code.toLowerCase()),
		JSON.stringify(secret).slice(1, -1),
		base64,
		base64.replaceAll('=', ''),
		Buffer.from(secret).toString('base64url'),
	];
	forms = [...new Set([...forms, ...written])].toSorted((a, b) => b.length - a.length);
}

/** The text with every known secret replaced by `[API key]`. */
export function hideSecrets(text: string): string {
	let hidden = text;
	for (const form of forms) {
		hidden = hidden.replaceAll(form, '[API key]');
	}

	return hidden;
}
