import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

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
