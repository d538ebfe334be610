import process from 'node:process';
import {member} from '../platform/json.ts';
import type {HttpResponse} from './response.ts';

/** The members that contain a service's messages (interface.md, "Errors"; RFC 9457; RFC 6750, section 3; and other common names), in the order in which they are shown. */
const memberNames = ['title', 'error', 'message', 'detail', 'error_description', 'reason'];

/** The members of an object under one of those names that contain a message. */
const innerNames = ['message', 'detail', 'description', 'error_description'];

/** Matches a parameter of a challenge that describes the problem (RFC 6750, section 3); a quoted string may contain commas and other parameters (RFC 9110, section 11.2). */
const challengePattern = /(?<![\w\-])(?<name>[\w\-]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s",]+))/gv;

/** The maximum length of a message in characters. */
const longestMessage = 500;

/** Returns a key that is equal for two messages that differ only in case, a full stop or surrounding spaces. */
export const wordsKey = (text: string): string => text.trim().replace(/\.$/v, '').toLowerCase();

/** Whether a message is only the reason phrase of a status, which NestJS, Spring and Fastify send beside the message. */
const isReasonPhrase = (message: string): boolean =>
	Object.values(process.getBuiltinModule('node:http').STATUS_CODES).some(
		phrase => phrase?.toLowerCase() === message.toLowerCase(),
	);

/**
The service's messages about a failed request, each once: in the body's members for messages, in a body that is not JSON, and in WWW-Authenticate. A reason phrase ("Unauthorized") counts only if there is nothing else.
*/
export function serverWordsOf({body, text, headers}: Pick<HttpResponse, 'body' | 'text' | 'headers'>): string[] {
	const members = memberNames
		.map(name => member(body, name))
		.flatMap(value => [value, ...innerNames.map(name => member(value, name))]);
	const found = [
		...(typeof body === 'string' ? [body] : members),
		body === undefined ? plainText(text) : '',
		...challengeTexts(headers['www-authenticate']),
	]
		.filter(part => typeof part === 'string')
		.map(part => part.trim());
	const keys = found.map(part => wordsKey(part));
	const words = found.filter((part, index) => part !== '' && keys.indexOf(keys[index]!) === index);
	const explanations = words.filter(part => !isReasonPhrase(part));
	return explanations.length > 0 ? explanations : words;
}

/**
The service's own message, at most about 500 characters: its words or, if it has none, the whole body. Undefined if there is nothing, or if the issues of the body say it.

Sanitise it before showing it.
*/
export function serverMessageOf(
	{text}: Pick<HttpResponse, 'text'>,
	words: readonly string[],
	hasIssues = false,
): string | undefined {
	if (words.length > 0 && !(hasIssues && words.every(part => isReasonPhrase(part)))) {
		return joined(words);
	}

	const whole = hasIssues ? '' : text.trim();
	return whole === '' ? undefined : cut(whole, longestMessage);
}

function challengeTexts(challenges = ''): string[] {
	const parameters = [...challenges.matchAll(challengePattern)].map(({groups}) => groups!);
	return ['error', 'error_description'].flatMap(name =>
		parameters
			.filter(parameter => parameter.name!.toLowerCase() === name)
			.map(({quoted, token = ''}) => quoted?.replaceAll(/\\(?<character>.)/gv, '$<character>') ?? token),
	);
}

/** Joins texts. A long one is cut, but never below its share. */
function joined(words: readonly string[]): string {
	const length = words.reduce((sum, text) => sum + text.length, 0);
	const share = Math.floor(longestMessage / words.length);
	const parts = words.map(text => cut(text, Math.max(share, longestMessage - (length - text.length))));
	return parts
		.map((text, index) => (index === parts.length - 1 || /\p{Punctuation}$/v.test(text) ? text : `${text}:`))
		.join(' ');
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** The text of a body that is not JSON. Of an HTML or XML page it is the title, or else all words. */
export const plainText = (text: string): string =>
	/^\s*<(?:[!?]|(?:html|head|body|title|center|div|h1|p|pre)\b)/iv.test(text) ? pageSentence(text) : text;

/** Elements that contain the message of an error page: the title for nginx and Django, `pre` for Express, `p` for Apache and Spring. */
const messageTags = ['title', 'h1', 'p', 'pre'];

/** The message of an error page as one sentence: "404 Not Found: The requested URL was not found on this server." Each character is read once, so that a hostile page costs no time. */
function pageSentence(page: string): string {
	const texts = new Map<string, string>();
	let open = '';
	for (const piece of page.split('<')) {
		const tag = /^\/?[a-z][\da-z]*/iv.exec(piece)?.[0].toLowerCase() ?? '';
		if (tag === `/${open}` || messageTags.includes(tag)) {
			open = texts.has(tag) ? '' : tag;
		}

		if (messageTags.includes(open)) {
			texts.set(open, (texts.get(open) ?? '') + (piece.includes('>') ? piece.slice(piece.indexOf('>') + 1) : ''));
		}
	}

	const parts = messageTags.map(tag => plain(texts.get(tag) ?? ''));
	const distinct = parts.filter((part, index) => parts.slice(0, index).every(before => !before.includes(part)));
	const sentence = distinct.filter(part => part !== '').join(': ');
	return cut(sentence === '' ? plain(page.replaceAll(/<[^<>]*>/gv, ' ')) : sentence, 300);
}

const entities: Readonly<Record<string, string>> = {
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&amp;': '&',
};

const plain = (text: string): string =>
	text
		.replaceAll(/&(?:lt|gt|quot|#39|amp);/gv, entity => entities[entity]!)
		.replaceAll(/\s+/gv, ' ')
		.trim();
