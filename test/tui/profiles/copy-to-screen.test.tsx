import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';
import {newKey, startRevocableService} from '../../helpers/revocable-service.ts';
import {pasted, type Screen} from '../../helpers/screen.tsx';
import {createNamed, homeWith} from '../../helpers/two-profiles.ts';
import {list} from '../../operations/harness.ts';
import {startRawService, type RawRecord} from '../../operations/raw-service.ts';

const record = (id: number, change: Partial<RawRecord> = {}): RawRecord => ({
	id,
	external_user_id: `user-${id}`,
	channel: 'EMAIL',
	notification_name: `Name ${id}`,
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x01'], filters: []},
	...change,
});

/** Goes from the list to the comparison of the open profile with the other one. */
async function compare(app: Screen, other: 'production' | 'staging'): Promise<string> {
	await app.waitFor(/\d notification/v);
	await app.press('P');
	await app.waitFor(/▌ (?:production|staging)/v);
	await app.press(other === 'production' ? 'g' : 'G');
	await app.waitFor(new RegExp(`▌ ${other}`, 'v'));
	await app.press('c');
	return app.waitFor('Only in');
}

test('a read-only profile is named as such and refused; the other direction is possible', async () => {
	await using production = await temporarySandbox({samples: 1});
	await using staging = await temporarySandbox({samples: 1});
	await createNamed(staging, 'Only staging', 's@example.com');
	await createNamed(production, 'Only production', 'p@example.com');
	await using home = await homeWith(production, staging, {open: 'staging', readOnly: 'production'});
	await using app = await startApp({isNew: true, home: home.path, size: '100x24'});
	expect(await compare(app, 'production')).toMatch(
		/Copy from staging to production \(127\.0\.0\.1:\d+\) \(read-only\)/v,
	);
	await app.press('c');
	await app.waitFor('Nothing is marked.');
	await app.press(' ', 'c');
	await app.waitFor('production is read-only: nothing can be copied from staging to production.');
	await app.press(' ');
	await app.waitFor('Only production has it. Press tab to copy from production to staging.');
	await app.press('Tab');
	expect(await app.waitFor(/Copy from production to staging \(127\.0\.0\.1:\d+\)/v)).not.toContain('marked');
	await app.press(' ');
	await app.waitFor('1 marked');
	await app.press('j', ' ');
	await app.waitFor('Both have it: there is nothing to copy.');
	await app.press('c');
	// The account that is written to is the open one.
	expect(await app.waitFor('Type 1 to copy to staging:')).toMatch(/^ copy from production · staging/v);
	await app.press('Escape');
	await app.waitFor('1 marked');
	await app.press('c');
	await app.waitFor('Type 1 to copy to staging:');
	await app.press('1', 'Enter');
	await app.waitFor('✓ Created 1 on staging');
	await app.waitFor('in both: 2');
	expect(await list(staging)).toHaveLength(3);
	await app.press('Escape', 'Escape');
	// The list of the open account has it at once, and goes on listing.
	await app.waitFor('Only production');
	await createNamed(staging, 'Created later', 'l@example.com');
	await app.press('r');
	await app.waitFor('Created later');
	await app.press('u');
	await app.waitFor('Undo: delete');
	await app.press('y');
	await app.waitFor('✓ Deleted 1 from staging');
});

test('one with the name of another is left out of all, and copied by its mark with a warning', async () => {
	const production = await startRawService([record(1, {delivery_location: 'old@example.com'})]);
	const staging = await startRawService([record(1), record(2)]);
	await using home = await homeWith({...production}, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '100x24'});
	await compare(app, 'production');
	await app.press('a');
	const marked = await app.waitFor('1 left out (|): production has one of the same name. space marks a single one.');
	expect(marked).toMatch(/^ ●< Name 2/mv);
	await app.press(' ', 'c');
	await app.waitFor('Type 2 to copy to production:');
	expect(app.frame()).toContain('! 1 has the name of another one on production, which stays: both will notify.');
});

