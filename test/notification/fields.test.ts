import {expect, test} from 'vitest';
import {blankDraft, readField, writeField} from '../../source/notification/fields.ts';
import {fields, groupLetters, sortLetters} from '../../source/notification/spec.ts';
import {notificationWith} from '../helpers/notifications.ts';

test.each(['name', 'path', 'label'] as const)('no two fields share a %s', key => {
	expect(new Set(fields.map(field => field[key])).size).toBe(fields.length);
});

test('every name can be a search prefix', () => {
	expect(fields.filter(({name}) => !/^[a-z]{1,12}$/v.test(name))).toEqual([]);
});

test.each([
	['sort', sortLetters()],
	['group', groupLetters()],
])('no two choices of %s share a letter, or take one that moves the cursor', (_name, letters) => {
	const taken = Object.values(letters);
	expect(new Set(taken).size).toBe(taken.length);
	expect(taken.filter(letter => !/^[a-z]$/v.test(letter) || 'hl'.includes(letter))).toEqual([]);
});

test('the choices are in their order', () => {
	expect(Object.keys(sortLetters()).join(' ')).toBe('id name channel user recipient network address event');
	expect(Object.keys(groupLetters()).join(' ')).toBe('user channel network event address recipient');
});

test('the line of the filters is read as it is typed, also while it has a mistake', () => {
	const typed = writeField(blankDraft, 'filters', 'value>100  and asset');
	expect(readField(typed, 'filters')).toBe('value>100  and asset');
	expect(typed.filters).toMatchObject([{fieldName: 'value', operator: 'gt', value: '100'}, {fieldName: 'asset'}]);
	const whole = writeField(typed, 'filters', 'value>100  and asset = USDC');
	expect(readField(whole, 'filters')).toBe('value > 100 and asset = USDC');
	expect(whole).not.toHaveProperty('filtersText');
});

test('each field reads its own value', () => {
	const notification = notificationWith({
		id: '7',
		name: 'n',
		channel: 'C',
		userId: 'u',
		recipient: 'r',
		network: 'N',
		eventType: 'E',
		addresses: ['0x1', '0x2'],
		filters: [
			{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'},
			{fieldName: 'asset', operator: 'eq', value: 'ETH', valueType: 'str'},
		],
	});
	expect(fields.map(({name, read}) => `${name}: ${read(notification)}`)).toEqual([
		'id: 7',
		'name: n',
		'channel: C',
		'user: u',
		'recipient: r',
		'filter: value > 1 (int) and asset = ETH (str)',
		'network: N',
		'address: 0x1 0x2',
		'event: E',
	]);
});
