import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createElementSplitter, type SkippedElement} from '../../../source/service/listing/element-splitter.ts';

type Seen = {
	readonly elements: unknown[];
	readonly skipped: SkippedElement[];
	readonly isOk: boolean;
	readonly isBroken: boolean;
};

/** Parses a document that arrives in chunks of the given lengths, repeated in turn. */
function parse(document: string, longest: number, lengths: readonly number[] = [Infinity]): Seen {
	const bytes = Buffer.from(document);
	/** In the order of the document; a skipped one as its kind. */
	const elements: unknown[] = [];
	const skipped: SkippedElement[] = [];
	const parser = createElementSplitter({
		longest,
		onElement(element) {
			elements.push(element);
		},
		onSkipped(element) {
			elements.push(element.why);
			skipped.push(element);
		},
	});
	let from = 0;
	for (let turn = 0; from < bytes.length; turn++) {
		const to = Math.min(bytes.length, from + lengths[turn % lengths.length]!);
		parser.push(bytes.subarray(from, to));
		from = to;
	}

	return {elements, skipped, isOk: parser.end().ok, isBroken: parser.isBroken()};
}

const nested = (depth: number) => `${'['.repeat(depth)}1.50${']'.repeat(depth)}`;
const lengths = fc.array(fc.integer({min: 1, max: 90}), {minLength: 1, maxLength: 5});

test.each([
	[100, [[1], 2]],
	[101, ['deep', 2]],
	[6000, ['deep', 2]],
	[400_000, ['deep', 2]],
])('an element nested %i deep', (depth, [first, last]) => {
	const {elements, isOk} = parse(`[0,${nested(depth)},2]`, 10_000_000, [65_536]);
	expect(elements).toHaveLength(3);
	expect(Array.isArray(elements[1])).toBe(Array.isArray(first));
	expect(elements.at(-1)).toBe(last);
	expect(isOk).toBe(true);
});

test('a deep element keeps its text, a large one its beginning and its size', () => {
	const large = `"${'x'.repeat(5000)}"`;
	const {skipped} = parse(`[1, ${nested(101)} , ${large}]`, 4000, [100]);
	expect(skipped.map(({why, length, text}) => [why, length, text])).toEqual([
		['deep', nested(101).length, nested(101)],
		// The space before it was passed over with it.
		['large', large.length + 1, large.slice(0, 1999)],
	]);
});

test('elements of any size arrive in order, whatever the chunks', () => {
	const element = fc.oneof(
		fc
			.record({id: fc.integer(), name: fc.string({maxLength: 5})})
			.map(value => ({text: JSON.stringify(value), seen: value})),
		fc.string({minLength: 300, maxLength: 900}).map(text => ({text: JSON.stringify(text), seen: 'large'})),
		fc
			.constantFrom('"', '\\', ',', String.raw`\"`, ']}')
			.map(text => ({text: JSON.stringify(text.repeat(400)), seen: 'large'})),
		fc.constant({text: nested(101), seen: 'deep'}),
	);
	fc.assert(
		fc.property(fc.array(element, {maxLength: 8}), lengths, fc.constantFrom('', ' '), (list, pieces, space) => {
			const {elements, isOk} = parse(
				`{"items":[${list.map(({text}) => text).join(`,${space}`)}],"next":null}`,
				250,
				pieces,
			);
			expect(elements).toEqual(list.map(({seen}) => seen));
			expect(isOk).toBe(true);
		}),
	);
});

test.each([
	['too much before the elements', `{"note":"${'x'.repeat(500)}`],
	['too much behind them', `{"data":[1],"note":"${'x'.repeat(500)}`],
	['not JSON', `[1,x,2${',3'.repeat(200)}`],
	['no name', `{"${'x'.repeat(150)}"${':'.repeat(500)}`],
])('what is broken ends at once: %s', (_name, document) => {
	expect(parse(document, 250, [50])).toMatchObject({isOk: false, isBroken: true});
});
