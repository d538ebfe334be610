import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {environmentOf, signals, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {account, address, body, createCommand as one, lines} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

test('--filter and --set filter take several filters, are added up, and say where a mistake is', async () => {
	await using place = await account();
	const filtersOf = async (command: string) => {
		const {stdout} = await place.run(`${command} --dry-run --json`);
		return stdout
			.matchAll(/"field_name": ?"(?<name>\w+)"/gv)
			.map(({groups}) => groups!.name)
			.toArray();
	};

	expect(await filtersOf(`${one} --filter "value > 50,000 and asset = USDC" --filter 'hash = "a and b"'`)).toEqual([
		'value',
		'asset',
		'hash',
	]);
	await place.run(`${one} --filter "value > 50,000" --template words`);
	await place.ends(0, 'edit 1 --set "filter=asset = USDC and hash = x" --yes');
	expect(await place.run('list --columns filter')).toMatchObject({
		lines: ['value > 50000 (int) and asset = USDC (str) and hash = x (str)'],
	});
	await place.ends(0, 'edit 2 --set "event_details.filters=asset = y" --yes');
	expect(await place.run('list --columns filter')).toMatchObject({
		lines: ['value > 50000 (int) and asset = USDC (str) and hash = x (str) and asset = y (str)'],
	});
	await place.says(
		5,
		'edit 3 --replace filter=/and/or/ --yes',
		/^Nothing was sent\. [^;]* of 3: Put several words in quotes, and "and" between filters: there is no "or"\.\n/v,
	);
	for (const [words, problem] of [
		[
			`${one} --filter "value gt"`,
			'--filter has a mistake at character 9 of `value gt`: Filter 1 has no value yet. Write filters such as `value > 100 and asset = USDC`.',
		],
		[`${one} --filter " "`, '--filter needs a filter, such as "value > 100 and asset = USDC".'],
		[
			'edit 3 --set "filter=a = b and c"',
			'--set filter has a mistake at character 12 of `a = b and c`: Filter 2 has no operator yet. Write filters such as `value > 100 and asset = USDC`.',
		],
	] as const) {
		await place.says(2, words, {errors: [problem, expect.anything()]});
	}
});

test('on a terminal, the ID that the service answers is shown as accepted until a listing shows it', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-late', value: 1, count: 1});
	const shown = '\r\u{1B}[KAccepted as ID 1. Checking that it is listed …\r\u{1B}[K';
	await place.says(0, one, {stdout: '1\n', stderr: shown}, {columns: {errors: 80}});
	await place.says(
		0,
		'edit 1 --set name=x --yes',
		{stdout: '1\t2\n', stderr: containing('\r\u{1B}[KAccepted as ID 2. Checking that it is listed …\r\u{1B}[K')},
		{columns: {errors: 80}},
	);
	await place.says(0, 'undo --last --yes --quiet', {stdout: '3\n', stderr: ''}, {columns: {errors: 80}});
});

test('a wrong checksum and an impossible recipient are sent with --accept-invalid, as the form does with ctrl+r', async () => {
	await using place = await account();
	const wrong = '0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045';
	const command = one.replace(address, wrong);
	await place.says(5, command, {errors: [containing('fails its EIP-55 checksum'), containing('--accept-invalid')]});
	await place.says(5, 'create -f -', '--accept-invalid', {
		input: JSON.stringify(
			body('u-1', {event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [wrong]}}),
		),
	});
	// What interface.md rules out is not offered.
	const pager = await place.ends(5, `${command.replace('email', 'pager')} --accept-invalid`);
	expect(pager.stderr).not.toContain('--accept-invalid');
	await place.says(0, `${command} --accept-invalid`, {
		stdout: '1\n',
		stderr: 'Warning: --address fails its EIP-55 checksum (accepted).\n',
	});

	// Neither a copy nor an edit is refused for what the service holds.
	await place.says(0, 'clone 1 --set user=u-2 --dry-run', '(sent unchanged)');
	await place.says(5, 'clone 1 --set to=nobody', '--accept-invalid');
	await place.ends(0, 'edit 1 --set name=x --yes');
	expect(await place.run('edit 2 --set channel=slack --yes --dry-run')).toMatchObject({
		stderr: containing('--to of 2'),
	});
	await place.says(5, 'edit 2 --set to=nobody --yes', '--accept-invalid');
	await place.says(
		0,
		'edit 2 --set to=nobody --dry-run --accept-invalid',
		/^Warning: --set to of 2: .*\(accepted\)\.$/mv,
	);
});

