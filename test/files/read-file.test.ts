import {Buffer} from 'node:buffer';
import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {checkEntries} from '../../source/files/check-entries.ts';
import {readFile} from '../../source/files/read-file.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const yaml = `# yaml-language-server: $schema=./chainbell.schema.json
version: 1
profile: production
scope: user:=ops
defaults:
  channel: WEBHOOK
  event_details: {network: ETH_MAINNET, event_type: ADDRESS_ACTIVITY}
notifications:
  - external_user_id: ops
    notification_name: Treasury
    delivery_location: {env: TREASURY_HOOK}
    template: {file: templates/treasury.txt}
    event_details:
      addresses: [0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045]
      filters: [{field_name: value, operator: gt, value: 10, value_type: int}]
`;

const read = async (
	text: string,
	{folder, env = {}}: {readonly folder?: string | undefined; readonly env?: Readonly<Record<string, string>>} = {},
) => readFile(text, 'a.yaml', {folder, env: name => env[name]});

/** The mistakes as `line:column field message`. */
const mistakesOf = async (text: string, options?: Parameters<typeof read>[1]) => {
	const reading = await read(text, options);
	return reading.mistakes.map(({line, column, field, message}) => `${line}:${column} ${field} ${message}`);
};

test('defaults are merged into every entry, and references replaced', async () => {
	await using home = await temporaryFolder();
	mkdirSync(path.join(home.path, 'templates'));
	writeFileSync(path.join(home.path, 'templates/treasury.txt'), 'Moved {{value}}\n');
	expect(await read(yaml, {folder: home.path, env: {TREASURY_HOOK: 'https://example.com/a'}})).toMatchObject({
		mistakes: [],
		file: {
			profile: 'production',
			scope: {text: 'user:=ops', place: {line: 4}},
			entries: [
				{
					place: {line: 9, column: 5},
					statesTemplate: true,
					statesTopics: false,
					id: undefined,
					draft: {
						channel: 'WEBHOOK',
						recipient: 'https://example.com/a',
						template: 'Moved {{value}}\n',
						network: 'ETH_MAINNET',
						addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
						filters: [{fieldName: 'value', value: '10'}],
					},
				},
			],
		},
	});
});

test('every mistake is told at once, with its line, its column and what was probably meant', async () => {
	expect(
		await mistakesOf(`version: 2
profil: x
scope: not:chanel:email
notifications:
  - external_user_id: [a]
    chanel: EMAIL
    event_details:
      network: {x: 1}
      adresses: [0x1]
      filters: [{field_name: value, operater: gt}, 3]
  - just text
