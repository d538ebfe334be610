import {expect, test} from 'vitest';
import {isObject, member, parseJson, tryParseJson} from '../../source/system/json.ts';

test('integers beyond 2^53 keep their digits', () => {
	expect(JSON.stringify(parseJson('{"id":12345678901234567890,"small":1}'))).toBe('{"id":12345678901234567890,"small":1}');
	expect(JSON.stringify(tryParseJson('12345678901234567890'))).toBe('12345678901234567890');
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
