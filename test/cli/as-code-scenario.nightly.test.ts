import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {expect, onTestFinished, test} from 'vitest';
import {parse, stringify} from 'yaml';
import {temporaryFolder} from '../helpers/app.tsx';
import {clock, pass} from '../helpers/command-account.ts';
import {environmentOf, runCommand, type CommandRun} from '../helpers/command.ts';
import {list} from '../sandbox/client.ts';
import {containing, matching} from '../helpers/texts.ts';

const fixtures = path.resolve(import.meta.dirname, '../fixtures');

/** Starts a process of the fixtures. It is killed after the test. */
function startProcess(name: string, argument: string) {
	const child = spawn(process.execPath, [path.join(fixtures, name), argument], {stdio: ['pipe', 'pipe', 'inherit']});
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	return child;
}

/** A sandbox in a process of its own, and a home. */
async function setUp(folder: string) {
	const sandbox = startProcess('run-holdable-sandbox.ts', path.join(folder, 'sandbox.sqlite'));
	const printed = createInterface(sandbox.stdout)[Symbol.asyncIterator]();
	const nextLine = async () => {
		const {value} = await printed.next();
		return value!;
	};

	const started = await nextLine();
	const [baseUrl, apiKey] = started.split(' ') as [string, string];
	const service = {baseUrl, apiKey};
	const options = {home: folder, env: environmentOf(service), settlingTime: 1000};
	return {
		run: async (...argv: readonly string[]): Promise<CommandRun> => runCommand(argv, {...options, clock}),
		/** Runs a command in a process of its own, and kills it with SIGKILL when its n-th write arrives. That one still takes effect. */
		async killAtWrite(number: number, ...argv: readonly string[]) {
			sandbox.stdin.write(`${number}\n`);
			const child = startProcess('run-command.ts', JSON.stringify({argv, ...options}));
			const closed = once(child, 'close');
			expect(await nextLine()).toBe('held');
			child.kill('SIGKILL');
			sandbox.stdin.write('\n');
			expect(await closed).toStrictEqual([null, 'SIGKILL']);
		},
		/** The contents of the account's notifications, sorted. */
		async account() {
			const records = await list(service);
			return records.map(record => textOf(record as Entry)).toSorted();
		},
	};
}

type Entry = Readonly<Record<string, string | undefined>>;

/** The contents by which notifications are compared here. */
const textOf = (entry: Entry): string =>
	['external_user_id', 'notification_name', 'delivery_location'].map(name => entry[name] ?? '').join(' ');

const csv = [
	'user,to,channel,network,event,address',
	...Array.from(
		{length: 200},
		(_, index) =>
			`user-${String(index).padStart(3, '0')},u${index}@example.com,EMAIL,ETH_MAINNET,ADDRESS_ACTIVITY,0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045`,
	),
].join('\n');

test('200 users from a CSV, half of them changed in the file with a kill -9, five changed elsewhere and pulled, 20 pruned, and all undone: after each step the account equals the file', async () => {
	await using folder = await temporaryFolder();
	const at = await setUp(folder.path);
	const [rows, file] = ['users.csv', 'users.yaml'].map(name => path.join(folder.path, name)) as [string, string];
	const read = () =>
		parse(readFileSync(file, 'utf8'), {schema: 'failsafe'}) as {readonly notifications: readonly Entry[]};
	const edit = (change: (entries: readonly Entry[]) => readonly Entry[]) => {
		const content = read();
		writeFileSync(file, stringify({...content, version: 1, notifications: change(content.notifications)}));
	};

	/** The account equals the file, by its text and by a plan. Returns the text. */
	const expectEqual = async (count: number) => {
		const account = await at.account();
		expect(account).toHaveLength(count);
		expect(account).toStrictEqual(
			read()
				.notifications.map(entry => textOf(entry))
				.toSorted(),
		);
		expect(await at.run('plan', file, '--exit-code')).toMatchObject({
			exitCode: 0,
			stdout: containing(`No changes: ${count} unchanged.`),
		});
		return readFileSync(file, 'utf8');
	};

	writeFileSync(rows, csv);
	expect(await at.run('import', rows, '--yes')).toMatchObject({
		exitCode: 0,
		stderr: containing('Changed 200 of 200.'),
	});
	expect(await at.run('export', '--out', file)).toMatchObject({exitCode: 0});
	const provisioned = await expectEqual(200);

	edit(entries =>
		entries.map((entry, index) => (index % 2 === 0 ? entry : {...entry, delivery_location: `new${index}@example.com`})),
	);
	await at.killAtWrite(130, 'apply', file, '--yes');
	expect(await at.run('apply', file, '--yes')).toMatchObject({
		exitCode: 8,
		stderr: matching(/^Bulk edit 2 is pending, so .* and \d+ more are not touched: run chainbell recover 2\.$/mv),
	});
	pass(60_000);
	expect(await at.run('recover', '2', '--finish')).toMatchObject({exitCode: 0});
	const changed = await expectEqual(200);

	expect(await at.run('edit', '--query', 'user:/^user-00[02468]$/', '--set', 'name=On call', '--yes')).toMatchObject({
		exitCode: 0,
	});
	expect(await at.run('pull', file, '--yes')).toMatchObject({
		exitCode: 0,
		errors: [`${file}: 5 changed, 0 removed, 0 added`],
	});
	const pulled = await expectEqual(200);

	edit(entries => entries.slice(0, 180));
	expect(await at.run('apply', file, '--prune', '--all', '--yes')).toMatchObject({exitCode: 6});
	expect(await at.run('apply', file, '--prune', '--all', '--max-deletes', '20', '--yes')).toMatchObject({
		exitCode: 0,
		stderr: containing('Changed 20 of 20.'),
	});
	await expectEqual(180);

	for (const [change, text] of [
		['4', pulled],
		['3', changed],
		['2', provisioned],
	] as const) {
		expect(await at.run('undo', change, '--yes'), change).toMatchObject({exitCode: 0});
		// What no answer named is undone only if it is named.
		const {stdout} = await at.run('history', '--json');
		for (const {number, id, method, outcome} of JSON.parse(stdout) as ReadonlyArray<Record<string, string>>) {
			if (number!.startsWith(`${change}.`) && method === 'POST' && outcome === 'sent') {
				expect(await at.run('undo', number!, '--new-id', id!, '--yes'), number).toMatchObject({exitCode: 0});
			}
		}

		writeFileSync(file, text);
		await expectEqual(200);
	}

	expect(await at.run('undo', '1', '--yes')).toMatchObject({exitCode: 0});
	edit(() => []);
	await expectEqual(0);
});
