import {expect, test} from 'vitest';
import {account, body, createOne, lines} from '../helpers/command-account.ts';

test('on a healthy service every change is done at once, also of what was just created', async () => {
	await using place = await account(0, 20_000);
	const done = async (...argv: readonly string[]) => {
		const run = await place.run([...argv, '--yes']);
		expect(run, argv.join(' ')).toMatchObject({exitCode: 0});
		return run;
	};

	await done(...createOne);
	await done('edit', '1', '--set', 'name=Edited');
	await done('undo', '--last');
	await done('undo', '--last', '--redo');
	await done('delete', '--all');
	await done('undo', '--last');
	const created = await place.run(['create', '-f', '-'], {
		input: lines(...Array.from({length: 10}, (_, index) => body(`b-${index}`))),
	});
	expect(created).toMatchObject({exitCode: 0, errors: ['Created 10 of 10. This is change 7.']});
	await done('edit', '--query', 'user:b-', '--set', 'name=Edited');
	await done('undo', '--last');
	await done('delete', '--query', 'user:b-');
	await done('undo', '--last');
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stdout: ''});
	expect(await place.list()).toHaveLength(11);
});

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
		stderr: expect.stringContaining('still listed') as unknown,
	});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run(...createOne)).toMatchObject({exitCode: 0});
	place.sandbox.faults.add({name: 'create-drop-before', count: 1});
	expect(await run(...createOne, '--allow-duplicate')).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('Not created') as unknown,
	});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run('edit', '4', '--set', 'name=Edited')).toMatchObject({exitCode: 0});

	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run(...createOne, '--allow-duplicate', '--no-wait')).toMatchObject({
		exitCode: 8,
		stderr: expect.stringContaining('is pending') as unknown,
	});
});

test('a bulk operation waits as well', async () => {
	await using place = await account(3, 20_000);
	const run = async (...argv: readonly string[]) => place.run([...argv, '--yes']);
	place.sandbox.faults.add({name: 'delete-drop-after', count: 1});
	place.sandbox.faults.add({name: 'delete-500-before', count: 1});
	expect(await run('delete', '--all')).toMatchObject({
		exitCode: 3,
		stderr: expect.stringContaining('Deleted 2 of 3 (1 failed).') as unknown,
	});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await run('undo', '--last')).toMatchObject({exitCode: 0});
	place.sandbox.faults.add({name: 'create-drop-after', count: 1});
	expect(await place.run(['create', '-f', '-', '--no-wait'], {input: lines(body('u-1'), body('u-2'))})).toMatchObject({
		exitCode: 8,
	});
});
