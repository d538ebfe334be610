import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {
	canonicalForm,
	findCandidates,
	findDuplicates,
	matcherOfSent,
	rewritableForm,
} from '../../source/notification/equivalence.ts';
import {
	type Filter,
	type Notification,
	type NotificationFields,
	sourceOf,
} from '../../source/notification/notification.ts';
import {anyText} from '../helpers/any-text.ts';

const value: Filter = {fieldName: 'value', operator: 'gt', value: '1000', valueType: 'int'};
const asset: Filter = {fieldName: 'asset', operator: 'eq', value: 'ETH', valueType: 'str'};

const fields: NotificationFields = {
	userId: 'ops-1',
	channel: 'EMAIL',
	name: 'Treasury',
	recipient: 'ops@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [value, asset],
};

const listed = (change: Partial<Notification>): Notification => ({
	kind: 'notification',
	id: '1',
	...fields,
	...change,
});

test.each<[string, Partial<Notification>]>([
	['with another ID and raw record', {id: '99', source: sourceOf({template: 'x'})}],
	['with its address in another case', {addresses: ['0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045']}],
	['with its filters in another order', {filters: [asset, value]}],
])('two notifications are equal %s', (_name, change) => {
	expect(canonicalForm(listed(change))).toBe(canonicalForm(fields));
});

test.each<[string, Partial<Notification>]>([
	['under another name', {name: 'treasury'}],
	['to another recipient', {recipient: 'dev@example.com'}],
	['with one more address', {addresses: [...fields.addresses, '0x1']}],
	['with one filter less', {filters: [value]}],
	['with a filter twice', {filters: [value, value, asset]}],
	['with two members of a filter swapped', {filters: [{...value, fieldName: 'gt', operator: 'value'}, asset]}],
])('two notifications differ %s', (_name, change) => {
	expect(canonicalForm(listed(change))).not.toBe(canonicalForm(fields));
});

test('addresses that are not hexadecimal differ by their case', () => {
	const [one, other] = ['osgAsU', 'osgasU'].map(end =>
		canonicalForm({...fields, addresses: [`7xKXtg2CW87d97TX${end}`]}),
	);
	expect(one).not.toBe(other);
});

test('the order of addresses and filters never matters', () => {
	const filters = fc.array(
		fc.record({fieldName: fc.string(), operator: fc.string(), value: fc.string(), valueType: fc.string()}),
	);
	fc.assert(
		fc.property(filters, fc.array(fc.string()), (some, addresses) => {
			expect(canonicalForm({...fields, filters: some.toReversed(), addresses: addresses.toReversed()})).toBe(
				canonicalForm({...fields, filters: some, addresses}),
			);
		}),
	);
});

test('findDuplicates ignores the name', () => {
	const same = [listed({id: '1'}), listed({id: '2', name: 'other'}), listed({id: '3', filters: [asset, value]})];
	const others = [listed({id: '4', userId: 'ops-2'}), {kind: 'unreadable', index: 4, problem: '', raw: null} as const];
	expect(findDuplicates(fields, [...others, ...same])).toEqual(same);
	expect(findDuplicates(fields, others)).toEqual([]);
});

