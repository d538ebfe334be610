import {expect, test} from 'vitest';
import {combinedExitCode} from '../../source/cli/command-error.ts';
import {account, body, createOne, lines} from '../helpers/command-account.ts';

test('recover lists what is pending, and finishes or rolls it back', async () => {
	await using place = await account();
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stdout: ''});
	await place.run(['create', '-f', '-'], {input: lines(body('u-1'), body('u-2'))});
	// The old ones cannot be deleted: both exist.
	place.sandbox.faults.add({name: 'delete-403', count: 6});
	expect(await place.run(['edit', '--query', 'user:u-', '--set', 'name=Edited', '--yes'])).toMatchObject({
		exitCode: 3,
		stderr: expect.stringMatching(/2 half done[\s\S]*chainbell recover 2 --finish/v) as unknown,
	});
	expect(await place.list()).toHaveLength(4);
	place.sandbox.faults.clear();
	expect(await place.run(['recover'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringMatching(/^2\tbulk edit\t.*\t2 half done\n$/v) as unknown,
	});
	expect(await place.run(['recover', '--finish', '--dry-run', '--json'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringContaining('"number":"2.1"') as unknown,
	});
	expect(await place.run(['recover', '2', '--roll-back'])).toMatchObject({
		exitCode: 0,
		stdout: '2\trolled back\t0 replaced, 2 rolled back\n',
	});
	expect(await place.values('name')).toStrictEqual(['', '']);
	expect(await place.run(['recover', '--finish', '--roll-back'])).toMatchObject({exitCode: 2});
});

/** A create whose answer was lost, and which had no effect; it stays pending for a minute. */
async function lostCreate() {
	const place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	expect(await place.run([...createOne, '--no-wait'])).toMatchObject({exitCode: 8});
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
	expect(await place.run(['recover', '1', '--stop-following'])).toMatchObject({
		exitCode: 6,
		stdout: '',
		stderr: expect.stringContaining('Nothing was changed') as unknown,
	});
	expect(await place.run(['recover', '1', '--stop-following', '--read-only', '--yes'])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('read-only') as unknown,
	});
	expect(await place.run(['recover', '--json'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringContaining('"recipient":"u-1@example.com"') as unknown,
	});
	expect(await place.run(['recover', '1', '--stop-following', '--yes', '--json'])).toMatchObject({
		exitCode: 0,
		stdout: expect.stringMatching(/"number":"1",.*"status":"failed",.*"message":"You stopped following it/v) as unknown,
	});
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stdout: ''});
	expect(await place.list()).toHaveLength(0);
	// Nothing stands in the way of the same create any more.
	expect(await place.run(createOne)).toMatchObject({exitCode: 0, stdout: '1\n'});
});

test('following is stopped by number only', async () => {
	await using place = await lostCreate();
	expect(await place.run(['recover', '--stop-following', '--yes'])).toMatchObject({exitCode: 2});
	expect(await place.run(['recover', '1', '--stop-following', '--finish', '--yes'])).toMatchObject({exitCode: 2});
});

test('a number that the account does not have is an error', async () => {
	await using place = await account();
	for (const [number, what] of [
		['9', 'change 9.'],
		['9.1', 'item 9.1.'],
	] as const) {
		expect(await place.run(['recover', number, '--finish', '--json'])).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining('"code":"not-found"') as unknown,
		});
		expect(await place.run(['undo', number, '--yes'])).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining(`no ${what}`) as unknown,
		});
	}

	// A number as chainbell 0.2.0 had it.
	for (const argv of [
		['recover', 'b3', '--finish'],
		['undo', 'b3.2', '--yes'],
	]) {
		expect(await place.run(argv)).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining('is not the number of a change (12) or of an item of one (12.3).') as unknown,
		});
	}
});

test('what failed is sent again by its number, also if it was one alone; an item of several is not', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-403', count: 1});
	expect(await place.run(createOne)).toMatchObject({exitCode: 4});
	expect(await place.run(['recover', '1', '--retry', '--dry-run'])).toMatchObject({
		exitCode: 0,
		lines: [expect.stringMatching(/^1\tcreate\t/v)],
		errors: ['Would send 1 again.'],
	});
	expect(await place.run(['recover', '1', '--retry'])).toMatchObject({exitCode: 0, stdout: '1\tdone\t1\n'});
	for (const argv of [
		['recover', '--retry'],
		['recover', '1.1', '--retry'],
	]) {
		expect(await place.run(argv)).toMatchObject({exitCode: 2});
	}
});
