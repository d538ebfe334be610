import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

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
	await app.press('j', 'j', 'Enter');
	await app.waitFor('DELETE 2');
	await app.press('Escape', 'u');
	await app.waitFor('Undo: recreate 3');
	await app.press('3', 'Enter');
	await app.waitFor('✓ Undone. Recreated 3');
	await app.waitFor('3 notifications');
});

test('the activity shows the change that was made on a screen above it', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox});
	await app.waitFor('2 notifications');
	await app.press('a', 'd');
	await app.waitFor('Type 2');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Deleted 2');
	await app.press('H');
	await app.waitFor(/ 1 change$/mv);
	sandbox.faults.add({name: 'create-403', count: 2});
	await app.press('u');
	await app.waitFor('Undo: recreate 2');
	await app.press('2', 'Enter');
	await app.waitFor('2 failed');
	await app.press('Escape');
	await app.waitFor(/ 2 changes$/mv);
});
