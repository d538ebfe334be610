import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

test('in the first minute nothing is pending on a healthy service, whatever is changed', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	// The test never moves the clock, so the settling time does not pass.
	await using app = await startApp({service: sandbox, clock: createHandClock(), settlingTime: 60_000, size: '100x30'});
	const change = async (text: string, ...keys: readonly string[]) => {
		await app.press(...keys);
		await app.waitFor(text);
	};

	const create = async (id: number) => {
		await change('y create', 'n', `user-${id}`, 'Enter', 'e', 'Enter', 'ops@example.com', 'Enter', address, 'C-s');
		await change(`✓ Created ${id} `, 'C-s');
		await app.waitFor(`user-${id}`);
	};

	await app.waitFor('No notifications yet');
	await create(1);
	await change('Replace', 'e', 'Tab', 'Tab', 'C-u', 'new@example.com', 'C-s');
	await change('✓ Replaced 1 with 2 ', 'C-s');
	await app.waitFor('new@example.com');
	await change('y undo', 'u');
	await change('✓ Undone. Replaced 2 with 3 ', 'y');
	await change('y redo', 'U');
	await change('✓ Redone. Replaced 3 with 4 ', 'y');
	await change('y delete', 'd');
	await change('✓ Deleted 4 ', 'y');
	await change('y undo', 'u');
	await change('✓ Undone. Recreated 4 as 5 ', 'y');
	await change('y redo', 'U');
	await change('✓ Redone. Deleted 5 ', 'y');
	await create(6);
	await create(7);
	await create(8);
	await app.waitFor('3 notifications');
	await change('Type 3, then enter', 'a', 'd');
	await change('✓ Deleted 3 ', '3', 'Enter');
	await change('Undo: recreate 3', 'u');
	await change('✓ Undone. Recreated 3 ', '3', 'Enter');
	await app.waitFor('3 notifications');
	await change('Redo: delete 3', 'U');
	await change('✓ Redone. Deleted 3 ', '3', 'Enter');
	await app.waitFor('No notifications. u brings back 3.');
	expect(app.frames.filter(frame => frame.includes('pending'))).toEqual([]);
});
