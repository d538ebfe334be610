import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fieldErrors} from '../../source/api/field-errors.ts';

test('paths with dots, indexes as numbers, several messages', () => {
	expect(fieldErrors({
		errors: {
			'event_details.filters.0.value': ['is required', 'must be a number'],
			channel: 'is unknown',
			'': ['is inconsistent'],
		},
	})).toEqual([
		{path: ['event_details', 'filters', 0, 'value'], message: 'is required'},
		{path: ['event_details', 'filters', 0, 'value'], message: 'must be a number'},
		{path: ['channel'], message: 'is unknown'},
		{path: [], message: 'is inconsistent'},
	]);
});

test.each([
	undefined, null, 1, 'errors', [], {}, {errors: null}, {errors: []}, {errors: 'x'}, {errors: {channel: null}}, {errors: {channel: [1, {}]}},
])('%j names no field', body => {
	expect(fieldErrors(body)).toEqual([]);
});

test('never throws, and gives well-formed issues', () => {
	const body = fc.oneof(fc.jsonValue(), fc.record({errors: fc.jsonValue()}), fc.record({errors: fc.dictionary(fc.string(), fc.jsonValue())}));
	fc.assert(fc.property(body, value => {
		for (const {path, message} of fieldErrors(value)) {
			expect(typeof message).toBe('string');
			expect(path.every(step => typeof step === 'string' || Number.isSafeInteger(step))).toBe(true);
		}
	}));
});
