import {expect, test} from 'vitest';
import {createKeys, editKeys, startJourney, wrapped, type Journey} from '../../helpers/evidence.tsx';

/** An edit and a create whose answers are lost and that took no effect. Then the list is shown at a size. */
async function begin({app, sandbox}: Journey, size: string): Promise<void> {
	sandbox.faults.add({name: 'delete-drop-before', count: 1});
	await app.press(...editKeys);
	await app.waitFor('3 notifications');
	sandbox.faults.add({name: 'create-drop-before', count: 1});
	await app.press(...createKeys);
	await app.waitFor('2 pending');
	await app.waitFor('listed just now');
	const [columns = 0, rows = 0] = size.split('x').map(Number);
	app.resize(columns, rows);
}

/** Opens the screen; returns a frame with a port that is the same in every run. */
async function open({app}: Journey): Promise<string> {
	await app.press('!');
	const frame = await app.waitFor(' activity · ');
	expect(frame).toMatch(wrapped('replace 1 with 3'));
	expect(frame).toMatch(/chainbell\s+checks\s+every\s+listing\s+until\s+00:02:0\d\s+UTC\./v);
	expect(frame).toMatch(/^▌ \d+ (?:s|min) ago {1,8}#1 {2}repl/mv);
	return frame
		.replaceAll(/127\.0\.0\.1:\d{5}/gv, '127.0.0.1:45678')
		.replaceAll(/00:02:0\d/gv, '00:02:00')
		.replaceAll(/\n{2,}/gv, '\n\n');
}

test('the pending screen at 80x24', async () => {
	await using journey = await startJourney();
	await begin(journey, '80x24');
	const frame = await open(journey);
	expect(frame).toMatch(/^ activity · /v);
	expect(frame).toMatch(wrapped('Not known whether 1 was deleted: the connection'));
	expect(frame).toMatchInlineSnapshot(`
		" activity · 127.0.0.1:45678 · ! 2 pending                             2 changes
		▌ 21 s ago    #1  replace 1 with 3  pending  E-mail new@example.com · Treasury:…
		  10 s ago    #2  create  pending  E-mail a@Example.COM for any event … · user-1
		  0 s ago     notice  ? Not known whether it was created: the connection to htt…
		  11 s ago    notice  ? Not known whether 1 was deleted: the connection to http…

		   Treasury: large transfers
		   E-mail new@example.com when value > 10
		   at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1
		 Not known whether 1 was deleted: the connection to http://127.0.0.1:45678 was
		 lost (ECONNRESET). chainbell checks every listing until 00:02:00 UTC.

		 ? help  f finish  b roll back  x stop following  enter open  / search  u undo"
	`);
});

test.each(['40x10', '80x24'])('x and b are answered on the screen, and esc cancels a question, at %s', async size => {
	await using journey = await startJourney();
	const {app, ids} = journey;
	await begin(journey, size);
	await app.press('!', 'j', 'x');
	await app.waitFor(wrapped('Stop following the create?'));
	await app.press('Escape');
	await app.waitUntilGone('Stop following the');
	expect(app.frame()).toContain(' activity · ');
	await app.press('k', 'b');
	await app.waitFor(wrapped('Roll back the edit: delete 3 from'));
	if (size === '40x10') {
		await app.press('PageDown', 'PageDown');
	}

	await app.waitFor('y roll back');
	await app.press('y');
	await app.waitFor(wrapped('3 was kept, because the DELETE of 1 has no known outcome.'));
	await app.press('j', 'x');
	await app.waitFor(wrapped('What was sent may still take effect, and nothing will tell you.'));
	await app.press('y');
	await app.waitFor(wrapped('No longer followed. What was sent may still take effect: look in the list.'));
	await app.waitFor(/^ activity · .*! 1/v);
	expect(await ids()).toStrictEqual(['1', '2', '3']);
	await app.press('Escape');
	await app.waitFor(wrapped('Still pending. It is shown again at the next start and by !.'));
});

test('the list shows the number of pending changes, and a sign at their rows, until they are settled', async () => {
	await using journey = await startJourney();
	const {app, settle} = journey;
	await app.press('!');
	await app.waitFor('No change is pending.');
	await begin(journey, '80x24');
	await app.waitFor('! 2 pending');
	expect(app.frame()).toMatch(/^▌!1 .*\n {2}2 .*\n !3 /mv);
	await settle();
	await app.waitFor(wrapped('! Both 1 and 3 exist: 1 is still listed. Press ! to continue.'));
	// What is missing needs a second listing.
	const frame = await app.waitFor(wrapped('Not created. It does not appear in the listing.'));
	expect(frame).toContain('! 1 pending');
});
