import {expect, test, describe} from 'vitest';
import {account, body, createOne, lines, pass} from '../helpers/command-account.ts';
import {startRawService} from '../changes/raw-service.ts';
import {readdirSync} from 'node:fs';
import {containing, matching} from '../helpers/texts.ts';

test('a change of many reads as many listings as a change of one, an edit two more for every further four, and no more than it needs', async () => {
	const service = await startRawService();
	await using place = await account(0, 60_000, service);
	const counts: Record<string, number> = {};
	const count = async (name: string, argv: readonly string[], input?: string) => {
		pass(1);
		const before = service.requests.filter(({method}) => method === 'GET').length;
		const {exitCode, stderr} = await place.run([...argv, '--yes'], input === undefined ? {} : {input});
		expect(exitCode, `${name}: ${stderr}`).toBe(0);
		counts[name] = service.requests.filter(({method}) => method === 'GET').length - before;
	};

	await count('create', createOne);
	await count('edit', ['edit', '1', '--set', 'name=Edited']);
	await count('undo', ['undo', '--last']);
	await count('delete', ['delete', '--all']);
	await count('create 10', ['create', '-f', '-'], lines(...Array.from({length: 10}, (_, index) => body(`b-${index}`))));
	await count('edit 10', ['edit', '--all', '--set', 'name=Edited']);
	await count('undo of 10 edits', ['undo', '--last']);
	await count('delete 10', ['delete', '--all']);
	await count('undo of 10 deletions', ['undo', '--last']);
	expect(counts).toStrictEqual({
		// One when the command starts, with which a create looks for duplicates and a delete sees what it deletes; an edit and an undo list again. One after the POST, and one after the DELETE.
		create: 2,
		edit: 4,
		undo: 4,
		delete: 2,
		'create 10': 2,
		// Of four at a time the new ones are listed, then the old ones deleted, and that proved.
		'edit 10': 8,
		'undo of 10 edits': 8,
		'delete 10': 2,
		'undo of 10 deletions': 3,
	});
});

test('a command that lists opens no ledger where nothing was changed', async () => {
	await using place = await account(2);
	await place.ends(0, 'list');
	expect(readdirSync(place.home).filter(name => name.includes('ledger.sqlite'))).toStrictEqual([]);
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

describe.each(['list-empty', 'list-omits'] as const)('one listing that lacks everything by mistake (%s)', name => {
	/** Deletes with a command on a service that does so or not; the first listing after the first DELETE lacks everything. */
	const deleteBy = async (argv: readonly string[], fault: 'delete-no-effect' | 'delete-drop-before') => {
		await using place = await account(82, 1);
		const hold = place.sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
		place.sandbox.faults.add({name: fault});
		const running = place.run(['delete', ...argv, '--yes']);
		await hold.arrived;
		place.sandbox.faults.add({name, value: 100, count: 1});
		hold.release();
		const {exitCode, stdout, stderr} = await running;
		const listed = await place.list();
		expect(listed).toHaveLength(82);
		return {exitCode, said: `${stdout}${stderr}`};
	};

	test.each([
		['delete-no-effect', 1],
		['delete-drop-before', 1],
	] as const)('is not said to be a deletion: %s', async (fault, exitCode) => {
		const single = await deleteBy(['3'], fault);
		expect(single.exitCode).toBe(exitCode);
		expect(single.said).not.toContain('Deleted');
		expect(single.said).toContain('still listed');
		const many = await deleteBy(
			Array.from({length: 80}, (_, index) => String(index + 1)),
			fault,
		);
		expect(many.exitCode).toBe(3);
		expect(many.said).toContain('Deleted 0 of 80 (80 failed)');
	});
});

const doubt = 'No response named 1 as the new one, so somebody else may have created it.';

test('the undo of a create that no response named says so with its question', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-no-id', count: 1});
	await place.gives(createOne, {exitCode: 0, stdout: '1\n'});
	await place.gives('undo --last --dry-run --json', {
		exitCode: 0,
		stdout: containing(doubt),
	});
	await place.gives('undo --last', {
		exitCode: 6,
		stderr: containing(doubt),
	});
	expect(await place.list()).toHaveLength(1);
	await place.gives('undo --last --yes', {
		exitCode: 6,
		stderr: `Nothing was sent. ${doubt}\nLook at it with chainbell get 1; if it is yours, pass --new-id 1.\n`,
	});
	await place.gives('undo --last --yes --new-id 2', {
		exitCode: 5,
		stderr: containing('2 is not the new one of change 1: that is 1.'),
	});
	expect(await place.list()).toHaveLength(1);
	await place.gives('undo --last --yes --new-id 1', {
		exitCode: 0,
		stderr: containing(doubt),
	});
	expect(await place.list()).toHaveLength(0);
});

test('what no response named of several is undone alone, by its number', async () => {
	await using place = await account();
	place.sandbox.faults.add({name: 'create-no-id', count: 2});
	await place.creates(body('u-1'), body('u-2'));
	const [first] = await place.list();
	await place.gives('undo 1 --yes', {
		exitCode: 1,
		stderr: matching(/may have created it\. Undo it alone\./v),
	});
	expect(await place.list()).toHaveLength(2);
	const item = first!.user === 'u-1' ? '1.1' : '1.2';
	await place.gives(['undo', item, '--yes', '--new-id', first!.id], {
		exitCode: 0,
		stderr: containing(`No response named ${first!.id}`),
	});
	expect(await place.list()).toHaveLength(1);
});
