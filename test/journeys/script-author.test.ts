import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {parse, stringify} from 'yaml';
import {runBuilt} from '../helpers/built-command.ts';
import {address, body} from '../helpers/command-account.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {builtProgram, makeHome} from '../helpers/terminal-home.ts';

type Listed = {
	readonly id: number;
	readonly external_user_id: string;
	readonly channel: string;
	readonly delivery_location: string;
};

/** A service of its own, which knows nothing of chainbell: records in memory, new IDs count up, listings have no template. */
async function startService() {
	let records: readonly Listed[] = [];
	let last = 0;
	let onListing = () => undefined as void;
	const server = await createHttpServer(({method, url, headers, body: sent}, response) => {
		if (headers.authorization !== 'Bearer key-of-tests') {
			answer(response, 401, {detail: 'Invalid key'});
		} else if (method === 'GET') {
			answer(response, 200, records);
			onListing();
		} else if (method === 'DELETE') {
			records = records.filter(({id}) => String(id) !== url.split('/').at(-2));
			answer(response, 204);
		} else {
			const {template: _template, ...listed} = JSON.parse(sent) as Listed & {readonly template?: string};
			last++;
			records = [...records, {...listed, id: last}];
			answer(response, 201, {id: last});
		}
	});
	return {
		...server,
		records: () => records,
		/** Somebody else edits one in place. */
		change(id: number, to: string) {
			records = records.map(record => (record.id === id ? {...record, delivery_location: to} : record));
		},
		/** Resolves with the next listing that is answered. */
		async listing() {
			const {promise, resolve} = Promise.withResolvers<void>();
			onListing = resolve;
			await promise;
		},
		posts: () => server.requests.filter(({method}) => method === 'POST').length,
	};
}

test('the day of a script: the built program alone, from a profile to a watch, on a service that it has not seen', async () => {
	await using service = await startService();
	await using home = makeHome();
	const env = {...home.environment, ALERTS_KEY: 'key-of-tests'};
	const repository = path.join(home.path, 'alerts');
	await mkdir(repository);
	const file = path.join(repository, 'ops.yaml');
	const run = async (...argv: readonly string[]) => {
		const {exitCode, stdout, stderr} = await runBuilt(argv, {env});
		return {exitCode, stdout, stderr, lines: stdout.split('\n').filter(line => line !== '')};
	};

	const done = async (...argv: readonly string[]) => {
		const result = await run(...argv);
		expect(result, argv.join(' ')).toMatchObject({exitCode: 0});
		return result;
	};

	const results = async (...argv: readonly string[]) => {
		const {stdout} = await done(...argv, '--json');
		return JSON.parse(stdout) as ReadonlyArray<{readonly status: string; readonly change: number; readonly id: string}>;
	};

	// A profile, and whether it works.
	await done('profile', 'add', 'prod', '--base-url', service.baseUrl, '--key-env', 'ALERTS_KEY');
	const doctor = await done('doctor', '--json');
	const {checks} = JSON.parse(doctor.stdout) as {readonly checks: ReadonlyArray<{readonly status: string}>};
	expect(checks.filter(({status}) => status === 'failure')).toEqual([]);

	// 300 users of a table, and a list for jq.
	const table = path.join(home.path, 'users.csv');
	const rows = Array.from({length: 300}, (_value, index) => `u-${index},u-${index}@example.com,${address}`);
	await writeFile(table, ['user,to,address', ...rows, ''].join('\n'));
	const imported = await results('import', '-f', table, '--set', 'channel=email', '--yes');
	expect([imported.length, new Set(imported.map(({status}) => status))]).toEqual([300, new Set(['done'])]);
	expect([service.records().length, service.posts()]).toEqual([300, 300]);
	const listed = await done('list', '--query', 'channel:email', '-o', 'jsonl', '--sort', 'id:desc', '--limit', '2');
	expect(listed.lines.map(line => (JSON.parse(line) as {readonly id: string}).id)).toEqual(['300', '299']);

	// Notifications of a file: plan in CI, apply, and nothing to do a second time.
	const ops = [body('ops', {notification_name: 'one'}), body('ops', {notification_name: 'two'})];
	await writeFile(file, stringify({version: 1, scope: 'user:=ops', notifications: ops}));
	expect(await run('plan', file, '--exit-code', '--json')).toMatchObject({exitCode: 10});
	const applied = await results('apply', file, '--yes');
	expect(applied.map(({status}) => status)).toEqual(['done', 'done']);
	expect(await run('plan', file, '--exit-code')).toMatchObject({exitCode: 0});

	// Somebody changes one by hand; pull takes it into the file, and export says the same.
	service.change(Number(applied[0]!.id), 'night@example.com');
	expect(await run('plan', file, '--exit-code')).toMatchObject({exitCode: 10});
	await done('pull', file, '--yes');
	expect(await readFile(file, 'utf8')).toContain('night@example.com');
	expect(await run('plan', file, '--exit-code')).toMatchObject({exitCode: 0});
	const exported = await done('export', 'user:=ops', '--json');
	const {notifications} = JSON.parse(exported.stdout) as {readonly notifications: readonly object[]};
	expect(notifications).toHaveLength(2);

	// One is taken out of the file: a kept plan prunes it, and undo by number brings it back.
	const text = parse(await readFile(file, 'utf8')) as {readonly notifications: readonly object[]};
	await writeFile(file, stringify({...text, notifications: text.notifications.slice(0, 1)}));
	const kept = path.join(home.path, 'today.plan');
	await done('plan', file, '--prune', '--out', kept);
	const [pruned] = await results('apply', kept, '--yes');
	expect(pruned).toMatchObject({status: 'done', action: 'delete'});
	expect(service.records()).toHaveLength(301);
	await done('undo', String(pruned!.change), '--yes');
	expect(service.records()).toHaveLength(302);

	// A bulk edit and a deletion by query, which say in a dry run what they would do.
	const some = ['--query', 'user:=u-1 or user:=u-2 or user:=u-3'];
	const before = await done('edit', ...some, '--replace', 'to=/@example.com/@example.org/', '--dry-run', '-o', 'jsonl');
	expect(before.lines).toHaveLength(3);
	const edited = await results('edit', ...some, '--replace', 'to=/@example.com/@example.org/', '--yes');
	expect(edited).toHaveLength(3);
	const deleted = await results('delete', ...some, '--yes');
	expect([deleted.length, service.records().length]).toEqual([3, 299]);

	// What was done, as commands, and nothing that waits.
	const script = await done('history', '-o', 'sh');
	expect(script.stdout).toContain('chainbell');
	expect(script.stdout).not.toContain('key-of-tests');
	expect(await run('recover')).toMatchObject({exitCode: 0, stdout: ''});
	const {stdout: completion} = await done('completion', 'bash');
	expect(completion).toContain('complete -o default -F _chainbell chainbell');

	// A watch sees what somebody else does, until it is told to end.
	const watch = spawn(process.execPath, [builtProgram, 'watch', '--every', '0.1'], {
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const seen = once(watch.stdout, 'data') as Promise<[Uint8Array]>;
	await service.listing();
	await service.listing();

	service.change(Number(applied[0]!.id), 'day@example.com');
	const [line] = await seen;
	expect(JSON.parse(String(line))).toMatchObject({
		change: 'changed',
		notification: {delivery_location: 'day@example.com'},
	});
	watch.kill('SIGTERM');
	expect(await once(watch, 'close')).toEqual([143, null]);
}, 300_000);
