import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {account, body, lines} from '../helpers/command-account.ts';

/** An account with a notification for each user, and a folder for files. */
async function place(...users: readonly string[]) {
	const at = await account();
	expect(await at.run(['create', '-f', '-'], {input: lines(...users.map(user => body(user)))})).toMatchObject({
		exitCode: 0,
	});
	const pathOf = (name: string) => path.join(at.home, name);
	return {
		...at,
		pathOf,
		write(name: string, text: string) {
			writeFileSync(pathOf(name), text);
			return pathOf(name);
		},
		read: (name: string) => readFileSync(pathOf(name), 'utf8'),
	};
}

const refused = {exitCode: 1, stderr: expect.stringContaining('or was changed since') as string};

const alerts = 'version: 1\nscope: user:=ops\nnotifications: []\n';

test('plan --out keeps a plan in no file that it did not write, or that was changed since', async () => {
	await using at = await place('ops');
	const file = at.write('alerts.yaml', alerts);
	expect(await at.run(['plan', file, '--out', file])).toMatchObject(refused);
	expect(at.read('alerts.yaml')).toBe(alerts);

	const plan = at.pathOf('today.plan');
	expect(await at.run(['plan', file, '--out', plan])).toMatchObject({exitCode: 0});
	expect(await at.run(['plan', file, '--prune', '--all', '--max-deletes', '1', '--out', plan])).toMatchObject({
		exitCode: 0,
	});
	expect(at.read('today.plan')).toContain('"delete"');
	expect(statSync(plan).mode.toString(8)).toMatch(/600$/v);
	at.write('today.plan', at.read('today.plan').replace('ops@example.com', 'me@example.com'));
	const changed = at.read('today.plan');
	expect(await at.run(['plan', file, '--out', plan])).toMatchObject(refused);
	expect(at.read('today.plan')).toBe(changed);
	expect(readdirSync(at.home).filter(name => name.endsWith('.new'))).toEqual([]);
});

test('a plan that is kept a second time takes no other file of that name away, and is readable by its owner alone', async () => {
	await using at = await place('ops');
	const file = at.write('alerts.yaml', alerts);
	const plan = at.pathOf('today.plan');
	at.write('today.plan.new', 'notes');
	expect(await at.run(['plan', file, '--out', plan])).toMatchObject({exitCode: 0});
	expect(at.read('today.plan.new')).toBe('notes');
	chmodSync(plan, 0o644);
	expect(await at.run(['plan', file, '--prune', '--all', '--max-deletes', '1', '--out', plan])).toMatchObject({
		exitCode: 0,
	});
	expect(statSync(plan).mode.toString(8)).toMatch(/600$/v);
	expect(await at.run(['apply', plan, '--yes'])).toMatchObject({exitCode: 0});
	expect(await at.list()).toEqual([]);
});

test('export replaces a file that it wrote, and none with a line that was added by hand', async () => {
	await using at = await place('ops');
	const out = at.pathOf('ops.yaml');
	expect(await at.run(['export', '--out', out])).toMatchObject({exitCode: 0});
	expect(at.read('ops.yaml').split('\n', 1)[0]).toMatch(/[0-9a-f]{64}$/v);
	expect(await at.run(['create', '-f', '-'], {input: lines(body('second'))})).toMatchObject({exitCode: 0});
	expect(await at.run(['export', '--out', out])).toMatchObject({exitCode: 0});
	expect(at.read('ops.yaml')).toContain('second@example.com');

	const byHand = `${at.read('ops.yaml')}# Ask Ann before you change this.\n`;
	at.write('ops.yaml', byHand);
	expect(await at.run(['export', '--out', out])).toMatchObject(refused);
	expect(at.read('ops.yaml')).toBe(byHand);
});

test('export --split writes nothing where one of its files was changed by hand', async () => {
	await using at = await place('a', 'b');
	const folder = at.pathOf('alerts');
	const export_ = ['export', '--split', 'user', '--out', folder];
	expect(await at.run(export_)).toMatchObject({exitCode: 0});
	at.write('alerts/b.yaml', `${at.read('alerts/b.yaml')}# Mine.\n`);
	expect(
		await at.run(['create', '-f', '-'], {input: lines(body('a', {delivery_location: 'new@example.com'}))}),
	).toMatchObject({exitCode: 0});
	expect(await at.run(export_)).toMatchObject(refused);
	expect(at.read('alerts/a.yaml')).not.toContain('new');
});

test('the name of a file of export --split depends on its value alone', async () => {
	await using at = await place('a/b', 'a:b', 'ops', 'Ops', '..', 'a'.repeat(300));
	const userOf = (file: string) =>
		/^scope: '?user:="?(?<user>[^"\n']+)/mv.exec(readFileSync(file, 'utf8'))!.groups!.user!;
	const namesIn = (folder: string) =>
		Object.fromEntries(readdirSync(folder).map(name => [userOf(path.join(folder, name)), name] as const));
	const all = at.pathOf('all');
	expect(await at.run(['export', '--split', 'user', '--out', all])).toMatchObject({exitCode: 0});
	const names = namesIn(all);
	expect(names).toMatchObject({ops: 'ops.yaml'});
	expect(new Set(Object.values(names).map(name => name.toLowerCase())).size).toBe(6);
	for (const user of Object.keys(names)) {
		const alone = at.pathOf(`only-${Object.keys(names).indexOf(user)}`);
		expect(await at.run(['export', `user:=${user}`, '--split', 'user', '--out', alone])).toMatchObject({exitCode: 0});
		expect(readdirSync(alone)).toContain(names[user]);
		expect(Object.values(names)).toEqual(expect.arrayContaining(readdirSync(alone)));
	}
});

test('a folder or a pipe in place of the file is left as it is', async () => {
	await using at = await place('ops');
	mkdirSync(at.pathOf('taken'));
	expect(await at.run(['export', '--out', at.pathOf('taken')])).toMatchObject({exitCode: 1});
	expect(await at.run(['plan', at.write('alerts.yaml', alerts), '--out', at.pathOf('taken')])).toMatchObject({
		exitCode: 1,
	});
	expect(existsSync(at.pathOf('taken'))).toBe(true);
});