test('where the other profile has all of them already, nothing can be confirmed', async () => {
	const production = await startRawService([
		record(7, {external_user_id: 'user-1', notification_name: 'Another name'}),
	]);
	const staging = await startRawService([record(1)]);
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '100x24'});
	await compare(app, 'production');
	await app.press('a', 'c');
	const frame = await app.waitFor('There is nothing to copy from staging to production');
	expect(frame).toContain('1 skipped: production has an identical one (names are not compared).');
	expect(frame).not.toContain('Type 0');
	await app.press('0', 'Enter');
	await app.waitFor('There is nothing to copy.');
	expect(production.records).toHaveLength(1);
});

test('what is refused is shown with the words of the service, and the rest goes on later', async () => {
	const production = await startRawService([], {
		refused: body => (body.external_user_id === 'user-2' ? {message: 'user-2 has no contract'} : undefined),
	});
	const staging = await startRawService([record(1), record(2), record(3)]);
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '100x24'});
	await compare(app, 'production');
	await app.press('a', 'c');
	await app.waitFor('Type 3 to copy to production:');
	await app.press('3', 'Enter');
	const ended = await app.waitFor('Created 2 of 3 (1 failed).');
	expect(ended).toMatch(/^ copy from staging · production/v);
	expect(ended).toMatch(/✗ 2: Name 2 · user-2: .*user-2 has no co…$/mv);
	await app.press('Enter');
	// What a line cuts is read whole.
	const opened = await app.waitFor(/^ change \d+ · production/mv);
	expect(opened.replaceAll(/\s+/gv, ' ')).toContain('The service said: "user-2 has no contract"');
	await app.press('Escape');
	await app.waitFor('r retry failed');
	expect(production.records).toHaveLength(2);
	delete production.behaviour.refused;
	await app.press('r');
	expect(await app.waitFor('✓ Created 3 on production')).toContain('copied from staging');
	expect(production.records).toHaveLength(3);
	expect(staging.records).toHaveLength(3);
});

test('a copy that is stopped says where it goes on, and goes on from the journal of its account', async () => {
	const production = await startRawService([]);
	const staging = await startRawService(Array.from({length: 6}, (_, index) => record(index + 1)));
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '120x24'});
	production.behaviour.created = response => {
		// The first responses are held until the operator has stopped.
		held.push(response);
	};

	const held: Array<{
		end: (text: string) => void;
		writeHead: (status: number, headers: Record<string, string>) => void;
	}> = [];
	await compare(app, 'production');
	await app.press('a', 'c');
	await app.waitFor('Type 6 to copy to production:');
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
	await app.waitFor('in both: 4');
	await app.press('Escape', 'Enter');
	// Opening the account shows its pending change.
	expect(await app.waitFor('created 4 of 6 (2 not started)')).toMatch(/^ 1 pending change · production/v);
	await app.press('f');
	await app.waitFor('✓ Created 6 on production');
	expect(production.records).toHaveLength(6);
});

test('a refused key is replaced for the account that is written to, and the copy goes on', async () => {
	const production = await startRevocableService(1);
	production.refuse(({method}) => method === 'POST', [401, {message: 'Key revoked'}]);
	const staging = await startRawService([record(5)]);
	await using home = await homeWith({baseUrl: production.baseUrl, apiKey: 'the-old-key-4c7f'}, staging, {
		open: 'staging',
	});
	await using app = await startApp({isNew: true, home: home.path, size: '100x24'});
	await compare(app, 'production');
	await app.press('a', 'c');
	await app.waitFor('Type 1 to copy to production:');
	await app.press('1', 'Enter');
	const asked = await app.waitFor('Could not create the notification.');
	expect(asked).toMatch(/^ API key · production/v);
	expect(asked).toContain(new URL(production.baseUrl).host);
	await app.press(pasted(newKey), 'Enter');
	await app.waitFor('API key accepted (this session only).');
	await app.waitFor(/^ copy from staging · production/v);
	await app.press('f');
	await app.waitFor('✓ Created 1 on production');
	await app.waitFor('in both: 1');
	expect(production.ids()).toEqual([1, 2]);
	await app.press('u');
	await app.waitFor('Undo: delete 1 notification');
	await app.press('y');
	await app.waitFor('✓ Deleted 1 from production');
	expect(production.ids()).toEqual([1]);
	expect(await app.waitFor('in both: 0')).not.toContain('undo the copy');
	await app.press('u');
	await app.waitFor('There is no copy to undo on this screen.');
});
