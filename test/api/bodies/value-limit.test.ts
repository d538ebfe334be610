import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readValues} from '../../../source/api/bodies/body-values.ts';
import {findValueBeyond, jsonSigns, readingLimits, yamlSigns} from '../../../source/api/bodies/value-limit.ts';
import {toValue} from '../../../source/api/bodies/yaml-value.ts';
import {parseYaml} from '../../../source/api/bodies/yaml-tree.ts';

const few = {...readingLimits, values: 300, entries: 400, part: 200};

const refusalOf = async (text: string) => {
	const read = async () => {
		const {entries} = await readValues(text, 'a.yaml', few);
		return [...entries].length;
	};

	const [reading] = await Promise.allSettled([read()]);
	return reading.status === 'rejected' ? (reading.reason as Error).message : reading.value;
};

const many = (text: string) => text.repeat(1000);
const values = 'it has more than 300 values up to here';
const notifications = 'it has more than 400 notifications up to here; divide it into several files.';

// What exhausts the memory where the nodes of a whole document are made first.
test.each([
	['numbers in a list of JSON', `[${many('1,')}1]`, `line 1, column 802: ${notifications}`],
	['empty lists of JSON', `[${many('[],')}[]]`, `line 1, column 1202: ${notifications}`],
	['a list in a list of JSON', `[[${many('1,')}1]]`, `line 1, column 600: ${values}`],
	['an object with many members', `{${many('"a":1,')}"b":1}`, values],
	['a file of JSON with many other members', `{${many('"a":1,')}"notifications":[]}`, values],
	['numbers in a list in brackets', `# YAML\n[${many('1,')}1]`, `line 2, column 597: ${values}`],
	['commas alone', `# YAML\n[${many('?,')}1]`, values],
	['members in YAML', many('a: 1\n'), `line 150, column 5: ${values}`],
	[
		'one notification with many filters',
		`notifications:\n- a: 1\n- event_details:\n    filters: [${many('{},')}]\n`,
		`line 4, column 452: ${values}`,
	],
	['nested lists', `- ${many('- a: 1\n  ')}`, values],
	['documents', many('---\na\n'), values],
	['aliases', `- &a x\n- *a\n${many('- a\n')}`, values],
	['escapes in quotes', `- "${many(String.raw`\n`)}"`, values],
	['empty lines', many('\n'), values],
])('%s: refused at the place where it becomes too much', async (_name, text, message) => {
	expect(await refusalOf(text)).toContain(message);
});

test.each([
	['a list in YAML', many('- {a: 1, b: [1, 2]}\n'), 1000],
	['a list under notifications', `notifications:\n${many('- a: 1\n')}`, 1000],
	['lines of JSON', many('{"a": 1}\n'), 1000],
	['a list of JSON', `[${'{"a":[1,2]},'.repeat(399)}{}]`, 400],
	['what looks like an anchor and an alias', `- a: x &y *z\n${many('- {a: 1, b: [1, 2]}\n')}`, 1001],
])('%s is read notification by notification, so that only each of them is limited', async (_name, text, count) => {
	expect(await refusalOf(text)).toBe(count);
});

test('what is wrong with a large file is said, not that it is large', async () => {
	expect(await refusalOf(`${many('- {a: 1, b: 2}\n')}- a: "x\n- b: 1\n`)).toContain(
		'line 1002, column 1: a bracket or a quote before this line is not closed',
	);
	expect(await refusalOf(`${many('- {a: 1, b: 2}\n')}- @a\n${many('- {a: 1, b: 2}\n')}`)).toContain('line 1001');
	expect(await refusalOf(`[${'{"a": 1, "b": 2},\n'.repeat(200)}{"a" 1}]`)).toContain(
		"line 201, column 6: this is not JSON: Expected ':' after property name.",
	);
	expect(await refusalOf(`{"notifications": [${'{"a": 1, "b": 2},\n'.repeat(200)}]}`)).toContain(
		'line 200, column 17: this is not JSON: between two items of a list one comma is expected, and none after the last one.',
	);
});

test('a line that is as long as a file may be is read: no expression exhausts the stack', async () => {
	const {entries} = await readValues(`${' '.repeat(9_000_000)}\n- a: 1\n`, 'a.yaml');
	expect([...entries]).toHaveLength(1);
});

test('a text has no more values than signs, and fewer than twice as many', () => {
	const countOf = (value: unknown): number =>
		typeof value === 'object' && value !== null
			? Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 1)
			: 1;
	fc.assert(
		fc.property(
			fc.oneof(fc.array(fc.jsonValue(), {minLength: 1}), fc.dictionary(fc.string(), fc.jsonValue(), {minKeys: 1})),
			value => {
				const json = JSON.stringify(value);
				const limit = countOf(value) - 1;
				expect(limit === 0 || json.length <= limit || findValueBeyond(json, limit, jsonSigns) !== undefined).toBe(true);
				const yaml = `# YAML\n${json}`;
				expect(findValueBeyond(yaml, countOf(toValue(parseYaml(yaml)[0]!)), yamlSigns)).toBeDefined();
			},
		),
	);
});
