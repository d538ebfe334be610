import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {account, address, body, lines} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

const filters = [
	{field_name: 'asset', operator: 'in', value: 'A, "B"\nC', value_type: 'list'},
	{field_name: 'value', operator: 'gt', value: '1e18', value_type: 'int'},
];

/** Notifications whose text a spreadsheet or a parser could change. */
const odd = [
	body('007', {
		notification_name: '=1+1',
		delivery_location: '"quoted"@example.com',
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [address], filters},
	}),
	body('+49', {notification_name: "'=x", channel: 'WEBHOOK', delivery_location: 'https://example.com/?a=1,2;3'}),
	body('-1', {notification_name: 'first line\nsecond\r\nthird\ttab'}),
	body('@ops', {notification_name: ' Zoë 🦊 e\u0301 \u200Bx '}),
	body('１', {notification_name: '＝wide "quotes" \'and\' more'}),
	body('12e5', {channel: 'TELEGRAM', delivery_location: '-1001234567890'}),
];

/** The listed contents of an account, without the IDs, sorted. */
async function formsOf({run}: {readonly run: (argv: readonly string[]) => Promise<{readonly stdout: string}>}) {
	const {stdout} = await run(['list', '--json']);
	return (JSON.parse(stdout) as unknown[])
		.map((record, index) => {
			const read = readRecord(record, index);
			return read.kind === 'notification' ? canonicalForm(read) : '';
		})
		.toSorted();
}

test.each(['', '--raw'])(
	'list -o csv %s and import elsewhere give an equal account; importing again changes nothing',
	async raw => {
		await using from = await account();
		await using to = await account();
		await from.ends(0, ['apply', '-', '--yes', '--accept-invalid'], {input: lines(...odd)});
		const more = raw === '' ? [] : [raw];
		const {stdout} = await from.run(['list', '-o', 'csv', ...more]);
		expect(await to.run(['import', '-', '--yes', '--accept-invalid', ...more], {input: stdout})).toMatchObject({
			exitCode: 0,
			stderr: containing('Changed 6 of 6.'),
		});
		expect(await formsOf(to)).toStrictEqual(await formsOf(from));
		expect(await to.run(['import', '-', ...more], {input: stdout})).toMatchObject({
			exitCode: 0,
			errors: ['No changes: 6 unchanged.'],
		});
		await to.ends(0, ['undo', '--last', '--yes']);
		expect(await to.list()).toHaveLength(0);
	},
);

const csv = 'Kunde;E-Mail\r\nops;ops@example.com\r\n007;b@example.com\r\n';
const options = [
	'--map',
	'Kunde=user',
	'--map',
	'E-Mail=to',
	'--set',
	'channel=email',
	'--set',
	'network=ETH_MAINNET',
	'--set',
	'event=ADDRESS_ACTIVITY',
	'--set',
	`address=${address}`,
];

test('rows are planned and asked about as files are; what exists is left alone, and nothing else is touched', async () => {
	await using place = await account();
	const file = path.join(place.home, 'customers.csv');
	writeFileSync(file, csv);
	await place.ends(0, ['create', '-f', '-'], {input: lines(body('ops'), body('other'))});
	expect(await place.run(['import', file, ...options, '--dry-run'])).toMatchObject({
		exitCode: 0,
		lines: [`+ create  007  EMAIL  b@example.com  (${file}, line 3)`, '1 to create; 1 unchanged.'],
	});
	expect(await place.run(['import', file, ...options])).toMatchObject({
		exitCode: 6,
		stderr: containing('+ create  007'),
	});
	expect(await place.run(['import', file, ...options, '--yes', '-o', 'json'])).toMatchObject({
		exitCode: 0,
		stdout: containing('line 3'),
	});
	expect(await place.values('user')).toStrictEqual(['007', 'ops', 'other']);
});

test('a mistake has its line and cell, and nothing is sent', async () => {
	await using place = await account();
	expect(
		await place.run(['import', '-', ...options, '--yes'], {input: `${csv}c;nobody\r\n1.001E+12;d@example.com\r\n`}),
	).toMatchObject({
		exitCode: 5,
		errors: [
			matching(/^the standard input:5:1: external_user_id is 1\.001E\+12, a number that a spreadsheet has shortened/v),
			'Nothing was sent: 1 mistake in the standard input.',
			'Correct the file and run it again.',
		],
	});
	expect(await place.run(['import', '-', ...options, '--yes'], {input: `${csv}c;nobody\r\n`})).toMatchObject({
		exitCode: 5,
		errors: [
			matching(/^the standard input:4:2: delivery_location is not an e-mail address/v),
			'Nothing was sent: 1 mistake in the standard input.',
			'Correct the file and run it again, or pass --accept-invalid to send it anyway.',
		],
	});
	expect(await place.run(['import', '-', '--yes'], {input: 'a,"b\n'})).toMatchObject({
		exitCode: 5,
		stderr: containing('line 1: a quote in this row is not closed'),
	});
	expect(await place.run(['import', '-', ...options, '--yes'], {input: 'Kunde;E-Mail\r\n'})).toMatchObject({
		exitCode: 5,
		stderr: containing('no row below the names'),
	});
	expect(await place.run(['import', '-', '--map', 'Kunde=usr'], {input: csv})).toMatchObject({
		exitCode: 2,
		stderr: containing('Did you mean user?'),
	});
	await place.ends(2, ['import', '-', '--map', 'Kunde'], {input: csv});
	expect(await place.list()).toHaveLength(0);
});

test('--out writes a file of notifications, which is a plan of the same, and nothing is sent', async () => {
	await using place = await account();
	const file = path.join(place.home, 'customers.yaml');
	expect(
		await place.run(['import', '-', ...options, '--set', 'template=Look', '--out', file], {input: csv, env: {}}),
	).toMatchObject({exitCode: 0, errors: [`${file}: 2 notifications from the standard input`]});
	expect(readFileSync(file, 'utf8')).toMatch(
		/^# Written by chainbell import\. SHA-256 of what follows: [0-9a-f]{64}\nversion: 1\nnotifications:\n/v,
	);
	expect(await place.list()).toHaveLength(0);
	await place.ends(0, ['apply', file, '--yes']);
	expect(await place.run(['import', '-', ...options, '--set', 'template=Look'], {input: csv})).toMatchObject({
		exitCode: 0,
		errors: ['No changes: 2 unchanged.'],
	});
	writeFileSync(file, 'notifications: []\n');
	expect(await place.run(['import', '-', ...options, '--out', file], {input: csv})).toMatchObject({
		exitCode: 1,
		stderr: containing('was not written by chainbell import'),
	});
	expect(readFileSync(file, 'utf8')).toBe('notifications: []\n');
});
