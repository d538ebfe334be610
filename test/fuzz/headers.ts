import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	classifyResponse,
	unreadableResponse,
	displayOrigin,
	nextLink,
	requestIdOf,
	retryAfterOf,
} from '../../source/service/classify.ts';
import {entityTagOf, followed} from '../../source/service/listing/pages.ts';
import {failureText} from '../../source/service/failure.ts';
import {hostileText} from './arbitraries.ts';
import {assertSafeOnceShown, assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
};

/** Node refuses more. */
const longestHeader = 16_000;

const links = [
	'<',
	'>',
	'"',
	';',
	',',
	'=',
	' ',
	'\\',
	...'rel rel=next rel="next" next prev https://api.example.com/ //evil.example/ https://user:pw@api.example.com/ data: http://[ % %ff'.split(
		' ',
	),
	'\u{1B}',
	'\t',
	'é',
];
const values = [
	'Bearer',
	'Basic',
	'realm',
	'error',
	'error="x"',
	'error_description="',
	'Mon, ',
	'Sun, 06 Nov 1994 08:49:37 GMT',
	'Sun Nov  6 08:49:37 1994',
	...'00:00:00 -1 1e9 0x1 99999999999999999999 3 a W/"1" "1" W/'.split(' '),
];
const parts = fc.array(fc.constantFrom(...links, ...values), {maxLength: 12}).map(found => found.join(''));

/** One pattern again and again: what makes a regular expression slow. */
const repeated = fc
	.tuple(parts, fc.integer({min: 10, max: 2000}), parts)
	.map(([part, count, end]) => part.repeat(count) + end);

const value = fc
	.oneof({weight: 4, arbitrary: parts}, {weight: 1, arbitrary: repeated}, {weight: 1, arbitrary: hostileText})
	.map(text => text.slice(0, longestHeader));

const inputs: fc.Arbitrary<Input> = fc.record({
	status: fc.constantFrom(200, 301, 302, 307, 401, 403, 429, 503),
	headers: fc.record(
		{
			'retry-after': value,
			location: value,
			link: value,
			'www-authenticate': value,
			'x-request-id': value,
			'cf-ray': value,
			'content-type': value,
			'x-total-count': value,
			etag: value,
		},
		{requiredKeys: []},
	),
});

const base = 'https://api.example.com/api/';

/** The headers of a response that the program reads. */
export const headers: Target = defineTarget<Input>(
	'headers',
	'Any headers are read: Retry-After is a whole number of seconds within a lifetime or nothing, a link is followed on its own origin only, an ETag that is sent back is one entity tag of visible ASCII, and no text made of them has a control character.',
	inputs,
	({status, headers}) => {
		const wait = retryAfterOf(headers, 0);
		assert.ok(
			wait === undefined || (Number.isSafeInteger(wait) && wait >= 0 && wait <= 2 ** 31),
			`Retry-After is ${wait}.`,
		);
		const id = requestIdOf(headers);
		assertShowable(id ?? '');
		assert.ok((id ?? '').length <= 200);
		assertShowable(displayOrigin(headers.location ?? '', base));
		const next = nextLink(headers);
		if (next !== undefined) {
			const target = followed(next, base);
			assertShowable(typeof target === 'string' ? target : '');
			assert.ok(typeof target === 'string' || target.origin === 'https://api.example.com');
		}

		const tag = entityTagOf(headers);
		assert.ok(
			tag === undefined || (tag === headers.etag && tag.length <= 256 && /^(?:W\/)?"[!#-~]*"$/v.test(tag)),
			`The ETag is ${tag}.`,
		);
		const response = {status, headers, text: '', body: undefined, url: base};
		for (const failure of [
			classifyResponse('POST', response, 0),
			unreadableResponse('GET', response, 'The response is not a listing'),
		]) {
			assertShowable(failure.summary);
			assertShowable(failure.nextStep);
			assertSafeOnceShown(failureText(failure));
		}
	},
);
