import {expect, test} from 'vitest';
import {account, body, createCommand, lines, pass} from '../helpers/command-account.ts';
import {startRawService} from '../changes/raw-service.ts';
import {readdirSync} from 'node:fs';
import {containing} from '../helpers/texts.ts';

test('a change of many reads as many listings as a change of one, an edit two more for every further four, and no more than it needs', async () => {
	const service = await startRawService();
	await using place = await account(0, 60_000, service);
	const counts: Record<string, number> = {};
	const count = async (name: string, command: string, input?: string) => {
		pass(1);
		const before = service.requests.filter(({method}) => method === 'GET').length;
		const {exitCode, stderr} = await place.run(`${command} --yes`, input === undefined ? {} : {input});
		expect(exitCode, `${name}: ${stderr}`).toBe(0);
		counts[name] = service.requests.filter(({method}) => method === 'GET').length - before;
	};

	await count('create', createCommand);
	await count('edit', 'edit 1 --set name=Edited');
	await count('undo', 'undo --last');
	await count('delete', 'delete --all');
	await count('create 10', 'create -f -', lines(...Array.from({length: 10}, (_, index) => body(`b-${index}`))));
	await count('edit 10', 'edit --all --set name=Edited');
	await count('undo of 10 edits', 'undo --last');
	await count('delete 10', 'delete --all');
	await count('undo of 10 deletions', 'undo --last');
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
	place.fault('delete-drop-after');
	await place.says(0, 'delete 1 --yes', {
		errors: ['Deleted 1. The response did not confirm it, but it is no longer listed.'],
	});
	place.fault('delete-drop-before');
	await place.says(1, 'delete 2 --yes', 'still listed');
});

const doubt = 'No response named 1 as the new one, so somebody else may have created it.';

test('the undo of a create that no response named says so with its question', async () => {
	await using place = await account();
	place.fault('create-no-id');
	await place.says(0, createCommand, {stdout: '1\n'});
	await place.says(0, 'undo --last --dry-run --json', {stdout: containing(doubt)});
	await place.says(6, 'undo --last', doubt);
	expect(await place.list()).toHaveLength(1);
	await place.says(6, 'undo --last --yes', {
		stderr: `Nothing was sent. ${doubt}\nLook at it with chainbell get 1; if it is yours, pass --new-id 1.\n`,
	});
	await place.says(5, 'undo --last --yes --new-id 2', '2 is not the new one of change 1: that is 1.');
	expect(await place.list()).toHaveLength(1);
	await place.says(0, 'undo --last --yes --new-id 1', doubt);
	expect(await place.list()).toHaveLength(0);
});

test('what no response named of several is undone alone, by its number', async () => {
	await using place = await account();
	place.fault('create-no-id', 2);
	await place.creates(body('u-1'), body('u-2'));
	const [first] = await place.list();
	await place.says(1, 'undo 1 --yes', /may have created it\. Undo it alone\./v);
	expect(await place.list()).toHaveLength(2);
	const item = first!.user === 'u-1' ? '1.1' : '1.2';
	await place.says(0, `undo ${item} --yes --new-id ${first!.id}`, `No response named ${first!.id}`);
	expect(await place.list()).toHaveLength(1);
});
