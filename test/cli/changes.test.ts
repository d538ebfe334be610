import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {account, body, createOne as one, lines} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

test('create prints the new ID alone, and refuses what the form refuses, a duplicate and an unknown field', async () => {
	await using place = await account();
	await place.gives([...one, '--filter', 'value gt 10', '--template', 'words'], {
		exitCode: 0,
		stdout: '1\n',
		stderr: '',
	});
	await place.gives([...one, '--filter', 'value gt 10 int'], {
		exitCode: 5,
		stdout: '',
		errors: ['Nothing was sent: an identical notification exists (ID 1).', containing('--allow-duplicate')],
	});
	await place.gives([...one, '--filter', 'value gt 10 int', '--allow-duplicate', '--json'], {
		exitCode: 0,
		stdout: containing('"id":"2"'),
	});
	await place.gives('create --user u-1 --channel pager --to x --address 0x12g', {
		exitCode: 5,
		stderr: matching(/channel must be one of.*--address must be hexadecimal/v),
	});
	await place.ends(5, [...one, '--template', '@no-such-file']);
	await place.gives([...one, '--read-only', '--allow-duplicate'], {
		exitCode: 1,
		stderr: containing('read-only'),
	});
	expect(await place.list()).toHaveLength(2);
});

test('--filter and --set filter take several filters, are added up, and say where a mistake is', async () => {
	await using place = await account();
	const filtersOf = async (words: readonly string[]) => {
		const {stdout} = await place.run([...words, '--dry-run', '--json']);
		return stdout
			.matchAll(/"field_name": ?"(?<name>\w+)"/gv)
			.map(({groups}) => groups!.name)
			.toArray();
	};

	expect(
		await filtersOf([...one, '--filter', 'value > 50,000 and asset = USDC', '--filter', 'hash = "a and b"']),
	).toEqual(['value', 'asset', 'hash']);
	await place.run([...one, '--filter', 'value > 50,000', '--template', 'words']);
	await place.ends(0, 'edit 1 --set "filter=asset = USDC and hash = x" --yes');
	await place.gives('list --columns filter', {
		lines: ['value > 50000 (int) and asset = USDC (str) and hash = x (str)'],
	});
	await place.ends(0, 'edit 2 --set "event_details.filters=asset = y" --yes');
	await place.gives('list --columns filter', {
		lines: ['value > 50000 (int) and asset = USDC (str) and hash = x (str) and asset = y (str)'],
	});
	await place.gives('edit 3 --replace filter=/and/or/ --yes', {
		exitCode: 5,
		stderr: matching(
			/^Nothing was sent\. [^;]* of 3: Put several words in quotes, and "and" between filters: there is no "or"\.\n/v,
		),
	});
	for (const [words, problem] of [
		[
			[...one, '--filter', 'value gt'],
			'--filter has a mistake at character 9 of `value gt`: Filter 1 has no value yet. Write filters such as `value > 100 and asset = USDC`.',
		],
		[[...one, '--filter', ' '], '--filter needs a filter, such as "value > 100 and asset = USDC".'],
		[
			['edit', '3', '--set', 'filter=a = b and c'],
			'--set filter has a mistake at character 12 of `a = b and c`: Filter 2 has no operator yet. Write filters such as `value > 100 and asset = USDC`.',
		],
	] as const) {
		await place.gives(words, {exitCode: 2, errors: [problem, expect.anything()]});
	}
});

test('on a terminal, the ID that the service answers is shown as accepted until a listing shows it', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-late', value: 1, count: 1});
	const shown = '\r\u{1B}[KAccepted as ID 1. Checking that it is listed …\r\u{1B}[K';
	await place.gives(one, {exitCode: 0, stdout: '1\n', stderr: shown}, {columns: {errors: 80}});
	await place.gives(
		'edit 1 --set name=x --yes',
		{
			exitCode: 0,
			stdout: '1\t2\n',
			stderr: containing('\r\u{1B}[KAccepted as ID 2. Checking that it is listed …\r\u{1B}[K'),
		},
		{columns: {errors: 80}},
	);
	await place.gives(
		'undo --last --yes --quiet',
		{
			exitCode: 0,
			stdout: '3\n',
			stderr: '',
		},
		{columns: {errors: 80}},
	);
});

