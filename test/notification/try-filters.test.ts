import {expect, test} from 'vitest';
import {matchEvent, sampleEvent, tryFilters} from '../../source/notification/try-filters.ts';
import {parseJson} from '../../source/platform/json.ts';
import {notificationWith} from '../helpers/notifications.ts';

const row = {
	value: '0.5',
	asset: 'ETH',
	toAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
	blockNum: 17_000_000,
	isNew: true,
	tags: ['a', 'new'],
};

test.each([
	['value', 'gt', '0.4', 'int', true],
	['value', 'gt', '0.5', 'int', false],
	['value', 'eq', '0.50', 'float', true],
	['value', 'gte', '0.4', 'int', true],
	['value', 'gte', '0.50', 'float', true],
	['value', 'gte', '0.6', 'float', false],
	['value', 'lte', '0.5', 'int', true],
	['value', 'lte', '0.4', 'int', false],
	['value', 'resembles', '1', 'int', undefined],
	['price', 'resembles', '1', 'int', undefined],
	['value', 'gt', 'much', 'int', false],
	['asset', 'eq', 'eth', 'str', false],
	['asset', 'in', 'USDC, ETH', 'list', true],
	['asset', 'contains', 'T', 'str', true],
	['asset', 'ncontains', 'T', 'string', false],
	['tags', 'contains', 'new', 'str', true],
	['tags', 'contains', 'ne', 'str', false],
	['toAddress', 'eq', '0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045', 'str', true],
	['blockNum', 'gt', '16999999', 'int', true],
	['isNew', 'eq', 'true', 'boolean', true],
	['constructor', 'eq', '1', 'str', false],
])('%s %s %s (%s)', (...[fieldName, operator, value, valueType, isMatch]) => {
	const [activity] = tryFilters([{fieldName, operator, value, valueType}], [row]);
	expect(activity?.isMatch).toBe(isMatch);
});

test.each([
	['1e3', 'eq', '1000', true],
	['1.5E-1', 'lt', '0.2', true],
	['12345678901234567890', 'gt', '12345678901234567889', true],
])('%s %s %s, as JSON writes the number', (written, operator, value, isMatch) => {
	const [activity] = tryFilters(
		[{fieldName: 'value', operator, value, valueType: 'float'}],
		parseJson(`[{"value":${written}}]`),
	);
	expect(activity?.isMatch).toBe(isMatch);
});

test('a row matches if all filters do, and each gives a reason', () => {
	const rows = tryFilters(
		[
			{fieldName: 'asset', operator: 'eq', value: 'ETH', valueType: 'str'},
			{fieldName: 'value', operator: 'gt', value: '1000', valueType: 'int'},
		],
		sampleEvent,
	);
	expect(rows).toHaveLength(1);
	expect(rows[0]?.isMatch).toBe(false);
	expect(rows[0]?.results.map(({reason}) => reason)).toEqual(['it is ETH', 'it is 0.5']);
});

test('an operator that is not known decides nothing: a row does not match because of the others, or is not fully checked', () => {
	const unknown = {fieldName: 'value', operator: 'resembles', value: '1', valueType: 'int'};
	const known = (value: string) => ({...unknown, operator: 'gt', value});
	const matching = [
		[unknown, known('0.1')],
		[unknown, known('1')],
	].map(filters => tryFilters(filters, row)[0]?.isMatch);
	expect(matching).toEqual([undefined, false]);
	const watched = (value: string) =>
		matchEvent(notificationWith({addresses: [], filters: [unknown, known(value)]}), row);
	expect(watched('0.1')).toMatchObject({
		isFiring: true,
		failed: [],
		notCompared: expect.arrayContaining(['filter']) as string[],
	});
	expect(watched('1')).toMatchObject({isFiring: false, failed: [{wanted: 'value > 1 (int)'}]});
});

test.each([
	['a delivery', sampleEvent],
	['its event', sampleEvent.event],
	['its rows', sampleEvent.event.activity],
	['one row', sampleEvent.event.activity[0]],
])('reads %s', (_name, sample) => {
	expect(tryFilters([], sample)).toEqual([{row: sampleEvent.event.activity[0], isMatch: true, results: []}]);
});

test.each([
	['asset', 'gt', '14600000', 'int', 'cannot compare ETH with 14600000'],
	['price', 'eq', '1', 'int', 'the event has no price'],
	['rawContract.symbol', 'eq', 'X', 'str', 'the event has no rawContract.symbol'],
	['rawContract', 'gt', '1', 'int', 'cannot compare {"decimals":18} with 1'],
])('%s %s %s (%s) does not match: %s', (...[fieldName, operator, value, valueType, reason]) => {
	expect(
		tryFilters([{fieldName, operator, value, valueType}], [{...row, rawContract: {decimals: 18}}])[0]?.results,
	).toMatchObject([{isMatch: false, reason}]);
});

test.each([
	['rawContract.decimals', 'gt', '17', 'int', true],
	['rawContract.decimals', 'eq', '0x12', 'int', true],
	['rawContract.rawValue', 'gt', '999999999999999999', 'int', true],
	['rawContract.rawValue', 'eq', '1000000000000000000', 'int', true],
	['rawContract.rawValue', 'eq', '1000000000000000000', 'str', false],
	['rawContract.rawValue', 'in', '5, 1000000000000000000', 'list', true],
	['log.topics.1', 'eq', '0xB', 'str', true],
])('nested and hexadecimal: %s %s %s (%s)', (...[fieldName, operator, value, valueType, isMatch]) => {
	const nested = {rawContract: {decimals: 18, rawValue: '0x0de0b6b3a7640000'}, log: {topics: ['0xa', '0xb']}};
	expect(tryFilters([{fieldName, operator, value, valueType}], [nested])[0]?.isMatch).toBe(isMatch);
});

test.each([[null], [5], ['text'], [[]], [{}], [[null]]])('does not throw on %j', sample => {
	expect(() => tryFilters([{fieldName: 'a', operator: 'eq', value: '1', valueType: 'int'}], sample)).not.toThrow();
});
