import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, createOne as one, lines} from '../helpers/command-account.ts';

/** Somebody at a terminal who answers nothing. */
const terminal = {columns: {errors: 120}, isInputTerminal: true, input: '\n'};

test('delete names the notification, and says nothing of a loss where there is none', async () => {
	await using place = await account();
	await place.run([...one, '--name', 'Treasury']);
	const {errors} = await place.run(['delete', '1'], terminal);
	expect(errors.slice(0, 2)).toStrictEqual([
		'- 1\tTreasury\tu-1\tu-1@example.com',
		expect.stringMatching(/^Delete "Treasury" \(ID 1\) from 127\.0\.0\.1:\d+\? The service cannot undo this\.$/v),
	]);
});

test('delete says what an undo could not recreate', async () => {
	await using place = await account(3);
	const {stderr} = await place.run(['delete', '1'], terminal);
	expect(stderr).toContain('\nchainbell undo recreates it without its template, which is unknown here.\nDelete ');
	const many = await place.run(['delete', '--all'], terminal);
	expect(many.stderr).toContain(
		'\nThe templates of all 3 are unknown here. chainbell undo recreates them without.\nDelete 3 notifications from ',
	);
});

test('undo asks with the same words for one and for many, and names what it undoes', async () => {
	await using place = await account();
	await place.run(['create', '-f', '-'], {input: lines(body('u-1', {notification_name: 'Treasury'}), body('u-2'))});
	const created = await place.run(['undo', '--last'], terminal);
	expect(created.errors.slice(0, 3)).toStrictEqual([
		'- 1\tTreasury\tu-1\tu-1@example.com',
		'- 2\t\tu-2\tu-2@example.com',
		expect.stringMatching(/^Undo of change 1: delete 2 notifications from 127\.0\.0\.1:\d+\?$/v),
	]);

	await place.run(['delete', '1', '--yes']);
	const {errors} = await place.run(['undo', '--last'], terminal);
	expect(errors[0]).toMatch(/^Undo: recreate "Treasury" \(ID 1\) on 127\.0\.0\.1:\d+, with a new ID\?$/v);
	await place.run(['undo', '--last', '--yes']);
	expect(await place.run(['undo', '--last', '--redo', '--dry-run'])).toMatchObject({
		stdout: expect.stringMatching(/^Redo: delete "Treasury" \(ID 3\) from /v) as unknown,
	});

	await place.run(['edit', '--all', '--set', 'name=x', '--yes']);
	expect(await place.run(['undo', '--last', '--dry-run'])).toMatchObject({
		stdout: expect.stringMatching(
			/^Undo of change 4: replace 2 notifications on \S+ with what they were before, with new IDs\.$/mv,
		) as unknown,
	});
});

test('a read-only account is refused before a question, with what made it so', async () => {
	await using place = await account(1);
	for (const command of [
		['delete', '1'],
		['edit', '1', '--set', 'name=x'],
		one,
		['clone', '1'],
		['undo', '--last'],
		['recover', '--finish'],
	]) {
		expect(await place.run([...command, '--read-only'], terminal)).toMatchObject({
			exitCode: 1,
			errors: ['Nothing was sent: --read-only was given.', 'Run it again without --read-only, or with --dry-run.'],
		});
	}

	expect(await place.run(['delete', '1', '--read-only', '--dry-run'])).toMatchObject({exitCode: 0});
	expect(await place.run(['recover', '--read-only'])).toMatchObject({exitCode: 0});

	const {baseUrl, apiKey} = place.sandbox;
	await writeFile(
		path.join(place.home, 'config.yaml'),
		`profiles:\n  prod:\n    baseUrl: ${baseUrl}\n    apiKey: ${apiKey}\n    readOnly: true\n`,
		{mode: 0o600},
	);
	expect(await place.run(['delete', '1'], {...terminal, env: {}})).toMatchObject({
		exitCode: 1,
		errors: [
			'Nothing was sent: the profile prod is read-only.',
			'Remove readOnly from it in config.yaml, or pass --dry-run.',
		],
	});
});

test('what an undo created again is called recreate everywhere', async () => {
	await using place = await account(0, 60_000);
	await place.run(one);
	await place.run(['delete', '1', '--yes']);
	await place.run(['undo', '--last', '--yes']);
	expect(await place.run(['history', '-o', 'json', '--limit', '1'])).toMatchObject({
		stdout: expect.stringContaining('"kind":"recreate"') as unknown,
	});
	expect(await place.run(['history', '--search', 'recreate'])).toMatchObject({
		lines: [expect.stringContaining('\trecreate\tPOST\t')],
	});

	await place.run(['create', '-f', '-'], {input: lines(body('u-2'), body('u-3'))});
	await place.run(['delete', '--all', '--yes']);
	place.sandbox.faults.add({name: 'create-drop-before', count: 3});
	await place.run(['undo', '--last', '--yes', '--no-wait', '-j', '3']);
	const {lines: pending} = await place.run(['recover']);
	expect(pending).toEqual([expect.stringMatching(/^6\tbulk recreate\t\S+\t3 outcome unknown$/v)]);
});

test('edit names one by its name, and many by their number', async () => {
	await using place = await account();
	await place.run(['create', '-f', '-'], {input: lines(body('u-1', {notification_name: 'Treasury'}), body('u-2'))});
	const first = await place.run(['edit', '1', '--set', 'name=x'], terminal);
	expect(first.stderr).toMatch(/^Replace "Treasury" \(ID 1\) on 127\.0\.0\.1:\d+\? Its ID changes\.$/mv);
	const many = await place.run(['edit', '--all', '--set', 'name=x'], terminal);
	expect(many.stderr).toMatch(/^Replace 2 notifications on 127\.0\.0\.1:\d+\? Their IDs change\.$/mv);
	expect(await place.run(['edit', '1', '--set', 'name=Treasury', '--yes'])).toMatchObject({
		exitCode: 0,
		errors: ['Nothing to change: the fields have these values already.'],
	});
});

test('what exists already is named by its ID, for one and for many', async () => {
	await using place = await account();
	const input = lines(body('u-1'), body('u-2'));
	await place.run(['create', '-f', '-'], {input});
	expect(await place.run(['create', '-f', '-'], {input})).toMatchObject({
		exitCode: 5,
		errors: [
			'Nothing was sent: line 1: an identical notification exists (ID 1); line 2: an identical notification exists (ID 2).',
			'Pass --allow-duplicate to create it anyway.',
		],
	});
	expect(await place.run(['clone', '1'])).toMatchObject({
		exitCode: 5,
		errors: ['Nothing was sent: an identical notification exists (ID 1).', expect.anything()],
	});
});

test('a query that also finds others is warned of before the question, with the one that does not', async () => {
	await using place = await account();
	await place.run(['create', '-f', '-'], {input: lines(body('user-42'), body('user-420'), body('user-7'))});
	const warning = 'Warning: 2 users: user:42 also matches user-420. user:=user-42 finds 1.';
	expect(await place.run(['delete', '--query', 'user:42'], terminal)).toMatchObject({
		errors: expect.arrayContaining([warning]) as unknown,
	});
	expect(await place.run(['edit', '--query', 'user:42', '--set', 'name=x'], terminal)).toMatchObject({
		errors: expect.arrayContaining([warning]) as unknown,
	});
	expect(await place.run(['delete', '--query', 'user:=user-42'], terminal)).toMatchObject({
		stderr: expect.not.stringContaining('Warning') as unknown,
	});
});
