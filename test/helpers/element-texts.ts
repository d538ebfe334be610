import fc from 'fast-check';

const text = fc.oneof(
	fc.string(),
	fc.string({unit: 'grapheme'}),
	fc.constantFrom('', 'id', '"', '\\', '\u{0}', '\u{FEFF}', 'ü', '\u{1F600}'),
);
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const maybe = <T>(usual: fc.Arbitrary<T>) =>
	fc.oneof({weight: 25, arbitrary: usual}, {weight: 1, arbitrary: fc.jsonValue()});
const record = fc.record(
	{
		id: maybe(fc.oneof({weight: 4, arbitrary: fc.nat()}, {weight: 1, arbitrary: text})),
		external_user_id: maybe(scalar),
		channel: maybe(scalar),
		notification_name: maybe(scalar),
		delivery_location: maybe(scalar),
		event_details: maybe(
			fc.record(
				{
					network: maybe(scalar),
					event_type: maybe(scalar),
					addresses: maybe(fc.array(scalar)),
					filters: maybe(
						fc.array(
							fc.record(
								{field_name: scalar, operator: scalar, value: fc.jsonValue(), value_type: scalar},
								{requiredKeys: []},
							),
						),
					),
					other: fc.jsonValue(),
				},
				{requiredKeys: []},
			),
		),
		created_at: fc.jsonValue(),
	},
	{requiredKeys: ['id']},
);

/** What JSON may have between any two tokens, and what it may not. */
const spaces = fc.oneof(
	{weight: 40, arbitrary: fc.constantFrom('', ' ', '\n\t', '\r')},
	{weight: 1, arbitrary: fc.constant('\u{A0}')},
);
/** Parts of a text that are replaced. */
const edits = fc.array(
	fc.tuple(
		fc.constantFrom(
			...'0 " , : { } [ ] null true'.split(' '),
			'\\',
			'e',
			'-',
			'1.50',
			'1e3',
			'"id"',
			'12345678901234567890',
			String.raw`\u00e4`,
			String.raw`"\u0069d":1,`,
		),
		fc.nat(),
	),
	{maxLength: 2},
);

/** The JSON of elements of a listing, most of them records. Some are not JSON. */
export const elementTexts = fc
	.tuple(
		fc.oneof({weight: 25, arbitrary: record}, {weight: 1, arbitrary: fc.jsonValue()}),
		fc.oneof({weight: 12, arbitrary: fc.constant([])}, {weight: 1, arbitrary: edits}),
		fc.boolean(),
		spaces,
		spaces,
	)
	.map(([value, changes, isEscaped, before, after]) => {
		let json = JSON.stringify(value);
		if (isEscaped) {
			json = json.replaceAll(
				/[\u{80}-\u{FFFF}]/gv,
				character => String.raw`\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
			);
		}

		for (const [part, place] of changes) {
			const at = place % (json.length + 1);
			json = json.slice(0, at) + part + json.slice(at + (place % 3));
		}

		return before + json + after;
	});
