import {expect, test} from 'vitest';
import {account, body, createCommand as one} from '../helpers/command-account.ts';
import {matching} from '../helpers/texts.ts';

/** Somebody at a terminal who answers nothing. */
const terminal = {typed: ''};

test('delete names the notification, and says nothing of a loss where there is none', async () => {
	await using place = await account();
	await place.run(`${one} --name Treasury`);
	const {errors} = await place.run('delete 1', terminal);
	expect(errors.slice(0, 2)).toStrictEqual([
		'- 1\tTreasury\tu-1\tu-1@example.com',
		matching(/^Delete "Treasury" \(ID 1\) from 127\.0\.0\.1:\d+\? The service cannot undo this\.$/v),
	]);
});

test('a read-only account is refused before a question, with what made it so', async () => {
	await using place = await account(1);
	for (const command of ['delete 1', 'edit 1 --set name=x', one, 'clone 1', 'undo --last', 'recover --finish']) {
		await place.says(
			1,
			`${command} --read-only`,
			{errors: ['Nothing was sent: --read-only was given.', 'Run it again without --read-only, or with --dry-run.']},
			terminal,
		);
	}

	await place.ends(0, 'delete 1 --read-only --dry-run');
	await place.ends(0, 'recover --read-only');

	const {baseUrl, apiKey} = place.sandbox;
	place.write(`profiles: {prod: {baseUrl: ${baseUrl}, apiKey: ${apiKey}, readOnly: true}}\n`, 'config.yaml');
	await place.says(
		1,
		'delete 1',
		{
			errors: [
				'Nothing was sent: the profile prod is read-only.',
				'Remove readOnly from it in config.yaml, or pass --dry-run.',
			],
		},
		{...terminal, env: {}},
	);
});

test('a query that also finds others is warned of before the question, with the one that does not', async () => {
	await using place = await account();
	await place.creates(body('user-42'), body('user-420'), body('user-7'));
	const warning = 'Warning: 2 users: user:42 also matches user-420. user:=user-42 finds 1.';
	expect(await place.run('delete --query user:42', terminal)).toMatchObject({
		errors: expect.arrayContaining([warning]) as unknown,
	});
	expect(await place.run('edit --query user:42 --set name=x', terminal)).toMatchObject({
		errors: expect.arrayContaining([warning]) as unknown,
	});
	expect(await place.run('delete --query user:=user-42', terminal)).toMatchObject({
		stderr: expect.not.stringContaining('Warning') as unknown,
	});
});
