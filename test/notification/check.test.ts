import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readCreateBody} from '../../source/sandbox/body.ts';
import {toCreateBody} from '../../source/service/body.ts';
import {channelNames} from '../../source/notification/channels.ts';
import {checkDraft, isRequired, type CheckOptions} from '../../source/notification/check.ts';
import {emptyDraft, fieldsOf, toInput, writeField, type Draft} from '../../source/notification/fields.ts';
import type {FieldId} from '../../source/notification/spec.ts';

const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const wrong = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const good: Draft = {
	...emptyDraft,
	userId: 'ops-1',
	channel: 'EMAIL',
	recipient: 'ops@example.com',
	addresses: [checksummed],
	filters: [{fieldName: 'value', operator: 'gt', value: '1000', valueType: 'int'}],
};

const onWebhook = {...good, channel: 'WEBHOOK', recipient: 'https://example.com/hook', eventType: 'GRAPHQL'};

const said = (draft: Draft, options?: CheckOptions) =>
	checkDraft(draft, options).map(({field, severity, message}) => `${field} ${severity}: ${message}`);

test.each<[FieldId, boolean]>([
	['userId', true],
	['address', true],
	['name', false],
	['template', false],
	['topic.0', false],
	['filter.0.operator', true],
	['filter.0.value', false],
])('%s is required: %s', (field, is) => {
	expect(isRequired(field)).toBe(is);
});

describe('a field is checked', () => {
	test.each<[string, Draft, FieldId, string, string[]]>([
		['a channel', good, 'channel', 'PIGEON', ['channel error: must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK']],
		['an address in capitals', good, 'address', checksummed.toUpperCase().replace('0X', '0x'), []],
		['an ENS name', good, 'address', 'vitalik.eth', ['address error: is an ENS name: look up its 0x address first']],
		[
			'two addresses',
			good,
			'address',
			'0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
			['address error: has 2 addresses: a notification has one, so create one for each'],
		],
		[
			'an address of Tron',
			good,
			'address',
			'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
			['address error: is not an EVM address: those are 0x and 40 hexadecimal digits'],
		],
		[
			'an address of another length',
			good,
			'address',
			'0x0102',
			['address warning: has 4 hexadecimal digits; an account or contract has 40'],
		],
		[
			'a recipient that is no e-mail address',
			good,
			'recipient',
			'ops',
			['recipient error: is not an e-mail address, such as someone@example.com'],
		],
		[
			'a webhook with white space around its channel',
			{...onWebhook, channel: ' WEBHOOK '},
			'recipient',
			'ftp://a/',
			['recipient error: is not an https:// URL'],
		],
		[
			'a topic that is too short',
			onWebhook,
			'topic.1',
			'0xab',
			['topic.1 error: must be 0x and 64 hexadecimal digits (32 bytes), or empty'],
		],
		['a value that is not a number', good, 'filter.0.value', 'many', ['filter.0.value warning: "many" is not an int']],
		[
			'an operator that is not used with the type',
			good,
			'filter.0.operator',
			'contains',
			['filter.0.operator warning: contains is not normally used with type int'],
		],
		[
			'a value of a type with another article',
			{...good, filters: [{...good.filters[0]!, valueType: 'boolean'}]},
			'filter.0.value',
			'x',
			[
				'filter.0.operator warning: gt is not normally used with type boolean',
				'filter.0.value warning: "x" is not a boolean',
			],
		],
		[
			'an unknown operator',
			good,
			'filter.0.operator',
			'gtgt',
			['filter.0.operator warning: "gtgt" is not an operator that chainbell knows'],
		],
		['an operator of the guide', good, 'filter.0.operator', 'gte', []],
		[
			'the sign of an operator',
			good,
			'filter.0.operator',
			'>',
			['filter.0.operator warning: ">" is sent as it is; the name of the operator is gt'],
		],
		[
			'an unknown type',
			good,
			'filter.0.valueType',
			'wei',
			['filter.0.valueType warning: "wei" is not a type that chainbell knows'],
		],
		[
			'another name of a type',
			{...good, filters: [{...good.filters[0]!, operator: 'eq'}]},
			'filter.0.valueType',
			'string',
			[],
		],
	])('%s', (...[, draft, field, text, issues]) => {
		expect(said(writeField(draft, field, text))).toEqual(issues);
	});

	test.each([
		['TELEGRAM', 'nobody', 'recipient warning: is neither a chat ID nor an @username'],
		['SLACK', 'nobody', 'recipient warning: is not an incoming webhook URL, a #channel, or a channel or user ID'],
	])('a recipient on %s that looks wrong is a warning', (channel, recipient, issue) => {
		expect(said({...good, channel, recipient})).toEqual([issue]);
	});

	test.each([
		['NOWHERE', {network: ['MY_CHAIN']}, ['network warning: is not a network that is used in this account']],
		['MY_CHAIN', {network: ['MY_CHAIN']}, []],
		['BASE_MAINNET', {network: ['MY_CHAIN']}, []],
		['NOWHERE', {network: []}, []],
	])('the network %s, in an account that uses %j', (network, known, issues) => {
		expect(said({...good, network}, {known})).toEqual(issues);
	});
});

test('a wrong checksum can be accepted for this address only', () => {
	expect(checkDraft({...good, addresses: [wrong]})).toMatchObject([{field: 'address', canOverride: true}]);
	expect(said({...good, addresses: [` ${wrong} `]}, {accepted: {address: wrong}})).toEqual([
		'address warning: fails its EIP-55 checksum (accepted)',
	]);
	expect(
		checkDraft({...good, addresses: [wrong.replace('0xD8', '0xd8').replace('A9', 'a9')]}, {accepted: {address: wrong}}),
	).toHaveLength(1);
});

test('a draft without errors becomes a body that the schema allows', () => {
	const text = fc.oneof(fc.constantFrom('', ' ', ' x ', 'ops'), fc.string());
	const drafts = fc.record({
		userId: text,
		channel: fc.constantFrom(...channelNames(), ' EMAIL ', 'email', ''),
		recipient: fc.constantFrom(
			'ops@example.com',
			' ops@example.com ',
			'https://example.com/',
			'@channel',
			'-100',
			'#alerts',
			'',
		),
		addresses: fc.tuple(fc.constantFrom(checksummed, ` ${checksummed} `, '0x1', '0X1', '', 'x')),
		network: text,
		eventType: fc.constantFrom('GRAPHQL', ' GRAPHQL ', 'ADDRESS_ACTIVITY', ' '),
		name: text,
		template: text,
		filters: fc.array(fc.record({fieldName: text, operator: text, value: text, valueType: text}), {maxLength: 2}),
		topics: fc.constantFrom<Draft['topics']>(
			['', '', '', ''],
			['x', '', '', ''],
			['', '', '', ` 0x${'0'.repeat(64)} `],
		),
	});
	fc.assert(
		fc.property(drafts, draft => {
			const issues = checkDraft(draft);
			expect(fieldsOf(draft)).toEqual(expect.arrayContaining(issues.map(({field}) => field)));
			if (issues.every(({severity}) => severity === 'warning')) {
				expect('body' in readCreateBody(Buffer.from(JSON.stringify(toCreateBody(toInput(draft)))))).toBe(true);
			}
		}),
	);
});
