import {describe, expect, test} from 'vitest';
import type {Fault} from '../../source/sandbox/faults.ts';
import {create, listIds, minimal, remove, start, temporaryFile} from './client.ts';

/** A sandbox with a clock that stands still until it is set. */
async function startAt(faults: readonly Fault[], samples = 3) {
	const time = {now: 1000};
	const clock = {now: () => time.now};
	return {time, sandbox: await start({samples, faults, clock})};
}

describe('an effect that is late', () => {
	test('a create that was answered 201 takes effect after its time, under the id of the answer', async () => {
		const {time, sandbox} = await startAt([{name: 'create-delayed', value: 50, count: 1}]);

		expect(await create(sandbox, {...minimal, notification_name: 'late'})).toMatchObject({
			id: 4,
			notification_name: 'late',
		});
		expect(await create(sandbox, minimal)).toMatchObject({id: 5});
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 5]);
		expect(await remove(sandbox, 4)).toBe(404);
		time.now = 1050;
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 4, 5]);
	});

	test('when the sandbox is closed, what is due takes effect and the rest is lost', async () => {
		const time = {now: 1000};
		const file = temporaryFile();
		const sandbox = await start({
			file,
			samples: 3,
			faults: [
				{name: 'delete-delayed', value: 50, count: 1},
				{name: 'delete-delayed', value: 100},
			],
			clock: {now: () => time.now},
		});
		await remove(sandbox, 1);
		await remove(sandbox, 2);
		time.now = 1050;
		await sandbox.close();

		expect(await listIds(await start({file}))).toStrictEqual([2, 3]);
	});
});

describe('a listing that is behind', () => {
	test('shows what was there, and later what is there', async () => {
		const {time, sandbox} = await startAt([{name: 'list-delayed', value: 100}]);
		await create(sandbox, minimal);
		time.now = 1050;
		await remove(sandbox, 1);
		time.now = 1060;
		await remove(sandbox, 4);

		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3]);
		time.now = 1100;
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3, 4]);
		time.now = 1150;
		expect(await listIds(sandbox)).toStrictEqual([2, 3, 4]);
		time.now = 1160;
		expect(await listIds(sandbox)).toStrictEqual([2, 3]);
	});

	test('shows the present when the fault is off, and no state from before it was on again', async () => {
		const {sandbox} = await startAt([{name: 'list-delayed'}]);
		await remove(sandbox, 1);
		expect(await listIds(sandbox)).toStrictEqual([1, 2, 3]);

		sandbox.faults.clear('list-delayed');
		expect(await listIds(sandbox)).toStrictEqual([2, 3]);
		await remove(sandbox, 2);
		sandbox.faults.add({name: 'list-delayed'});
		expect(await listIds(sandbox)).toStrictEqual([3]);
	});
});
