import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {account, body, createCommand, inScope} from '../helpers/command-account.ts';
import {watchWrites} from '../sandbox/client.ts';
import {matching} from '../helpers/texts.ts';

/** An account with some notifications. */
async function place(users: readonly string[] = ['ops', 'a', 'b']) {
	const opened = await account();
	if (users.length > 0) {
		await opened.creates(...users.map(user => body(user)));
	}

	return {...opened, read: () => readFileSync(opened.file, 'utf8')};
}

test('export names the schema where it is beside the file', async () => {
	await using at = await place(['ops']);
	const schema = await at.run('schema', {env: {}});
	expect(JSON.parse(schema.stdout)).toMatchObject({$schema: 'https://json-schema.org/draft/2020-12/schema'});
	await at.ends(0, `export --out ${at.file}`);
	expect(at.read()).not.toContain('$schema');
	writeFileSync(path.join(at.home, 'chainbell.schema.json'), schema.stdout);
	await at.ends(0, `export --out ${at.file}`);
	expect(at.read()).toContain('\n# yaml-language-server: $schema=./chainbell.schema.json\nversion: 1\n');
	await at.ends(0, `plan ${at.file} --exit-code`);
});

test('apply creates, replaces and prunes as one set; the next plan is empty, and undo takes it back', async () => {
	await using at = await place();
	const before = await at.values('to');
	at.write(inScope(body('ops', {delivery_location: 'new@example.com'}), body('a'), body('c')));
	await at.says(1, `plan ${at.file} --prune --all --exit-code`, {
		lines: [
			matching(/^\+ create {2}c {2}EMAIL {2}c@example.com {2}\(.*alerts.yaml, line \d+\)$/v),
			matching(/^~ replace 1 {2}ops/v),
			'    delivery_location: ops@example.com → new@example.com',
			'- delete 3  b  EMAIL  b@example.com',
			'1 to create, 1 to replace, 1 to delete; 1 unchanged.',
		],
		errors: ['apply will refuse this plan: 1 of 3 would be deleted. Pass --max-deletes 1 if that is meant.'],
	});
	await at.says(0, `apply ${at.file} --prune --all --max-deletes 1 --yes`, {
		errors: ['Changed 3 of 3. This is change 2.'],
	});
	expect(await at.values('to')).toStrictEqual(['a@example.com', 'c@example.com', 'new@example.com']);
	await at.ends(0, `plan ${at.file} --exit-code`);
	await at.ends(0, 'undo 2 --yes');
	expect(await at.values('to')).toStrictEqual(before);
});

test.each([
	[
		'an empty file that prunes',
		inScope(),
		'--prune --all --yes',
		6,
		/has no notification, and 3 would be deleted\. Pass --max-deletes 3 if that is meant\./v,
	],
	[
		'many deletions',
		inScope(body('ops'), body('a')),
		'--prune --all --yes',
		6,
		'1 of 3 would be deleted. Pass --max-deletes 1 if that is meant.',
	],
	[
		'more deletions than allowed',
		inScope(body('ops')),
		'--prune --all --max-deletes 1 --yes',
		6,
		'2 would be deleted, more than --max-deletes 1 allows.',
	],
	['a prune without a scope', {notifications: [body('ops')]}, '--prune --yes', 5, 'has no scope'],
	[
		'an entry outside its scope',
		{scope: 'user:=a', notifications: [body('ops')]},
		'--yes',
		5,
		'does not belong to the scope of this file, user:=a',
	],
	[
		'another profile',
		{profile: 'production', notifications: [body('ops')]},
		'--yes',
		5,
		'is for the profile production',
	],
	[
		'an unknown field in the scope',
		{scope: 'not:chanel:email', notifications: []},
		'--yes',
		5,
		'Did you mean channel:?',
	],
])('nothing is sent for %s, and the reason is one sentence', async (_name, content, options, exitCode, words) => {
	await using at = await place();
	const writes = watchWrites(at.sandbox);
	const run = await at.run(`apply ${at.write(content)} ${options}`);
	expect(run).toMatchObject({exitCode});
	expect(run.stderr).toMatch(words);
	// The reason is one sentence, and a second line says what to do.
	expect(run.errors.filter(line => line.startsWith('Nothing was sent: '))).toStrictEqual([
		matching(/^Nothing was sent: .*\.$/v),
	]);
	expect(writes).toStrictEqual([]);
});

