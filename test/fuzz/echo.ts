import assert from 'node:assert/strict';
import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {classifyResponse, unreadableResponse} from '../../source/service/classify.ts';
import {failureText, type Failure} from '../../source/service/failure.ts';
import {tryParseJson} from '../../source/platform/json.ts';
import {sanitise} from '../../source/terminal/sanitise.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {hostileText} from './arbitraries.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	readonly key: string;
	/** Which part of the key is repeated: two shares of its length. */
	readonly part: readonly [number, number];
	/** How it is written, one after the other. */
	readonly written: ReadonlyArray<keyof typeof encodings>;
	/** What holds it, and the text around it. */
	readonly body: keyof typeof bodies;
	readonly around: string;
	/** Characters of the body that arrive. */
	readonly cut: number;
	readonly status: number;
};

const eachCharacter = (text: string, write: (code: number) => string): string =>
	[...text].map(character => write(character.codePointAt(0)!)).join('');

/** What a service, a proxy or a framework makes of a text. */
const encodings = {
	json: (text: string) => JSON.stringify(text).slice(1, -1),
	unicode: (text: string) => eachCharacter(text, code => `\\u${code.toString(16).padStart(4, '0')}`),
	slashes: (text: string) => text.replaceAll('/', String.raw`\/`),
	decimal: (text: string) => eachCharacter(text, code => `&#${code};`),
	hexadecimal: (text: string) => eachCharacter(text, code => `&#x${code.toString(16)};`),
	html: (text: string) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
	percent: (text: string) => eachCharacter(text, code => `%${code.toString(16)}`),
	url: (text: string) => encodeURIComponent(text),
	pointer: (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1'),
	lower: (text: string) => text.toLowerCase(),
	base64: (text: string) => Buffer.from(text).toString('base64'),
	tags: (text: string) => text.replaceAll(/.{3}/gv, '$&<b>'),
};

/** Bodies as services send them. */
const bodies = {
	text: (echo: string) => echo,
	page: (echo: string) => `<html><title>${echo}</title><h1>401</h1><p>${echo}</p></html>`,
	detail: (echo: string) => JSON.stringify({detail: echo}),
	rawJson: (echo: string) => `{"error":{"message":"${echo}"}}`,
	member: (echo: string) => JSON.stringify({errors: {[echo]: ['is wrong']}}),
	nested: (echo: string) =>
		JSON.stringify({error: 'Unauthorized', message: echo, detail: [{loc: ['body', echo], message: echo}]}),
	path: (echo: string) => JSON.stringify({detail: [{loc: ['body', ...echo.split('.')], message: 'is wrong'}]}),
	pointer: (echo: string) => JSON.stringify({errors: [{source: {pointer: `/data/${echo}`}, detail: 'is wrong'}]}),
	sentence: (echo: string) => JSON.stringify({message: [`"${echo}" must be an email`]}),
};

/** Characters of a Bearer token (RFC 6750, section 2.1), and others that fit a header. */
const keys = fc.string({
	unit: fc.constantFrom(
		...String.raw`abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=!#$%&*:;<>?@[]^{|}"\'`,
	),
	minLength: 20,
	maxLength: 80,
});

const inputs: fc.Arbitrary<Input> = fc.record({
	key: keys,
	part: fc.tuple(fc.double({min: 0, max: 1, noNaN: true}), fc.double({min: 0, max: 1, noNaN: true})),
	written: fc.array(fc.constantFrom(...(Object.keys(encodings) as Array<keyof typeof encodings>)), {maxLength: 2}),
	body: fc.constantFrom(...(Object.keys(bodies) as Array<keyof typeof bodies>)),
	around: fc.oneof(
		fc.constant(''),
		hostileText,
		fc.integer({min: 0, max: 520}).map(count => 'x '.repeat(count)),
	),
	cut: fc.oneof(fc.constant(64_000), fc.nat(1000)),
	status: fc.constantFrom(302, 400, 401, 403, 404, 422, 429, 500),
});

/** All that a failure says. */
const textsOf = (failure: Failure): string[] => [
	failureText(failure),
	failure.summary,
	failure.nextStep,
	failure.serverMessage ?? '',
	failure.requestId ?? '',
	...(failure.issues ?? []).flatMap(({path, message}) => [path.join('.'), message]),
];

/** The body or the headers of an error that repeat the API key. */
export const echo: Target = defineTarget<Input>(
	'echo',
	'Whatever part of the API key an error repeats, however it is written and wherever it is cut, no eight characters in a row of the key are shown.',
	inputs,
	({key, part, written, body: form, around, cut, status}) => {
		keepSecret(key);
		const [from, to] = part.map(share => Math.round(share * key.length)).toSorted((a, b) => a - b) as [number, number];
		let said = key.slice(from, to);
		for (const name of written) {
			said = encodings[name](said);
		}

		const text = bodies[form](around + said + around).slice(0, cut);
		const headers = {
			'www-authenticate': `Bearer error="${said}"`,
			'x-request-id': said,
			location: `https://${said}.example/`,
		};
		const response = {status, headers, text, body: tryParseJson(text), url: 'https://api.example.com/'};
		for (const failure of [
			classifyResponse('POST', response, 0),
			unreadableResponse('GET', response, 'The response is not a listing'),
		]) {
			// Our own words, and what the service says beside the key, may have characters in common with it.
			for (const shown of textsOf(failure).map(words => sanitise(words))) {
				for (let at = 0; at + 8 <= key.length; at++) {
					const run = key.slice(at, at + 8);
					assert.ok(!shown.includes(run) || around.includes(run), `${JSON.stringify(run)} is shown: ${shown}`);
				}
			}
		}
	},
);
