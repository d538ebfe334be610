import {expect, test} from 'vitest';
import {combinedExitCode} from '../../source/cli/command-error.ts';
import {account, body, createOne, lines, pass} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';
import {create} from '../sandbox/client.ts';

test('recover lists what is pending, and finishes or rolls it back', async () => {
	await using place = await account();
	await place.gives('recover', {exitCode: 0, stdout: ''});
	await place.creates(body('u-1'), body('u-2'));
	// The old ones cannot be deleted: both exist.
	place.sandbox.faults.add({name: 'delete-403', count: 6});
	await place.gives('edit --query user:u- --set name=Edited --yes', {
		exitCode: 3,
		stderr: matching(/2 half done[\s\S]*chainbell recover 2 --finish/v),
	});
	expect(await place.list()).toHaveLength(4);
	place.sandbox.faults.clear();
	await place.gives('recover', {
		exitCode: 8,
		stdout: matching(/^2\tbulk edit\t.*\t2 half done\n$/v),
	});
	await place.gives('recover --finish --dry-run --json', {
		exitCode: 8,
		stdout: containing('"number":"2.1"'),
	});
	await place.gives('recover 2 --roll-back', {
		exitCode: 0,
		stdout: '2\trolled back\t0 replaced, 2 rolled back\n',
	});
	expect(await place.values('name')).toStrictEqual(['', '']);
	await place.ends(2, 'recover --finish --roll-back');
});

/** A create whose answer was lost, and which had no effect; it stays pending for a minute. */
async function lostCreate() {
	const place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	await place.ends(8, [...createOne, '--no-wait']);
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
	await place.gives('recover 1 --stop-following', {
		exitCode: 6,
		stdout: '',
		stderr: containing('Nothing was changed'),
	});
	await place.gives('recover 1 --stop-following --read-only --yes', {
		exitCode: 1,
		stderr: containing('read-only'),
	});
	await place.gives('recover --json', {
		exitCode: 8,
		stdout: containing('"recipient":"u-1@example.com"'),
	});
	await place.gives('recover 1 --stop-following --yes --json', {
		exitCode: 0,
		stdout: matching(/"number":"1",.*"status":"failed",.*"message":"You stopped following it/v),
	});
	await place.gives('recover', {exitCode: 0, stdout: ''});
	expect(await place.list()).toHaveLength(0);
	// Nothing stands in the way of the same create any more.
	await place.gives(createOne, {exitCode: 0, stdout: '1\n'});
});

test('following is stopped by number only', async () => {
	await using place = await lostCreate();
	await place.ends(2, 'recover --stop-following --yes');
	await place.ends(2, 'recover 1 --stop-following --finish --yes');
});

test('a number that the account does not have is an error', async () => {
	await using place = await account();
	for (const [number, what] of [
		['9', 'change 9.'],
		['9.1', 'item 9.1.'],
	] as const) {
		await place.gives(['recover', number, '--finish', '--json'], {
			exitCode: 5,
			stderr: containing('"code":"not-found"'),
		});
		await place.gives(['undo', number, '--yes'], {
			exitCode: 5,
			stderr: containing(`no ${what}`),
		});
	}

	// A number as chainbell 0.2.0 had it.
	for (const argv of ['recover b3 --finish', 'undo b3.2 --yes']) {
		await place.gives(argv, {
			exitCode: 2,
			stderr: containing('is not the number of a change (12) or of an item of one (12.3).'),
		});
	}
});

test('what failed is sent again by its number, also if it was one alone; an item of several is not', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-403', count: 1});
	await place.ends(4, createOne);
	await place.gives('recover 1 --retry --dry-run', {
		exitCode: 0,
		lines: [matching(/^1\tcreate\t/v)],
		errors: ['Would send 1 again.'],
	});
	await place.gives('recover 1 --retry', {exitCode: 0, stdout: '1\tdone\t1\n'});
	for (const argv of ['recover --retry', 'recover 1.1 --retry']) {
		await place.ends(2, argv);
	}
});

/** The requests sent can no longer take effect. */
const later = {settlingTime: 1};

/** A create of two whose answers were lost. Of the first there are two: 1 and 3. */
async function twoOfTheFirst() {
	const place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-after', count: 2});
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
	await place.gives(
		'recover 1.1 --finish',
		{
			exitCode: 8,
			stderr: containing('recover 1.1 --finish --new-id ID with one of 1, 3'),
		},
		later,
	);
	await place.gives(
		'recover 1.1 --finish --new-id 3',
		{
			exitCode: 0,
			stdout:
				'1.1\tdone\t3\t1 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.\n',
		},
		later,
	);
	await place.gives('recover', {exitCode: 0, stdout: ''}, later);
	expect(await place.list()).toHaveLength(3);
	await place.gives(
		'recover 1.1 --finish',
		{
			exitCode: 5,
			stderr: containing('Not pending: 1.1.'),
		},
		later,
	);
});

test('a change is no longer followed, after a question', async () => {
	await using place = await twoOfTheFirst();
	await place.gives('recover 1 --stop-following', {exitCode: 6, stdout: ''}, later);
	await place.gives(
		'recover 1 --stop-following --yes',
		{
			exitCode: 0,
			stdout: '1\tstopped following\t1 created; what was sent for 1 may still take effect.\n',
		},
		later,
	);
	await place.gives('recover', {exitCode: 0, stdout: ''}, later);
	expect(await place.list()).toHaveLength(3);
});

/*
Which actions recover takes in which state, and what it says.
*/

