import {expect, test} from 'vitest';
import {combinedExitCode} from '../../source/cli/exit-codes.ts';
import {account, body, createOne, lines} from '../helpers/command-account.ts';

const terminal = {columns: {errors: 80}, isInputTerminal: true};

test('recover lists what is pending, and finishes or rolls it back', async () => {
	await using place = await account();
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stdout: ''});
	await place.run(['create', '-f', '-'], {input: lines(body('u-1'), body('u-2'))});
	// The old ones cannot be deleted: both exist.
	place.sandbox.faults.add({name: 'delete-403', count: 6});
	expect(await place.run(['edit', '--query', 'user:u-', '--set', 'name=Edited', '--yes'])).toMatchObject({
		exitCode: 3,
		stderr: expect.stringMatching(/2 half done[\s\S]*chainbell recover b2 --finish/v) as unknown,
	});
	expect(await place.list()).toHaveLength(4);
	place.sandbox.faults.clear();
	expect(await place.run(['recover'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringMatching(/^b2\tbulk edit\t.*\t2 half done\n$/v) as unknown,
	});
	expect(await place.run(['recover', '--finish', '--dry-run', '--json'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringContaining('"number":"b2.1"') as unknown,
	});
	expect(await place.run(['recover', 'b2', '--roll-back'])).toMatchObject({
		exitCode: 0,
		stdout: 'b2\trolled back\t0 replaced, 2 skipped\n',
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

test('a create of unknown outcome is sent again by its number, after a question', async () => {
	await using place = await lostCreate();
	expect(await place.run(['recover', '--send-again', '--yes'])).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('--send-again needs the number of an operation') as unknown,
	});
	expect(await place.run(['recover', '1', '--send-again'])).toMatchObject({
		exitCode: 6,
		stdout: '',
		stderr: expect.stringContaining('Nothing was sent: this needs a confirmation') as unknown,
	});
	expect(await place.run(['recover', '1', '--send-again'], {...terminal, input: 'n\n'})).toMatchObject({exitCode: 6});
	expect(await place.run(['recover', '1', '--send-again', '--dry-run'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringMatching(/^1\tcreate\t/v) as unknown,
	});
	expect(await place.list()).toHaveLength(0);

	expect(await place.run(['recover', '1', '--send-again'], {...terminal, input: 'y\n'})).toMatchObject({
		exitCode: 0,
		stdout: '1\tdone\t1\tIt was sent 2 times: look in the list for another one.\n',
		stderr: expect.stringMatching(
			/Send operation 1 on \S+ again: create \(to [^\)]+\)\?.*two notifications may result[\s\S]*Type y to confirm/v,
		) as unknown,
	});
	expect(await place.list()).toHaveLength(1);
	// It has ended: nothing is sent once more.
	expect(await place.run(['recover', '1', '--send-again', '--yes', '--json'])).toMatchObject({
		exitCode: 0,
		stdout: '[]\n',
		stderr: 'Not pending: 1.\n',
	});
	expect(await place.list()).toHaveLength(1);
});

test('a create is not sent again while the listing shows what it may have created', async () => {
	await using place = await account(0, 60_000);
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	place.sandbox.faults.add({name: 'create-late', value: 20, count: 1});
	expect(await place.run([...createOne, '--no-wait'])).toMatchObject({exitCode: 8});
	place.sandbox.faults.clear();
	expect(await place.run(['recover', '1', '--send-again', '--yes'])).toMatchObject({
		exitCode: 5,
		stderr: expect.stringMatching(/operation 1 may have created 1\.[\s\S]*chainbell recover 1 --finish/v) as unknown,
	});
	expect(await place.list()).toHaveLength(1);
	expect(await place.run(['recover', '1', '--send-again', '--allow-duplicate', '--yes'])).toMatchObject({exitCode: 0});
	expect(await place.list()).toHaveLength(2);
});

test('a create is sent again beside what was identical before it', async () => {
	await using place = await account(0, 60_000);
	await place.run(createOne);
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	expect(await place.run([...createOne, '--allow-duplicate', '--no-wait'])).toMatchObject({exitCode: 8});
	expect(await place.run(['recover', '2', '--send-again', '--yes'])).toMatchObject({exitCode: 0});
	expect(await place.list()).toHaveLength(2);
});

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

test('following an operation is stopped by its number, after a question; what is pending no longer names it', async () => {
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

test('only a create of unknown outcome is sent again, and following is stopped by number only', async () => {
	await using place = await account(0, 60_000);
	await place.run(createOne);
	place.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	expect(await place.run(['delete', '1', '--yes', '--no-wait'])).toMatchObject({exitCode: 8});
	expect(await place.run(['recover', '2', '--send-again', '--yes', '--json'])).toMatchObject({
		exitCode: 5,
		stdout: '',
		stderr: expect.stringContaining('is not a create whose outcome is unknown') as unknown,
	});
	expect(await place.run(['recover', '--stop-following', '--yes'])).toMatchObject({exitCode: 2});
	expect(await place.run(['recover', '2', '--stop-following', '--send-again', '--yes'])).toMatchObject({exitCode: 2});
});

test('a number that the account does not have is an error', async () => {
	await using place = await account();
	for (const number of ['9', 'b9']) {
		expect(await place.run(['recover', number, '--finish', '--json'])).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining('"code":"not-found"') as unknown,
		});
		expect(await place.run(['undo', number, '--yes'])).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining(`operation ${number}.`) as unknown,
		});
	}
});
