import assert from 'node:assert/strict';
import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {createElementSplitter} from '../../source/service/listing/element-splitter.ts';
import {isTooDeep, parseJson} from '../../source/platform/json.ts';
import {edited, editsWith, fromLatin1, hostileJson, nested, pieceLengths, piecesOf, toLatin1} from './arbitraries.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	/** A character a byte. */
	readonly document: string;
	/** Lengths of the chunks, in turn. */
	readonly chunks: readonly number[];
	/** Bytes of a record, at most. */
	readonly longest: number;
};

/** What the program gets of a document. */
type Parsed = {
	readonly isRead: boolean;
	readonly envelope: unknown;
	readonly elements: readonly string[];
};

/** A source of a skipped element is no longer than this. */
const keptLength = 2000;

function parse(chunks: Iterable<Buffer>, longest: number): Parsed {
	const elements: string[] = [];
	const parser = createElementSplitter({
		onElement(element, {bytes, from, to}) {
			const text = bytes.toString('utf8', from, to);
			assert.equal(JSON.stringify(element), JSON.stringify(parseJson(text)), 'An element is not what its source says.');
			assert.ok(to - from <= longest + 1, 'An element is longer than the limit.');
			assert.ok(!isTooDeep(text), 'An element is nested too deep.');
			elements.push(text);
		},
		onSkipped({why, length, text}) {
			assert.ok(Buffer.byteLength(text) <= 3 * Math.max(keptLength, longest), 'Too much is kept of an element.');
			elements.push(`${why} ${length}`);
		},
		longest,
	});
	for (const chunk of chunks) {
		parser.push(chunk);
	}

	const end = parser.end();
	return {
		isRead: end.ok && end.hasElements,
		envelope: end.ok ? end.envelope : undefined,
		elements,
	};
}

const element = fc.oneof(
	{weight: 6, arbitrary: hostileJson.map(value => JSON.stringify(value))},
	{
		weight: 1,
		arbitrary: fc
			.tuple(hostileJson, fc.integer({min: 47, max: 52}))
			.map(([value, depth]) => nested(JSON.stringify(value), depth)),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			'12345678901234567890',
			'1e3',
			'1.50',
			'-0',
			String.raw`"\ud800"`,
			'{"id":01}',
			'{"a":1,"a":2}',
		),
	},
);

const documents = fc
	.record({
		elements: fc.array(element, {maxLength: 6}),
		envelope: fc.constantFrom(
			['[', ']'],
			['{"results":[', '],"next":null}'],
			['{"data":{"x":1},"items":[', '],"count":3}'],
			['\u{FEFF} [', '] '],
			[`{"x":"${'y'.repeat(300)}","data":[`, ']}'],
		),
		separator: fc.constantFrom(',', ' , ', ',\n'),
		edits: fc.oneof(
			{weight: 2, arbitrary: fc.constant([])},
			{weight: 1, arbitrary: editsWith('[', ']', '{', '}', ',', ':', '"', '\\', '[[[[', '"results":[')},
		),
	})
	.map(({elements, envelope, separator, edits}) => toLatin1(edited(envelope.join(elements.join(separator)), edits)));

const scraps = fc
	.array(
		fc.constantFrom(
			'[',
			']',
			'{',
			'}',
			',',
			':',
			'"',
			'\\',
			'"results"',
			'"data":[',
			'1',
			'-0',
			'1.50',
			' ',
			'\n',
			'\u{C3}',
			'\u{FF}',
			'x'.repeat(150),
		),
		{maxLength: 20},
	)
	.map(parts => parts.join(''));

const inputs: fc.Arbitrary<Input> = fc.record({
	document: fc.oneof({weight: 3, arbitrary: documents}, {weight: 1, arbitrary: scraps}),
	chunks: pieceLengths,
	longest: fc.constantFrom(100, 1000, 1_000_000),
});

/** The bytes of a listing. */
export const listing: Target = defineTarget<Input>(
	'listing',
	'A listing that arrives in any pieces gives the same records as in one piece: each is parsed as its source says, and none is longer or deeper than the limits. It never throws.',
	inputs,
	({document, chunks, longest}) => {
		const bytes = fromLatin1(document);
		const whole = parse([bytes], longest);
		const inPieces = parse(piecesOf(bytes, chunks), longest);
		assert.equal(inPieces.isRead, whole.isRead, 'Whether it is a listing depends on the pieces.');
		if (whole.isRead) {
			assert.deepEqual(inPieces, whole);
		}
	},
);
