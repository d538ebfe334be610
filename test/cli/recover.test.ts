import {expect, test} from 'vitest';
import {combinedExitCode} from '../../source/cli/command-error.ts';
import {account, body, createCommand, lines, pass} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';
import {create} from '../sandbox/client.ts';

test('what is half done is rolled back', async () => {
	await using place = await account();
	await place.creates(body('u-1'), body('u-2'));
	// The old ones cannot be deleted: both exist.
	place.fault('delete-403', 6);
	await place.ends(3, 'edit --query user:u- --set name=Edited --yes');
	place.sandbox.faults.clear();
	await place.says(0, 'recover 2 --roll-back', {stdout: '2\trolled back\t0 replaced, 2 rolled back\n'});
	expect(await place.values('name')).toStrictEqual(['', '']);
});

/** A create whose answer was lost, and which had no effect; it stays pending for a minute. */
async function lostCreate() {
	const place = await account(0, 60_000);
	place.fault('create-drop-before');
	await place.ends(8, `${createCommand} --no-wait`);
	return place;
}

test.each([
	[[], 0],
	[[0, 0], 0],
	[[1, 0], 1],
	[[5, 1, 0], 1],
	[[8, 1, 0], 8],
	[[1, 8], 8],
] as const)('the exit code of several changes that end with %j is %i', (codes, worst) => {
	expect(combinedExitCode(codes)).toBe(worst);
});

