import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {account, address, body} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';

const service = await startSmallService();
const at = await account(0, 5000, service);
const file = path.join(at.home, 'alerts.yaml');

afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await service[Symbol.asyncDispose]();
});

beforeEach(() => {
	service.records.splice(
		0,
		Infinity,
		...['a', 'b', 'c'].map((user, index) => {
			const {template, ...listed} = body(user);
			return {...listed, id: index + 1};
		}),
	);
});

const details = `event_details: {network: ETH_MAINNET, event_type: ADDRESS_ACTIVITY, addresses: [${address}]}`;
const entry = (user: string, change = '') =>
	`- external_user_id: ${user}\n  channel: EMAIL\n  delivery_location: ${user}@example.com\n${change}  ${details}\n`;
const start = 'version: 1\nscope: all\nnotifications:\n';

const pull = async (text: string) => {
	writeFileSync(file, text);
	expect(await at.run(['pull', file, '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.run(['plan', file, '--exit-code'])).toMatchObject({exitCode: 0});
	return readFileSync(file, 'utf8');
};

test.each([
	['a changed value on one line', `${start}${entry('a', '  notification_name: Old\n')}${entry('b')}${entry('c')}`],
	[
		'a changed value on several lines',
		`${start}${entry('a', '  notification_name: |\n    Old\n    name\n')}${entry('b')}${entry('c')}`,
	],
	['an added entry', `${start}${entry('a')}`],
	['an added entry, without a line end before it', `${start}${entry('a')}`.trimEnd()],
	['a removed entry', `${start}${entry('a')}${entry('gone')}${entry('b')}${entry('c')}`],
	['an empty list', 'version: 1\nscope: all\nnotifications: []\n'],
	[
		'brackets',
		`scope: all\nnotifications: [{external_user_id: gone, channel: EMAIL, delivery_location: gone@example.com, ${details}}]\n`,
	],
])('pull keeps the line ends of a file of Windows: %s', async (_name, text) => {
	const pulled = await pull(text.replaceAll('\n', '\r\n'));
	expect(pulled.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/v);
	expect(pulled.replaceAll('\r\n', '\n')).toBe(await pull(text));
});

test.each(['\n', '\r\n'])(
	'pull removes the comments of an entry that it removes, and no others, with line ends %j',
	async lineEnd => {
		const text = [
			start,
			'# About all of them.\n\n',
			'# About a.\n',
			entry('a').replace('  channel', '  # Inside a.\n  channel'),
			'\n# Section of the rest.\n\n',
			'# About gone,\n  # on two lines.\n',
			entry('gone').replace('  channel', '  # Inside gone.\n  channel'),
			'  # At the end of gone.\n',
			'# About b.\n',
			entry('b'),
			entry('c'),
			'# About the other.\n',
			entry('other'),
			'# The end.\n',
		]
			.join('')
			.replaceAll('\n', lineEnd);
		const pulled = await pull(text);
		expect(pulled.match(/#.*\w/gv)).toStrictEqual([
			'# About all of them',
			'# About a',
			'# Inside a',
			'# Section of the rest',
			'# About b',
			'# The end',
		]);
	},
);

test('pull leaves the comment of the first entry alone where another one is removed, and removes it with it', async () => {
	const commented = (user: string) => `# About ${user}.\n${entry(user)}`;
	expect(await pull(`${start}${['a', 'gone', 'b', 'c'].map(user => commented(user)).join('')}`)).toBe(
		`${start}${['a', 'b', 'c'].map(user => commented(user)).join('')}`,
	);
	expect(await pull(`${start}${['gone', 'a', 'b', 'c'].map(user => commented(user)).join('')}`)).toBe(
		`${start}${['a', 'b', 'c'].map(user => commented(user)).join('')}`,
	);
});