test('rewritten notifications are found in bytes that they share', () => {
	const text = fc.oneof(
		fc.string(),
		anyText(),
		fc.constantFrom(
			'a@b.example',
			'K;`x',
			'-1001234567890',
			'1000',
			'cafe\u{301}',
			'naïve user',
			'A[API key]bc',
			'\u{212A}elvin',
			'[',
			'"',
		),
	);
	const rewriting = fc.constantFrom<Array<(value: string) => unknown>>(
		given => given,
		given => given.toUpperCase(),
		given => ` ${given}\t`,
		given => given.normalize('NFC'),
		given => given.normalize('NFD'),
		given => given.replaceAll(/k/giv, '\u{212A}'),
		given => (Number.isSafeInteger(Number(given)) && given.trim() !== '' ? Number(given) : given),
	);
	const record = fc.tuple(rewriting, rewriting, fc.boolean());
	fc.assert(
		fc.property(
			text,
			text,
			fc.array(fc.tuple(text, text), {maxLength: 3}),
			fc.array(record, {maxLength: 4}),
			(recipient, userId, others, rewritten) => {
				const raw = [
					...others.map(([to, user]) => ({delivery_location: to, external_user_id: user})),
					...rewritten.map(([to, user, isOther]) => ({
						delivery_location: to(recipient),
						external_user_id: isOther ? 'other' : user(userId),
					})),
				].map((each, index) => JSON.stringify({id: index + 1, ...each}));
				const bytes = Buffer.from(raw.join(','));
				let from = 0;
				const records = raw.map((json, index) => {
					const to = from + Buffer.byteLength(json);
					const read = readRecord(JSON.parse(json), index, {bytes, from, to}) as Notification;
					from = to + 1;
					return read;
				});
				const wanted = {
					...fields,
					recipient,
					userId,
					channel: '',
					name: '',
					network: '',
					eventType: '',
					addresses: [],
					filters: [],
				};
				const expected = records.filter(each => rewritableForm(each) === rewritableForm(wanted)).map(({id}) => id);
				expect(
					findCandidates(wanted, records)
						.filter(each => rewritableForm(each) === rewritableForm(wanted))
						.map(({id}) => id),
				).toEqual(expected);
			},
		),
	);
});

test('candidates have the recipient and the user, as services rewrite them; with the API key removed, any', () => {
	const records = [
		listed({id: '1'}),
		listed({id: '2', recipient: ' OPS@example.com'}),
		listed({id: '3', userId: 'other'}),
		listed({id: '4', recipient: 'https://example.com/secret'}),
	];
	const found = (change: Partial<NotificationFields>) =>
		findCandidates({...fields, ...change}, records).map(({id}) => id);
	expect(found({})).toEqual(['1', '2']);
	expect(found({recipient: 'https://example.com/[API key]'})).toEqual(['1', '2', '4']);
});

describe('members of filters that interface.md does not name', () => {
	const one = {fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'};
	const withFilters = (id: string, ...filters: ReadonlyArray<Readonly<Record<string, unknown>> | undefined>) =>
		listed({id, filters: filters.map(extras => ({...one, ...(extras !== undefined && {extras})}))});

	test('make filters different, whatever their order', () => {
		expect(canonicalForm(withFilters('1', {negate: true}))).not.toBe(canonicalForm(withFilters('1', {negate: false})));
		expect(canonicalForm(withFilters('1', {negate: true}))).not.toBe(canonicalForm(withFilters('1', undefined)));
		expect(canonicalForm(withFilters('1', {a: 1, b: 2}))).toBe(canonicalForm(withFilters('1', {b: 2, a: 1})));
	});

	test('are part of what was sent; what a service adds is not', () => {
		const sent = (...filters: ReadonlyArray<Readonly<Record<string, unknown>> | undefined>) =>
			[
				withFilters('1', {negate: true}),
				withFilters('2', {negate: false}),
				withFilters('3', undefined),
				withFilters('4', {negate: true, note: 'x'}, {negate: false}),
			]
				.filter(matcherOfSent(withFilters('0', ...filters)))
				.map(({id}) => id);
		expect(sent({negate: true})).toEqual(['1']);
		expect(sent(undefined)).toEqual(['1', '2', '3']);
		expect(sent(undefined, {negate: true, note: 'x'})).toEqual(['4']);
		expect(sent({negate: true}, {negate: true})).toEqual([]);
	});

	test('that a service fills in hide no duplicate', () => {
		expect(
			findDuplicates(withFilters('0', undefined), [withFilters('1', {negate: false, note: ''})]).map(({id}) => id),
		).toEqual(['1']);
		expect(findDuplicates(withFilters('0', undefined), [withFilters('1', {negate: true})])).toEqual([]);
	});
});
