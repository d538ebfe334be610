import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';

/** An account with the notifications of some users, and files with a scope. */
async function place(...users: readonly string[]) {
	const at = await account();
	expect(await at.run(['create', '-f', '-'], {input: lines(...users.map(user => body(user)))})).toMatchObject({
		exitCode: 0,
	});
	const write = (scope: string | undefined, ...notifications: readonly object[]) => {
		const file = path.join(at.home, 'alerts.yaml');
		writeFileSync(file, JSON.stringify({version: 1, scope, notifications}));
		return file;
	};

	return {...at, write};
}

const containing = (text: string): unknown => expect.stringContaining(text);

test('plan --exit-code ends with 10 if somebody added a notification inside the scope, and the first thing it says is that', async () => {
	await using at = await place('ops', 'a');
	const file = at.write('user:=ops', body('ops'));
	expect(await at.run(['plan', file, '--exit-code'])).toMatchObject({exitCode: 0, lines: ['No changes: 1 unchanged.']});
	expect(
		await at.run(['create', '-f', '-'], {input: lines(body('ops', {delivery_location: 'new@example.com'}))}),
	).toMatchObject({exitCode: 0});
	const drifted = await at.run(['plan', file, '--exit-code']);
	expect(drifted).toMatchObject({exitCode: 10, stdout: containing('1 in no file; 1 unchanged.')});
	expect(drifted.stdout).not.toContain('No changes');
	expect(await at.run(['plan', file, '--exit-code', '-o', 'markdown', '--mask'])).toMatchObject({
		exitCode: 10,
		stdout: expect.stringMatching(/^\*\*1 in no file; 1 unchanged\.\*\*/v) as unknown,
	});
	expect(await at.run(['plan', file, '--exit-code', '-o', 'json'])).toMatchObject({
		exitCode: 10,
		stdout: containing('"unmanaged": [\n    "3"'),
	});
	expect(await at.run(['plan', file])).toMatchObject({exitCode: 0, stdout: containing('1 in no file; 1 unchanged.')});
	expect(await at.run(['apply', file, '--yes'])).toMatchObject({
		exitCode: 0,
		stderr: containing('1 in no file; 1 unchanged.'),
	});
});

test('what is protected, or waits for a pending change, is no reason for 0', async () => {
	await using at = await place('ops', 'a');
	writeFileSync(path.join(at.home, 'config.yaml'), 'protect: user:=ops\n');
	const changed = at.write('user:=ops', body('ops', {delivery_location: 'new@example.com'}));
	expect(await at.run(['plan', changed, '--exit-code'])).toMatchObject({
		exitCode: 10,
		stdout: containing('1 protected'),
	});
	writeFileSync(path.join(at.home, 'config.yaml'), '');
	at.sandbox.faults.add({name: 'delete-403', count: 20});
	expect(await at.run(['edit', '1', '--set', 'to=other@example.com', '--yes'])).toMatchObject({
		exitCode: expect.toBeOneOf([4, 8]) as unknown,
	});
	at.sandbox.faults.clear();
	expect(await at.run(['plan', changed, '--exit-code'])).toMatchObject({
		exitCode: 10,
		stdout: containing('is pending'),
	});
});

test('a plan that apply will refuse does not end with 0', async () => {
	await using at = await place('ops', 'a', 'b');
	const empty = at.write('user:=ops or user:=a');
	for (const more of [[], ['--exit-code'], ['-o', 'json'], ['--out', path.join(at.home, 'today.plan')]]) {
		expect(await at.run(['plan', empty, '--prune', ...more]), more.join(' ')).toMatchObject({
			exitCode: 1,
			stderr: containing('apply will refuse this plan'),
		});
	}

	expect(await at.run(['apply', empty, '--prune', '--yes'])).toMatchObject({exitCode: 6});
	expect(await at.run(['plan', empty, '--prune', '--max-deletes', '2'])).toMatchObject({exitCode: 0});
	writeFileSync(path.join(at.home, 'config.yaml'), 'protect: "usr:=ops"\n');
	const file = at.write('user:=ops', body('ops'));
	for (const more of [[], ['--exit-code']]) {
		expect(await at.run(['plan', file, ...more])).toMatchObject({
			exitCode: 1,
			stderr: containing('apply will refuse this plan'),
		});
	}

	expect(await at.run(['apply', file, '--yes'])).toMatchObject({exitCode: 1});
	expect(await at.values('user')).toEqual(['a', 'b', 'ops']);
});