test('every dry run is one JSON document with --json, and so is what was deleted', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	const json = async (command: string) => {
		const {stdout} = await place.run(`${command} --json`);
		return JSON.parse(stdout) as unknown;
	};

	expect(await json('edit 1 --set name=x --dry-run')).toEqual([
		{id: '1', changes: [{field: 'notification_name', old: '', new: 'x'}], alsoSent: [], notSent: []},
	]);
	expect(await json('edit 1 --set user=u-1 --yes')).toMatchObject([{status: 'skipped', id: '1'}]);
	expect(await json('delete --query user:u- --dry-run')).toMatchObject([
		{id: '1', external_user_id: 'u-1'},
		{id: '2', external_user_id: 'u-2'},
	]);
	expect(await json('delete --query user:nobody --yes --allow-empty')).toEqual([]);
	expect(await json('delete 2 1 --yes')).toMatchObject([
		{status: 'done', id: '2'},
		{status: 'done', id: '1'},
	]);
	expect(await json('undo --last --dry-run')).toEqual({number: '2', action: 'recreate', count: 2, notes: []});
	const ids = await json('undo --last --yes');
	expect(ids).toHaveLength(2);
	expect(await json('undo --last --redo --yes')).toMatchObject([
		{action: 'delete', status: 'done'},
		{action: 'delete', status: 'done'},
	]);
	expect(await place.list()).toHaveLength(0);
});

test('mistakes in a file are named with their line and field, and nothing is sent', async () => {
	await using place = await account();
	await place.says(
		5,
		'create -f - --json',
		/"field":"channel","message":"the standard input:2:\d+: channel must be one of/v,
		{input: lines(body('u-1'), body('u-2', {channel: 'PAGER'}))},
	);
	await place.says(5, 'create -f -', 'the standard input:2:1: ', {input: lines(body('u-1')) + '{"a": }\n'});
	await place.says(5, 'create -f -', 'line 2 is identical to line 1', {input: lines(body('u-1'), body('u-1'))});
	await place.ends(5, 'create -f -', {input: ''});
	await place.ends(2, 'create -f - --user u-1');
	expect(await place.list()).toHaveLength(0);
});

test('an edit asks for the number of what it replaces, and says where there is nothing to change', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'), body('u-3'));
	const edit = [
		'edit',
		'--query',
		'user:u-',
		'--set',
		'name=Edited',
		'--replace',
		String.raw`to=/example\.com/example.org/`,
	];
	await place.ends(6, edit, {typed: '2'});
	const {lines: replaced} = await place.ends(0, edit, {typed: '3'});
	expect(replaced.map(line => line.split('\t', 1)[0])).toStrictEqual(['1', '2', '3']);
	expect(await place.values('to')).toStrictEqual(['u-1@example.org', 'u-2@example.org', 'u-3@example.org']);
	expect(await place.values('name')).toStrictEqual(['Edited', 'Edited', 'Edited']);
	await place.says(2, 'edit 4 --set nmae=x --yes', 'Did you mean name?');
	await place.says(0, 'edit 4 --set name=Edited --yes', {stdout: '', stderr: containing('Nothing to change')});
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

test('the editor gets YAML with the IDs, and gives it back', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	const editor = path.join(place.home, 'editor.sh');
	await writeFile(editor, '#!/bin/sh\nsed -i "s/@example.com/@example.net/" "$1"\n', {mode: 0o755});
	await place.ends(0, 'edit 1 2 --editor --yes', {typed: '', env: {...environmentOf(place.sandbox), EDITOR: editor}});
	expect(await place.values('to')).toStrictEqual(['u-1@example.net', 'u-2@example.net']);
	await place.ends(2, 'edit 3 --editor --yes');
});

