import {hideEchoes} from '../terminal/secrets.ts';
import type {ResponseHeaders} from './response.ts';

/** The maximum length of an entity tag in characters. Common ones are shorter than 100; each is held, and sent with every request. */
const longestTag = 256;

/** Matches an entity tag, weak or strong (RFC 9110, section 8.8.3), of visible ASCII: the older obs-text has no defined encoding. */
const tagPattern = /^(?:W\/)?"[\u{21}\u{23}-\u{7E}]*"$/v;

/** The ETag of a response, to be sent in If-None-Match; undefined if there is none, or one that is not sent: malformed, several in one header, long, or with a part of an API key in it. */
export function entityTagOf({etag}: ResponseHeaders): string | undefined {
	return etag !== undefined && etag.length <= longestTag && tagPattern.test(etag) && hideEchoes(etag) === etag
		? etag
		: undefined;
}

/** Compares two entity tags as If-None-Match does: weakly (RFC 9110, sections 13.1.2 and 8.8.3.2). */
export const isSameTag = (one: string, other: string): boolean => opaque(one) === opaque(other);

const opaque = (tag: string): string => tag.replace(/^W\//v, '');