`),
	).toStrictEqual([
		'1:10 version must be 1: this chainbell knows no other',
		'2:9 profil is not known in a file of notifications. Did you mean profile?',
		'3:8 scope is not a query: Unknown field "chanel:". Did you mean channel:? Put text with a colon in quotes.',
		'5:23 external_user_id must be text',
		'6:13 chanel is not a field of a notification. Did you mean channel?',
		'8:16 event_details.network must be text',
		'9:17 event_details.adresses is not a field of a notification. Did you mean addresses?',
		'10:47 event_details.filters.0.operater is not a field of a notification. Did you mean operator?',
		'10:52 event_details.filters.1 must be an object with field_name, operator, value, value_type',
		'11:5  is not a notification: fields and their values are expected',
	]);
});

test.each([
	[
		'camel case',
		'- externalUserId: a\n',
		'1:19 externalUserId is not a field of a notification. Did you mean external_user_id?',
	],
	['capitals', '- CHANNEL: EMAIL\n', '1:12 CHANNEL is not a field of a notification. Did you mean channel?'],
	[
		'the name in queries',
		'- user: a\n  to: b\n',
		'1:9 user is not a field of a notification. Did you mean external_user_id?\n2:7 to is not a field of a notification. Did you mean delivery_location?',
	],
	[
		'the last word of a name',
		'- event_details: {type: A, filters: [{type: int}]}\n',
		'1:25 event_details.type is not a field of a notification. Did you mean event_type?\n1:45 event_details.filters.0.type is not a field of a notification. Did you mean value_type?',
	],
	[
		'a field outside its object',
		'- network: A\n  event_details: {event_type: B}\n',
		'1:12 network is not a field of a notification. Did you mean event_details.network?',
	],
	[
		'a field inside an object',
		'- event_details: {channel: EMAIL}\n',
		'1:28 event_details.channel is not a field of a notification. Did you mean channel outside event_details?',
	],
	[
		'a topic',
		'- event_details: {graphql: {topic0: 0x1}}\n',
		'1:37 event_details.graphql.topic0 is not a field of a notification. Did you mean topic_0?',
	],
	[
		'the list',
		'version: 1\nnotification:\n- channel: EMAIL\n',
		'3:1 notification is not known in a file of notifications. Did you mean notifications?',
	],
	[
		'a required text that is empty',
		'scope: user:=ops\nnotifications:\n- {external_user_id: , channel: EMAIL, delivery_location: a, event_details: {network: A, event_type: B, addresses: [0x1]}}\n',
		'3:20 external_user_id is required',
	],
])('it names what was meant: %s', async (_name, text, expected) => {
	expect(await mistakesOf(text)).toStrictEqual(expected.split('\n'));
});

test.each([
	['a list that is none', 'notifications: {a: 1}\n', '1:16 notifications must be a list'],
	['an empty scope', 'scope: ""\nnotifications: []\n', '1:9 scope must be a query, such as user:=ops, or all'],
	[
		'defaults that are none',
		'defaults: 3\nnotifications: []\n',
		'1:11 defaults must be an object with fields of a notification',
	],
	[
		'an entry outside the scope of its file',
		'scope: user:=ops\nnotifications:\n- external_user_id: opsx\n',
		'3:3  does not belong to the scope of this file, user:=ops',
	],
	[
		'a variable that is not set',
		'notifications:\n- delivery_location: {env: NOWHERE}\n',
		'2:22 delivery_location is the environment variable NOWHERE, which is not set',
	],
	[
		'a file on standard input',
		'notifications:\n- template: {file: a.txt}\n',
		'2:13 template names a file, which standard input cannot do',
	],
	[
		'a reference in a list without "notifications:"',
		'- delivery_location: {env: HOME}\n',
		'1:22 delivery_location is a reference: only a file with "notifications:" can have one',
	],
])('it is refused: %s', async (_name, text, expected) => {
	expect(await mistakesOf(text)).toStrictEqual([expected]);
});

test.skipIf(process.platform === 'win32')(
	'a reference reads only regular files below the folder of its file',
	async () => {
		await using home = await temporaryFolder();
		const at = (name: string) => path.join(home.path, name);
		mkdirSync(at('alerts/inner'), {recursive: true});
		for (const [name, content] of [
			['secret', 'secret'],
			['alerts/inner/text', 'words'],
			['alerts/..text', 'words'],
			['alerts/bytes', Buffer.from([0x61, 0xff])],
			['alerts/large', 'x'.repeat(1_000_001)],
		] as const) {
			writeFileSync(at(name), content);
		}

		execFileSync('mkfifo', [at('alerts/fifo')]);
		symlinkSync(at('alerts/inner'), at('alerts/same'));
		symlinkSync(home.path, at('alerts/folder'));
		symlinkSync(at('secret'), at('alerts/link'));
		const outside = 'which is not below the folder of this file';
		const mistakes: ReadonlyArray<readonly [name: string, why?: string]> = [
			['inner/text'],
			['same/text'],
			['..text'],
			['.', outside],
			['../secret', outside],
			['folder/secret', outside],
			['link', outside],
			[at('secret'), outside],
			['/dev/zero', outside],
			['fifo', 'which cannot be read: it is a FIFO, not a regular file'],
			['inner', 'which cannot be read: it is a directory, not a regular file'],
			['bytes', 'which cannot be read: line 1: this is not UTF-8 text'],
			['large', 'which cannot be read: it is larger than 1 MB'],
			['a\0b', 'which cannot be read: there is no such file'],
			['x'.repeat(300), 'which cannot be read: its name is too long'],
		];
		for (const [name, why] of mistakes) {
			expect(
				await mistakesOf(`notifications:\n- template: {file: ${JSON.stringify(name)}}\n`, {folder: at('alerts')}),
			).toStrictEqual(why === undefined ? [] : [expect.stringContaining(why)]);
		}
	},
);

test('a listed record is taken as it is: nothing in it is a reference or a misspelled field', async () => {
	const record = {
		id: 1,
		external_user_id: 'a',
		templated: true,
		event_details: {filters: [{field_name: 'value', value: {env: 'HOME'}, operation: 'x'}]},
	};
	const reading = await read(JSON.stringify([record]), {env: {HOME: 'secret'}});
	expect(JSON.stringify(reading.file.entries[0]!.draft)).not.toContain('secret');
	expect(reading).toMatchObject({
		mistakes: [],
		file: {entries: [{id: '1', place: {line: 1, column: 2}, draft: {recordExtras: {templated: true}}}]},
	});
});

test('entries that defaults make much larger than their file are refused, at the entry', async () => {
	const text = `defaults: {template: ${'x'.repeat(2_000_000)}}\nnotifications:\n${'- {}\n'.repeat(60)}`;
	await expect(read(text)).rejects.toThrow(
		'a.yaml cannot be read: line 52, column 3: with its defaults, references and aliases it needs more than 200 MB of memory up to here; divide it into several files.',
	);
});

test('after many mistakes a file is not read further, and of one entry only the first are told', async () => {
	const texts = await mistakesOf('- 1\n'.repeat(12_000));
	expect(texts).toHaveLength(10_000);
	expect(texts.at(-1)).toBe('10000:3  is not a notification: fields and their values are expected');
	const entry = JSON.stringify({event_details: {filters: Array.from({length: 3000}, () => [])}});
	expect(await mistakesOf(entry)).toHaveLength(100);
	const one = await read(JSON.stringify([{event_details: {filters: Array.from({length: 1000}, () => ({}))}}]));
	expect(checkEntries(one.file.entries)).toMatchObject({mistakes: {length: 100}, warnings: {length: 100}});
	const many = await read('- {}\n'.repeat(3000));
	expect(checkEntries(many.file.entries).mistakes.length).toBeLessThan(10_010);
});

test('what the checks find is told in the order of the lines', async () => {
	const {file} = await read(
		'- event_details:\n    addresses: [0x1]\n    network: ""\n  delivery_location: ""\n  channel: ""\n  external_user_id: ""\n- {}\n',
	);
	const lines = checkEntries(file.entries).mistakes.map(({line}) => line);
	expect(new Set(lines).size).toBeGreaterThan(4);
	expect(lines).toEqual(lines.toSorted((a, b) => a - b));
});

const withFilters = (filters: string) =>
	`notifications:
