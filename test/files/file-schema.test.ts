import {readFileSync} from 'node:fs';
import {Validator} from '@cfworker/json-schema';
import {expect, test} from 'vitest';
import {parse, parseAllDocuments} from 'yaml';
import {checkEntries} from '../../source/files/check-entries.ts';
import {notificationFileSchema} from '../../source/files/file-schema.ts';
import {readFile} from '../../source/files/read-file.ts';
import {bodyOf} from './account.ts';

const validator = new Validator(notificationFileSchema(), '2020-12');

/** Whether an editor finds no mistake, which reads YAML with its types. */
const isValid = (text: string) => validator.validate(parse(text)).valid;

/** Whether chainbell finds no mistake. */
async function isTaken(text: string) {
	const reading = readFile(text, 'a.yaml', {folder: undefined, env: () => 'https://example.com/hook'});
	return reading.mistakes.length === 0 && checkEntries(reading.file.entries).mistakes.length === 0;
}

const file = (...notifications: readonly unknown[]) => JSON.stringify({notifications});
const {event_details: _details, ...withoutDetails} = bodyOf();

test.each([
	['a body', file(bodyOf())],
	['a list of bodies', JSON.stringify([bodyOf()])],
	[
		'a body alone',
		JSON.stringify(bodyOf({id: 17}, {filters: [{field_name: 'value', operator: 'gt', value: 1, value_type: 'int'}]})),
	],
	['no notification', 'notifications: []'],
	['nothing where the list is', 'notifications:\n'],
	[
		'all members beside the list',
		JSON.stringify({
			version: 1,
			profile: 'production',
			scope: 'user:=ops',
			defaults: {channel: 'EMAIL'},
			notifications: [bodyOf()],
		}),
	],
	[
		'defaults that have what an entry lacks',
		JSON.stringify({
			defaults: {...withoutDetails, event_details: {network: 'A'}},
			notifications: [{event_details: {event_type: 'B', addresses: ['0x1']}}],
		}),
	],
	['an ID', file(bodyOf({id: 17}), bodyOf({id: '18'}))],
	['members that are not documented', file(bodyOf({priority: 3}, {chain: {id: 1}}))],
	[
		'filters, also with an empty part',
		file(bodyOf({}, {filters: [{field_name: 'value', operator: 'gt', value: '1', value_type: 'int', negate: true}]})),
	],
	['filters as a line', file(bodyOf({}, {filters: 'value > 1 and asset = USDC'}))],
	[
		'filters as lines and objects',
		file(bodyOf({}, {filters: ['value > 1', {field_name: 'asset', operator: 'eq', value: 'A', value_type: 'str'}]})),
	],
	[
		'a GraphQL-type webhook',
		file(
			bodyOf(
				{channel: 'WEBHOOK', delivery_location: 'https://example.com'},
				{event_type: 'GRAPHQL', graphql: {topic_0: `0x${'0'.repeat(64)}`}},
			),
		),
	],
	['references', file(bodyOf({channel: 'WEBHOOK', delivery_location: {env: 'HOOK'}}))],
	[
		'values without quotes',
		'- {external_user_id: 007, channel: TELEGRAM, delivery_location: -1001234567890, notification_name: true, template: , event_details: {network: 1, event_type: 2, addresses: [0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045], filters: }}',
	],
])('%s is valid', async (_name, text) => {
	expect({isValid: isValid(text), isTaken: await isTaken(text)}).toStrictEqual({isValid: true, isTaken: true});
});

test.each([
	['an unknown member beside the list', 'profil: production\nnotifications: []'],
	['another version', 'version: 2\nnotifications: []'],
	['a list that is none', 'notifications: {a: 1}'],
	['a scope that is no text', 'scope: [a]\nnotifications: []'],
	['an unknown channel', file(bodyOf({channel: 'FAX'}))],
	['no event details', file(withoutDetails)],
	['no recipient', file({...bodyOf(), delivery_location: undefined})],
	['a misspelled member', file({...bodyOf(), event_details: {network: 'A', event_type: 'B', adresses: ['0x1']}})],
	['two addresses', file(bodyOf({}, {addresses: ['0x1', '0x2']}))],
	['an address that is no hexadecimal', file(bodyOf({}, {addresses: ['vitalik.eth']}))],
	['a list instead of text', file(bodyOf({notification_name: ['a']}))],
	['a filter that is none', file(bodyOf({}, {filters: [1]}))],
	['a reference of another kind', file(bodyOf({notification_name: {url: 'a'}}))],
	['a body that is text', '- just text'],
	['a reference in a body alone', JSON.stringify(bodyOf({channel: 'WEBHOOK', delivery_location: {env: 'HOOK'}}))],
	['a reference in a list of bodies', JSON.stringify([bodyOf({channel: 'WEBHOOK', delivery_location: {env: 'HOOK'}})])],
])('%s is not valid', async (_name, text) => {
	expect({isValid: isValid(text), isTaken: await isTaken(text)}).toStrictEqual({isValid: false, isTaken: false});
});

test('the files in the docs are valid', () => {
	const blocks = readFileSync(new URL('../../docs/as-code.md', import.meta.url), 'utf8')
		.matchAll(/^```yaml\n(?<text>.*?)^```$/gmsv)
		.map(({groups}) => groups!.text!)
		.toArray();
	expect(blocks.length).toBeGreaterThan(0);
	expect(
		blocks.filter(text => !parseAllDocuments(text).every(document => validator.validate(document.toJS()).valid)),
	).toStrictEqual([]);
});
