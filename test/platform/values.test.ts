import {expect, test} from 'vitest';
import {parseSize, sizeText} from '../../source/platform/limits.ts';
import {createListeners} from '../../source/platform/listeners.ts';
import {isObject, member, parseJson} from '../../source/platform/json.ts';

test.each([
	['10 MB', 10_000_000],
	['1.5GB', 1_500_000_000],
	['64 kB', 64_000],
	['500', 500],
	[' 1 M ', 1_000_000],
	['', undefined],
	['-1 MB', undefined],
	['1e9', undefined],
	['ten MB', undefined],
])('%j is a size of %j bytes', (text, bytes) => {
	expect(parseSize(text)).toBe(bytes);
});

test.each([
	[999, '999 bytes'],
	[1000, '1 kB'],
	[10_000_000, '10 MB'],
	[123_456_789, '123 MB'],
	[1_000_000_000, '1 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
	expect(sizeText(bytes)).toBe(text);
});

test('each listener is called with what happened, in order, until it is removed', () => {
	const {add, notify, isEmpty} = createListeners<[text: string]>();
	const called: string[] = [];
	const removeFirst = add(text => called.push(`first ${text}`));
	const second = (text: string) => {
		called.push(`second ${text}`);
	};

	const removeSecond = add(second);
	add(second);
	notify('a');
	removeFirst();
	notify('b');
	expect(called).toEqual(['first a', 'second a', 'second b']);
	expect(isEmpty()).toBe(false);
	removeSecond();
	expect(isEmpty()).toBe(true);
});

const unusual =
	'1e3 1E3 1e+3 1.0 1.50 -0 0.0000001 1e999 9007199254740993 0.1234567890123456789 12345678901234567890.5'.split(' ');

test.each(unusual)('%s stays as written, wherever it stands', number => {
	for (const json of [number, `[${number}]`, `{"a":${number}}`, `{"a":[1,${number}]}`]) {
		expect(JSON.stringify(parseJson(json))).toBe(json);
	}

	expect(JSON.stringify(parseJson(`{ "a" :\n${number} }`))).toBe(`{"a":${number}}`);
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
