import fc from 'fast-check';
import {expect, test} from 'vitest';
import {BodiesError} from '../../source/files/notification-file.ts';
import {readValues} from '../../source/files/read-values.ts';

const valuesOf = (text: string) => {
	const {entries} = readValues(text, 'a.yaml');
	return [...entries].map(({value}) => value);
};

test.each([
	[
		'an address',
		'delivery_location: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
		'0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
	],
	['leading zeros', 'delivery_location: 007', '007'],
	['a chat', 'delivery_location: -1001234567890', -1_001_234_567_890],
	['yes', 'delivery_location: yes', 'yes'],
	['a date', 'delivery_location: 2024-01-01', '2024-01-01'],
	['a boolean in capitals', 'delivery_location: True', 'True'],
	['nothing', 'delivery_location:', null],
	['quotes', 'delivery_location: "10"', '10'],
	['a block', 'delivery_location: |\n  a\n  b\n', 'a\nb\n'],
	['a tag for text', 'delivery_location: !!str 10', '10'],
])('text is read as it is written: %s', (_name, text, expected) => {
	expect(valuesOf(text)).toStrictEqual([{delivery_location: expected}]);
});

test.each([
	['anchors', '- &one {channel: EMAIL}\n- *one\n', [{channel: 'EMAIL'}, {channel: 'EMAIL'}]],
	['several documents', 'channel: EMAIL\n---\nchannel: SLACK\n', [{channel: 'EMAIL'}, {channel: 'SLACK'}]],
	['a list under notifications', 'version: 1\nnotifications:\n- channel: EMAIL\n', [{channel: 'EMAIL'}]],
	['a list with no item', 'notifications: []\n', []],
	[
		'a byte order mark, and line ends of Windows',
		'\uFEFFchannel: EMAIL\r\nnotification_name: "a"\r\n',
		[{channel: 'EMAIL', notification_name: 'a'}],
	],
	['only a comment', '# nothing\n', []],
])('it reads %s', (_name, text, expected) => {
	expect(valuesOf(text)).toStrictEqual(expected);
});

test.each([
	['a member given twice', 'a: 1\nb: 2\na: 3\n', 'line 3, column 1: "a" is given twice'],
	['an alias of what holds it', 'a: &a [*a]\n', 'line 1, column 8: the alias *a stands for what holds it'],
	[
		'an unknown alias',
		'a: *b\n',
		'line 1, column 4: there is no anchor &b before this alias; a text that begins with * needs quotes',
	],
	[
		'many aliases',
		`a: &a [1]\nb: &b [${'*a, '.repeat(20)}]\nc: [${'*b, '.repeat(20)}]\n`,
		'its aliases are used more than 100 times',
	],
	[
		'a tag',
		'a: !!binary aGk=\n',
		'line 1, column 4: the tag !!binary has no meaning here; a text that begins with an exclamation mark needs quotes',
	],
	['a tab', 'a:\n\tb: 1\n', 'line 2, column 1: a tab cannot indent: use spaces'],
	['an object as a name', '? {a: 1}\n: 2\n', 'line 1, column 3: the name of a member must be text'],
	[
		'a merge key',
		'a: &a {b: 1}\nc: {<<: *a}\n',
		'line 2, column 5: "<<" merges nothing here: write the fields out, or put what all share under "defaults:"',
	],
	['a member given twice in JSON', '[{"a": 1,\n"a": 2}]', 'line 2, column 2: "a" is given twice'],
	['a member given twice in a line of JSON', '{"a": 1}\n{"a": 1, "a": 2}\n', 'line 2, column 11: "a" is given twice'],
	['a text without an end', 'a: "b', 'the text ends within quotes that are not closed'],
	[
		'two lists of notifications',
		'notifications: []\n---\nnotifications: []\n',
		'line 3, column 1: "notifications" is given in a second document',
	],
	['deep nesting', '['.repeat(2000), 'nested deeper than'],
])('it refuses %s, with the line', (_name, text, message) => {
	expect(() => valuesOf(text)).toThrow(BodiesError);
	expect(() => valuesOf(text)).toThrow(message);
});

const quotes = 'a text with this sign needs quotes, or a colon is missing before it';

