import {expect, onTestFinished, test, vi} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {create, list, listIds, minimal, post, send, start} from './client.ts';

test('a held request takes effect, and gets its response when released', async () => {
	const sandbox = await start();
	const hold = sandbox.faults.hold({on: 'create'});
	const answers: string[] = [];
	const creating = (async () => {
		await create(sandbox, minimal);
		answers.push('created');
	})();
	await hold.arrived;

	expect(await listIds(sandbox)).toStrictEqual([1]);
	answers.push('listed');
	hold.release();
	await creating;
	expect(answers).toStrictEqual(['listed', 'created']);
	expect(await create(sandbox, minimal)).toMatchObject({id: 2});
});

test('a request held before handling takes effect even if its client has disconnected', async () => {
	const sandbox = await start();
	const before = sandbox.faults.hold({on: 'create', when: 'before'});
	const after = sandbox.faults.hold({on: 'create'});
	const client = new AbortController();
	const creating = send(sandbox, 'POST', notificationsPath, {body: JSON.stringify(minimal), signal: client.signal});
	await before.arrived;
	client.abort();

	await expect(creating).rejects.toThrow('aborted');
	expect(await listIds(sandbox)).toStrictEqual([]);
	before.release();
	await after.arrived;
	after.release();
	expect(await listIds(sandbox)).toStrictEqual([1]);
});

test('a sandbox with held requests can be closed, and prints nothing when they are released', async () => {
	const printed = vi.spyOn(console, 'error');
	onTestFinished(() => {
		printed.mockRestore();
	});
	const sandbox = await start();
	const before = sandbox.faults.hold({when: 'before', count: 1});
	const after = sandbox.faults.hold();
	const first = expect(post(sandbox, minimal)).rejects.toThrow('fetch failed');
	await before.arrived;
	const other = expect(list(sandbox)).rejects.toThrow('fetch failed');
	await after.arrived;

	await sandbox.close();
	await Promise.all([first, other]);
	before.release();
	after.release();
	await new Promise(setImmediate);
	expect(printed).not.toHaveBeenCalled();
});
