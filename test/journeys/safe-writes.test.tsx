import {rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {editKeys, wrapped} from '../helpers/evidence.tsx';
import {pasted} from '../helpers/screen.tsx';
import {damage, fillLarge, namesBeside} from '../ledger/ledgers.ts';

const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

test('an edit says that the ID changes and which loss is ahead, and replaces', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('2 notifications');
	await app.press('e');
	await app.waitFor('edit notification 1');
	expect(app.frame()).toMatch(/the ID\s+changes\./v);
	await app.press('Tab', 'Tab', 'C-u', pasted('new@example.com'), 'C-s');
	const review = await app.waitFor(/Replace .*ID 1\b/v);
	expect(review).toContain('! This edit loses its template, if any: the service returns none.');
	expect(review).toContain('1 is deleted once the new one is listed');
	await app.press('C-s');
	await app.waitFor(/✓ Replaced 1 with 3/v);
	await app.waitFor('new@example.com');
	expect(app.frame()).toContain('2 notifications');
	await app.waitUntilGone('treasury@example.com');
});

test('content sent from this machine is shown in the details and edited without loss', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('No notifications yet.');
	await app.press(
		'n',
		'user-1',
		'Enter',
		'e',
		'Enter',
		pasted('a@example.com'),
		'Enter',
		pasted(address),
		'BackTab',
		'BackTab',
		'BackTab',
		'BackTab',
		pasted('Hello {{value}}'),
		'C-s',
		'C-s',
	);
	await app.waitFor('✓ Created');
	await app.waitFor('1 notification ');
	await app.press('Enter');
	const frame = await app.waitFor('as sent from this machine on 2026-01-01 00:00');
	expect(frame).toContain('Hello {{value}}');
	await app.press('e');
	await app.waitFor('edit notification 1');
	expect(app.frame()).toContain('Hello {{value}}');
	await app.press('Tab', 'Tab', 'C-u', pasted('b@example.com'), 'C-s');
	expect(await app.waitFor(/Replace .*ID 1\b/v)).not.toContain('loses its template');
	await app.press('J');
	await app.waitFor('"template": "Hello {{value}}"');
	await app.press('C-s');
	await app.waitFor('✓ Replaced 1 with 2');
});

test('u undoes the last deletion and shows both IDs; the loss of an unknown template is said before', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('2 notifications');
	await app.press('u');
	await app.waitFor('Nothing to undo.');
	await app.press('d', 'y');
	await app.waitFor('u: undo');
	await app.press('u');
	const frame = await app.waitFor(/Undo: recreate .*ID 1\)? on/v);
	expect(frame).toMatch(wrapped('! This undo cannot restore its template, if any'));
	await app.press('Enter');
	expect(app.frame()).toContain('y undo');
	const held = sandbox.faults.hold({on: 'create'});
	await app.press('y');
	await app.waitFor('1 of 2: sending …');
	await app.press('y');
	expect(app.frame()).toContain('1 of 2: sending …');
	held.release();
	await app.waitFor('✓ Undone. Recreated 1 as 3');
	await app.waitFor('Treasury: large');
	await app.press('u');
	await app.waitFor('Nothing to undo.');
});

test('drafts survive a restart, are resumed one after the other, and one that was discarded can be brought back', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: sandbox, home: home.path});
		await app.waitFor('1 notification ');
		await app.press('n', 'first-draft', 'Escape');
		await app.waitFor('Draft kept');
		await app.press('n', 'second-draft');
		// Left open: quitting keeps it, too.
	}

	await using app = await startApp({service: sandbox, home: home.path});
	await app.waitFor('2 unsent drafts');
	await app.press('n');
	await app.waitFor('2 drafts: alt+d');
	await app.press('M-d');
	await app.waitFor('second-draft');
	await app.waitFor('1 draft: alt+d');
	await app.press('M-d');
	await app.waitFor('first-draft');
	await app.press('M-d');
	await app.waitFor('second-draft');
	await app.send('\u{1B}r');
	await app.waitUntilGone('second-draft');
	await app.send('\u{1F}');
	await app.waitFor('second-draft');
	await app.send('\u{1B}r');
	await app.waitUntilGone('second-draft');
	await app.press('Escape', 'n');
	await app.waitFor('1 draft: alt+d');
	await app.press('M-d');
	await app.waitFor('first-draft');
});

