import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';
import {createNamed, homeWith} from '../../helpers/two-profiles.ts';

test('c compares two accounts, at every size, and shows no key', async () => {
	await using production = await temporarySandbox({samples: 12});
	await using staging = await temporarySandbox({samples: 10});
	await createNamed(production, 'Alerts', 'old@example.com');
	await createNamed(staging, 'Alerts', 'new@example.com');
	await createNamed(staging, 'Only here', 'here@example.com');
	await using home = await homeWith(production, staging);
	await using app = await startApp({isNew: true, home: home.path, size: '120x40'});
	await app.waitFor('13 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('go to the other profile and press c');
	await app.press('j', 'c');
	const wide = await app.waitFor('Only in production: 2 · only in staging: 1 · differ: 1 · in both: 10');
	expect(wide).toMatch(/^ Copy from production to staging \(127\.0\.0\.1:\d+\)/mv);
	expect(wide).toMatch(/^ {2}< production {2}> staging {2}\| differ {2}= both/mv);
	expect(wide).toMatch(/^▌ \| Alerts · EMAIL · .*to \[old\|new\]@example\.com/mv);
	expect(wide).toMatch(/^ {2}> Only here/mv);
	expect(wide).toMatch(/^ {2}= Treasury/mv);
	await app.press('Tab');
	const reversed = await app.waitFor('Copy from staging to production');
	expect(reversed).toMatch(/^▌ \| Alerts/mv);
	expect(reversed).toMatch(/^ {2}> Only here.*\n {2}</mv);
	await app.press('Tab');
	await app.waitFor('Copy from production to staging');
	expect(wide).toContain('never listed, so not compared');

	app.resize(40, 10);
	await app.waitFor(/^▌ \| Alerts/mv);
	expect(app.frame().split('\n').length).toBeLessThan(10);
	await app.press('G');
	await app.waitFor(/^▌ = /mv);
	app.resize(80, 24);
	await app.waitFor(/^ {2}= Treasury/mv);
	expect(app.frames.join('\n')).not.toContain(production.apiKey);
	expect(app.frames.join('\n')).not.toContain(staging.apiKey);

	await createNamed(production, 'Only here', 'here@example.com');
	await app.press('r');
	await app.waitFor('Only in production: 2 · only in staging: 0 · differ: 1 · in both: 11');
	await app.press('Escape');
	await app.waitFor(/▌ staging/v);
	await app.press('Escape');
	// The list is still that of the account that was open.
	await app.waitFor('production');
});

test('while it lists esc cancels; an account that cannot be listed is named, with why', async () => {
	await using production = await temporarySandbox({samples: 2});
	await using staging = await temporarySandbox({samples: 2});
	await using home = await homeWith(production, staging);
	await using app = await startApp({isNew: true, home: home.path});
	await app.waitFor('2 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	const held = staging.faults.hold();
	await app.press('j', 'c');
	const listing = await app.waitFor(/Listing both ….* esc: cancel[^]*esc cancel/v);
	expect(listing).not.toMatch(/esc back|compare again/v);
	await held.arrived;
	await app.press('r');
	await app.waitFor('Both accounts are being listed. esc cancels.');
	await app.press('Escape');
	const cancelled = await app.waitFor('Not compared: cancelled.');
	expect(cancelled).toMatch(/r compare again +esc back/v);
	held.release();
	await staging.close();
	await app.press('r');
	const failed = await app.waitFor('✗ Not compared: staging could not be listed.');
	expect(failed).toContain('r compare again');
	await app.press('Escape');
	await app.waitFor(/▌ staging/v);
});
