import {readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, onTestFinished, test, vi} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {startSandbox} from '../../source/sandbox/server.ts';
import {runCommand} from '../helpers/command.ts';
import {create, full, list, listIds, minimal, remove, send, start, temporaryFile} from './client.ts';
import {matching} from '../helpers/texts.ts';

const modeOf = (file: string) => (statSync(file).mode % 0o1000).toString(8);

test('a key is generated and stored beside the database; other users can read neither file', async () => {
	const file = temporaryFile();
	const {apiKey, keyFile, baseUrl} = await start({file});

	expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/v);
	expect(apiKey).toMatch(/^sandbox_[\w\-]{32}$/v);
	expect(keyFile).toBe(file.replace('.sqlite', '.keys'));
	expect(readFileSync(keyFile, 'utf8')).toBe(`${apiKey}\n`);
	expect([keyFile, file, `${file}-wal`, path.dirname(file)].map(each => modeOf(each))).toStrictEqual([
		'600',
		'600',
		'600',
		'700',
	]);
});

test('the database contains no API key', async () => {
	const file = temporaryFile();
	const sandbox = await start({file});
	await create(sandbox, full);
	await sandbox.close();

	expect(readFileSync(file).includes(sandbox.apiKey)).toBe(false);
	expect(readFileSync(file).includes('the template')).toBe(true);
});

test('each API key sees only its own notifications', async () => {
	const file = temporaryFile();
	const one = await start({file});
	const {id} = await create(one, minimal);
	await one.close();

	writeFileSync(one.keyFile, `\n  ${one.apiKey}  \r\n\nsecond-key`);
	const first = await start({file});
	const second = {...first, apiKey: 'second-key'};

	expect(first.apiKey).toBe(one.apiKey);
	expect(await list(second)).toStrictEqual([]);
	expect(await remove(second, id)).toBe(404);
	const other = await create(second, minimal);
	expect(await listIds(first)).toStrictEqual([id]);
	expect(await listIds(second)).toStrictEqual([other.id]);
	expect(await remove(first, id)).toBe(204);
});

test('only a new file gets samples', async () => {
	const file = temporaryFile();
	const first = await startSandbox({file});
	const samples = await list(first);
	expect(samples).toHaveLength(12);
	expect(new Set(samples.map(record => record.channel))).toStrictEqual(
		new Set(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK']),
	);
	await Promise.all(samples.map(async record => remove(first, record.id)));
	await first.close();

	const second = await start({file, samples: 5});
	expect(await list(second)).toStrictEqual([]);
	expect(await create(second, minimal)).toMatchObject({id: 13});
});

test('a restart keeps the records', async () => {
	const file = temporaryFile();
	const first = await start({file, samples: 2});
	await create(first, full);
	await remove(first, 1);
	const records = await list(first);
	await first.close();

	expect(await list(await start({file}))).toStrictEqual(records);
});

test('a port that is in use is reported', async () => {
	const {baseUrl} = await start();
	const port = Number(new URL(baseUrl).port);
	const file = temporaryFile();

	await expect(start({file, port})).rejects.toThrow(`Could not listen on 127.0.0.1:${port}: the port is in use`);
	await start({file});
});

test('a file that is not a sandbox, or of a later version, is refused', async () => {
	const file = temporaryFile();
	const sandbox = await start({file});
	await sandbox.close();
	const database = openDatabase(file);
	database.exec('PRAGMA user_version = 2');
	database.close();
	await expect(start({file})).rejects.toThrow(
		/^The sandbox file .+sandbox\.sqlite was written by a newer chainbell \(schema 2; this version knows 1\)/v,
	);

	writeFileSync(file, 'This is a text.'.repeat(100));
	await expect(start({file})).rejects.toThrow(/^The sandbox file .+sandbox\.sqlite is damaged\. /v);
});

test('close ends a listing that nobody reads, prints nothing, and can be called again', async () => {
	const printed = vi.spyOn(console, 'error');
	onTestFinished(() => {
		printed.mockRestore();
	});
	const sandbox = await start({samples: 20_000});
	const response = await send(sandbox, 'GET', notificationsPath);
	await Promise.all([sandbox.close(), sandbox.close()]);
	await sandbox.close();

	await expect(response.text()).rejects.toThrow('terminated');
	await expect(list(sandbox)).rejects.toThrow('fetch failed');
	expect(printed).not.toHaveBeenCalled();
});

/** Runs the command until it has printed how to reach the sandbox, and `use` has ended. Returns what it printed. */
async function runSandbox(
	args: readonly string[],
	use: (lines: readonly string[]) => Promise<void> = async () => undefined,
) {
	// The test runner has listeners of its own.
	const others = new Set(process.listeners('SIGTERM'));
	let printed = '';
	const {lines, exitCode} = await runCommand(['sandbox', ...args], {
		home: path.dirname(temporaryFile()),
		onWrite(text) {
			printed += text;
			if (text.startsWith('Example:')) {
				void (async () => {
					await use(printed.trimEnd().split('\n'));
					for (const stop of process.listeners('SIGTERM').filter(each => !others.has(each))) {
						stop('SIGTERM');
					}
				})();
			}

			return true;
		},
	});
	expect(exitCode).toBe(0);
	return lines;
}

test('the command prints the second API key of key-renewed without the first', async () => {
	const lines = await runSandbox(['--fault', 'key-renewed']);
	expect(lines.slice(1, 4)).toStrictEqual([
		'Faults:   key-renewed',
		matching(/^API key: {2}the first line of /v),
		'New key:  the same, followed by _renewed',
	]);
});

test('the command prints which faults are on', async () => {
	const faults = ['any-429=30:2', 'create-late=0', 'delete-404:1', 'any-503'];
	const lines = await runSandbox(faults.flatMap(fault => ['--fault', fault]));
	expect(lines[1]).toBe('Faults:   any-429=30:2, create-late=0, delete-404:1, any-503');
});
