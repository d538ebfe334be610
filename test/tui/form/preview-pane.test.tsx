import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

test('a wide terminal shows beside the fields what is sent, and duplicates, as they change; a narrower one does not', async () => {
	await using service = await temporarySandbox({samples: 12});
	await using app = await startApp({service, size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('c');
	await app.waitFor(/! Duplicate: "Treasury: large transfers" \(ID/v);
	expect(app.frame()).toContain('│ E-mail treasury@example.com');
	await app.press('C-u', '0x01');
	await app.waitFor('✓ No duplicate in the listing.');
	expect(app.frame()).toMatch(/│ +"0x01"/v);
	await app.press('C-u');
	await app.waitUntilGone('No duplicate');
	app.resize(109, 40);
	await app.waitUntilGone('│');
	app.resize(110, 40);
	await app.waitFor('│ preview');
	await app.press('Escape', 'e');
	await app.waitFor('edit 1');
	// It is no duplicate of itself.
	await app.waitFor('✓ No duplicate in the listing.');
});
