import fc from 'fast-check';
import {expect, test} from 'vitest';
import {BodiesError} from '../../../source/api/bodies/bodies-error.ts';
import {divideYaml} from '../../../source/api/bodies/yaml-parts.ts';
import {readingLimits} from '../../../source/api/bodies/value-limit.ts';
import {readYaml} from '../../../source/api/bodies/yaml-values.ts';

const paths = [[], ['a'], ['b', 0], ['b', 'c'], ['missing']] as const;

/** The values read from a text, or why it is refused. */
function readingOf(text: string, part: number) {
	try {
		const {header, entries} = readYaml(text, 'a.yaml', {...readingLimits, part});
		return JSON.stringify({
			header: header && {
				value: header.value,
				places: [['version'], ['scope'], ['missing']].map(path => header.locate(path)),
			},
			entries: [...entries].map(({value, locate}) => ({value, places: paths.map(path => locate(path))})),
		});
	} catch (error) {
		expect(error).toBeInstanceOf(BodiesError);
		return String(error);
	}
}

const expectSame = (text: string) => {
	expect(readingOf(text, 1), text).toBe(readingOf(text, Infinity));
};

/** Entries as a person writes them, without the dash and the indentation; some are mistakes. */
const entries = fc.array(
	fc.constantFrom(
		'a: 1',
		'a: 1 # why',
		'a: |\n  one\n  - two\n\n  # three',
		'a: >-\n  x\n\n  y',
		'a: |+\n  x\n\n',
		'a: |2\n    x',
		'a: "x\n  y"',
		'a: "x\n- y"',
		"a: 'x\n\n  - y'",
		'a: x\n  y',
		'a: [1,\n  - 2]',
		'b: [1, 2]',
		'b: {c: 1,\n  d: 2}',
		'{a: 1, b: [x]}',
		'{a: 1,\n b: 2}',
		'{a: 1,\nb: 2}',
		'',
		'# only a comment',
		'text',
		'- a\n- b',
		'? a\n: 1',
		'a: &x 1',
		'a: *x',
		'a: !!str 1',
		'a: !!binary eA==',
		'a: 1\na: 2',
		'a: [',
		'a:\n\tb: 1',
		'a: "x',
		'a: \u0000',
		'a: é漢😀',
		'b:\n- 1\n- 2',
		'b:\n  c: 1\n# less\n  d: 2',
		'a: 1\n\n# between\n',
		'a: ---',
		'"a": yes',
	),
	{minLength: 1, maxLength: 6},
);

const heads = fc.constantFrom(
	'',
	'# a file\n',
	'---\n',
	'\uFEFF',
	'\uFEFF# x\n',
	'%YAML 1.2\n---\n',
	'a: 1\n---\n',
	'--- |\n',
	'--- "\n',
	'--- !!seq\n',
	'--- &x\n',
);
const listHeads = fc.constantFrom(
	'version: 1\nnotifications:\n',
	'notifications: # all\n\n',
	'"notifications" :\n',
	'scope: "x\nnotifications:\n"\nnotifications:\n',
	'scope: |\n  notifications:\n  - x\nnotifications:\n',
	'scope: &x all\nnotifications:\n',
	'notifications: &x\n',
	'notifications: x\n',
	'notifications: []\nnotifications:\n',
	'notifications: !\n',
	'{version: 1}\nnotifications:\n',
	'version: [\nnotifications:\n',
);
const tails = fc.constantFrom(
	'',
	'\n',
	'# end\n',
	'...\n',
	'---\n- a: 1\n',
	'version: 1\n',
	' version: 1\n',
	'\t\n',
	'- a: 1',
	'  # end',
);

const texts = fc
	.record({
		head: heads,
		listHead: fc.option(listHeads),
		bodies: entries,
		indentation: fc.constantFrom('', '  ', ' '),
		tail: tails,
		end: fc.constantFrom('\n', '\n', '\r\n', '\r'),
	})
	.map(({head, listHead, bodies, indentation, tail, end}) => {
		const list = bodies.map(body => `${indentation}- ${body.replaceAll('\n', `\n${indentation}  `)}\n`).join('');
		return `${head}${listHead ?? ''}${list}${tail}`.replaceAll('\n', end);
	});

test('reading in parts gives the values, the positions and the mistakes of the whole document', () => {
	fc.assert(fc.property(texts, expectSame));
});

test.each([
	['as deep as allowed', 96],
	['one level deeper', 97],
	['two levels deeper', 98],
	['three levels deeper', 99],
])('an entry %s is read, or refused, alike', (_name, depth) => {
	for (const head of ['', 'notifications:\n']) {
		expectSame(`${head}- a: 1\n- a: ${'['.repeat(depth)}${']'.repeat(depth)}\n`);
	}
});

test('a file as chainbell export writes it is read in parts', () => {
	const text = 'version: 1\nscope: all\nnotifications:\n- a: 1\n  b:\n    - 2\n- a: |\n    x\n';
	expect(divideYaml(text, 1)?.parts.map(({start, end}) => text.slice(start, end))).toStrictEqual([
		'- a: 1\n  b:\n    - 2\n',
		'- a: |\n    x\n',
	]);
});

test('an entry without a value is found at its dash', () => {
	const {entries: read} = readYaml('- a: "x"  # -\n\n-\n- [b]\n-\n', 'a.yaml', readingLimits);
	expect([...read].map(({locate}) => locate([]))).toMatchObject([
		{line: 1, column: 3},
		{line: 3, column: 1},
		{line: 4, column: 3},
		{line: 5, column: 1},
	]);
});
