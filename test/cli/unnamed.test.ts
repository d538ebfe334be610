import {expect, test} from 'vitest';
import {account, body, createOne} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

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