test('a wrong checksum and an impossible recipient are sent with --accept-invalid, as the form does with ctrl+r', async () => {
	await using place = await account();
	const wrong = '0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045';
	const command = ['create', '--user', 'u-1', '--channel', 'email', '--to', 'u-1@example.com', '--address', wrong];
	await place.gives(command, {
		exitCode: 5,
		errors: [containing('fails its EIP-55 checksum'), containing('--accept-invalid')],
	});
	await place.gives(
		'create -f -',
		{exitCode: 5, stderr: containing('--accept-invalid')},
		{
			input: JSON.stringify(
				body('u-1', {event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [wrong]}}),
			),
		},
	);
	// What interface.md rules out is not offered.
	const pager = await place.run([
		'create',
		'--user',
		'u-1',
		'--channel',
		'pager',
		'--to',
		'nobody',
		'--address',
		wrong,
		'--accept-invalid',
	]);
	expect(pager.exitCode).toBe(5);
	expect(pager.stderr).not.toContain('--accept-invalid');
	await place.gives([...command, '--accept-invalid'], {
		exitCode: 0,
		stdout: '1\n',
		stderr: 'Warning: --address fails its EIP-55 checksum (accepted).\n',
	});

	// Neither a copy nor an edit is refused for what the service holds.
	await place.gives('clone 1 --set user=u-2 --dry-run', {
		exitCode: 0,
		stderr: containing('(sent unchanged)'),
	});
	await place.gives('clone 1 --set to=nobody', {
		exitCode: 5,
		stderr: containing('--accept-invalid'),
	});
	await place.ends(0, 'edit 1 --set name=x --yes');
	await place.gives('edit 2 --set channel=slack --yes --dry-run', {
		stderr: containing('--to of 2'),
	});
	await place.gives('edit 2 --set to=nobody --yes', {
		exitCode: 5,
		stderr: containing('--accept-invalid'),
	});
	await place.gives('edit 2 --set to=nobody --dry-run --accept-invalid', {
		exitCode: 0,
		stderr: matching(/^Warning: --set to of 2: .*\(accepted\)\.$/mv),
	});
});

test('every dry run is one JSON document with --json, and so is what was deleted', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	const json = async (argv: readonly string[]) => {
		const {stdout} = await place.run([...argv, '--json']);
		return JSON.parse(stdout) as unknown;
	};

	expect(await json(['edit', '1', '--set', 'name=x', '--dry-run'])).toEqual([
		{id: '1', changes: [{field: 'notification_name', old: '', new: 'x'}], alsoSent: [], notSent: []},
	]);
	expect(await json(['edit', '1', '--set', 'user=u-1', '--yes'])).toMatchObject([{status: 'skipped', id: '1'}]);
	expect(await json(['delete', '--query', 'user:u-', '--dry-run'])).toMatchObject([
		{id: '1', external_user_id: 'u-1'},
		{id: '2', external_user_id: 'u-2'},
	]);
	expect(await json(['delete', '--query', 'user:nobody', '--yes', '--allow-empty'])).toEqual([]);
	expect(await json(['delete', '2', '1', '--yes'])).toMatchObject([
		{status: 'done', id: '2'},
		{status: 'done', id: '1'},
	]);
	expect(await json(['undo', '--last', '--dry-run'])).toEqual({number: '2', action: 'recreate', count: 2, notes: []});
	const ids = await json(['undo', '--last', '--yes']);
	expect(ids).toHaveLength(2);
	expect(await json(['undo', '--last', '--redo', '--yes'])).toMatchObject([
		{action: 'delete', status: 'done'},
		{action: 'delete', status: 'done'},
	]);
	expect(await place.list()).toHaveLength(0);
});

