import {spawn} from 'node:child_process';
import {once} from 'node:events';
import type {Buffer} from 'node:buffer';
import {existsSync, readFileSync} from 'node:fs';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {create, list, listIds, minimal, remove, start, temporaryFile, type Service} from './client.ts';

const fixture = fileURLToPath(new URL('../fixtures/run-sandbox.ts', import.meta.url));

/** A sandbox in a process of its own; `kill` sends SIGKILL and waits for the end. */
async function spawnSandbox(file: string): Promise<Service & {kill: () => Promise<void>}> {
	const child = spawn(process.execPath, [fixture, file], {stdio: ['ignore', 'pipe', 'inherit']});
	const exited = once(child, 'exit');
	const kill = async () => {
		child.kill('SIGKILL');
		await exited;
	};

	onTestFinished(kill);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	return {baseUrl: line.toString().trim(), apiKey: readFileSync(file.replace('.sqlite', '.keys'), 'utf8').trim(), kill};
}

test('every create that got a response survives kill -9', async () => {
	const file = temporaryFile();
	const victim = await spawnSandbox(file);
	const answered: number[] = [];
	let killed: Promise<void> | undefined;
	let sent = 0;

	const sendUntilDead = async () => {
		if (sent === 1000) {
			return;
		}

		sent++;
		const record = await create(victim, {...minimal, notification_name: String(sent)});
		answered.push(record.id);
		if (answered.length >= 300) {
			killed ??= victim.kill();
		}

		return sendUntilDead();
	};

	const senders = await Promise.allSettled(Array.from({length: 8}, sendUntilDead));
	await killed;
	expect(existsSync(`${file}-wal`)).toBe(true);
	expect(senders.every(sender => sender.status === 'rejected')).toBe(true);
	expect(answered.length).toBeGreaterThanOrEqual(300);

	const listed = new Set(await listIds(await start({file})));
	expect(answered.filter(id => !listed.has(id))).toStrictEqual([]);
	// Besides these, at most the requests in progress were stored.
	expect(listed.size - answered.length).toBeLessThanOrEqual(8);
});

test('two processes on one file see the same account', async () => {
	const file = temporaryFile();
	const here = await start({file});
	const there = await spawnSandbox(file);
	expect(there.apiKey).toBe(here.apiKey);

	const records = await Promise.all(
		Array.from({length: 60}, async (_, index) => create(index % 2 === 0 ? here : there, minimal)),
	);
	const ids = records.map(record => record.id).toSorted((a, b) => a - b);
	expect(new Set(ids).size).toBe(60);
	expect(await listIds(here)).toStrictEqual(ids);
	expect(await list(there)).toStrictEqual(await list(here));

	expect(await remove(there, ids[0]!)).toBe(204);
	expect(await remove(here, ids[0]!)).toBe(404);
});
