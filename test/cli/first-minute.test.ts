import {expect, test} from 'vitest';
import {account, createOne} from '../helpers/command-account.ts';
import {containing} from '../helpers/texts.ts';

test('a command waits until listings prove what it did; --no-wait does not', async () => {
	await using place = await account(3, 20_000);
	const run = async (...argv: readonly string[]) => place.run([...argv, '--yes']);
	place.sandbox.faults.add({name: 'delete-drop-after', count: 1});
	expect(await run('delete', '1')).toMatchObject({
		exitCode: 0,
		errors: ['Deleted 1. The response did not confirm it, but it is no longer listed.'],
	});
	place.sandbox.faults.add({name: 'delete-drop-before', count: 1});
	expect(await run('delete', '2')).toMatchObject({
		exitCode: 1,
		stderr: containing('still listed'),
	});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run(...createOne)).toMatchObject({exitCode: 0});
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	expect(await run(...createOne, '--allow-duplicate')).toMatchObject({
		exitCode: 1,
		stderr: containing('Not created'),
	});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run('edit', '4', '--set', 'name=Edited')).toMatchObject({exitCode: 0});

	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run(...createOne, '--allow-duplicate', '--no-wait')).toMatchObject({
		exitCode: 8,
		stderr: containing('is pending'),
	});
});