test('mistakes in a file are named with their line and field, and nothing is sent', async () => {
	await using place = await account();
	const broken = lines(body('u-1'), body('u-2', {channel: 'PAGER'}), body('u-3', {delivery_location: 'nobody'}));
	await place.gives(
		'create -f - --json',
		{
			exitCode: 5,
			stderr: matching(/"field":"channel","message":"the standard input:2:\d+: channel must be one of/v),
		},
		{input: broken},
	);
	await place.gives(
		'create -f -',
		{
			exitCode: 5,
			errors: [
				matching(/^the standard input:2:\d+: channel must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK$/v),
				matching(/^the standard input:3:\d+: delivery_location is not an e-mail address/v),
				'Nothing was sent: 2 mistakes in the standard input.',
				'Correct the file and run it again.',
			],
		},
		{input: broken},
	);
	await place.gives(
		'create -f -',
		{
			exitCode: 5,
			errors: expect.arrayContaining([
				'the standard input:1:21: external_user_id must be text',
				'the standard input:2:11: chanel is not a field of a notification. Did you mean channel?',
			]) as unknown,
		},
		{input: '- external_user_id: [42]\n  chanel: EMAIL\n'},
	);
	await place.gives(
		'create -f -',
		{
			exitCode: 5,
			stderr: containing('the standard input:2:1: '),
		},
		{input: lines(body('u-1')) + '{"a": }\n'},
	);
	await place.gives(
		'create -f -',
		{
			exitCode: 5,
			stderr: containing('line 2 is identical to line 1'),
		},
		{input: lines(body('u-1'), body('u-1'))},
	);
	await place.ends(5, 'create -f -', {input: ''});
	await place.ends(5, 'create -f no-such-file');
	await place.ends(2, 'create -f - --user u-1');
	await place.gives(
		'create -f - --dry-run',
		{
			exitCode: 0,
			stdout: containing('"external_user_id": "u-2"'),
		},
		{input: lines(body('u-1'), body('u-2'))},
	);
	expect(await place.list()).toHaveLength(0);
});

test('edit shows what it changes, asks, and replaces one or many', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'), body('u-3'));
	const shown = await place.run([
		'edit',
		'--query',
		'user:u-',
		'--replace',
		String.raw`to=/example\.com/example.org/`,
		'--set',
		'name=Edited',
		'--dry-run',
	]);
	expect(shown.stdout).toContain('delivery_location: u-1@example.com → u-1@example.org');
	await place.ends(6, 'edit --query user:u- --set name=Edited');
	await place.ends(6, 'edit --query user:u- --set name=Edited', {
		columns: {errors: 80},
		isInputTerminal: true,
		input: '2\n',
	});
	const many = await place.run(
		['edit', '--query', 'user:u-', '--set', 'name=Edited', '--replace', String.raw`to=/example\.com/example.org/`],
		{columns: {errors: 80}, isInputTerminal: true, input: '3\n'},
	);
	expect(many).toMatchObject({exitCode: 0});
	expect(many.lines.map(line => line.split('\t', 1)[0])).toStrictEqual(['1', '2', '3']);
	const listed = await place.list();
	expect(await place.values('to')).toStrictEqual(['u-1@example.org', 'u-2@example.org', 'u-3@example.org']);
	expect(await place.values('name')).toStrictEqual(['Edited', 'Edited', 'Edited']);

	const {id} = listed[0]!;
	await place.ends(5, ['edit', id, '--set', 'channel=pager', '--yes']);
	await place.gives(['edit', id, '--set', 'nmae=x', '--yes'], {
		exitCode: 2,
		stderr: containing('Did you mean name?'),
	});
	await place.gives(['edit', id, '--set', 'name=Edited', '--yes'], {
		exitCode: 0,
		stdout: '',
		stderr: containing('Nothing to change'),
	});
	await place.gives('edit 99 --set name=x --yes', {
		exitCode: 5,
		stderr: containing('no notification has the ID 99'),
	});
	await place.gives(['edit', id, '--set', 'name=Alone', '--yes'], {
		exitCode: 0,
		stdout: matching(new RegExp(String.raw`^${id}\t\d+\n$`, 'v')),
	});
	expect(await place.list()).toHaveLength(3);
});

test('a question names twenty, and counts the others', async () => {
	await using place = await account();
	await place.creates(...Array.from({length: 22}, (_, index) => body(`u-${index}`)));
	for (const argv of ['edit --query user:u- --set name=x', 'delete --query user:u-']) {
		const {stderr, exitCode} = await place.run(argv);
		expect(exitCode).toBe(6);
		expect(stderr.match(/^[\-~] \d+/gmv)).toHaveLength(20);
		expect(stderr).toContain('  and 2 more; --dry-run shows all');
	}
});

test('edit and clone do not lose a template that is not known here without being told to', async () => {
	await using place = await account(2);
	const [first] = await place.list();
	const {id} = first!;
	await place.gives(['edit', id, '--set', 'name=x', '--yes'], {
		exitCode: 5,
		stderr: containing('--accept-unknown-template'),
	});
	const replaced = await place.run(['edit', id, '--set', 'name=x', '--set', 'template=known', '--yes']);
	expect(replaced).toMatchObject({exitCode: 0});
	const newId = replaced.stdout.trimEnd().split('\t', 2)[1]!;
	// Now it is known.
	await place.ends(0, ['edit', newId, '--set', 'name=y', '--yes']);
	await place.ends(0, 'edit --query name:y --set name=z --accept-unknown-template --yes');
	const listed = await place.list();
	const last = listed.find(({name}) => name === 'z')!.id;
	await place.ends(5, ['clone', last]);
	await place.gives(['clone', last, '--set', 'user=copy', '--dry-run'], {
		exitCode: 0,
		stdout: containing('"template": "known"'),
	});
	await place.ends(0, ['clone', last, '--set', 'user=copy']);
	expect(await place.list()).toHaveLength(3);
});

