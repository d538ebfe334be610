import {readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {account, body, createOne, lines} from '../helpers/command-account.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {watchWrites} from '../sandbox/client.ts';

/** An account with some notifications, and a folder for files. */
async function place(users: readonly string[] = ['ops', 'a', 'b']) {
	const opened = await account();
	if (users.length > 0) {
		expect(await opened.run(['create', '-f', '-'], {input: lines(...users.map(user => body(user)))})).toMatchObject({
			exitCode: 0,
		});
	}

	const file = path.join(opened.home, 'alerts.yaml');
	return {
		...opened,
		file,
		write(content: unknown) {
			writeFileSync(file, typeof content === 'string' ? content : stringify(content));
			return file;
		},
		read: () => readFileSync(file, 'utf8'),
	};
}

const entry = (user: string, change: object = {}) => body(user, change);
const inScope = (...notifications: readonly object[]) => ({version: 1, scope: 'all', notifications});

test('what is exported needs no change, and says again what it says', async () => {
	await using at = await place();
	expect(await at.run(['export', '--out', at.file])).toMatchObject({exitCode: 0});
	const before = at.read();
	expect(before).toContain('scope: all\nnotifications:\n- external_user_id: a\n');
	expect(await at.run(['plan', at.file, '--exit-code'])).toMatchObject({
		exitCode: 0,
		lines: ['No changes: 3 unchanged.'],
	});
	expect(await at.run(['apply', at.file])).toMatchObject({exitCode: 0});
	expect(await at.run(['export', '--out', at.file])).toMatchObject({exitCode: 0});
	expect(at.read()).toBe(before);
});

test('export names the schema where it is beside the file', async () => {
	await using at = await place(['ops']);
	const schema = await at.run(['schema'], {env: {}});
	expect(JSON.parse(schema.stdout)).toMatchObject({$schema: 'https://json-schema.org/draft/2020-12/schema'});
	expect(await at.run(['export', '--out', at.file])).toMatchObject({exitCode: 0});
	expect(at.read()).not.toContain('$schema');
	writeFileSync(path.join(at.home, 'chainbell.schema.json'), schema.stdout);
	expect(await at.run(['export', '--out', at.file])).toMatchObject({exitCode: 0});
	expect(at.read()).toContain('\n# yaml-language-server: $schema=./chainbell.schema.json\nversion: 1\n');
	expect(await at.run(['plan', at.file, '--exit-code'])).toMatchObject({exitCode: 0});
});

test('apply creates, replaces and prunes as one set; the next plan is empty, and undo takes it back', async () => {
	await using at = await place();
	const before = await at.values('to');
	at.write(inScope(entry('ops', {delivery_location: 'new@example.com'}), entry('a'), entry('c')));
	expect(await at.run(['plan', at.file, '--prune', '--all', '--exit-code'])).toMatchObject({
		exitCode: 1,
		lines: [
			expect.stringMatching(/^\+ create {2}c {2}EMAIL {2}c@example.com {2}\(.*alerts.yaml, line \d+\)$/v),
			expect.stringMatching(/^~ replace 1 {2}ops/v),
			'    delivery_location: ops@example.com → new@example.com',
			'- delete 3  b  EMAIL  b@example.com',
			'1 to create, 1 to replace, 1 to delete; 1 unchanged.',
		],
		errors: ['apply will refuse this plan: 1 of 3 would be deleted. Pass --max-deletes 1 if that is meant.'],
	});
	expect(await at.run(['apply', at.file, '--prune', '--all', '--max-deletes', '1', '--yes'])).toMatchObject({
		exitCode: 0,
		errors: ['Changed 3 of 3. This is change 2.'],
	});
	expect(await at.values('to')).toStrictEqual(['a@example.com', 'c@example.com', 'new@example.com']);
	expect(await at.run(['plan', at.file, '--exit-code'])).toMatchObject({exitCode: 0});
	expect(await at.run(['undo', '2', '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.values('to')).toStrictEqual(before);
});

test('create, edit, apply and apply in a row in a fresh home: all 0, and the last plan is empty', async () => {
	await using at = await place([]);
	expect(await at.run([...createOne, '--template', 'words'])).toMatchObject({exitCode: 0});
	expect(await at.run(['edit', '--query', 'user:=u-1', '--set', 'name=Treasury', '--yes'])).toMatchObject({
		exitCode: 0,
	});
	at.write(
		inScope(
			entry('u-1', {
				notification_name: 'Treasury',
				event_details: {
					network: 'ETH_MAINNET',
					event_type: 'ADDRESS_ACTIVITY',
					addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
				},
			}),
			entry('u-2'),
		),
	);
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0, errors: ['No changes: 2 unchanged.']});
});

test('values without quotes are sent as they are written', async () => {
	await using at = await place([]);
	const values = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '007', '-1001234567890', '1e5', 'yes', '2024-01-01'];
	at.write(
		`notifications:\n${values.map(value => `- external_user_id: ${value}\n  notification_name: ${value}\n  template: ${value}\n  channel: TELEGRAM\n  delivery_location: "@a"\n  event_details: {network: ETH_MAINNET, event_type: ADDRESS_ACTIVITY, addresses: [${values[0]!}]}\n`).join('')}`,
	);
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0});
	for (const field of ['user', 'name'] as const) {
		expect(await at.values(field)).toStrictEqual(values.toSorted((a, b) => a.localeCompare(b)));
	}

	const {stdout} = await at.run(['export']);
	for (const value of values) {
		expect(stdout).toMatch(new RegExp(String.raw`template: "?${value}"?\n`, 'v'));
	}
});