test('an action on what is not in that state ends with 5 and says so, and sends nothing', async () => {
	await using place = await account();
	await place.run(createOne);
	for (const [argv, text] of [
		[['--finish'], 'Not pending: 1.'],
		[['--roll-back'], 'Not pending: 1.'],
		[['--stop-following', '--yes'], 'Not pending: 1.'],
		[['--retry'], 'Nothing of change 1 failed.'],
		[['--retry', '--dry-run'], 'Nothing of change 1 failed.'],
	] as const) {
		await place.gives(['recover', '1', ...argv], {exitCode: 5, stdout: '', errors: [text]});
	}

	const asJson = await place.run('recover 1 --finish --json');
	expect(asJson).toMatchObject({exitCode: 5, stdout: '[]\n'});
	expect(JSON.parse(asJson.stderr)).toMatchObject({code: 'not-pending', outcome: 'not-sent'});
	// Without an action it is a question, whose answer is that nothing is pending.
	await place.gives('recover 1', {exitCode: 0, errors: ['Not pending: 1.']});
	expect(await place.list()).toHaveLength(1);
});

test('a pending edit of which nothing failed is not finished by --retry', async () => {
	await using place = await account();
	await place.run(createOne);
	place.sandbox.faults.add({name: 'delete-403', count: 1});
	await place.ends(8, 'edit 1 --set name=x --yes');
	await place.gives('recover 2 --retry', {
		exitCode: 5,
		errors: [
			'Nothing of change 2 failed: it is pending.',
			'Run chainbell recover to look again, or chainbell recover 2 --finish.',
		],
	});
	expect(await place.list()).toHaveLength(2);
});

test('a retry counts what it has sent, names the new IDs, and says what it does not send again', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-403', count: 2});
	const input = lines(body('u-1'), body('u-2'), body('u-3'), body('u-4'));
	await place.gives(
		'create -f - -j 1',
		{
			exitCode: 3,
			stderr: containing('Ask the provider what this API key is allowed to do.'),
		},
		{input},
	);
	await place.gives('recover 1 --retry', {
		exitCode: 0,
		stdout: '1\tdone\t2 created: 3, 4\n',
	});

	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	const lost = await place.run('create -f - -j 1', {input: lines(body('u-5'), body('u-6'))});
	const advice = '1 was sent, so --retry only looks for it. Create it anew if it is missing.';
	expect(lost).toMatchObject({exitCode: 3, stderr: containing(advice)});
	expect(lost.stderr).not.toContain('--retry to send');
	await place.gives('recover 2 --retry --dry-run', {
		exitCode: 0,
		errors: [`Would send 0 again. ${advice}`],
	});
	await place.gives('recover 2 --retry', {
		exitCode: 3,
		stdout: '',
		stderr: containing(advice),
	});
	expect(await place.list()).toHaveLength(5);
});

test('--new-id names the new one of one change, and of nothing else', async () => {
	await using place = await account();
	for (const argv of [
		['--finish', '--new-id', 'abc'],
		['1', '2', '--finish', '--new-id', '1'],
		['1', '--retry', '--new-id', '1'],
		['1', '--new-id', '1'],
	]) {
		await place.gives(['recover', ...argv], {
			exitCode: 2,
			stderr: containing('--new-id needs --finish or --roll-back, and one number'),
		});
	}

	await place.run(createOne);
	place.sandbox.faults.add({name: 'delete-403', count: 1});
	await place.run('edit 1 --set name=x --yes');
	for (const id of ['1', 'abc']) {
		const run = await place.run(['recover', '2', '--finish', '--new-id', id]);
		expect(run).toMatchObject({
			exitCode: 5,
			stdout: '',
			stderr: containing(`${id} cannot be the new one of 1: that is 2.`),
		});
	}

	expect(await place.list()).toHaveLength(2);
	await place.ends(0, 'recover 2 --finish --new-id 2');
	expect(await place.list()).toMatchObject([{id: '2'}]);
});

test('what is pending is listed from the ledger where the service cannot be listed, with the exit code of that', async () => {
	await using place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	await place.run('create -f - --no-wait', {input: lines(body('u-1'), body('u-2'))});
	for (const [fault, exitCode] of [
		['any-401', 4],
		['any-503', 1],
	] as const) {
		place.sandbox.faults.add({name: fault});
		await place.gives('recover', {
			exitCode,
			stdout: matching(/^1\tbulk create\t.*\t1 done, 1 outcome unknown\n$/v),
			stderr: containing('This is what the ledger has: it could not be compared with a listing.'),
		});
		await place.gives('recover --json', {exitCode, stdout: containing('"number":"1.1"')});
		await place.gives('recover --finish', {exitCode, stdout: ''});
		place.sandbox.faults.clear();
	}
});

test('a command says what its listing has settled of earlier changes, unless it is quiet', async () => {
	for (const [argv, quiet] of [
		[['list'], false],
		[['recover'], false],
		[['create', '-f', '-'], false],
		[['list', '--quiet'], true],
	] as const) {
		await using place = await account(0, 60_000);
		place.sandbox.faults.add({name: 'create-drop-after', count: 1});
		await place.run([...createOne, '--no-wait']);
		pass(60_000);
		const {stderr} = await place.run(argv, {input: lines(body('u-9'))});
		const told = 'A listing has settled change 1: Created 1. The response did not confirm it, but it is listed.\n';
		expect(stderr.includes(told)).toBe(!quiet);
	}
});
