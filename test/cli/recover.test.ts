import {expect, test} from 'vitest';
import {combinedExitCode} from '../../source/cli/command-error.ts';
import {account, body, createOne} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

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