test('the history shows requests and outcomes, is searchable, masks secrets, and undoes deletions', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('No notifications yet.');
	await app.press(
		'n',
		'user-1',
		'Enter',
		'w',
		'Enter',
		pasted('https://example.com/secret-path'),
		'Enter',
		pasted(address),
		'C-s',
		'C-s',
	);
	await app.waitFor('✓ Created');
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor('✓ Deleted 1');
	await app.press('H');
	const frame = await app.waitFor('2 changes');
	expect(frame).toMatch(/ago +#2 +deleted 1 /v);
	expect(frame).toMatch(/ago +#1 +created 1 /v);
	expect(frame).not.toContain('secret-path');
	await app.press('/', 'delete', 'Enter');
	await app.waitFor(/ 1 change$/mv);
	await app.press('/', 'C-u', 'Enter');
	await app.waitFor('2 changes');
	await app.press('u');
	await app.waitFor('Undo: recreate');
	await app.press('y');
	await app.waitFor('✓ Undone. Recreated 1 as 2');
});

test('a create whose response was lost is found in the listing: one POST, one record', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	sandbox.faults.add({name: 'create-drop-after', count: 1});
	await app.press(
		'n',
		'user-1',
		'Enter',
		'e',
		'Enter',
		pasted('a@example.com'),
		'Enter',
		pasted(address),
		'C-s',
		'C-s',
	);
	await app.waitFor('✓ Created');
	await app.waitFor('1 notification ');
});

test('a create that failed says so, keeps the draft, and can be sent again', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	sandbox.faults.add({name: 'create-drop-before', count: 1});
	await app.press(
		'n',
		'user-1',
		'Enter',
		'e',
		'Enter',
		pasted('a@example.com'),
		'Enter',
		pasted(address),
		'C-s',
		'C-s',
	);
	await app.waitFor('Not created');
	await app.press('C-s', 'C-s');
	await app.waitFor('✓ Created');
	await app.waitFor('1 notification ');
});

test('a replacement that could not be finished can be finished or rolled back', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: sandbox, home: home.path, size: '120x40'});
		await app.waitFor('1 notification ');
		sandbox.faults.add({name: 'delete-500-before', count: 1});
		await app.press(...editKeys);
		await app.waitFor(/Both \S+ and \S+ exist/v);
		await app.waitFor('2 notifications');
	}

	await using app = await startApp({service: sandbox, home: home.path, size: '120x40'});
	await app.waitFor(' activity · ');
	expect(app.frame()).toContain('replace 1 with 2');
	await app.press('b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor('✓ Rolled back');
	await app.waitFor('1 notification ');
	await app.waitFor('treasury@example.com');

	sandbox.faults.add({name: 'delete-500-before', count: 1});
	// The draft of the edit that was rolled back is still there.
	await app.press('e');
	await app.waitFor('new@example.com');
	await app.press('C-s', 'C-s');
	await app.waitFor(/Both \S+ and \S+ exist/v);
	await app.press('H');
	await app.waitFor(' activity · ');
	await app.press('f');
	await app.waitFor('Finish the edit: delete "');
	await app.press('y');
	await app.waitFor('✓ Replaced 1 with');
	await app.waitFor('new@example.com');
});

test('a ledger that is not a database is renamed with a notice, and the program starts', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'ledger.sqlite'), 'not a database, by far');
	await using app = await startApp({service: sandbox, home: home.path, size: '120x40'});
	await app.waitFor('ledger.sqlite.unreadable-');
	await app.waitFor('1 notification ');
});

test('what is sent before a large ledger has been checked waits for the verdict: a damaged one is renamed first', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	const ledgerFile = path.join(home.path, 'state', 'ledger.sqlite');
	fillLarge(ledgerFile);
	damage(ledgerFile);
	await using app = await startApp({service: sandbox, home: home.path, ledgerFile, size: '120x40'});
	const hold = sandbox.faults.hold({on: 'create'});
	await app.waitFor('1 notification ');
	await app.press('c', 'C-u', pasted(address), 'C-s', 'C-s');
	await hold.arrived;
	const renamed = namesBeside(ledgerFile).filter(name => name.includes('.unreadable-'));
	expect(renamed).toHaveLength(1);
	const database = openDatabase(ledgerFile, {isReadOnly: true});
	expect(database.prepare('SELECT phase FROM item').all()).toMatchObject([{phase: 'creating'}]);
	database.close();
	hold.release();
	await app.waitFor('✓ Created');
	expect(app.frames.some(frame => frame.includes('ledger.sqlite.unreadable-'))).toBe(true);
});

