import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

test.each(['80x24', '120x40'])(
	'at %s what is sent stands below the fields, and duplicates, as they change',
	async size => {
		await using service = await temporarySandbox({samples: 12});
		await using app = await startApp({service, size});
		await app.waitFor('12 notifications');
		await app.press('c');
		await app.waitFor('! 1 is identical.');
		expect(app.frame()).toMatch(/^ E-mail treasury@example\.com/mv);
		await app.press('C-u', '0x01');
		await app.waitFor('✓ No duplicate in the listing.');
		expect(app.frame()).toContain('at 0x01 on');
		await app.press('C-u');
		await app.waitUntilGone('No duplicate');
		await app.press('Escape', 'e');
		await app.waitFor('edit notification 1');
		// It is no duplicate of itself.
		await app.waitFor('✓ No duplicate in the listing.');
	},
);
