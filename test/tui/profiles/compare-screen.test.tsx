import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {notificationsPath} from '../../../source/api/paths.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';

type Account = {readonly baseUrl: string; readonly apiKey: string};

/** A home whose config.yaml has two profiles. */
async function homeWith(production: Account, staging: Account) {
	const home = await temporaryFolder();
	const profileOf = ({baseUrl, apiKey}: Account) => `{baseUrl: "${baseUrl}", apiKey: ${apiKey}}`;
	await writeFile(path.join(home.path, 'config.yaml'), `profile: production\nprofiles:\n  production: ${profileOf(production)}\n  staging: ${profileOf(staging)}\n`, {mode: 0o600});
	return home;
}

async function create({baseUrl, apiKey}: Account, name: string, recipient: string): Promise<void> {
	const response = await fetch(new URL(notificationsPath, baseUrl), {
		method: 'POST',
		headers: {Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json'},
		body: JSON.stringify({external_user_id: 'ops', channel: 'EMAIL', delivery_location: recipient, notification_name: name, event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']}}),
	});
	expect(response.status).toBeLessThan(300);
}

test('c compares two accounts side by side, at every size, and shows no key', async () => {
	await using production = await temporarySandbox({samples: 12});
	await using staging = await temporarySandbox({samples: 10});
	await create(production, 'Alerts', 'old@example.com');
	await create(staging, 'Alerts', 'new@example.com');
	await create(staging, 'Only here', 'here@example.com');
	await using home = await homeWith(production, staging);
	await using app = await startApp({isNew: true, home: home.path, size: '120x40'});
	await app.waitFor('13 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('go to the other profile and press c');
	await app.press('j', 'c');
	const wide = await app.waitFor('Only in production: 3 · only in staging: 2 · in both: 10');
	expect(wide).toMatch(/^ production +staging/mv);
	expect(wide).toMatch(/^ Alerts · EMAIL · old@example.com.* \| Alerts · EMAIL · new@example.com/mv);
	expect(wide).toMatch(/^ +> Only here/mv);
	expect(wide).toMatch(/^ Treasury.* = Treasury/mv);
	expect(wide).toContain('whether they are equal is unknown');

	app.resize(40, 10);
	const narrow = await app.waitFor(/^ \| Alerts/mv);
	expect(narrow.split('\n').length).toBeLessThan(10);
	await app.press('G');
	await app.waitFor(/^ = /mv);
	app.resize(80, 24);
	await app.waitFor(/^ Treasury.* = Treasury/mv);
	expect(app.frames.join('\n')).not.toContain(production.apiKey);
	expect(app.frames.join('\n')).not.toContain(staging.apiKey);

	await create(production, 'Only here', 'here@example.com');
	await app.press('r');
	await app.waitFor('Only in production: 3 · only in staging: 1 · in both: 11');
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
	await app.waitFor('Listing both …');
	await held.arrived;
	await app.press('Escape');
	await app.waitFor('Not compared: cancelled.');
	held.release();
	await staging.close();
	await app.press('r');
	const failed = await app.waitFor('✗ Not compared: staging could not be listed.');
	expect(failed).toContain('r compare again');
	await app.press('Escape');
	await app.waitFor(/▌ staging/v);
});
