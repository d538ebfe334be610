import {Buffer} from 'node:buffer';
import {isObject} from '../system/json.ts';

let secrets: readonly string[] = [];

/** The forms of all secrets, the longest first, since a secret may start with another one. */
let forms: readonly string[] = [];

/** The beginnings of the forms. They are few, because the keys of one service begin alike, and a text without any of them contains no secret, which is faster to check than each form. */
let beginnings: readonly string[] = [];

/** The minimum length of a secret that is hidden. A shorter one would occur in ordinary text. */
const shortest = 6;

/**
Registers a secret (an API key) for `hideSecrets`, together with its URL-encoded, JSON and base64 forms.
*/
export function keepSecret(secret: string): void {
	if (secret.length < shortest) {
		return;
	}

	if (secrets.includes(secret)) {
		return;
	}

	secrets = [...secrets, secret];
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
	beginnings = [...new Set(forms.map(form => form.slice(0, shortest)))];
}

/** All registered secrets, in order of registration. */
export const secretsKept = (): readonly string[] => secrets;

/** The text that replaces an API key when it is stored or shown. */
export const redaction = '[API key]';

/** Replaces every registered secret in a text by `[API key]`. */
export function hideSecrets(text: string): string {
	if (beginnings.every(beginning => !text.includes(beginning))) {
		return text;
	}

	let hidden = text;
	for (const form of forms) {
		hidden = hidden.replaceAll(form, () => redaction);
	}

	return hidden;
}

/** Like `hideSecrets`, but for JSON: it also finds a secret with unnecessary escapes, such as `\/` or `\u002f`. */
export function hideSecretsInJson(json: string): string {
	const unescaped = json.replaceAll(/\\(?:u([\da-f]{4})|.)/giv, (escape, code: string | undefined) => {
		const character = code === undefined ? escape.slice(1) : String.fromCodePoint(Number.parseInt(code, 16));
		// An API key is visible ASCII; only quotes and backslashes need their escapes.
		return /^[\p{ASCII}--[\p{Control} "\\]]$/v.test(character) && (code !== undefined || character === '/')
			? character
			: escape;
	});
	return hideSecrets(unescaped) === unescaped ? json : hideSecrets(unescaped);
}

/** Whether a text contains a registered secret. */
export const hasSecret = (text: string): boolean => hideSecrets(text) !== text;

/** Whether a text contains a registered secret, or what replaces one. */
export const holdsSecret = (text: string): boolean => text.includes(redaction) || hasSecret(text);

/** Replaces every registered secret in a JSON value by `[API key]`, also in the names of members. */
export function hideSecretsIn<T>(value: T): T;
export function hideSecretsIn(value: unknown): unknown {
	if (typeof value === 'string') {
		return hideSecrets(value);
	}

	if (Array.isArray(value)) {
		return value.map((item: unknown) => hideSecretsIn(item));
	}

	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [hideSecrets(name), hideSecretsIn(member)]),
		);
	}

	// A key that consists of digits may be part of a number.
	const text = JSON.stringify(value) as string | undefined;
	return text === undefined || !hasSecret(text) ? value : hideSecrets(text);
}
