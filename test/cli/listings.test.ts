import {expect, test} from 'vitest';
import {account, body, createOne, lines, pass} from '../helpers/command-account.ts';
import {startRawService} from '../changes/raw-service.ts';

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
