import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';

/** An account with a notification for each user, and a file that has one of them. */
async function place(scope: string) {
	const at = await account();
	expect(
		await at.run(['create', '-f', '-'], {input: lines(...['ops', 'a', 'b', 'c'].map(user => body(user)))}),
	).toMatchObject({exitCode: 0});
	const file = path.join(at.home, 'alerts.yaml');
	writeFileSync(file, JSON.stringify({version: 1, scope, notifications: [body('ops')]}));
	return {...at, file};
}

const guarded = 'matches all 4 notifications of the account';

test.each([
	'not:user:=zzz',
	'-name:zzz',
	'@',
	'channel:email',
	'network:=ETH_MAINNET',
	'user:=ops or not:user:=ops',
	'/./',
])('a scope that matches the whole account is not pruned without --all: %s', async scope => {
	await using at = await place(scope);
	for (const argv of [
		['apply', at.file, '--yes'],
		['apply', at.file, '--dry-run'],
		['plan', at.file],
	]) {
		expect(await at.run([...argv, '--prune', '--max-deletes', '9'])).toMatchObject({
			exitCode: 5,
			stderr: expect.stringContaining(guarded) as string,
		});
	}

	expect(await at.values('user')).toEqual(['a', 'b', 'c', 'ops']);
	expect(await at.run(['apply', at.file, '--yes', '--prune', '--all', '--max-deletes', '9'])).toMatchObject({
		exitCode: 0,
	});
	expect(await at.values('user')).toEqual(['ops']);
	// With nothing to delete there is nothing to ask.
	expect(await at.run(['apply', at.file, '--yes', '--prune'])).toMatchObject({exitCode: 0});
});

test('a scope that names users, or leaves somebody out, is pruned without --all', async () => {
	for (const [scope, left] of [
		['user:=ops or user:=a or user:=b or user:=c', ['ops']],
		['not:user:=c', ['c', 'ops']],
	] as const) {
		await using at = await place(scope);
		expect(await at.run(['apply', at.file, '--yes', '--prune', '--max-deletes', '9'])).toMatchObject({exitCode: 0});
		expect(await at.values('user')).toEqual(left);
	}
});