- external_user_id: a
  channel: EMAIL
  delivery_location: a@example.com
  event_details:
    network: N
    event_type: E
    addresses: [0x1]
    filters: ${filters}
`;

test('what a check finds in a filter is at the filter, and at its line where all are one', async () => {
	const placesIn = async (filters: string) => {
		const {file} = await read(withFilters(filters));
		return checkEntries(file.entries)
			.warnings.filter(({field}) => field.startsWith('event_details.filters'))
			.map(({line, column, field}) => `${line}:${column} ${field}`);
	};

	expect(
		await placesIn(
			'\n    - "asset = x"\n    - field_name: value\n      operator: gt\n      value: 0x10\n      value_type: int',
		),
	).toEqual(['13:14 event_details.filters.1.value']);
	expect(await placesIn('asset = x and value > 0x10')).toEqual(['9:14 event_details.filters.1.value']);
});

test('filters can be a line, and a filter of a list one, too', async () => {
	const both = [
		{fieldName: 'value', operator: 'gt', value: '100', valueType: 'int'},
		{fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'},
	];
	for (const filters of [
		'value > 100 and asset = USDC',
		'>-\n      value > 100\n      and asset = USDC',
		'[value > 100, {field_name: asset, operator: eq, value: USDC, value_type: str}]',
	]) {
		expect(await read(withFilters(filters))).toMatchObject({mistakes: [], file: {entries: [{draft: {filters: both}}]}});
	}

	expect(await read(withFilters('""'))).toMatchObject({mistakes: [], file: {entries: [{draft: {filters: []}}]}});
});

test.each([
	[
		'value >',
		'9:14 event_details.filters has a mistake at character 8 of `value >`: Filter 1 has no value yet. Write filters such as `value > 100 and asset = USDC`.',
	],
	[
		'[a = 1, b]',
		'9:22 event_details.filters.1 has a mistake at character 2 of `b`: Filter 1 has no operator yet. Write filters such as `value > 100 and asset = USDC`.',
	],
	['[a = 1 and b = 1]', '9:15 event_details.filters.0 must be one filter'],
	['17', '9:14 event_details.filters must be a list'],
])('filters that are %s are a mistake', async (filters, mistake) => {
	expect(await mistakesOf(withFilters(filters))).toStrictEqual([mistake]);
});
