import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {anyText} from '../helpers/any-text.ts';

/** Text that does harm in a terminal, in JSON, or where text is measured or cut. */
const harmful = [
	'\u{1B}',
	'\u{1B}[31m',
	'\u{1B}]0;x\u{7}',
	'\u{1B}]8;;https://evil.example\u{1B}\\',
	'\u{1B}[200~',
	'\u{1B}[201~',
	'\u{9B}2J',
	'\u{9D}',
	'\r',
	'\n',
	'\t',
	'\u{0}',
	'\u{7F}',
];
const awkward = [
	'\u{202E}',
	'\u{2066}',
	'\u{2028}',
	'\u{FEFF}',
	'\u{200D}',
	'\u{FE0F}',
	'\u{301}',
	'\u{E0041}',
	'\u{D83D}',
	'\u{DE00}',
	'👩‍👩‍👧',
	'🇩🇪',
	'入',
	'हिन्दी',
	'ก็',
	'"',
	'\\',
	"'",
	'<',
	'%',
	'{',
	'[',
	',',
	':',
	'=',
	';',
	' ',
];
const scraps = [...harmful, ...awkward];

/** Text, hostile more often than by chance. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
	{weight: 10, arbitrary: anyText()},
	{
		weight: 20,
		arbitrary: fc
			.array(fc.oneof(fc.constantFrom(...scraps), fc.string({maxLength: 3})), {maxLength: 12})
			.map(parts => parts.join('')),
	},
	// Long ones are slow to try.
	{
		weight: 1,
		arbitrary: fc
			.tuple(
				fc.constantFrom(...scraps),
				fc.oneof(
					{weight: 9, arbitrary: fc.integer({min: 10, max: 100})},
					{weight: 1, arbitrary: fc.integer({min: 1000, max: 12_000})},
				),
			)
			.map(([scrap, count]) => scrap.repeat(count)),
	},
);

/** Lengths of pieces, to be repeated in turn. */
export const pieceLengths: fc.Arbitrary<number[]> = fc.array(fc.integer({min: 1, max: 40}), {
	minLength: 1,
	maxLength: 8,
});

/** Cuts bytes or text into pieces of the lengths in turn. */
export function piecesOf<T extends string | Buffer>(whole: T, lengths: readonly number[]): T[] {
	const pieces: T[] = [];
	let from = 0;
	while (from < whole.length) {
		const to = from + lengths[pieces.length % lengths.length]!;
		pieces.push(whole.slice(from, to) as T);
		from = to;
	}

	return pieces;
}

/** Changes of a text, as positions of which each is taken modulo the length. */
export type Edit = {readonly at: number; readonly remove: number; readonly insert: string};

/** Changes that break a text, each at a random place. */
export const editsWith = (...words: readonly string[]): fc.Arbitrary<Edit[]> =>
	fc.array(
		fc.record({
			at: fc.nat(100_000),
			remove: fc.oneof({weight: 4, arbitrary: fc.nat(2)}, fc.nat(200)),
			insert: fc.oneof(fc.constantFrom('', ...words), fc.constantFrom(...scraps)),
		}),
		{maxLength: 4},
	);

/** Applies changes to a text. */
export function edited(text: string, edits: readonly Edit[]): string {
	let after = text;
	for (const {at, remove, insert} of edits) {
		const from = at % (after.length + 1);
		after = after.slice(0, from) + insert + after.slice(from + remove);
	}

	return after;
}

/** The bytes of a text whose characters stand for bytes, as fixtures keep them. */
export const fromLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A text of which each character stands for a byte of its UTF-8. */
export const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** A JSON value whose texts are hostile. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{value: unknown}>(tie => ({
	value: fc.oneof(
		{depthSize: 'small', withCrossShrink: true},
		fc.constantFrom<unknown>(null, true, 0, -1, 1.5, '', 'Treasury'),
		hostileText,
		fc.integer(),
		fc.array(tie('value'), {maxLength: 4}),
		fc.dictionary(
			fc.oneof(
				fc.constantFrom(
					...'id message detail error errors loc msg path field next data results __proto__ constructor toString length'.split(
						' ',
					),
				),
				hostileText,
			),
			tie('value'),
			{maxKeys: 4},
		),
	),
})).value;
