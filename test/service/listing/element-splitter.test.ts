import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {parseJson} from '../../../source/platform/json.ts';
import {createElementSplitter, type DocumentEnd} from '../../../source/service/listing/element-splitter.ts';

type Parsed = {readonly elements: readonly unknown[]; readonly texts: readonly string[]; readonly end: DocumentEnd};

const neverSkipped = () => {
	throw new Error('An element was skipped.');
};

/** Parses a document that arrives in chunks of the given lengths, repeated in turn. */
function parse(document: string | Uint8Array, lengths: readonly number[] = [Infinity]): Parsed {
	const bytes = Buffer.from(document);
	const elements: unknown[] = [];
	const texts: string[] = [];
	const splitter = createElementSplitter({
		onElement(element, source) {
			elements.push(element);
			texts.push(source.bytes.toString('utf8', source.from, source.to));
		},
		onSkipped: neverSkipped,
	});
	let from = 0;
	for (let turn = 0; from < bytes.length; turn++) {
		const to = Math.min(bytes.length, from + lengths[turn % lengths.length]!);
		splitter.push(bytes.subarray(from, to));
		from = to;
	}

	return {elements, texts, end: splitter.end()};
}

const parseLoosely = (text: string) => JSON.parse(text) as unknown;

const lengths = fc.array(fc.integer({min: 1, max: 40}), {minLength: 1, maxLength: 8});

describe('chunks of any length', () => {
	test('a bare array gives its elements, and the text of each', () => {
		fc.assert(
			fc.property(fc.array(fc.jsonValue()), lengths, fc.constantFrom(undefined, 1, '\t'), (list, pieces, space) => {
				const parsed = parse(JSON.stringify(list, undefined, space), pieces);
				expect(parsed.elements).toEqual(parseJson(JSON.stringify(list)));
				expect(parsed.texts.map(text => text.trim())).toEqual(parsed.texts);
				expect(parsed.texts.map(text => parseJson(text))).toEqual(parsed.elements);
				expect(parsed.end).toEqual({ok: true, envelope: [], hasElements: true});
			}),
		);
	});

	test('an object gives the elements of its list, and the rest as its envelope', () => {
		fc.assert(
			fc.property(
				fc.array(fc.jsonValue()),
				fc.constantFrom('results', 'data', 'items'),
				fc.jsonValue(),
				fc.jsonValue(),
				lengths,
				(list, name, before, after, pieces) => {
					const parsed = parse(JSON.stringify({before, [name]: list, after}), pieces);
					expect(parsed.elements).toEqual(parseJson(JSON.stringify(list)));
					expect(parsed.end).toEqual({
						ok: true,
						envelope: parseLoosely(JSON.stringify({before, [name]: [], after})),
						hasElements: true,
					});
				},
			),
		);
	});

	test('what JSON.parse refuses is refused, and nothing else is', () => {
		const scrap = fc.constantFrom(
			'[',
			']',
			'{',
			'}',
			',',
			':',
			'"',
			'\\',
			...'"results" "data" "a" 1 -1.5e3 . e -0 1.50 true null'.split(' '),
			' ',
			'\n',
			'é',
			'12345678901234567890',
		);
		const scraps = fc.array(scrap, {maxLength: 14}).map(parts => parts.join(''));
		fc.assert(
			fc.property(
				fc.oneof(
					scraps,
					scraps.map(text => `[${text}]`),
					scraps.map(text => `{"data":[${text}]}`),
				),
				lengths,
				(document, pieces) => {
					let whole: unknown;
					try {
						whole = parseJson(document);
					} catch {
						expect(parse(document, pieces).end).toEqual({ok: false});
						return;
					}

					const {elements, end} = parse(document, pieces);
					const list = Array.isArray(whole)
						? whole
						: (Object.entries(whole ?? {}).find(
								([name, value]) => ['results', 'data'].includes(name) && Array.isArray(value),
							)?.[1] as unknown[] | undefined);
					expect(end).toMatchObject({ok: true, hasElements: list !== undefined});
					expect(elements).toEqual(list ?? []);
				},
			),
		);
	});
});

test.each([
	['{"next":"x","results":[1],"count":2}', [1]],
	['{"meta":{"data":[9]},"list":[8],"items":[7]}', [7]],
	['{"data":[1],"results":[2]}', [1]],
	['{"data":null,"results":[2]}', [2]],
	['{"data":"[","results":["]"]}', [']']],
	['  [ 1 , 2 ]  ', [1, 2]],
	['\u{FEFF}[1]', [1]],
	['[]', []],
	[String.raw`["\\","\"","\\\"",{"a":"]}"}]`, ['\\', '"', String.raw`\"`, {a: ']}'}]],
])('%s', (document, elements) => {
	expect(parse(document, [1])).toMatchObject({elements, end: {ok: true, hasElements: true}});
});

test('integers keep their digits, also across chunks', () => {
	const {elements} = parse('[{"id":12345678901234567890},{"id":1},{"id":9007199254740993}]', [7]);
	expect(JSON.stringify(elements)).toBe('[{"id":12345678901234567890},{"id":1},{"id":9007199254740993}]');
});

test('numbers stay as written, in chunks of any length', () => {
	const document = '[1e3,{"id":1.50},{"id":-0},{"id":1E3},true,false,{"id":1.5},-0.0,{"id":9007199254740993},0]';
	for (let length = 1; length <= document.length; length++) {
		const {elements, texts} = parse(document, [length]);
		expect(JSON.stringify(elements), `${length} bytes`).toBe(document);
		expect(`[${texts.join(',')}]`).toBe(document);
	}
});

test.each([[400_000], [150_000]])('elements of %d bytes arrive in one chunk after a small one', length => {
	const document = JSON.stringify([1, 'x'.repeat(length), 2]);
	expect(parse(document, [2, Infinity]).texts.map(text => text.length)).toEqual([1, length + 2, 1]);
});

test('elements are passed on before the document ends', () => {
	const elements: unknown[] = [];
	const splitter = createElementSplitter({
		onElement(element) {
			elements.push(element);
		},
		onSkipped: neverSkipped,
	});
	splitter.push(Buffer.from('{"results":[{"id":1},{"id":2},{"id'));
	expect(elements).toEqual([{id: 1}, {id: 2}]);
	expect(splitter.end()).toEqual({ok: false});
});

test.each([
	'[{"id":1},{"id":2},]',
	'[{"id":1},{"id":2},,{"id":3}]',
	'[{"id":1},{"id":2},{"id":03},{"id":4}]',
	'[{"id":1},{"id":2},{"id":3} x]',
])('what stands before the mistake is passed on: %s', document => {
	for (let length = 1; length <= document.length; length++) {
		expect(parse(document, [length]), `${length} bytes`).toMatchObject({
			elements: [{id: 1}, {id: 2}],
			end: {ok: false},
		});
	}
});

test.each(['[\u{A0}]', '[\u{FEFF}]', '[\u{B}]'])("%j is not JSON: only JSON's own whitespace is allowed", document => {
	expect(parse(document).end).toEqual({ok: false});
});
