import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';

test('a deletion is undone from the history, but not on a read-only profile', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: sandbox, home: home.path});
		await app.waitFor('2 notifications');
		await app.press('d', 'y');
		await app.waitFor('✓ Deleted 1');
		await app.press('H');
		await app.waitFor('1 change');
		expect(app.frame()).toMatch(/^ activity · /v);
		expect(app.frame()).toContain('u undo');
		await app.press('u');
		await app.waitFor('Undo: recreate');
	}

	await using app = await startApp({service: sandbox, home: home.path, isReadOnly: true});
	await app.waitFor('1 notification ');
	await app.press('H');
	await app.waitFor('1 change');
	await app.press('u');
	await app.waitFor('Read-only: started with --read-only.');
});

test.each(['40x10', '80x24'])(
	'what notices said can be read again below the changes, with their age, but not answers to keys, at %s',
	async size => {
		await using app = await startApp({size});
		await app.waitFor('12 notif');
		await app.press('z');
		await app.waitFor('z does nothing here');
		await app.press('d');
		await app.waitFor('Delete 1 from');
		await app.press('y');
		await app.waitFor('✓ Deleted 1');
		await app.press('w');
		await app.waitFor('Watching');
		await app.press('H', 'End');
		// The last one is told as a whole below the rows.
		const frame = await app.waitFor(/^▌ \S+ s ago +notice +✓ Del.*^ \d{4}-\d{2}-\d{2} \d{2}:\d{2} +✓ Deleted 1/msv);
		expect(frame).not.toContain('does nothing here');
		await app.press('Up');
		await app.waitFor(/^▌ \S+ s ago +notice +Watching/mv);
		await app.press('Escape');
		await app.waitFor('11 notif');
	},
);

test('in an activity longer than the screen, the row under the cursor is always on it', async () => {
	await using app = await startApp({size: '80x8'});
	await app.waitFor('12 notif');
	for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
		await app.press('d', 'y');
		await app.waitFor(`✓ Deleted ${id}`);
	}

	await app.press('H');
	await app.waitFor('8 changes');
	expect(app.frame()).toMatch(/^▌ .* deleted 8 /mv);
	await app.press('End');
	await app.waitFor(/^▌ .* ✓ Deleted 1 /mv);
	await app.press('Home');
	await app.waitFor(/^▌ .* deleted 8 /mv);
});
