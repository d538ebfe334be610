import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

test.each(['80x24', '120x40', '40x10'])(
	'a change opens: its requests, what it changed, and its undo, at %s',
	async size => {
		await using sandbox = await temporarySandbox({samples: 2});
		await using app = await startApp({service: sandbox, size});
		await app.waitFor(size === '40x10' ? '▌ 1 ' : '2 notifications');
		await app.press('e');
		await app.waitFor('edit notification 1');
		await app.press('End', 'x', 'C-s');
		await app.waitFor(/Replace 1/v);
		await app.press('PageDown', 'PageDown', 'C-s');
		await app.waitFor('✓ Replaced 1');
		await app.press('H');
		await app.waitFor(/replaced 1 with 3/v);
		await app.press('Enter');
		await app.waitFor('replaced 1 with 3 · ');
		await app.press('G');
		if (size !== '40x10') {
			const frame = app.frame();
			expect(frame).toMatch(/User +ops-1 → ops-1x/v);
			expect(frame).toMatch(/POST 3 +✓/v);
			expect(frame.indexOf('POST 3')).toBeLessThan(frame.indexOf('DELETE 1'));
		}

		await app.press('u');
		await app.waitFor(/Undo: replace .*with\s+what\s+it\s+was\s+before/sv);
		if (size === '40x10') {
			// In few lines all of the question is read first.
			await app.press('PageDown', 'PageDown', 'PageDown');
		}

		await app.waitFor('y undo');
		await app.press('y');
		await app.waitFor(/✓ Undone\. Replaced 3 with 4/v);
		await app.press('H');
		await app.waitFor(/undo: replaced 3 with/v);
	},
);

test('a bulk operation is one entry that opens, and its items open', async () => {
	await using sandbox = await temporarySandbox({samples: 3});
	await using app = await startApp({service: sandbox});
	await app.waitFor('3 notifications');
	await app.press('a', 'd');
	await app.waitFor('Type 3');
	await app.press('3', 'Enter');
	await app.waitFor('✓ Deleted 3');
	await app.press('H');
	const frame = await app.waitFor(/ 1 change$/mv);
	expect(frame).toMatch(/^ activity · .*#1  deleted 3 notifications/sv);
	await app.press('Enter');
	await app.waitFor(/deleted 3 notifications · \d/v);
	expect(app.frame().match(/^[▌ ] ✓ 1\.\d  \d /gmv)).toHaveLength(3);
	await app.press('j', 'Enter');
	await app.waitFor('DELETE 2');
	await app.press('Escape', 'u');
	await app.waitFor('Undo: recreate 3');
	await app.press('3', 'Enter');
	await app.waitFor('✓ Undone. Recreated 3');
	await app.waitFor('3 notifications');
});
