import {Buffer} from 'node:buffer';

const forms = new Set<string>();

/** Shorter than this, hiding every occurrence would hide ordinary text. */
const shortest = 6;

/**
Takes note of a secret (an API key), so that no screen, log or file shows it, nor its URL-encoded and base64 forms, whoever says it.
*/
export function keepSecret(secret: string): void {
	if (secret.length < shortest) {
		return;
	}

	const bytes = Buffer.from(secret);
	for (const form of [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')]) {
		forms.add(form);
		forms.add(form.replace(/={1,2}$/v, ''));
	}
}

/** The text with every known secret replaced by `[API key]`. */
export function hideSecrets(text: string): string {
	let hidden = text;
	for (const form of forms) {
		hidden = hidden.replaceAll(form, '[API key]');
	}

	return hidden;
}
