import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {newKey, startRevocableService} from '../helpers/revocable-service.ts';
import {pasted} from '../helpers/screen.tsx';
import {homeWith} from '../helpers/two-profiles.ts';
import {startRawService, type RawRecord} from '../changes/raw-service.ts';

const record = (id: number): RawRecord => ({
	id,
	external_user_id: `user-${id}`,
	channel: 'EMAIL',
	notification_name: `Name ${id}`,
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x01'], filters: []},
});

test('a copy that is stopped says where it goes on, and goes on from the journal of its account', async () => {
	const production = await startRawService([]);
	const staging = await startRawService(Array.from({length: 6}, (_, index) => record(index + 1)));
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '120x24'});
	const held: Array<{
		end: (text: string) => void;
		writeHead: (status: number, headers: Record<string, string>) => void;
	}> = [];
	production.behaviour.created = response => {
		// The first responses are held until the operator has stopped.
		held.push(response);
	};

	await app.waitFor('6 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('6 to create');
	await app.press('Enter');
	await app.waitFor('Type 6, then enter:');
	await app.press('6', 'Enter');
	await app.waitFor('4 in flight');
	await app.press('Escape', 's');
	delete production.behaviour.created;
	for (const [index, response] of held.entries()) {
		response.writeHead(201, {'Content-Type': 'application/json'});
		response.end(JSON.stringify({id: index + 1}));
	}

	const ended = await app.waitFor('Created 4 of 6 (2 not started).');
	expect(ended).toContain('You can also decide later, from production: open it (P), then !.');
	await app.press('Escape');
	await app.waitFor(/▌ production/v);
	await app.press('Enter');
	// Opening the account shows its pending change.
	expect(await app.waitFor('created 4 of 6 (2 not started)')).toMatch(/^ activity · production/v);
	await app.press('f');
	await app.waitFor('✓ Created 6 notifications on production');
	expect(production.records).toHaveLength(6);
});

test('a refused key is replaced for the account that is copied to, and the copy goes on', async () => {
	const production = await startRevocableService(1);
	production.refuse(({method}) => method === 'POST', [401, {message: 'Key revoked'}]);
	const staging = await startRawService([record(5)]);
	await using home = await homeWith({baseUrl: production.baseUrl, apiKey: 'the-old-key-4c7f'}, staging, {
		open: 'staging',
	});
	await using app = await startApp({isNew: true, home: home.path, size: '100x24'});
	await app.waitFor('1 notification');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('1 to create');
	await app.press('Enter');
	await app.waitFor('y apply');
	await app.press('y');
	expect(await app.waitFor('Could not create the notification.')).toMatch(/^ API key · production/v);
	await app.press(pasted(newKey), 'Enter');
	await app.waitFor('API key accepted (this session only).');
	await app.press('r');
	await app.waitFor('✓ Created 2 on production');
	await app.waitFor('1 not in staging; 1 unchanged.');
	expect(production.ids()).toEqual([1, 2]);
	await app.press('u');
	await app.waitFor(/Undo: delete .*ID 2\)? from production/v);
	await app.press('y');
	await app.waitFor('Deleted 2 from production');
	await app.waitFor('1 to create');
	expect(production.ids()).toEqual([1]);
});