test('a key whose effect depends on a large ledger waits until that has been checked', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	const ledgerFile = path.join(home.path, 'state', 'ledger.sqlite');
	{
		await using app = await startApp({service: sandbox, home: home.path, ledgerFile, size: '120x40'});
		await app.waitFor('1 notification ');
		await app.press('c', 'C-u', pasted(address), 'C-s', 'C-s');
		await app.waitFor('✓ Created');
	}

	fillLarge(ledgerFile);
	await using app = await startApp({service: sandbox, home: home.path, ledgerFile, size: '120x40'});
	await app.press('u');
	await app.waitFor('y undo');
});

test('reads that fail temporarily are retried, and the header says so', async () => {
	await using sandbox = await temporarySandbox({samples: 3});
	sandbox.faults.add({name: 'list-503', count: 2});
	await using app = await startApp({service: sandbox});
	await app.waitFor('3 notifications');
	expect(app.frames.some(frame => frame.includes('Service failed (503) · attempt 2 of 4'))).toBe(true);
});

test('an edit that changes nothing sends nothing', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using app = await startApp({service: sandbox});
	await app.waitFor('1 notification ');
	await app.press('e', 'C-s');
	await app.waitFor('No changes to save');
});

test('the draft of an edit becomes a create only when a complete listing no longer has its notification', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: sandbox, home: home.path});
		await app.waitFor('2 notifications');
		await app.press('e', 'x', 'Escape');
		await app.waitFor('Draft kept');
	}

	// Nothing is known of the account before it is listed.
	await rm(path.join(home.path, 'ledger.sqlite-listings'), {recursive: true});
	const {release} = sandbox.faults.hold({on: 'list'});
	await using app = await startApp({service: sandbox, home: home.path});
	await app.waitFor('1 unsent draft');
	await app.press('n', 'M-d');
	await app.waitFor('which is not listed yet');
	release();
	await app.waitFor('2 notifications');
	await app.press('n', 'M-d');
	await app.waitFor('edit notification 1');
	await app.press('Escape', 'd', 'y');
	await app.waitFor('✓ Deleted 1');
	await app.waitFor('1 notification ');
	await app.press('n', 'M-d');
	await app.waitFor('no longer exists');
});

test('the draft is kept while the outcome is unknown', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	sandbox.faults.add({name: 'create-drop-after', count: 1});
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', pasted('a@example.com'), 'Enter', pasted(address), 'C-s');
	await app.waitFor('Create a notification on');
	const {arrived, release} = sandbox.faults.hold({on: 'create'});
	await app.press('C-s');
	await arrived;
	sandbox.faults.add({name: 'list-503'});
	release();
	await app.waitFor('Your draft is saved');
	sandbox.faults.clear();
	await app.press('H');
	await app.waitFor(' activity · ');
	await app.press('f');
	await app.waitFor('✓ Created 1');
	await app.press('n');
	await app.waitFor(' new notification · ');
	expect(app.frame()).toMatch(/User \* +external user ID/v);
});

test('a read-only profile neither finishes nor rolls back', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service: sandbox, home: home.path, size: '120x40'});
		await app.waitFor('1 notification ');
		sandbox.faults.add({name: 'delete-500-before', count: 1});
		await app.press(...editKeys);
		await app.waitFor(/Both \S+ and \S+ exist/v);
	}

	await using app = await startApp({service: sandbox, home: home.path, isReadOnly: true});
	await app.waitFor(' activity · ');
	await app.press('b');
	await app.waitFor('Read-only: started with --read-only.');
	await app.press('f');
	await app.waitFor('Read-only: started with --read-only.');
});

test('a notification with a pending replacement is not replaced or deleted again', async () => {
	await using sandbox = await temporarySandbox({samples: 1});
	await using app = await startApp({service: sandbox, size: '120x40'});
	await app.waitFor('1 notification ');
	sandbox.faults.add({name: 'delete-500-before', count: 1});
	await app.press(...editKeys);
	await app.waitFor(/Both \S+ and \S+ exist/v);
	await app.waitFor('2 notifications');
	await app.press('g', 'd');
	await app.waitFor('A change of 1 is pending: finish it or roll it back first. Press ! in the list to see it.');
	await app.press('j', 'e');
	await app.waitFor('A change of 2 is pending');
	expect(app.frame()).toMatch(/^▌!2/mv);
});
