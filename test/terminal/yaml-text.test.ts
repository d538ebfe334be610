import fc from 'fast-check';
import {load} from 'js-yaml';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {readValues} from '../../source/files/read-values.ts';
import {yamlText} from '../../source/terminal/yaml-text.ts';

/** Texts as people and services write them, and what YAML could take for something else. */
const texts = fc.oneof(
	fc
		.array(
			fc.constantFrom(
				'a',
				'é漢😀',
				' ',
				'\t',
				'\n',
				'-',
				'- ',
				'?',
				':',
				': ',
				'#',
				' #',
				'"',
				"'",
				...'[ ] { } , & * ! | > % @ `'.split(' '),
				'\\',
				...'. ... --- 0 1 0x e inf ~ = <<'.split(' '),
				'\u0007',
				'\u200B',
				'\u00A0',
				'\uD800',
			),
			{maxLength: 6},
		)
		.map(parts => parts.join('')),
	fc.constantFrom(
		'',
		...'~ null Null NULL nUll true True yes no on FALSE 0x1F 0o17 0b1 017 1e5 1. .5 -.5 +1 - . .inf -.Inf .nan 12:30 2024-01-01 1_000 = << 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 https://example.com/a?b=c#d a@example.com'.split(
			' ',
		),
		'{{ name }}\nmoved {{ value }}\n',
		'one\n\ntwo',
		'a\n b\n\n\n',
	),
	fc.string(),
	fc.string({unit: 'binary'}),
);

const names = fc.oneof(
	{weight: 5, arbitrary: fc.constantFrom('name', 'event_details', 'a-b', '_x')},
	fc.constantFrom('null', 'true', '1', '', 'a b', '-', '__proto__', 'é', 'x'.repeat(2000)),
	// A plain key of that name merges.
	texts.filter(text => text !== '<<'),
);

const {value: values} = fc.letrec<{value: unknown}>(tie => ({
	value: fc.oneof(
		{maxDepth: 4, withCrossShrink: true},
		texts,
		fc.constantFrom(null, true, false, 0, 1, 0.1, 1e21, 1e-7),
		fc.double({noNaN: true, noDefaultInfinity: true}).filter(number => !Object.is(number, -0)),
		fc.array(tie('value'), {maxLength: 3}),
		fc.dictionary(names, tie('value'), {maxKeys: 3, noNullPrototype: true}),
	),
}));

test('js-yaml, yaml and the reader of files read what was written', async () => {
	await fc.assert(
		fc.asyncProperty(fc.record({name: texts, other: values}, {noNullPrototype: true}), async value => {
			const text = yamlText([value]);
			const {
				entries: [read],
			} = readValues(`# a file\n${text}`, 'a.yaml');
			expect(JSON.stringify(read!.value)).toBe(JSON.stringify(value));
			expect(parse(text)).toStrictEqual([value]);
			expect(load(text)).toStrictEqual([value]);
			expect(text).not.toMatch(/[\p{Cc}--\n]/v);
		}),
	);
});
