import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';

/** An account with two notifications, and a folder with files whose names and contents are secret. */
async function place() {
	const at = await account();
	expect(await at.run(['create', '-f', '-'], {input: lines(body('secret-a'), body('secret-b'))})).toMatchObject({
		exitCode: 0,
	});
	const folder = path.join(at.home, 'alerts');
	mkdirSync(folder);
	const write = (name: string, content: unknown) => {
		writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
	};

	/** Runs a masked plan, and checks that no secret is printed. */
	const plan = async (...argv: readonly string[]) => {
		const ran = await at.run(['plan', folder, '--mask', ...argv]);
		expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/secret|@example/v);
		return ran;
	};

	return {...at, folder, write, plan};
}

test.each([
	['text', []],
	['Markdown', ['-o', 'markdown']],
	['JSON', ['-o', 'json']],
])('a masked plan as %s names no file, nor does what is on standard error', async (_what, format) => {
	await using at = await place();
	at.write('secret-one.yaml', {
		version: 1,
		scope: 'user:=secret-a',
		notifications: [body('secret-a', {delivery_location: 'new@example.com'})],
	});
	at.write('secret-two.yaml', {version: 1, scope: 'user:=secret-b', notifications: []});
	const ran = await at.plan('--prune', ...format);
	expect(ran.stdout).toContain('file 1, line 1');
	expect(ran.stderr).toContain('apply will refuse this plan: file 2 has no notification');
});

test('warnings and mistakes of a masked plan have their places and nothing else', async () => {
	await using at = await place();
	at.write(
		'secret-one.yaml',
		`version: 1\nnotifications:\n- ${JSON.stringify(body('secret-a', {delivery_location: 'secret'}))}\n- ${JSON.stringify(body('c', {secret_member: 1, chanel: 'secret'}))}\n`,
	);
	expect(await at.plan()).toMatchObject({
		exitCode: 5,
		stderr: expect.stringMatching(/^file 1:3:\d+: has a mistake$/mv) as string,
	});
	expect(await at.plan('--json')).toMatchObject({exitCode: 5});
	at.write('secret-one.yaml', {
		version: 1,
		notifications: [
			body('secret-c', {
				event_details: {
					...body('x').event_details,
					network: 'secret-net',
					filters: [{field_name: 'value', operator: 'secret', value: '1', value_type: 'int'}],
				},
			}),
		],
	});
	expect(await at.plan('--accept-invalid')).toMatchObject({
		stderr: expect.stringMatching(/^Warning: file 1, line 1, column \d+: this may be wrong\.$/mv) as string,
	});
	at.write('secret-one.yaml', 'notifications: [secret');
	expect(await at.plan()).toMatchObject({exitCode: 5, stderr: expect.stringContaining('file 1:1:') as string});
	at.write('secret-one.yaml', {version: 1, scope: 'user:=secret-a', notifications: [body('secret-b')]});
	at.write('secret-two.yaml', {version: 1, scope: 'user:=secret-b', notifications: [body('secret-b')]});
	expect(await at.plan()).toMatchObject({exitCode: 5});
});

test('what cannot be read is not named by a masked plan', async () => {
	await using at = await place();
	expect(await at.plan()).toMatchObject({exitCode: 5, stderr: expect.stringContaining('without --mask') as string});
	const {stderr} = await at.run(['plan', path.join(at.folder, 'secret.yaml'), '--mask']);
	expect(stderr).not.toContain('secret');
});

test('a plan that is kept with --mask names its files for apply, and not when it is shown masked', async () => {
	await using at = await place();
	at.write('secret-one.yaml', {version: 1, notifications: [body('secret-c')]});
	const kept = path.join(at.home, 'today.plan');
	expect(await at.plan('--out', kept)).toMatchObject({exitCode: 0});
	expect(readFileSync(kept, 'utf8')).toContain('secret-one.yaml');
	const shown = await at.run(['plan', kept, '--mask']);
	expect(`${shown.stdout}${shown.stderr}`).not.toContain('secret');
	expect(shown.stdout).toContain('file 1, line 1');
	expect(await at.run(['apply', kept, '--yes'])).toMatchObject({exitCode: 0});
});