test('a new template replaces exactly that one; a home that knows no templates assumes those of the file equal, and replaces them if it is told to', async () => {
	await using at = await place();
	await using other = await temporaryFolder();
	const there = {home: other.path};
	// Exported where nobody knows the templates: nothing to do where they are known.
	const {stdout: exported} = await at.run(['export'], there);
	expect(exported).not.toContain('template');
	const writes = watchWrites(at.sandbox);
	expect(await at.run(['apply', at.write(exported), '--yes'])).toMatchObject({
		exitCode: 0,
		errors: ['No changes: 3 unchanged.'],
	});
	expect(writes).toStrictEqual([]);

	at.write(inScope(entry('ops', {template: 'other words'}), entry('a'), entry('b')));
	expect(await at.run(['plan', at.file, '--exit-code'])).toMatchObject({
		exitCode: 10,
		stdout: expect.stringContaining('template: words → other words') as string,
	});
	expect(await at.run(['apply', at.file, '--yes'], there)).toMatchObject({
		exitCode: 0,
		errors: [
			'The template is unknown here and assumed equal: 1, 2, 3. --accept-unknown-template replaces them.',
			'No changes: 3 unchanged.',
		],
	});
	expect(writes).toStrictEqual([]);
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({
		exitCode: 0,
		errors: ['Changed 1 of 1. This is change 2.'],
	});
	expect(writes).toStrictEqual(['POST', 'DELETE 1']);
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0, errors: ['No changes: 3 unchanged.']});

	// A change beside it says what is assumed, too.
	at.write(inScope(entry('ops', {template: 'other words'}), entry('a'), entry('b'), entry('c')));
	expect(await at.run(['apply', at.file, '--yes'], there)).toMatchObject({
		exitCode: 0,
		errors: [expect.stringContaining('assumed equal: 4, 2, 3.'), 'Changed 1 of 1. This is change 1.'],
	});
	expect(await at.run(['apply', at.file, '--yes', '--accept-unknown-template'], there)).toMatchObject({
		exitCode: 0,
		errors: ['Changed 3 of 3. This is change 2.'],
	});
	expect(writes.slice(3).toSorted()).toStrictEqual(['DELETE 2', 'DELETE 3', 'DELETE 4', 'POST', 'POST', 'POST']);
	expect(await at.run(['apply', at.file, '--yes', '--accept-unknown-template'], there)).toMatchObject({
		exitCode: 0,
		errors: ['No changes: 4 unchanged.'],
	});
});

