import fc from 'fast-check';

/** Code points that UTF-16 uses for halves of others, and how many there are. */
const [firstHalf, halves] = [0xd8_00, 0x8_00];

/** Texts of any code points but halves of one, as `fc.string({unit: 'binary'})`, which first spends more than a second on a table of all of them. */
export const anyText = (length: fc.ArrayConstraints = {}): fc.Arbitrary<string> =>
	fc
		.array(fc.integer({min: 0, max: 0x10_ff_ff - halves}), length)
		.map(codes => String.fromCodePoint(...codes.map(code => (code < firstHalf ? code : code + halves))));

/** Web addresses with any path, as `fc.webUrl()`, which makes such a table, too. */
export const anyUrl = (): fc.Arbitrary<string> =>
	fc
		.record({
			scheme: fc.constantFrom('http', 'https'),
			domain: fc.domain(),
			path: fc.array(anyText({maxLength: 8}), {maxLength: 4}),
		})
		.map(({scheme, domain, path}) =>
			[`${scheme}://${domain}`, ...path.map(part => encodeURIComponent(part))].join('/'),
		);
