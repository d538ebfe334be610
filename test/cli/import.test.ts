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
async function formsOf({run}: Pick<Awaited<ReturnType<typeof account>>, 'run'>) {
	const {stdout} = await run('list --json');
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
		await from.ends(0, 'apply - --yes --accept-invalid', {input: lines(...odd)});
		const {stdout} = await from.run(`list -o csv ${raw}`);
		await to.says(0, `import - --yes --accept-invalid ${raw}`, 'Changed 6 of 6.', {input: stdout});
		expect(await formsOf(to)).toStrictEqual(await formsOf(from));
		await to.says(0, `import - ${raw}`, {errors: ['No changes: 6 unchanged.']}, {input: stdout});
		await to.ends(0, 'undo --last --yes');
		expect(await to.list()).toHaveLength(0);
	},
);

const csv = 'Kunde;E-Mail\r\nops;ops@example.com\r\n007;b@example.com\r\n';
const options = `--map Kunde=user --map E-Mail=to --set channel=email --set network=ETH_MAINNET --set event=ADDRESS_ACTIVITY --set address=${address}`;

test('rows are planned and asked about as files are; what exists is left alone, and nothing else is touched', async () => {
	await using place = await account();
	const file = path.join(place.home, 'customers.csv');
	writeFileSync(file, csv);
	await place.creates(body('ops'), body('other'));
	await place.says(0, `import ${file} ${options} --dry-run`, {
		lines: [`+ create  007  EMAIL  b@example.com  (${file}, line 3)`, '1 to create; 1 unchanged.'],
	});
	await place.says(6, `import ${file} ${options}`, '+ create  007');
	await place.says(0, `import ${file} ${options} --yes -o json`, {stdout: containing('line 3')});
	expect(await place.values('user')).toStrictEqual(['007', 'ops', 'other']);
});

test('a mistake has its line and cell, and nothing is sent', async () => {
	await using place = await account();
	await place.says(
		5,
		`import - ${options} --yes`,
		{
			errors: [
				matching(
					/^the standard input:5:1: external_user_id is 1\.001E\+12, a number that a spreadsheet has shortened/v,
				),
				'Nothing was sent: 1 mistake in the standard input.',
				'Correct the file and run it again.',
			],
		},
		{input: `${csv}c;nobody\r\n1.001E+12;d@example.com\r\n`},
	);
	await place.says(
		5,
		`import - ${options} --yes`,
		{
			errors: [
				matching(/^the standard input:4:2: delivery_location is not an e-mail address/v),
				'Nothing was sent: 1 mistake in the standard input.',
				'Correct the file and run it again, or pass --accept-invalid to send it anyway.',
			],
		},
		{input: `${csv}c;nobody\r\n`},
	);
	await place.says(5, `import - ${options} --yes`, 'no row below the names', {input: 'Kunde;E-Mail\r\n'});
	await place.says(2, 'import - --map Kunde=usr', 'Did you mean user?', {input: csv});
	await place.ends(2, 'import - --map Kunde', {input: csv});
	expect(await place.list()).toHaveLength(0);
});

test('--out writes a file of notifications, which is a plan of the same, and nothing is sent', async () => {
	await using place = await account();
	const file = path.join(place.home, 'customers.yaml');
	await place.says(
		0,
		`import - ${options} --set template=Look --out ${file}`,
		{errors: [`${file}: 2 notifications from the standard input`]},
		{input: csv, env: {}},
	);
	expect(readFileSync(file, 'utf8')).toMatch(
		/^# Written by chainbell import\. SHA-256 of what follows: [0-9a-f]{64}\nversion: 1\nnotifications:\n/v,
	);
	expect(await place.list()).toHaveLength(0);
	await place.ends(0, `apply ${file} --yes`);
	await place.says(0, `import - ${options} --set template=Look`, {errors: ['No changes: 2 unchanged.']}, {input: csv});
	writeFileSync(file, 'notifications: []\n');
	await place.says(1, `import - ${options} --out ${file}`, 'was not written by chainbell import', {input: csv});
	expect(readFileSync(file, 'utf8')).toBe('notifications: []\n');
});