test('following a change is stopped by its number, after a question; what is pending no longer names it', async () => {
	await using place = await lostCreate();
	await place.says(6, 'recover 1 --stop-following', {stdout: '', stderr: containing('Nothing was changed')});
	await place.says(1, 'recover 1 --stop-following --read-only --yes', 'read-only');
	await place.says(8, 'recover --json', {stdout: containing('"recipient":"u-1@example.com"')});
	await place.says(0, 'recover 1 --stop-following --yes --json', {
		stdout: matching(/"number":"1",.*"status":"not followed",.*"message":"You stopped following it/v),
	});
	await place.says(0, 'recover', {stdout: ''});
	expect(await place.list()).toHaveLength(0);
	// Nothing stands in the way of the same create any more.
	await place.says(0, createCommand, {stdout: '1\n'});
});

test('a number that the account does not have is an error', async () => {
	await using place = await account();
	await place.says(5, 'recover 9.1 --finish --json', '"code":"not-found"');
	await place.says(5, 'undo 9.1 --yes', 'no item 9.1.');
	// As chainbell 0.2.0 had it.
	await place.says(2, 'undo b3.2 --yes', 'is not the number of a change (12) or of an item of one (12.3).');
});

test('what failed is sent again by its number, also if it was one alone; an item of several is not', async () => {
	await using place = await account();
	place.fault('create-403');
	await place.ends(4, createCommand);
	await place.says(0, 'recover 1 --retry --dry-run', {
		lines: [matching(/^1\tcreate\t/v)],
		errors: ['Would send 1 again.'],
	});
	await place.says(0, 'recover 1 --retry', {stdout: '1\tdone\t1\n'});
	await place.ends(2, 'recover --retry');
	await place.ends(2, 'recover 1.1 --retry');
});

/** The requests sent can no longer take effect. */
const later = {settlingTime: 1};

/** A create of two whose answers were lost. Of the first there are two: 1 and 3. */
async function twoOfTheFirst() {
	const place = await account(0, 60_000);
	place.fault('create-drop-after', 2);
	await place.ends(8, 'create -f - --no-wait', {input: lines(body('u-1'), body('u-2'))});
	await create(place.sandbox, body('u-1') as Parameters<typeof create>[1]);
	const finished = await place.run('recover 1 --finish', later);
	expect(finished).toMatchObject({exitCode: 8, stderr: containing('1.1, line 1: ')});
	expect(finished.stderr).toMatch(/Several new notifications have this content: 1, 3\./v);
	expect(finished.stderr).toMatch(
		/Choose for one: chainbell recover 1\.1 --finish --new-id ID, --roll-back --new-id ID or --stop-following\. For all: chainbell recover 1 --stop-following\./v,
	);
	return place;
}

test('an item is finished with the notification that is named', async () => {
	await using place = await twoOfTheFirst();
	await place.says(8, 'recover 1.1 --finish', 'recover 1.1 with --finish or --roll-back, and --new-id 1 or 3', later);
	await place.says(
		0,
		'recover 1.1 --finish --new-id 3',
		{
			stdout:
				'1.1\tdone\t3\t1 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.\n',
		},
		later,
	);
	await place.says(0, 'recover', {stdout: ''}, later);
	expect(await place.list()).toHaveLength(3);
	await place.says(5, 'recover 1.1 --finish', 'Not pending: 1.1.', later);
});

test('a change of several is no longer followed', async () => {
	await using place = await twoOfTheFirst();
	await place.says(
		0,
		'recover 1 --stop-following --yes',
		{stdout: '1\tstopped following\t1 created; what was sent for 1 may still take effect.\n'},
		later,
	);
	await place.says(0, 'recover', {stdout: ''}, later);
	expect(await place.list()).toHaveLength(3);
});

test('an action on what is not in that state ends with 5 and says so, and sends nothing', async () => {
	await using place = await account();
	await place.run(createCommand);
	for (const [options, text] of [
		['--finish', 'Not pending: 1.'],
		['--roll-back', 'Not pending: 1.'],
		['--stop-following --yes', 'Not pending: 1.'],
		['--retry', 'Nothing of change 1 failed.'],
		['--retry --dry-run', 'Nothing of change 1 failed.'],
	] as const) {
		await place.says(5, `recover 1 ${options}`, {stdout: '', errors: [text]});
	}

	const asJson = await place.run('recover 1 --finish --json');
	expect(asJson).toMatchObject({exitCode: 5, stdout: '[]\n'});
	expect(JSON.parse(asJson.stderr)).toMatchObject({code: 'not-pending', outcome: 'not-sent'});
	// Without an action it is a question, whose answer is that nothing is pending.
	await place.says(0, 'recover 1', {errors: ['Not pending: 1.']});
	expect(await place.list()).toHaveLength(1);
});

test('a pending edit of which nothing failed is not finished by --retry', async () => {
	await using place = await account();
	await place.run(createCommand);
	place.fault('delete-403');
	await place.ends(8, 'edit 1 --set name=x --yes');
	await place.says(5, 'recover 2 --retry', {
		errors: [
			'Nothing of change 2 failed: it is pending.',
			'Run chainbell recover to look again, or chainbell recover 2 --finish.',
		],
	});
	expect(await place.list()).toHaveLength(2);
});

test('a retry counts what it has sent, names the new IDs, and says what it does not send again', async () => {
	await using place = await account();
	place.fault('create-403', 2);
	const input = lines(body('u-1'), body('u-2'), body('u-3'), body('u-4'));
	await place.says(3, 'create -f - -j 1', 'Ask the provider what this API key is allowed to do.', {input});
	await place.says(0, 'recover 1 --retry', {stdout: '1\tdone\t2 created: 3, 4\n'});

	place.fault('create-drop-before');
	const lost = await place.run('create -f - -j 1', {input: lines(body('u-5'), body('u-6'))});
	const advice = '1 was sent, so --retry only looks for it. Create anew what is missing.';
	expect(lost).toMatchObject({exitCode: 3, stderr: containing(advice)});
	expect(lost.stderr).not.toContain('--retry to send');
	await place.says(0, 'recover 2 --retry --dry-run', {errors: [`Would send 0 again. ${advice}`]});
	await place.says(3, 'recover 2 --retry', {stdout: '', stderr: containing(advice)});
	expect(await place.list()).toHaveLength(5);
});

test('a dry run tells what a retry sends besides what failed, and that what is pending is not undone', async () => {
	await using place = await account();
	place.fault('create-403', 3);
	const input = lines(...['u-1', 'u-2', 'u-3', 'u-4', 'u-5'].map(user => body(user)));
	await place.says(3, 'create -f - -j 1', 'Change 1 is not finished.', {input});
	await place.says(0, 'recover 1 --retry --dry-run', {errors: ['Would send 3 again, and finish the remaining 2.']});
	await place.says(1, 'undo 1 --dry-run', 'It is pending: finish it or roll it back first.');
	await place.says(0, 'recover 1 --retry', {stdout: '1\tdone\t5 created: 1, 2, 3, 4, 5\n'});
});

test('--new-id names the new one of one change, and of nothing else', async () => {
	await using place = await account();
	for (const options of ['--finish --new-id abc', '1 2 --finish --new-id 1', '1 --retry --new-id 1', '1 --new-id 1']) {
		await place.says(2, `recover ${options}`, '--new-id needs --finish or --roll-back, and one number');
	}

	await place.run(createCommand);
	place.fault('delete-403');
	await place.run('edit 1 --set name=x --yes');
	await place.says(5, 'recover 2 --finish --new-id 1', {
		stdout: '',
		stderr: containing('1 cannot be the new one of 1: that is 2.'),
	});
	expect(await place.list()).toHaveLength(2);
	await place.ends(0, 'recover 2 --finish --new-id 2');
	expect(await place.list()).toMatchObject([{id: '2'}]);
});

test('what is pending is listed from the ledger where the service cannot be listed, with the exit code of that', async () => {
	await using place = await account(0, 60_000);
	place.fault('create-drop-before');
	await place.run('create -f - --no-wait', {input: lines(body('u-1'), body('u-2'))});
	for (const [fault, exitCode] of [
		['any-401', 4],
		['any-503', 1],
	] as const) {
		place.sandbox.faults.add({name: fault});
		await place.says(exitCode, 'recover', {
			stdout: matching(/^1\tbulk create\t.*\t1 done, 1 outcome unknown\n$/v),
			stderr: containing('This is what the ledger has: it could not be compared with a listing.'),
		});
		await place.says(exitCode, 'recover --json', {stdout: containing('"number":"1.1"')});
		await place.says(exitCode, 'recover --finish', {stdout: ''});
		place.sandbox.faults.clear();
	}
});

test('a command says what its listing has settled of earlier changes, unless it is quiet', async () => {
	for (const [argv, quiet] of [
		['list', false],
		['recover', false],
		['create -f -', false],
		['list --quiet', true],
	] as const) {
		await using place = await account(0, 60_000);
		place.fault('create-drop-after');
		await place.run(`${createCommand} --no-wait`);
		pass(60_000);
		const {stderr} = await place.run(argv, {input: lines(body('u-9'))});
		const told = 'A listing has settled change 1: Created 1. The response did not confirm it, but it is listed.\n';
		expect(stderr.includes(told)).toBe(!quiet);
	}
});