// Each is a mistake that people make: what is to be corrected, in plain words, and where.
test.each([
	['a missing colon', '- channel EMAIL\n  notification_name: A\n', `line 2, column 20: ${quotes}`],
	[
		'a missing colon further down',
		'channel: EMAIL\nnotification_name A\ntemplate: x\n',
		'line 3, column 9: a field and its value are expected here',
	],
	['a name with an at sign', 'delivery_location: @alice\n', `line 1, column 20: ${quotes}`],
	['a per cent sign', '# y\n- template: %x\n', `line 2, column 13: ${quotes}`],
	['a placeholder', 'template: {{value}} arrived\n', `line 1, column 21: ${quotes}`],
	['words after quotes', 'notification_name: "A" x\n', `line 1, column 24: ${quotes}`],
	['a colon in a text', 'notification_name: A: B\n', `line 1, column 21: ${quotes}`],
	[
		'a query that ends with a colon',
		'version: 1\nscope: not:user:\nnotifications: []\n',
		`line 2, column 16: ${quotes}`,
	],
	['a backslash', String.raw`template: "a\d"`, 'a backslash in double quotes needs another one'],
	[
		'a bracket that is open',
		'event_details:\n  addresses: [0x1\nchannel: EMAIL\n',
		'line 3, column 1: a bracket or a quote before this line is not closed, or the line needs more indentation',
	],
	[
		'other indentation',
		'a:\n   b: 1\n  c: 2\n',
		'line 3, column 3: this line is not indented like the lines around it',
	],
])('it says what is wrong with %s', (_name, text, message) => {
	expect(() => valuesOf(text)).toThrow(message);
});

test('the position of a member is known, in YAML and in JSON; of one that is missing that of what should contain it', () => {
	const body = {channel: 'EMAIL', event_details: {filters: [{value: 10}]}};
	const yaml = 'notifications:\n  - channel: EMAIL\n    event_details:\n      filters:\n        - {value: 10}\n';
	const json = `{"notifications": [\n${JSON.stringify(body, undefined, '  ')}]}`;
	const lines = [JSON.stringify(body), JSON.stringify(body)].join('\n');
	const positionOf = (text: string, path: ReadonlyArray<string | number>) => {
		const {entries} = readValues(text, 'a');
		return [...entries].at(-1)!.locate(path);
	};

	const value = ['event_details', 'filters', 0, 'value'];
	expect(positionOf(yaml, value)).toStrictEqual({line: 5, column: 19});
	expect(positionOf(yaml, ['event_details', 'network'])).toStrictEqual({line: 4, column: 7});
	expect(positionOf(json, value)).toStrictEqual({line: 7, column: 18});
	expect(positionOf(lines, value)).toStrictEqual({line: 2, column: lines.indexOf('10') + 1});
});

test('whatever JSON a file has, YAML reads the same', () => {
	fc.assert(
		fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), bodies => {
			const text = JSON.stringify(bodies, undefined, '  ');
			const [asYaml, asJson] = [valuesOf(`# not JSON\n${text}`), valuesOf(text)];
			expect(JSON.stringify(asYaml)).toBe(JSON.stringify(asJson));
		}),
	);
});

test('a text with more values than fit into memory is refused, those of its aliases included', () => {
	expect(() => valuesOf(`[${'1,'.repeat(3_000_001)}1]`)).toThrow('it has more than 3,000,000 values up to here');
	const list = `[${'1,'.repeat(100_000)}1]`;
	expect(() => valuesOf(`- &a ${list}\n${'- *a\n'.repeat(90)}`)).toThrow(
		'it has more than 3,000,000 values up to here',
	);
});

test('an entry without a value is found at its dash', () => {
	const {entries} = readValues('- a: "x"  # -\n\n-\n- [b]\n-\n', 'a.yaml');
	expect(entries.map(({locate}) => locate([]))).toMatchObject([
		{line: 1, column: 3},
		{line: 3, column: 1},
		{line: 4, column: 3},
		{line: 5, column: 1},
	]);
});

test('JSON is exact: tabs, escapes, long names, names of JavaScript and numbers of any length', () => {
	const text =
		String.raw`[{"\u00e9\/\ud83d\ude00": "\ud800\u007f", "__proto__": 1.50, "": -0, "LONG": 12345678901234567890}]`.replace(
			'LONG',
			'k'.repeat(1200),
		);
	for (const written of [text, text.replace('{', '{\n\t'), `\uFEFF ${text}\r\n`]) {
		const [value] = valuesOf(written);
		expect(JSON.stringify(value)).toBe(
			`{"é/😀":"\\ud800\u007F","__proto__":1.50,"":-0,"${'k'.repeat(1200)}":12345678901234567890}`,
		);
	}
});

test('what is wrong with JSON is said as the mistake in it that YAML has', () => {
	expect(() => valuesOf(`[${'{"a": 1, "b": 2},\n'.repeat(200)}{"a" 1}]`)).toThrow('line 201');
	expect(() => valuesOf('{"a": 1}\n{"a" 1}\n')).toThrow(
		'line 2, column 6: a comma is missing here, or a bracket or a quote before it is not closed.',
	);
});
