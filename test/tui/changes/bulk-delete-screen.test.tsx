import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';
import {list} from '../../changes/harness.ts';

/** Marks the first of the list, and asks to delete them. */
const markAndDelete = (count: number) => [...Array.from({length: count}, () => ' '), 'd'];

test('the question is complete at 40x10, and counts what the search hides', async () => {
	await using sandbox = await temporarySandbox();
	await using app = await startApp({service: sandbox, size: '40x10'});
	await app.waitFor('treasury@');
	await app.press(...markAndDelete(10).slice(0, -1), '/', 'not:user:ops-2', 'Enter', 'd');
	await app.waitFor(/Delete 10 notifications\s+from\s+127/v);
	await app.waitFor(/! 2 of these 10 are hidden by the\s+search/v);
	await app.press(...Array.from({length: 20}, () => 'PageDown'));
	await app.waitFor(/^ 10 +EMAIL +qa /mv);
	await app.press('10', 'Enter');
	await app.waitFor('✓ Deleted 10');
});

test('what is not the number deletes nothing, and the number exactly the targets', async () => {
	await using sandbox = await temporarySandbox();
	await using app = await startApp({service: sandbox});
	await app.waitFor('12 notifications');
	await app.press(...markAndDelete(10));
	await app.waitFor('Type 10, then enter');
	for (const typed of ['1', '100', '010', ' 10', 'ten', 'y']) {
		await app.press(typed, 'Enter');
		await app.waitFor(/Nothing was deleted\..*Type 10, then press enter\./v);
		await app.press('C-u');
	}

	expect(await list(sandbox)).toHaveLength(12);
	// Separators, as the question shows them in a large number, are no mistake.
	await app.press('1,0', 'Enter');
	await app.waitFor(/✓ Deleted 10 notifications from .* u: undo/v);
	expect(await list(sandbox)).toMatchObject([{id: '11'}, {id: '12'}]);
});

test('esc pauses, f goes on, and esc again stops; the rest can be continued or skipped', async () => {
	await using sandbox = await temporarySandbox();
	await using app = await startApp({service: sandbox});
	await app.waitFor('12 notifications');
	await app.press(...markAndDelete(12));
	await app.waitFor('Type 12, then enter');
	const hold = sandbox.faults.hold({on: 'delete', when: 'before'});
	await app.press('12', 'Enter');
	await hold.arrived;
	await app.waitFor('8 in flight');
	await app.press('Escape');
	expect(await app.waitFor('Paused')).toContain('0 of 12 deleted');
	await app.press('f');
	await app.waitUntilGone('Paused');
	await app.press('Escape', 'Escape');
	hold.release();
	expect(await app.waitFor('4 not started')).toContain('Deleted 8 of 12 (4 not started).');
	expect(await list(sandbox)).toHaveLength(4);
	await app.press('f');
	await app.waitFor('Delete the remaining 4 from');
	await app.press('4', 'Enter');
	await app.waitFor('✓ Deleted 12 ');
	expect(await list(sandbox)).toStrictEqual([]);
});

test('failed items are listed with reasons, and r retries only those', async () => {
	await using sandbox = await temporarySandbox();
	sandbox.faults.add({name: 'delete-500-before', count: 3});
	await using app = await startApp({service: sandbox});
	await app.waitFor('12 notifications');
	await app.press(...markAndDelete(12));
	await app.waitFor('Type 12');
	await app.press('12', 'Enter');
	const frame = await app.waitFor('Deleted 9 of 12 (3 failed)');
	// The reason above the three items, and the whole of it below them.
	expect(frame.match(/^ {2}✗ 1\.\d+ /gmv)).toHaveLength(3);
	expect(frame.match(/3 failed: The service failed \(500\)\./gv)).toHaveLength(2);
	expect(frame.replaceAll(/\s+/gv, ' ')).toContain('fault of the sandbox". 1 is still listed. … and 2 more');
	expect(await list(sandbox)).toHaveLength(3);
	sandbox.faults.add({name: 'delete-500-before', count: 2});
	await app.press('r');
	await app.waitFor('Retry: delete 3 notifications from');
	await app.press('3', 'Enter');
	await app.waitFor('Deleted 10 of 12 (2 failed)');
	await app.press('r');
	await app.waitFor('Retry: delete 2 notifications from');
	expect(await list(sandbox)).toHaveLength(2);
	await app.press('2', 'Enter');
	await app.waitFor('✓ Deleted 12 ');
	expect(await list(sandbox)).toStrictEqual([]);
});