test('a kept plan makes the changes that were shown, or none', async () => {
	await using at = await place();
	const plan = path.join(at.home, 'today.plan');
	at.write(inScope(entry('ops', {notification_name: 'New'}), entry('a'), entry('b'), entry('c')));
	expect(await at.run(['plan', at.file, '--out', plan])).toMatchObject({exitCode: 0});
	expect(statSync(plan).mode % 0o1000).toBe(0o600);
	at.write(inScope());
	expect(await at.run(['plan', plan, '--exit-code'])).toMatchObject({exitCode: 10});
	expect(await at.run(['edit', '1', '--set', 'name=Other', '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.run(['apply', plan, '--yes'])).toMatchObject({
		exitCode: 5,
		errors: [
			'Nothing was sent: the account was changed since the plan: 1 (no longer listed). Plan again.',
			'Run chainbell plan again.',
		],
	});
	expect(await at.run(['undo', '--last', '--yes'])).toMatchObject({exitCode: 0});

	at.write(inScope(entry('ops', {notification_name: 'New'}), entry('a'), entry('b'), entry('c')));
	expect(await at.run(['plan', at.file, '--out', plan])).toMatchObject({exitCode: 0});
	expect(await at.run(['apply', plan, '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.values('name')).toContain('New');
	expect(await at.run(['apply', plan, '--yes'])).toMatchObject({exitCode: 5});
	await using elsewhere = await place([]);
	expect(await elsewhere.run(['apply', plan, '--yes'])).toMatchObject({
		exitCode: 5,
		errors: ['Nothing was sent: the plan was made for another account.', 'Run chainbell plan again.'],
	});
});

test.each<[string, unknown, readonly string[], number, string | RegExp]>([
	[
		'an empty file that prunes',
		inScope(),
		['--prune', '--all', '--yes'],
		6,
		/has no notification, and 3 would be deleted\. Pass --max-deletes 3 if that is meant\./v,
	],
	[
		'many deletions',
		inScope(entry('ops'), entry('a')),
		['--prune', '--all', '--yes'],
		6,
		'1 of 3 would be deleted. Pass --max-deletes 1 if that is meant.',
	],
	[
		'more deletions than allowed',
		inScope(entry('ops')),
		['--prune', '--all', '--max-deletes', '1', '--yes'],
		6,
		'2 would be deleted, more than --max-deletes 1 allows.',
	],
	[
		'a prune of the whole account',
		inScope(entry('ops')),
		['--prune', '--yes'],
		5,
		'has the whole account as its scope. Give it a scope such as user:=ops, or pass --all with --prune.',
	],
	['a prune without a scope', {notifications: [entry('ops')]}, ['--prune', '--yes'], 5, 'has no scope'],
	[
		'an entry outside its scope',
		{scope: 'user:=a', notifications: [entry('ops')]},
		['--yes'],
		5,
		'does not belong to the scope of this file, user:=a',
	],
	[
		'an unknown field in the scope',
		{scope: 'not:chanel:email', notifications: []},
		['--yes'],
		5,
		'Did you mean channel:?',
	],
	[
		'another profile',
		{profile: 'production', notifications: [entry('ops')]},
		['--yes'],
		5,
		'is for the profile production',
	],
	['no confirmation', inScope(entry('c')), [], 6, 'this needs a confirmation'],
	[
		'a mistake in an entry',
		inScope(entry('c', {channel: 'FAX'})),
		['--yes'],
		5,
		/alerts.yaml:\d+:\d+: channel must be one of/v,
	],
])('nothing is sent for %s, and the reason is one sentence', async (_name, content, options, exitCode, words) => {
	await using at = await place();
	const writes = watchWrites(at.sandbox);
	const run = await at.run(['apply', at.write(content), ...options]);
	expect(run).toMatchObject({exitCode});
	expect(run.stderr).toMatch(words);
	// The reason is one sentence, and a second line says what to do.
	expect(run.errors.filter(line => line.startsWith('Nothing was sent: '))).toStrictEqual([
		expect.stringMatching(/^Nothing was sent: .*\.$/v),
	]);
	expect(writes).toStrictEqual([]);
});

test('validate needs no account, and names every mistake with its line', async () => {
	await using at = await place([]);
	at.write(
		'notifications:\n- external_user_id: a\n  channel: FAX\n  delivery_location: x\n  event_details: {network: A, event_type: B, addresses: [0x1, 0x2]}\n',
	);
	expect(await at.run(['validate', at.file], {env: {}})).toMatchObject({
		exitCode: 5,
		errors: [
			`${at.file}:3:12: channel must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK`,
			`${at.file}:5:57: event_details.addresses has 2 addresses: a notification has one, so create one for each`,
			`Nothing was sent: 2 mistakes in ${at.file}.`,
			'Correct the file and run it again.',
		],
	});
	at.write(inScope(entry('ops')));
	expect(await at.run(['validate', at.file], {env: {}})).toMatchObject({
		exitCode: 0,
		lines: [`${at.file}: 1 notification, no mistake`],
	});
});

test('validate, create and import tell what checks find in what could be read, also of other files, at once', async () => {
	await using at = await place([]);
	const other = path.join(at.home, 'other.yaml');
	writeFileSync(other, 'notifications:\n- channel: @x\n');
	const [good, bad] = [body('a'), {...body('b'), channel: 'FAX'}];
	at.write(
		`- {external_user_id: a, chanel: EMAIL, delivery_location: a, event_details: {netwrok: A, event_type: B, addresses: [zz]}}\n- ${JSON.stringify(bad)}\n- ${JSON.stringify(good)}\n`,
	);
	const mistakes: readonly unknown[] = [
		`${at.file}:1:33: chanel is not a field of a notification. Did you mean channel?`,
		`${at.file}:1:87: event_details.netwrok is not a field of a notification. Did you mean network?`,
		`${at.file}:1:116: event_details.addresses must be hexadecimal, starting with 0x`,
		expect.stringMatching(/alerts\.yaml:2:\d+: channel must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK$/v),
	];
	expect(await at.run(['validate', at.file, other], {env: {}})).toMatchObject({
		exitCode: 5,
		errors: [
			...mistakes,
			`${other}:2:12: a text with this sign needs quotes, or a colon is missing before it`,
			'Nothing was sent: 5 mistakes in 2 files.',
			'Correct the file and run it again.',
		],
	});
	expect(await at.run(['create', '-f', at.file])).toMatchObject({
		exitCode: 5,
		errors: [...mistakes, `Nothing was sent: 4 mistakes in ${at.file}.`, 'Correct the file and run it again.'],
	});
	expect(
		await at.run(['import', '-', '--yes'], {
			input:
				'user,channel,to,network,event,address\n1.001E+12,email,a@example.com,A,B,0x1\na,fax,a@example.com,A,B,0x1\n',
		}),
	).toMatchObject({
		exitCode: 5,
		errors: [
			expect.stringMatching(/:2:1: external_user_id is 1\.001E\+12/v),
			expect.stringMatching(/:3:2: channel must be one of/v),
			'Nothing was sent: 2 mistakes in the standard input.',
			'Correct the file and run it again.',
		],
	});
});

test('pull writes what was changed elsewhere into the file, and the plan is empty again', async () => {
	await using at = await place();
	expect(await at.run(['export', '--out', at.file])).toMatchObject({exitCode: 0});
	at.write(`# kept\n${at.read()}`);
	const before = at.read();
	expect(await at.run(['edit', '1', '--set', 'to=new@example.com', '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.run(['delete', '2', '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.run([...createOne, '--template', 'words'])).toMatchObject({exitCode: 0});
	expect(await at.run(['pull', at.file])).toMatchObject({
		exitCode: 6,
		errors: [
			expect.stringMatching(/^- line \d+ {2}a {2}EMAIL$/v),
			expect.stringMatching(/^~ line \d+ {2}\d+ {2}ops {2}EMAIL$/v),
			'    delivery_location: ops@example.com → new@example.com',
			expect.stringMatching(/^\+ \d+ {2}u-1 {2}EMAIL$/v),
			'Nothing was written: this needs a confirmation, and there is no terminal to ask on.',
			'Run it with --yes to confirm.',
		],
	});
	expect(at.read()).toBe(before);
	expect(await at.run(['pull', at.file, '--yes'])).toMatchObject({
		exitCode: 0,
		errors: [`${at.file}: 1 changed, 1 removed, 1 added`],
	});
	expect(at.read()).toContain('# kept\n');
	expect(await at.run(['plan', at.file, '--exit-code'])).toMatchObject({
		exitCode: 0,
		lines: ['No changes: 3 unchanged.'],
	});
	expect(await at.run(['pull', at.file])).toMatchObject({exitCode: 0});
});

/** The lines of the notifications in the file that was planned last, by their IDs. */
function plannedLines(home: string): Record<string, number> {
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
	at.write(inScope(entry('ops'), entry('a', {delivery_location: 'new@example.com'}), entry('c')));
	expect(plannedLines(at.home)).toStrictEqual({});
	const [ops, a, c] = at
		.read()
		.split('\n')
		.flatMap((line, index) => (line.includes('external_user_id') ? [index + 1] : []));
	expect(await at.run(['plan', at.file])).toMatchObject({exitCode: 0});
	expect(plannedLines(at.home)).toStrictEqual({1: ops, 2: a});
	expect(await at.run(['apply', at.file, '--yes'])).toMatchObject({exitCode: 0});
	expect(Object.values(plannedLines(at.home)).toSorted((x, y) => x - y)).toStrictEqual([ops, a, c]);
	expect(plannedLines(at.home)).not.toHaveProperty('2');
	expect(await at.run(['edit', '--query', 'user:=c', '--set', 'to=other@example.com', '--yes'])).toMatchObject({
		exitCode: 0,
	});
	expect(await at.run(['pull', at.file, '--yes'])).toMatchObject({exitCode: 0});
	// The one that was in no file is in it now.
	expect(Object.values(plannedLines(at.home)).toSorted((x, y) => x - y)).toStrictEqual([ops, a, c, expect.any(Number)]);
});