test('an edit and a create of many are undone as a whole, by their number too', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	await place.run('edit --query user:u- --set name=Edited --yes');
	await place.says(0, 'undo --last --yes', {lines: {length: 2}});
	expect(await place.values('name')).toStrictEqual(['', '']);
	await place.says(0, 'undo --last --redo --dry-run', {stdout: containing('Redo of change 3: ')});
	await place.ends(0, 'undo 1 --yes');
	expect(await place.list()).toHaveLength(0);
	for (const how of ['--dry-run', '--yes']) {
		await place.says(1, `undo 1 ${how}`, {
			stdout: '',
			errors: ['Nothing was sent: change 1 cannot be undone. All of it is undone already, or had no effect.'],
		});
	}
});

test('a query that does not say what it chooses is refused before anything is listed', async () => {
	await using place = await account();
	// Nothing listens there: a request would end with 7.
	const {ends} = place.as({env: environmentOf({baseUrl: 'http://127.0.0.1:1/'})});
	for (const query of ['', 'user:=', 'is:new']) {
		await ends(2, ['delete', '--query', query, '--yes']);
		await ends(2, ['edit', '--query', query, '--set', 'name=x', '--yes']);
	}
});

test('a pattern of --replace that could take very long changes nothing', async () => {
	await using place = await account();
	await place.run(one);
	await place.says(2, 'edit 1 --replace name=/^(a+)+$/x/ --yes', '--replace: ');
});

test('--all chooses every notification, and asks for their number', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	await place.ends(2, 'delete --all --query user:u --yes');
	await place.ends(2, 'delete 1 --all --yes');
	await place.ends(2, 'delete 1 --query x');
	await place.says(6, 'delete --all', 'Type 2 to confirm', {typed: 'y'});
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
	const {stderr} = await place.says(1, 'delete 1 2', 'Of these 2, 1 has a pending change (1)', {typed: '2'});
	expect(stderr).not.toContain('Type 2');
	await place.says(1, 'edit 1 --set name=x --accept-unknown-template', 'A change of 1 is pending', {typed: '2'});
});

test('a partial listing deletes nothing by query', async () => {
	await using place = await account(6, 60_000);
	place.sandbox.faults.add({name: 'list-cut'});
	await place.says(3, 'delete --query /./ --yes', {stdout: '', stderr: containing('partial')});
	place.sandbox.faults.clear();
	expect(await place.list()).toHaveLength(6);
});

test('what failed is sent again with --retries, and a change of several that failed in part says how', async () => {
	await using place = await account();
	await place.creates(...Array.from({length: 6}, (_, index) => body(`u-${index}`)));
	place.fault('delete-500-before', 2);
	await place.ends(0, 'delete --query user:u- --yes --retries 2');
	place.fault('create-403', 2);
	await place.says(3, 'undo --last --yes', 'chainbell recover 3 --retry');
	const {stdout} = await place.run('recover 3 --retry --dry-run');
	expect(stdout.match(/^3\.\d\t/gmv)).toHaveLength(2);
	await place.ends(0, 'recover 3 --retry');
	expect(await place.list()).toHaveLength(6);
	// Not after three refusals in a row, which end the run.
	place.fault('delete-403', 3);
	await place.ends(3, 'delete --query user:u- --yes --retries 2 -j 1');
	expect(await place.list()).toHaveLength(6);
});

