import {expect, test} from 'vitest';
import {isObject, member, parseJson, tryParseJson} from '../../source/platform/json.ts';

const unusual = [
	'1e3',
	'1E3',
	'1e+3',
	'1.0',
	'1.50',
	'-0',
	'0.0000001',
	'1e999',
	'9007199254740993',
	'0.1234567890123456789',
	'12345678901234567890.5',
];

test.each(unusual)('%s stays as written, wherever it stands', number => {
	for (const json of [number, `[${number}]`, `{"a":${number}}`, `{"a":[1,${number}]}`]) {
		expect(JSON.stringify(parseJson(json))).toBe(json);
	}

	expect(JSON.stringify(parseJson(`{ "a" :\n${number} }`))).toBe(`{"a":${number}}`);
});

test('text that is not JSON throws, or is undefined', () => {
	expect(() => parseJson('{')).toThrow(SyntaxError);
	expect(tryParseJson('{')).toBeUndefined();
	expect(tryParseJson('')).toBeUndefined();
});

test('arrays, null and raw JSON are no objects', () => {
	expect(isObject({})).toBe(true);
	expect(isObject(Object.create(null))).toBe(true);
	for (const value of [[], null, undefined, 1, 'text', parseJson('12345678901234567890')]) {
		expect(isObject(value)).toBe(false);
	}
});

test('only own members of objects and arrays are found', () => {
	expect(member({a: 1}, 'a')).toBe(1);
	expect(member([5], '0')).toBe(5);
	for (const value of [undefined, null, 1, 'text', {}, []]) {
		expect(member(value, 'toString')).toBeUndefined();
	}
});
