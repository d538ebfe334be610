import {expect, test} from 'vitest';
import {addFilter, emptyDraft, withFilters, writeField} from '../../source/notification/fields.ts';
import {collectValues, mergeValues, noValues, suggest} from '../../source/notification/suggest.ts';
import {isMismatch, operatorsFor, typesFor} from '../../source/notification/filters.ts';

const withFilter = withFilters(emptyDraft, filters => addFilter(filters));

test('suggests the vocabulary, then the values of the account, then learned ones, without repetition', () => {
	const seen = {...noValues, network: ['ETH_MAINNET', 'SEEN_NET']};
	const learned = {...noValues, network: ['LEARNED_NET', 'SEEN_NET']};
	const offered = suggest(writeField(emptyDraft, 'network', ''), 'network', seen, learned);
	expect(offered[0]).toBe('ETH_MAINNET');
	expect(offered.slice(-2)).toEqual(['SEEN_NET', 'LEARNED_NET']);
	expect(new Set(offered).size).toBe(offered.length);
});

test('values that begin with the typed text come before values that contain it', () => {
	const seen = {...noValues, network: ['MAINNET_OF_MINE']};
	const offered = suggest(writeField(emptyDraft, 'network', 'main'), 'network', seen, noValues);
	expect(offered[0]).toBe('MAINNET_OF_MINE');
	expect(offered).toContain('ETH_MAINNET');
	expect(offered).not.toContain('ETH_SEPOLIA');
});

test('the exact match comes first', () => {
	const learned = {...noValues, network: ['ETH']};
	expect(suggest(writeField(emptyDraft, 'network', 'ETH'), 'network', noValues, learned)[0]).toBe('ETH');
});

test('a known operator or type that was typed in full comes first, also where it does not fit', () => {
	const typed = writeField(writeField(withFilter, 'filter.0.valueType', 'str'), 'filter.0.operator', 'in');
	expect(suggest(typed, 'filter.0.operator', noValues, noValues)).toEqual(['in', 'contains', 'ncontains']);
	const typedType = writeField(writeField(withFilter, 'filter.0.operator', 'gt'), 'filter.0.valueType', 'str');
	expect(suggest(typedType, 'filter.0.valueType', noValues, noValues)).toEqual(['str']);
});

test('suggests operators for the type and types for the operator, and always values outside the vocabulary', () => {
	const seen = {...noValues, operator: ['gt', 'resembles'], valueType: ['list', 'uint256']};
	const ofText = writeField(withFilter, 'filter.0.valueType', 'str');
	expect(suggest(ofText, 'filter.0.operator', seen, noValues)).toEqual([
		'eq',
		'neq',
		'contains',
		'ncontains',
		'resembles',
	]);
	const greater = writeField(withFilter, 'filter.0.operator', 'gt');
	expect(suggest(greater, 'filter.0.valueType', seen, noValues)).toEqual(['int', 'float', 'uint256']);
});

test('plain fields and filter values have no suggestions', () => {
	expect(suggest(emptyDraft, 'userId', noValues, noValues)).toEqual([]);
	expect(suggest(withFilter, 'filter.0.value', noValues, noValues)).toEqual([]);
});

test('collects values from notifications and merges them', () => {
	const values = collectValues([
		{
			...emptyDraft,
			network: 'A',
			eventType: 'E',
			filters: [{fieldName: 'f', operator: 'o', value: '1', valueType: ''}],
		},
	]);
	expect(values).toEqual({network: ['A'], eventType: ['E'], fieldName: ['f'], operator: ['o'], valueType: []});
	expect(mergeValues(values, values)).toEqual(values);
});

test('suggests every operator and type if the other is unknown', () => {
	expect(operatorsFor('')).toHaveLength(8);
	expect(operatorsFor('uint256')).toHaveLength(8);
	expect(operatorsFor('string')).toEqual(operatorsFor('str'));
	expect(typesFor('resembles')).toHaveLength(5);
});

test.each([
	['gt', 'str', true],
	['gt', 'int', false],
	['contains', 'string', false],
	['in', 'int', true],
	['resembles', 'int', false],
	['gt', 'uint256', false],
	['', 'int', false],
])('%s with %s', (operator, valueType, expected) => {
	expect(isMismatch({operator, valueType})).toBe(expected);
});