test('the editor gets YAML with the IDs, and gives it back', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	const editor = path.join(place.home, 'editor.sh');
	await writeFile(editor, '#!/bin/sh\nsed -i "s/@example.com/@example.net/" "$1"\n', {mode: 0o755});
	const terminal = {columns: {errors: 80}, isInputTerminal: true};
	await place.ends(0, 'edit 1 2 --editor --yes', {
		...terminal,
		env: {...environmentOf(place.sandbox), EDITOR: editor},
	});
	expect(await place.values('to')).toStrictEqual(['u-1@example.net', 'u-2@example.net']);
	await place.ends(2, 'edit 3 --editor --yes');
});

test('delete asks, deletes by ID and by query, and undo takes it back; redo does it again', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'), body('u-3'), body('other'));
	await place.gives('delete --query user:u-', {exitCode: 6, stdout: ''});
	await place.gives('delete --query user:u- --dry-run', {
		exitCode: 0,
		lines: {length: 3},
	});
	await place.ends(2, 'delete --query ""');
	await place.ends(2, 'delete 1 --query x');
	await place.gives('delete --query user:nobody --yes', {
		exitCode: 5,
		stderr: containing('nothing matches'),
	});
	expect(await place.list()).toHaveLength(4);

	await place.gives(
		'delete --query user:u-',
		{exitCode: 0, stderr: containing('Deleted 3 of 3.')},
		{columns: {errors: 80}, isInputTerminal: true, input: '3\n'},
	);
	await place.gives('undo --last --dry-run', {
		exitCode: 0,
		stdout: containing('Undo of change 2: recreate 3 notifications'),
	});
	await place.ends(6, 'undo --last');
	const undone = await place.run('undo --last', {columns: {errors: 80}, isInputTerminal: true, input: '3\n'});
	expect(undone).toMatchObject({
		exitCode: 0,
		lines: {length: 3},
		stderr: containing('u-3@example.com\nUndo of change 2: '),
	});
	expect(await place.list()).toHaveLength(4);
	await place.gives('undo --last --redo --dry-run', {exitCode: 0, stdout: containing('Redo of change 3: ')});
	await place.ends(0, 'undo --last --redo --yes');
	const [left, ...others] = await place.list();
	expect([left?.user, others]).toStrictEqual(['other', []]);

	await place.ends(0, ['delete', left!.id], {columns: {errors: 80}, isInputTerminal: true, input: 'y\n'});
	await place.gives('undo --last --yes', {
		exitCode: 0,
		stdout: matching(/^\d+\n$/v),
	});
	await place.ends(5, 'undo 999 --yes');
	await place.ends(2, 'undo x --yes');
});

test('an edit and a create of many are undone as a whole, by their number too', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	await place.run('edit --query user:u- --set name=Edited --yes');
	await place.gives('undo --last --yes', {exitCode: 0, lines: {length: 2}});
	expect(await place.values('name')).toStrictEqual(['', '']);
	await place.ends(0, 'undo 1 --yes');
	expect(await place.list()).toHaveLength(0);
	for (const how of ['--dry-run', '--yes']) {
		await place.gives(['undo', '1', how], {
			exitCode: 1,
			stdout: '',
			errors: ['Nothing was sent: change 1 cannot be undone. All of it is undone already, or had no effect.'],
		});
	}
});

test.each([
	'user:=',
	'user:',
	'channel:',
	'user:""',
	'""',
	'',
	' ',
	'-',
	'or',
	'user:=u-1 or',
	'not:uesr:42',
	'uesr:',
	'/[/',
	'/(a+)+$/',
	'/(a|aa)+$/',
	'/x*/',
	'//',
	'name://',
	'is:new',
])('a query that does not say what it chooses is refused before anything is listed: %j', async query => {
	await using home = await temporaryFolder();
	// Nothing listens there: a request would end with 7.
	const run = async (argv: readonly string[]) =>
		runCommand(argv, {
			home: home.path,
			env: environmentOf({baseUrl: 'http://127.0.0.1:1/'}),
			clock: {...systemClock, sleep: async () => undefined},
		});
	expect(await run(['delete', '--query', query, '--yes'])).toMatchObject({exitCode: 2, stdout: ''});
	expect(await run(['edit', '--query', query, '--set', 'name=x', '--yes'])).toMatchObject({exitCode: 2, stdout: ''});
});

