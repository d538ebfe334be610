import {beforeAll, describe, expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';

/*
A query that also finds others than the one it is probably for.
*/

const warning = 'Warning: 2 users: user:t1 also matches t11. user:=t1 finds 1.';

let place: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	place = await account();
	return async () => {
		await place[Symbol.asyncDispose]();
	};
});

/** Three users, of which one contains the name of another. */
async function createThree(): Promise<void> {
	await place.run(['delete', '--all', '--yes']);
	await place.run(['create', '-f', '-'], {input: lines(body('t1'), body('t11'), body('other'))});
}

const changes = [
	{name: 'delete', argv: ['delete', '--query', 'user:t1']},
	{name: 'edit', argv: ['edit', '--query', 'user:t1', '--set', 'name=x']},
];

describe.each(changes)('$name --query', ({argv}) => {
	test('warns in JSON, too', async () => {
		await createThree();
		expect(await place.run([...argv, '--dry-run', '--json'])).toMatchObject({errors: [warning]});
		const changed = await place.run([...argv, '--yes', '--json', '-j', '1']);
		expect(changed).toMatchObject({exitCode: 0, errors: [warning]});
		const text = warning.replace('Warning: ', '');
		expect((JSON.parse(changed.stdout) as Array<{warning?: string}>).map(result => result.warning)).toEqual([
			undefined,
			text,
		]);

		await createThree();
		const unconfirmed = await place.run([...argv, '--json']);
		expect(JSON.parse(unconfirmed.stderr)).toMatchObject({
			code: 'unconfirmed',
			notices: expect.arrayContaining([warning]) as unknown,
		});
	});
});

test('a dry run of an edit as JSON has the warning beside the changes that were probably not meant', async () => {
	await createThree();
	const {stdout} = await place.run(['edit', '--query', 'user:t1', '--set', 'name=x', '--dry-run', '--json']);
	expect(JSON.parse(stdout)).toMatchObject([
		{changes: [{new: 'x'}]},
		{changes: [{new: 'x'}], warning: expect.stringContaining('also matches t11') as unknown},
	]);
});