test('validate, create and import tell what checks find in what could be read, also of other files, at once', async () => {
	await using at = await place([]);
	const other = path.join(at.home, 'other.yaml');
	writeFileSync(other, 'notifications:\n- channel: @x\n');
	const [good, bad] = [body('a'), {...body('b'), channel: 'FAX'}];
	at.write(
		`- {external_user_id: a, chanel: EMAIL, delivery_location: a, event_details: {netwrok: A, event_type: B, addresses: [zz]}}\n- ${JSON.stringify(bad)}\n- ${JSON.stringify(good)}\n`,
	);
	const mistakes = [
		`${at.file}:1:33: chanel is not a field of a notification. Did you mean channel?`,
		`${at.file}:1:87: event_details.netwrok is not a field of a notification. Did you mean network?`,
		`${at.file}:1:116: event_details.addresses must be hexadecimal, starting with 0x`,
		matching(/alerts\.yaml:2:\d+: channel must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK$/v),
	];
	await at.says(
		5,
		`validate ${at.file} ${other}`,
		{
			errors: [
				...mistakes,
				`${other}:2:12: a text with this sign needs quotes, or a colon is missing before it`,
				'Nothing was sent: 5 mistakes in 2 files.',
				'Correct the file and run it again.',
			],
		},
		{env: {}},
	);
	await at.says(5, `create -f ${at.file}`, {
		errors: [...mistakes, `Nothing was sent: 4 mistakes in ${at.file}.`, 'Correct the file and run it again.'],
	});
	await at.says(
		5,
		'import - --yes',
		{
			errors: [
				matching(/:2:1: external_user_id is 1\.001E\+12/v),
				matching(/:3:2: channel must be one of/v),
				'Nothing was sent: 2 mistakes in the standard input.',
				'Correct the file and run it again.',
			],
		},
		{
			input:
				'user,channel,to,network,event,address\n1.001E+12,email,a@example.com,A,B,0x1\na,fax,a@example.com,A,B,0x1\n',
		},
	);
});

test('pull writes what was changed elsewhere into the file, and the plan is empty again', async () => {
	await using at = await place();
	await at.ends(0, `export --out ${at.file}`);
	at.write(`# kept\n${at.read()}`);
	const before = at.read();
	await at.ends(0, 'edit 1 --set to=new@example.com --yes');
	await at.ends(0, 'delete 2 --yes');
	await at.ends(0, `${createCommand} --template words`);
	await at.says(6, `pull ${at.file}`, {
		errors: [
			matching(/^- line \d+ {2}a {2}EMAIL$/v),
			matching(/^~ line \d+ {2}\d+ {2}ops {2}EMAIL$/v),
			'    delivery_location: ops@example.com → new@example.com',
			matching(/^\+ \d+ {2}u-1 {2}EMAIL$/v),
			'Nothing was written: this needs a confirmation, and there is no terminal to ask on.',
			'Run it with --yes to confirm.',
		],
	});
	expect(at.read()).toBe(before);
	await at.says(0, `pull ${at.file} --yes`, {errors: [`${at.file}: 1 changed, 1 removed, 1 added`]});
	expect(at.read()).toContain('# kept\n');
	await at.says(0, `plan ${at.file} --exit-code`, {lines: ['No changes: 3 unchanged.']});
	await at.ends(0, `pull ${at.file}`);
});

/** The lines of the notifications in the file that was planned last, by their IDs. */
function plannedLines(home: string) {
	const database = openDatabase(path.join(home, 'ledger.sqlite'), {isReadOnly: true});
	try {
		return Object.fromEntries(
			database
				.prepare('SELECT notification, line FROM managed')
				.all()
				.map(({notification, line}) => [JSON.parse(String(notification)) as string, Number(line)]),
		);
	} finally {
		database.close();
	}
}

test('a plan and what it made are remembered: which line describes which notification', async () => {
	await using at = await place();
	at.write(inScope(body('ops'), body('a', {delivery_location: 'new@example.com'}), body('c')));
	expect(plannedLines(at.home)).toStrictEqual({});
	const [ops, a, c] = at
		.read()
		.split('\n')
		.flatMap((line, index) => (line.includes('external_user_id') ? [index + 1] : []));
	await at.ends(0, `plan ${at.file}`);
	expect(plannedLines(at.home)).toStrictEqual({1: ops, 2: a});
	await at.ends(0, `apply ${at.file} --yes`);
	expect(Object.values(plannedLines(at.home)).toSorted((x, y) => x - y)).toStrictEqual([ops, a, c]);
	expect(plannedLines(at.home)).not.toHaveProperty('2');
	await at.ends(0, 'edit --query user:=c --set to=other@example.com --yes');
	await at.ends(0, `pull ${at.file} --yes`);
	// The one that was in no file is in it now.
	expect(Object.values(plannedLines(at.home)).toSorted((x, y) => x - y)).toStrictEqual([ops, a, c, expect.any(Number)]);
});