test('a pattern of --replace that is broken or could take very long changes nothing', async () => {
	await using place = await account();
	await place.run(one);
	for (const pattern of ['(a+)+$', '[', '(a|aa)+$']) {
		await place.gives(['edit', '1', '--replace', `name=/^${pattern}/x/`, '--yes'], {
			exitCode: 2,
			stderr: containing('--replace: '),
		});
	}
});

test('--all chooses every notification, and asks for their number', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	await place.ends(2, 'delete --all --query user:u --yes');
	await place.ends(2, 'delete 1 --all --yes');
	await place.ends(6, 'delete --all');
	await place.gives(
		'delete --all',
		{
			exitCode: 6,
			stderr: containing('Type 2 to confirm'),
		},
		{columns: {errors: 80}, isInputTerminal: true, input: 'y\n'},
	);
	expect(await place.list()).toHaveLength(2);
	await place.ends(0, 'edit --all --set name=x --yes');
	expect(await place.values('name')).toEqual(['x', 'x']);
	await place.ends(0, 'delete --all --yes');
	expect(await place.list()).toHaveLength(0);
});

test('what has a pending change is refused before the question', async () => {
	await using place = await account(2, 60_000);
	place.sandbox.faults.add({name: 'delete-delayed', value: 600_000, count: 1});
	await place.ends(8, 'delete 1 --yes --no-wait');
	const terminal = {columns: {errors: 80}, isInputTerminal: true, input: '2\n'};
	const {stderr, exitCode} = await place.run('delete 1 2', terminal);
	expect({stderr, exitCode}).toMatchObject({
		exitCode: 1,
		stderr: containing('Of these 2, 1 has a pending change (1)'),
	});
	expect(stderr).not.toContain('Type 2');
	await place.gives(
		'edit 1 --set name=x --accept-unknown-template',
		{
			exitCode: 1,
			stderr: containing('A change of 1 is pending'),
		},
		terminal,
	);
});

test('a partial listing deletes nothing by query', async () => {
	await using place = await account(6, 60_000);
	place.sandbox.faults.add({name: 'list-cut'});
	await place.gives('delete --query /./ --yes', {
		exitCode: 3,
		stdout: '',
		stderr: containing('partial'),
	});
	place.sandbox.faults.clear();
	expect(await place.list()).toHaveLength(6);
});

test('what failed is sent again with --retries, and a change of several that failed in part says how', async () => {
	await using place = await account();
	await place.creates(...Array.from({length: 6}, (_, index) => body(`u-${index}`)));
	place.sandbox.faults.add({name: 'delete-500-before', count: 2});
	await place.ends(0, 'delete --query user:u- --yes --retries 2');
	place.sandbox.faults.add({name: 'create-403', count: 2});
	await place.gives('undo --last --yes', {exitCode: 3, stderr: containing('chainbell recover 3 --retry')});
	const {stdout} = await place.run('recover 3 --retry --dry-run');
	expect(stdout.match(/^3\.\d\t/gmv)).toHaveLength(2);
	await place.ends(0, 'recover 3 --retry');
	expect(await place.list()).toHaveLength(6);
	// Not after three refusals in a row, which end the run.
	place.sandbox.faults.add({name: 'delete-403', count: 3});
	await place.ends(3, 'delete --query user:u- --yes --retries 2 -j 1');
	expect(await place.list()).toHaveLength(6);
});

