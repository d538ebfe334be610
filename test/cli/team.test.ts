import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {account, createOne} from '../helpers/command-account.ts';
import {environmentOf} from '../helpers/command.ts';
import {createDatabase, sharedPostgres} from '../helpers/postgres.ts';

/** An account with the settings of a team, on a machine of its own. */
async function member(url: string, service?: Parameters<typeof environmentOf>[0]) {
	const opened = await account(0, 5000, service);
	await writeFile(path.join(opened.home, 'config.yaml'), 'team: {url: {env: TEAM_URL}, account: payments}\n', {
		mode: 0o600,
	});
	const env = {...environmentOf(service ?? opened.sandbox), TEAM_URL: url};
	return {
		sandbox: opened.sandbox,
		run: async (...argv: readonly string[]) => opened.run(argv, {env, clock: systemClock}),
		[Symbol.asyncDispose]: opened[Symbol.asyncDispose],
	};
}

async function query(url: string, text: string) {
	const sql = postgres(url, {max: 1, onnotice: () => undefined});
	try {
		return await sql.unsafe(text);
	} finally {
		await sql.end();
	}
}

test('a board is made, filled, looked at and pruned', async () => {
	const url = await createDatabase(await sharedPostgres());
	await using anna = await member(url);
	expect(await anna.run('team', 'status')).toMatchObject({
		exitCode: 5,
		stderr: expect.stringContaining('the database has no board yet. Run chainbell team init') as string,
	});
	const made = await anna.run('team', 'init');
	expect(made).toMatchObject({
		exitCode: 0,
		stdout: expect.stringContaining('Whoever can read it reads the templates and recipients') as string,
	});
	expect(made.stdout + made.stderr).not.toContain(new URL(url).password);
	expect(await anna.run('team', 'init')).toMatchObject({exitCode: 0});

	await anna.run(...createOne, '--template', 'words of Anna', '--yes');
	expect(await anna.run('team', 'join')).toMatchObject({exitCode: 6});
	expect(await anna.run('team', 'join', '--yes')).toMatchObject({
		exitCode: 0,
		stdout: expect.stringContaining(
			'is shared as payments: templates known here: 1, more from the board: 0.',
		) as string,
	});

	await using ben = await member(url, anna.sandbox);
	const {stdout} = await ben.run('team', 'status', '--json');
	expect(JSON.parse(stdout)).toMatchObject({
		account: 'payments',
		version: 1,
		changes: 1,
		waiting: 0,
		missing: 1,
		lost: 0,
		claims: [],
	});
	await ben.run('team', 'join', '--yes');
	const history = await ben.run('history', '-o', 'json');
	const [{newId}] = JSON.parse(history.stdout) as [{readonly newId: string}];
	expect(await ben.run('get', newId)).toMatchObject({stdout: expect.stringContaining('words of Anna') as string});
	expect(await ben.run('team', 'status')).toMatchObject({
		stdout: expect.stringContaining(
			'Not sent from here yet: 0. Not known here yet: 0. Known here, and lost there: 0.',
		) as string,
	});

	expect(await anna.run('team', 'prune', '--older', '1y')).toMatchObject({exitCode: 6});
	expect(await anna.run('team', 'prune', '--older', '1y', '--yes')).toMatchObject({
		stdout:
			'Changes whose content was deleted: 0; their templates stay. Older ones that stay, because they are pending or cannot be read: 0.\n',
	});
	await query(
		url,
		"UPDATE chainbell.change SET at = at - interval '2 years'; UPDATE chainbell.sent SET at = at - interval '1 day', content = '{}'",
	);
	expect(await anna.run('team', 'prune', '--older', '1y', '--yes')).toMatchObject({
		stdout: expect.stringContaining('content was deleted: 1;') as string,
	});
	expect(await query(url, 'SELECT DISTINCT body FROM chainbell.change')).toEqual([{body: ''}]);
	// No machine takes what was pruned for lost, and who joins later has its template.
	expect(await anna.run('team', 'status')).toMatchObject({
		stdout: expect.stringContaining('Known here, and lost there: 0.') as string,
	});
	await using cleo = await member(url, anna.sandbox);
	expect(await cleo.run('team', 'join', '--yes')).toMatchObject({
		exitCode: 0,
		stdout: expect.stringContaining('more from the board: 1.') as string,
	});
	expect(await cleo.run('get', newId)).toMatchObject({stdout: expect.stringContaining('words of Anna') as string});

	await query(url, "UPDATE chainbell.board SET version = 2, program = '0.9.0'");
	const newer = {
		stdout: '',
		stderr: expect.stringContaining('needs chainbell 0.9.0 or later: update chainbell.') as string,
	};
	expect(await anna.run('delete', newId, '--yes')).toMatchObject({...newer, exitCode: 7});
	expect(await anna.run('team', 'status')).toMatchObject({...newer, exitCode: 5});
	expect(await anna.run('get', newId)).toMatchObject({exitCode: 0});
});

test('a board that cannot be used says why, and which setting is missing', async () => {
	await using anna = await member('postgres://ann:hunter22@127.0.0.1:1/team');
	const refused = await anna.run('team', 'status');
	expect(refused).toMatchObject({
		exitCode: 7,
		stderr: expect.stringContaining(
			"The team's board (ann@127.0.0.1:1/team) cannot be reached: nothing answers at its address.",
		) as string,
	});
	expect(refused.stderr).not.toContain('hunter22');
	expect(await anna.run('team', 'prune', '--older', '1w', '--yes')).toMatchObject({exitCode: 2});

	await using ben = await member('');
	expect(await ben.run('team', 'init')).toMatchObject({
		exitCode: 5,
		stderr: expect.stringContaining(
			'the environment variable TEAM_URL, which config.yaml names as its URL, is not set',
		) as string,
	});
	await using nobody = await account();
	expect(await nobody.run(['team', 'status'])).toMatchObject({
		exitCode: 5,
		stderr: expect.stringContaining('config.yaml names no team for this account.') as string,
	});
	expect(await nobody.run(['team', 'grants'])).toMatchObject({
		lines: expect.arrayContaining([
			'GRANT UPDATE (until, is_released) ON chainbell.claim TO chainbell_operators;',
		]) as string[],
	});
});
