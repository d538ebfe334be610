import {describe, expect, test} from 'vitest';
import {filterSentence, filtersSentence, listItems} from '../../../source/domain/filters/sentence.ts';
import type {Filter} from '../../../source/domain/notification.ts';

const filter = (fieldName: string, operator: string, value: string, valueType = ''): Filter => ({fieldName, operator, value, valueType});

describe('a filter as a sentence', () => {
	test.each([
		[filter('value', 'gt', '1000', 'int'), 'value is greater than 1000 (int)'],
		[filter('value', 'lt', '0.5', 'float'), 'value is less than 0.5 (float)'],
		[filter('asset', 'eq', 'ETH', 'str'), 'asset is ETH (str)'],
		[filter('asset', 'neq', 'ETH', 'str'), 'asset is not ETH (str)'],
		[filter('asset', 'in', 'ETH,USDC', 'list'), 'asset is one of ETH,USDC (list)'],
		[filter('asset', 'nin', 'ETH,USDC', 'list'), 'asset is none of ETH,USDC (list)'],
		[filter('asset', 'contains', 'ET', 'str'), 'asset contains ET (str)'],
		[filter('asset', 'ncontains', 'ET', 'str'), 'asset does not contain ET (str)'],
		[filter('value', 'between', '1'), 'value between 1'],
		[filter('value', 'GT', '1'), 'value GT 1'],
		[filter('value', 'constructor', '1'), 'value constructor 1'],
		[filter('value', '__proto__', '1'), 'value __proto__ 1'],
		[filter('', '', ''), '… … …'],
		[filter('value', 'gt', '', 'int'), 'value is greater than … (int)'],
	])('%j', (some, sentence) => {
		expect(filterSentence(some)).toBe(sentence);
	});
});

test('several filters are joined by and', () => {
	expect(filtersSentence([])).toBe('');
	expect(filtersSentence([filter('value', 'gt', '1')])).toBe('value is greater than 1');
	expect(filtersSentence([filter('value', 'gt', '1'), filter('asset', 'eq', 'ETH')])).toBe('value is greater than 1 and asset is ETH');
});

test.each([
	['', []],
	['a', ['a']],
	['a,b', ['a', 'b']],
	[' a , b ,', ['a', 'b']],
	[',,', []],
	['a b,c', ['a b', 'c']],
])('the items of %j', (value, items) => {
	expect(listItems(value)).toEqual(items);
});

test('a value of several words is quoted, so that it cannot be read as another filter', () => {
	const sentence = filterSentence({fieldName: 'asset', operator: 'eq', value: 'ETH (str) and value is greater than 1', valueType: 'str'});
	expect(sentence).toBe('asset is "ETH (str) and value is greater than 1" (str)');
	expect(filterSentence({fieldName: 'asset', operator: 'eq', value: 'ETH ', valueType: 'str'})).toBe('asset is "ETH " (str)');
});