test('a create whose outcome is unknown ends with 8 and its number, and a refused key with 4', async () => {
	await using place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-500-before', count: 1});
	await place.gives([...one, '--no-wait'], {
		exitCode: 8,
		stdout: '',
		stderr: matching(/^Change 1 is pending\. [\s\S]*chainbell recover 1 --finish/v),
	});
	// The same is not sent beside it.
	await place.gives(one, {
		exitCode: 8,
		stderr: matching(/a second one may result\.\n.*chainbell recover/v),
	});
	const {exitCode, stderr} = await place.run('undo 1 --yes');
	expect(exitCode).toBe(1);
	expect(stderr).toMatch(/cannot be undone\. It is pending: finish it or roll it back first\.\n.*chainbell recover/v);
	expect(stderr).not.toMatch(/\bpress\b/iv);
	await place.gives('recover --json', {
		exitCode: 8,
		stdout: containing('"status":"pending"'),
	});
	await place.ends(4, one, {env: {...environmentOf(place.sandbox), CHAINBELL_API_KEY: 'wrong-key-1'}});
	await place.ends(7, one, {env: environmentOf({baseUrl: 'http://127.0.0.1:9/'})});
});

/** The outcome in the JSON of the error that a command ended with. */
const outcomeOf = ({stderr}: {readonly stderr: string}): unknown =>
	(JSON.parse(stderr.split('\n').find(line => line.startsWith('{'))!) as {outcome: unknown}).outcome;

test('the JSON of an error says that the outcome is unknown whenever something was sent', async () => {
	await using place = await account(0, 60_000);
	const outcomeOfCreate = async (user: string, change: Partial<CommandOptions> = {}) =>
		outcomeOf(await place.run([...one.map(word => word.replace('u-1', user)), '--json', '--no-wait'], change));
	place.sandbox.faults.add({name: 'create-500-before', count: 1});
	// It can still take effect.
	expect(await outcomeOfCreate('u-1')).toBe('unknown');
	expect(await outcomeOfCreate('u-1')).toBe('not-sent');
	// The service confirmed it, and no listing shows it.
	place.sandbox.faults.add({name: 'create-late', value: 20, count: 1});
	expect(await outcomeOfCreate('u-2')).toBe('unknown');
	// It had no effect, but it was sent.
	place.sandbox.faults.clear();
	place.sandbox.faults.add({name: 'create-500-before', count: 1});
	expect(await outcomeOfCreate('u-3', {settlingTime: 100})).toBe('unknown');
	place.sandbox.faults.add({name: 'create-403', count: 1});
	expect(await outcomeOfCreate('u-4')).toBe('rejected');
	place.sandbox.faults.add({name: 'list-503', count: 4});
	expect(await outcomeOfCreate('u-6')).toBe('not-sent');
	place.sandbox.faults.clear();
	expect(await outcomeOfCreate('u-5', {env: environmentOf({baseUrl: 'http://127.0.0.1:9/'})})).toBe('not-sent');
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('%s before anything is sent sends nothing; of many it stops the rest', async (signal, code) => {
	await using place = await account();
	let send: (name: 'SIGINT' | 'SIGTERM') => void = () => undefined;
	const onSignals = (sender: typeof send) => {
		send = sender;
	};

	const hold = place.sandbox.faults.hold({on: 'list', count: 1});
	const before = place.run('create -f -', {input: lines(body('u-1'), body('u-2')), onSignals});
	await hold.arrived;
	send(signal);
	hold.release();
	expect(await before).toMatchObject({
		exitCode: code,
		stdout: '',
		stderr: containing('Nothing was sent.'),
	});
	expect(await place.list()).toHaveLength(0);

	const post = place.sandbox.faults.hold({on: 'create', count: 1});
	const during = place.run('create -f - -j 1', {
		input: lines(body('u-1'), body('u-2'), body('u-3')),
		onSignals,
		columns: {errors: 80},
	});
	await post.arrived;
	send(signal);
	post.release();
	expect(await during).toMatchObject({
		exitCode: code,
		lines: ['1'],
		stderr: matching(/Stopping: waiting for the requests in flight\.[\s\S]*2 not started/v),
	});
	await place.ends(0, 'recover --finish');
	expect(await place.list()).toHaveLength(3);

	// So it is with one: before its request nothing is sent, and that in flight is awaited.
	const look = place.sandbox.faults.hold({on: 'list', count: 1});
	const early = place.run(one, {onSignals});
	await look.arrived;
	send(signal);
	look.release();
	expect(await early).toMatchObject({exitCode: code, stdout: '', errors: ['Interrupted.', 'Nothing was sent.']});
	const alone = place.sandbox.faults.hold({on: 'create', count: 1});
	const late = place.run([...one, '--allow-duplicate'], {onSignals});
	await alone.arrived;
	send(signal);
	alone.release();
	expect(await late).toMatchObject({exitCode: code, lines: ['4'], stderr: ''});
	expect(await place.list()).toHaveLength(4);
});
