import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import type {Buffer} from 'node:buffer';
import process from 'node:process';
import {expect, onTestFinished, test} from 'vitest';
import {isOwnedHere, ownerColumns} from '../../../source/ledger/journal/claims.ts';
import {isAlive, thisProcess} from '../../../source/ledger/journal/owner.ts';

test('this process is alive, and is recognised by PID and start time', () => {
	expect(thisProcess().pid).toBe(process.pid);
	expect(isAlive(thisProcess())).toBe(true);
	expect(isAlive({pid: process.pid, started: undefined})).toBe(true);
	const [pid, started] = ownerColumns();
	expect(isOwnedHere({owner_pid: pid, owner_started: started})).toBe(true);
	expect(isOwnedHere({owner_pid: 1, owner_started: started})).toBe(false);
	expect(isOwnedHere({owner_pid: pid, owner_started: 'earlier'})).toBe(false);
	expect(isOwnedHere({owner_pid: null, owner_started: null})).toBe(false);
});

test('a PID without a process is not alive', () => {
	for (const pid of [0, -1, -process.pid, 2 ** 30]) {
		expect(isAlive({pid, started: undefined})).toBe(false);
	}
});

test.skipIf(process.platform !== 'linux')('a process with the same PID and another start time is not alive', () => {
	expect(thisProcess().started).toMatch(/^[\d\-a-f]{36} \d+$/v);
	expect(isAlive({pid: process.pid, started: 'earlier'})).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a zombie process is not alive', async () => {
	// The shell becomes a program that never reads the exit status of its child.
	const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {stdio: ['ignore', 'pipe', 'inherit']});
	onTestFinished(() => {
		parent.kill('SIGKILL');
	});
	const [line] = (await once(parent.stdout, 'data')) as [Buffer];
	const pid = Number(line.toString());
	expect(isAlive({pid, started: undefined})).toBe(true);
	// Until then the shell may read it.
	await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
	process.kill(pid, 'SIGKILL');
	await expect.poll(() => isAlive({pid, started: undefined})).toBe(false);
	expect(process.kill(pid, 0)).toBe(true);
});
