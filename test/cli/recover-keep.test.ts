import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';
import {create, sendDelete} from '../sandbox/client.ts';

const containing = (text: string) => expect.stringContaining(text) as unknown;

/** Edits of 1 to `count`, that a colleague has edited before our DELETEs arrive, each with a lower ID than ours. */
async function editedByBoth(count: number) {
	const place = await account();
	const users = Array.from({length: count}, (_, index) => `u-${index + 1}`);
	await place.run(['create', '-f', '-'], {input: lines(...users.map(user => body(user, {notification_name: user})))});
	const before = await place.list();
	const hold = place.sandbox.faults.hold({on: 'create', when: 'before', count});
	const editing = place.run(['edit', ...before.map(({id}) => id), '--set', 'name=Mine', '--yes']);
	await hold.arrived;
	for (const {id, user} of before) {
		await create(place.sandbox, body(user, {notification_name: 'Theirs'}) as Parameters<typeof create>[1]);
		await sendDelete(place.sandbox, id);
	}

	hold.release();
	expect(await editing).toMatchObject({
		exitCode: expect.toBeOneOf([3, 8]) as unknown,
		stderr: containing('somebody else edited it, probably as'),
	});
	return place;
}

test.each([
	['mine', ['Mine']],
	['theirs', ['Theirs']],
	['both', ['Mine', 'Theirs']],
] as const)(
	'where somebody else edited the same one, --keep %s is chosen by its number, after a question',
	async (which, names) => {
		await using place = await editedByBoth(1);
		expect(await place.run(['recover', '--keep', which])).toMatchObject({exitCode: 2});
		expect(await place.run(['recover', '2', '--keep', 'none'])).toMatchObject({
			exitCode: 2,
			stderr: containing('both, mine or theirs'),
		});
		expect(await place.run(['recover', '2', '--keep', which])).toMatchObject({exitCode: 6, stdout: ''});
		expect(await place.values('name')).toEqual(['Mine', 'Theirs']);
		expect(await place.run(['recover', '2', '--keep', which, '--yes'])).toMatchObject({exitCode: 0});
		expect(await place.values('name')).toEqual(names);
		expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stdout: ''});
	},
);

test('for all items of a bulk edit, or one of them', async () => {
	await using place = await editedByBoth(3);
	expect(await place.run(['recover', 'b2.1', '--keep', 'theirs', '--yes'])).toMatchObject({
		exitCode: 0,
		stdout: containing('b2.1\trolled back'),
	});
	expect(await place.run(['recover', 'b2', '--keep', 'mine', '--yes'])).toMatchObject({
		exitCode: 0,
		stdout: containing('b2.3\tdone'),
	});
	expect(await place.values('name')).toEqual(['Mine', 'Mine', 'Theirs']);
	expect(await place.run(['recover'])).toMatchObject({exitCode: 0, stdout: ''});
});
