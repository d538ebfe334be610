import {expect, test} from 'vitest';
import {temporarySandbox} from '../../helpers/app.tsx';
import {startBulkDelete} from '../../helpers/bulk.tsx';
import {list} from '../../changes/harness.ts';

const all = Array.from({length: 12}, (_, index) => String(index + 1));

test('the question is complete at 40x10', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({
		service: sandbox,
		ids: all.slice(0, 10),
		hiddenIds: ['3'],
		size: '40x10',
	});
	await screen.waitFor(/Delete 10 notifications\s+from\s+127/v);
	await screen.waitFor(/! 1 of these 10 is hidden by the\s+search/v);
	await screen.press(...Array.from({length: 20}, () => 'PageDown'));
	await screen.waitFor(/^ 10 +EMAIL +qa /mv);
	await screen.press('10', 'Enter');
	await screen.waitFor('left: ✓ Deleted 10');
});

test('what is not the number deletes nothing, and the number exactly the targets', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({service: sandbox, ids: all.slice(0, 10)});
	await screen.waitFor('Type 10, then enter');
	for (const typed of ['', '1', '100', '010', ' 10', '10 ', 'ten', 'y']) {
		await screen.press(...(typed === '' ? [] : [typed]), 'Enter');
		await screen.waitFor(/Nothing was deleted\..*Type 10, then press enter\./v);
		await screen.press('C-u');
	}

	expect(await list(sandbox)).toHaveLength(12);
	// Separators, as the question shows them in a large number, are no mistake.
	await screen.press('1,0');
	await screen.waitFor('then enter: 1,0');
	await screen.press('Enter');
	await screen.waitFor(/left: ✓ Deleted 10 from .* u: undo/v);
	const left = await list(sandbox);
	expect(left.map(({id}) => id)).toStrictEqual(['11', '12']);
});

test('esc pauses; after a stop the rest can be continued or skipped', async () => {
	await using sandbox = await temporarySandbox();
	await using screen = await startBulkDelete({service: sandbox, ids: all, size: '80x24'});
	await screen.waitFor('Type 12, then enter');
	const hold = sandbox.faults.hold({on: 'delete', when: 'before'});
	await screen.press('12', 'Enter');
	await hold.arrived;
	await screen.waitFor('8 in flight');
	await screen.press('Escape');
	const asked = await screen.waitFor('Paused');
	expect(asked).toContain('0 of 12 deleted');
	await screen.press('Escape');
	await screen.waitUntilGone('Paused');
	await screen.press('Escape', 's');
	hold.release();
	const frame = await screen.waitFor('4 not started');
	expect(frame).toContain('Deleted 8 of 12 (4 not started).');
	expect(await list(sandbox)).toHaveLength(4);
	await screen.press('f');
	await screen.waitFor(/left: ✓ Deleted 12 /v);
	expect(await list(sandbox)).toStrictEqual([]);
});

test.each(['80x24', '40x10'])('failed items are listed with reasons, and r retries only those, at %s', async size => {
	await using sandbox = await temporarySandbox();
	sandbox.faults.add({name: 'delete-500-before', count: 3});
	await using screen = await startBulkDelete({service: sandbox, ids: all, size});
	await screen.waitFor('Type 12');
	await screen.press('12', 'Enter');
	const frame = await screen.waitFor('Deleted 9 of 12 (3 failed)');
	expect(frame).toMatch(/^ {2}✗ 1\.\d+ +\d+ +EMAIL/mv);
	expect(frame).toContain('r retry failed');
	if (size === '80x24') {
		// The reason above the three items, and the whole of it below them.
		expect(frame.match(/^ {2}✗ 1\.\d+ /gmv)).toHaveLength(3);
		expect(frame.match(/3 failed: The service failed \(500\)\./gv)).toHaveLength(2);
		expect(frame.replaceAll(/\s+/gv, ' ')).toContain('fault of the sandbox" It is still listed.');
	}

	expect(await list(sandbox)).toHaveLength(3);
	await screen.press('r');
	await screen.waitFor(/left: ✓ Deleted 12 /v);
	expect(await list(sandbox)).toStrictEqual([]);
});