test('while the outcome of a create is unknown, the same is not sent beside it, nor undone', async () => {
	await using place = await account(0, 60_000);
	place.fault('create-500-before');
	await place.ends(8, `${one} --no-wait`);
	await place.says(8, one, /a second one may result\.\n.*chainbell recover/v);
	await place.says(
		1,
		'undo 1 --yes',
		/cannot be undone\. It is pending: finish it or roll it back first\.\n.*chainbell recover/v,
	);
});

/** The outcome in the JSON of the error that a command ended with. */
const outcomeOf = ({stderr}: {readonly stderr: string}): unknown =>
	(JSON.parse(stderr.split('\n').find(line => line.startsWith('{'))!) as {outcome: unknown}).outcome;

test('the JSON of an error says that the outcome is unknown whenever something was sent', async () => {
	await using place = await account(0, 60_000);
	const outcomeOfCreate = async (user: string, change: Partial<CommandOptions> = {}) =>
		outcomeOf(await place.run(`${one.replaceAll('u-1', user)} --json --no-wait`, change));
	place.fault('create-500-before');
	// It can still take effect.
	expect(await outcomeOfCreate('u-1')).toBe('unknown');
	expect(await outcomeOfCreate('u-1')).toBe('not-sent');
	// The service confirmed it, and no listing shows it.
	place.sandbox.faults.add({name: 'create-late', value: 20, count: 1});
	expect(await outcomeOfCreate('u-2')).toBe('unknown');
	// It had no effect, but it was sent.
	place.sandbox.faults.clear();
	place.fault('create-500-before');
	expect(await outcomeOfCreate('u-3', {settlingTime: 100})).toBe('unknown');
	place.fault('create-403');
	expect(await outcomeOfCreate('u-4')).toBe('rejected');
	place.fault('list-503', 4);
	expect(await outcomeOfCreate('u-6')).toBe('not-sent');
	place.sandbox.faults.clear();
	expect(await outcomeOfCreate('u-5', {env: environmentOf({baseUrl: 'http://127.0.0.1:9/'})})).toBe('not-sent');
});

test('SIGINT before anything is sent sends nothing; of many it stops the rest', async () => {
	await using place = await account();
	/** Interrupts a command while this request of it is in flight. */
	const interrupted = async (on: 'list' | 'create', command: CommandLine, change: Partial<CommandOptions> = {}) => {
		const {send, onSignals} = signals();
		const hold = place.sandbox.faults.hold({on, count: 1});
		const running = place.run(command, {...change, onSignals});
		await hold.arrived;
		send('SIGINT');
		hold.release();
		return running;
	};

	const many = 'create -f - -j 1';
	const input = lines(body('u-1'), body('u-2'), body('u-3'));
	expect(await interrupted('list', many, {input})).toMatchObject({
		exitCode: 130,
		stdout: '',
		stderr: containing('Nothing was sent.'),
	});
	expect(await place.list()).toHaveLength(0);
	expect(await interrupted('create', many, {input, columns: {errors: 80}})).toMatchObject({
		exitCode: 130,
		lines: ['1'],
		stderr: matching(/Stopping: waiting for the requests in flight\.[\s\S]*2 not started/v),
	});
	await place.ends(0, 'recover --finish');
	expect(await place.list()).toHaveLength(3);

	// So it is with one: before its request nothing is sent, and that in flight is awaited.
	expect(await interrupted('list', one)).toMatchObject({
		exitCode: 130,
		stdout: '',
		errors: ['Interrupted.', 'Nothing was sent.'],
	});
	expect(await interrupted('create', `${one} --allow-duplicate`)).toMatchObject({
		exitCode: 130,
		lines: ['4'],
		stderr: '',
	});
	expect(await place.list()).toHaveLength(4);
});

test('an undo that leaves something there says why, and ends with 3', async () => {
	await using place = await account();
	place.fault('create-no-id');
	await place.says(0, 'create -f - -j 1', {}, {input: lines(body('u-1'), body('u-2'))});
	await place.says(3, 'undo 1 --yes', '1 cannot be undone: No response named 1 as the new one');
	expect(await place.list()).toHaveLength(1);
});
