import fc from 'fast-check';
import {expect, test} from 'vitest';
import {pullInto} from '../../source/files/pull.ts';
import type {JsonObject} from '../../source/platform/json.ts';
import {accountOf, bodyOf, fileOf, planOf, type Account} from './account.ts';

const pull = async (text: string, account: Account) => {
	const file = fileOf(text);
	return pullInto(text, file.entries, planOf(account, [file]), id => account.sent.get(id));
};

const text = `# Alerts of operations
version: 1
scope: user:=ops
defaults: {channel: EMAIL, event_details: {network: ETH_MAINNET, event_type: ADDRESS_ACTIVITY}}
notifications:
  # The treasury
  - external_user_id: ops
    notification_name: Treasury # large
    delivery_location: "a@example.com"
    template: words
    event_details:
      addresses: [0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045]
  # The second
  - {external_user_id: ops, notification_name: Second, delivery_location: b@example.com, template: '', event_details: {addresses: [0xAB]}}
`;

const second = (change: JsonObject = {}) =>
	bodyOf(
		{notification_name: 'Second', delivery_location: 'b@example.com', template: '', ...change},
		{addresses: ['0xAB']},
	);

test.each<[string, readonly JsonObject[], (written: string) => string]>([
	['nothing', [bodyOf(), second()], written => written],
	[
		'a recipient',
		[bodyOf({delivery_location: 'new@example.com'}), second()],
		written => written.replace('"a@example.com"', 'new@example.com'),
	],
	[
		'a name in brackets',
		[bodyOf(), second({notification_name: 'Other: one'})],
		written => written.replace('Second,', '"Other: one",'),
	],
	[
		'a network that the defaults have',
		[bodyOf({}, {network: 'BSC'}), second()],
		written => written.replace(/(?<= {6}addresses: .*\n)/v, '      network: BSC\n'),
	],
	[
		'filters',
		[bodyOf({}, {filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}]}), second()],
		written =>
			written.replace(
				/(?<= {6}addresses: .*\n)/v,
				'      filters: [{field_name: value, operator: gt, value: "10", value_type: int}]\n',
			),
	],
	['one that is gone', [second()], written => written.replace(/ {2}# The treasury\n[\s\S]*?(?= {2}# The second)/v, '')],
])('comments, order and what did not change stay: %s', async (_name, listed, expected) => {
	const pulled = await pull(text, accountOf(listed));
	expect(pulled).toBe(expected(text));
});

test('filters that are a line stay a line', async () => {
	const asLine = text.replace('      addresses: [0xd', '      filters: value > 5 # much\n      addresses: [0xd');
	const filters = [
		{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'},
		{field_name: 'mine', operator: 'eq', value: '5', value_type: 'str'},
	];
	const pulled = await pull(asLine, accountOf([bodyOf({}, {filters}), second()]));
	expect(pulled).toBe(asLine.replace('value > 5', 'value > 10 and mine = 5 (str)'));
	expect(await pull(pulled!, accountOf([bodyOf({}, {filters}), second()]))).toBe(pulled);
	expect(await pull(pulled!, accountOf([bodyOf(), second()]))).toContain('filters: [] # much');
});

test('a list at the beginning of its lines can lose its last entry', async () => {
	const body = bodyOf();
	const file = `version: 1\nnotifications:\n- ${JSON.stringify(body)}\n`;
	const pulled = await pull(file, accountOf([]));
	expect(pulled).toBe('version: 1\nnotifications:\n []\n');
	expect(fileOf(pulled!).entries).toEqual([]);
	expect(await pull(`scope: all\n${pulled!}`, accountOf([body]))).toMatch(
		/^notifications:\s+- external_user_id: ops/mv,
	);
});

const body = fc.record({
	external_user_id: fc.constantFrom('ops', 'a'),
	channel: fc.constantFrom('EMAIL', 'SLACK'),
	notification_name: fc.constantFrom('', 'A: b', '# c', '007', 'é"\\', 'two\nlines'),
	delivery_location: fc.constantFrom('a@example.com', '-100', 'yes', 'null'),
	template: fc.constantFrom('', 'x', '- y\n z\n'),
	event_details: fc.record({
		network: fc.constantFrom('ETH', 'BSC'),
		event_type: fc.constant('ADDRESS_ACTIVITY'),
		addresses: fc.constantFrom(['0x01'], ['0xAB']),
		filters: fc.constantFrom(
			[],
			[{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
			[{field_name: 'asset', operator: 'eq', value: 'a\n b: "c"', value_type: 'str'}],
		),
	}),
});

test('whatever the account becomes, the pulled file needs no change', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(body, {maxLength: 5}),
			fc.array(body, {maxLength: 5}),
			fc.constantFrom('yaml', 'flat yaml', 'json'),
			async (before, after, form) => {
				const {stringify} = await import('yaml');
				const content = {version: 1, scope: 'all', notifications: before};
				const written =
					form === 'json'
						? JSON.stringify(content, undefined, 2)
						: `# kept\n${stringify(content, {aliasDuplicateObjects: false, indentSeq: form === 'yaml'})}`;
				const account = accountOf(after);
				const pulled = (await pull(written, account))!;
				expect(pulled.includes('# kept')).toBe(form !== 'json');
				const file = fileOf(pulled);
				expect(planOf(account, [file])).toMatchObject({changes: [], unmanaged: []});
				expect(await pull(pulled, account)).toBe(pulled);
			},
		),
	);
});
