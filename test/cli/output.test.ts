import {runOn} from '../helpers/command-account.ts';
import {Buffer, isUtf8} from 'node:buffer';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {layOut} from '../../source/cli/output/write-records.ts';
import {widthOf} from '../../source/terminal/width.ts';
import {wordsOf, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {answering} from '../helpers/http-server.ts';

const hostile = '=cmd|\' /C calc\'!A0\u{1B}[31m\u{9B}2J\u{202E}"quoted", two\nlines';

const records = [
	{
		id: 1,
		external_user_id: 'u-1',
		channel: 'EMAIL',
		notification_name: 'plain',
		delivery_location: 'a@example.com',
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: ['0x1'],
			filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
		},
	},
	{
		id: 2,
		external_user_id: hostile,
		channel: '+CHANNEL',
		notification_name: '-name',
		delivery_location: '@all',
		event_details: {network: '\ttab', event_type: '\rcr', addresses: []},
	},
	{no: 'id'},
];

const list = async (body: unknown, args: CommandLine, options: Partial<CommandOptions> = {}) =>
	runOn(answering(200, body), ['list', ...wordsOf(args)], options);

test('CSV: quoted, and no cell is a formula unless --raw is given', async () => {
	const {exitCode, stdout, errors} = await list(records, '-o csv');
	expect(exitCode).toBe(0);
	expect(stdout).toMatch(
		/^id,name,channel,user,recipient,network,event,address,filters\r\n1,plain,EMAIL,u-1,a@example\.com,ETH_MAINNET,ADDRESS_ACTIVITY,0x1,"\[\{""field_name"":/v,
	);
	const user = hostile.replaceAll('"', '""');
	expect(stdout).toContain(`\r\n2,'-name,'+CHANNEL,"'${user}",'@all,`);
	expect(errors).toEqual(['1 record that cannot be read is not in the CSV; -o json prints them.']);
	const raw = await list(records, '-o csv --raw');
	expect(raw.stdout).toContain(`\r\n2,-name,+CHANNEL,"${user}",@all,`);
});

test('YAML: a sequence of the records, in pieces, numbers as they are', async () => {
	const {stdout, exitCode} = await list(records, '-o yaml');
	expect({exitCode, value: parse(stdout) as unknown}).toEqual({
		exitCode: 0,
		value: records.map(record => ('id' in record ? {...record, id: String(record.id)} : record)),
	});
	expect(await list([], '-o yaml')).toMatchObject({stdout: '[]\n'});
	const big = await list('[{"id":12345678901234567890,"x":1.50,"y":1e400}]', '-o yaml');
	expect(big.stdout).toBe('- id: "12345678901234567890"\n  x: 1.5\n  y: "1e400"\n');
});

test.each(['table', 'tsv', 'json', 'jsonl', 'yaml', 'csv'])(
	'%s on a terminal: no control sequence of the service, and no API key',
	async format => {
		const {stdout, exitCode} = await list(
			[...records, {id: 3, external_user_id: 'key-for-the-test'}],
			['-o', format, '--no-color'],
			{columns: {output: 80}},
		);
		expect(exitCode).toBe(0);
		expect(stdout).not.toMatch(/[[\p{Control}\p{Format}]--[\t\n\r]]/v);
		expect(stdout).toContain('API key]');
		expect(stdout).not.toContain('key-for-the-test');
	},
);

test.each(['json', 'jsonl', 'yaml', 'csv', 'tsv'])(
	'%s in a pipe is UTF-8 although the service sent other bytes',
	async format => {
		// A byte that UTF-8 never has, half a character, and a surrogate as UTF-8 must not write it; beside what is right.
		const bytes = Buffer.concat([
			Buffer.from('[{"id":1,"notification_name":"a'),
			Buffer.from([0xff, 0xc3]),
			Buffer.from('b'),
			Buffer.from([0xed, 0xa0, 0x80]),
			Buffer.from('ö😀"}]'),
		]);
		const written: Buffer[] = [];
		const {exitCode} = await runOn(
			(_request, response) => {
				response.setHeader('content-type', 'application/json');
				response.end(bytes);
			},
			`list -o ${format}`,
			{
				onBytes(piece) {
					written.push(Buffer.from(piece));
				},
			},
		);
		const output = Buffer.concat(written);
		expect(exitCode).toBe(0);
		expect(isUtf8(output)).toBe(true);
		expect(output.toString()).toMatch(/a\u{FFFD}+b\u{FFFD}+ö😀/v);
	},
);

test('a table has a header, fits the terminal, and is in colour unless switched off', async () => {
	const {lines} = await list(records, '', {columns: {output: 60}});
	expect(lines[0]).toMatch(/^\u{1B}\[1mID {2}NAME .*CHANNEL.*\u{1B}\[22m$/v);
	const plain = await list(records, '--no-color', {columns: {output: 60}});
	expect(plain.lines.filter(line => widthOf(line) > 60)).toEqual([]);
	expect(plain.lines[0]).toMatch(/^ID {2}NAME /v);
	expect(plain.lines.at(-1)).toBe('?  cannot be read: id is missing or of an unexpected type');
	expect(await list([], '', {columns: {output: 60}})).toMatchObject({stdout: ''});
});

test('columns share a terminal: the widest are cut, then the least important left out', () => {
	const columns = [
		{width: 4, priority: 1},
		{width: 40, priority: 2},
		{width: 30, priority: 3},
	];
	const widthsIn = (room: number) => layOut(columns, room).map(({width}) => width);
	expect(widthsIn(200)).toEqual([4, 40, 30]);
	expect(widthsIn(60)).toEqual([4, 26, 26]);
	expect(widthsIn(24)).toEqual([4, 8, 8]);
	expect(widthsIn(23)).toEqual([4, 17]);
	expect(widthsIn(2)).toEqual([2]);
});
