import {Buffer} from 'node:buffer';
import {isObject} from '../platform/json.ts';

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
export const hideSecretsIn = <T>(value: T): T => mapTexts(value, hideSecrets) as T;

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') {
		return change(value);
	}

	if (Array.isArray(value)) {
		return value.map((item: unknown) => mapTexts(item, change));
	}

	if (isObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]));
	}

	// A key that consists of digits may be part of a number.
	const text = JSON.stringify(value) as string | undefined;
	return text === undefined || change(text) === text ? value : change(text);
}

/** The minimum length of a part of a secret that is hidden, wherever a service cuts it. */
const shortestPart = 8;

/** The minimum length of a secret of which parts are hidden. A part of a shorter one may be an ordinary word. */
const shortestToCut = 16;

/** The maximum number of times that a text may be encoded: JSON in HTML in JSON. */
const maxLayers = 3;

/**
Hides every secret in a service's response to a failed request, including parts of eight or more characters, also in base64. If one only shows once JSON escapes, HTML entities, percent-encoding or tags are taken out, the whole text is hidden. Call it where the text is received: once it is parsed, cut or joined, a secret can no longer be recognised.

@param text - The text as received. Processing it takes time in proportion to its length.
@returns The text with `[API key]` in place of each secret.
*/
export function hideEchoes(text: string): string {
	const searched = partsToHide();
	if (searched.size === 0 || text === '') {
		return text;
	}

	const lower = text.toLowerCase();
	// Some capitals become several characters in lower case; then the case is kept.
	const hidden = withoutSpans(text, spansIn(lower.length === text.length ? lower : text, searched));
	let layer = hidden.toLowerCase();
	for (let count = 0; count < maxLayers; count++) {
		layer = layer.replaceAll(escapes, decoded);
		if (spansIn(layer, searched).length > 0) {
			return redaction;
		}
	}

	return hidden;
}

/** Hides secrets as `hideEchoes` does in every text of a JSON value, also in the names of members. */
export const hideEchoesIn = <T>(value: T): T => mapTexts(value, hideEchoes) as T;

/** The texts to hide, by length: all parts of long secrets, and whole short secrets. */
const parts = new Map<number, Set<string>>();

/** The number of secrets in `parts`. */
let taken = 0;

function partsToHide(): ReadonlyMap<number, ReadonlySet<string>> {
	for (const secret of secrets.slice(taken)) {
		for (const form of [secret, ...base64Forms(secret)].map(each => each.toLowerCase())) {
			takeParts(form);
		}
	}

	taken = secrets.length;
	return parts;
}

function takeParts(form: string): void {
	const length = form.length < shortestToCut ? form.length : shortestPart;
	const ofLength = parts.get(length) ?? new Set();
	parts.set(length, ofLength);
	for (let at = 0; at + length <= form.length; at++) {
		ofLength.add(form.slice(at, at + length));
	}
}

/** The base64 forms of a secret, alone or after one or two other bytes, without the characters that contain bits of its neighbours. */
const base64Forms = (secret: string): string[] =>
	[0, 1, 2].flatMap(before => {
		const bytes = Buffer.from(`${' '.repeat(before)}${secret}`);
		const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
		return [bytes.toString('base64').slice(start, end), bytes.toString('base64url').slice(start, end)];
	});

/** Matches `\u0061` and `\/` in JSON, `&#97;`, `&#x61` and `&amp;` in HTML, `%61` in URLs, and HTML tags, which are removed. */
const escapes =
	/\\u(?<json>[\da-f]{4})|\\(?<simple>["\/\\])|&#x(?<hex>[\da-f]{1,6});?|&#(?<decimal>\d{1,7});?|&(?<name>amp|lt|gt|quot|apos|sol|plus|equals|lowbar|hyphen|period|percnt);|%(?<percent>[\da-f]{2})|<\/?[a-z][^<>]{0,200}>/giv;

const named: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	sol: '/',
	plus: '+',
	equals: '=',
	lowbar: '_',
	hyphen: '-',
	period: '.',
	percnt: '%',
};

/** The character that an escape stands for, in lower case; none for a tag. What is no ASCII occurs in no key. */
function decoded(_match: string, ...found: readonly unknown[]): string {
	const {json, simple, hex, decimal, name, percent} = found.at(-1) as Readonly<Record<string, string | undefined>>;
	const digits = json ?? hex ?? percent;
	const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
	const character = code <= 0x7f ? String.fromCodePoint(code).toLowerCase() : '\u{FFFD}';
	return simple ?? named[name ?? ''] ?? (Number.isNaN(code) ? '' : character);
}

/** Finds the secrets and their parts in a text in lower case. */
function spansIn(
	text: string,
	searched: ReadonlyMap<number, ReadonlySet<string>>,
): Array<readonly [from: number, to: number]> {
	const spans: Array<readonly [number, number]> = [];
	for (const [length, ofLength] of searched) {
		for (let at = 0; at + length <= text.length; at++) {
			if (ofLength.has(text.slice(at, at + length))) {
				spans.push([at, at + length]);
			}
		}
	}

	return spans;
}

/** Replaces spans by `[API key]`; overlapping or adjacent ones are merged. */
function withoutSpans(text: string, spans: ReadonlyArray<readonly [from: number, to: number]>): string {
	let result = '';
	let end: number | undefined;
	for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
		if (end === undefined || from > end) {
			result += text.slice(end, from) + redaction;
		}

		end = Math.max(end ?? 0, to);
	}

	return result + text.slice(end);
}
