import {expect, test} from 'vitest';
import {temporaryFolder, startApp} from '../helpers/app.tsx';
import {settlingTime, startJourney, wrapped} from '../helpers/evidence.tsx';

test('a delete of unknown outcome that is still listed says so; a refresh settles it, and u undoes it', async () => {
	await using journey = await startJourney();
	const {app, sandbox, clock, ids} = journey;
	sandbox.faults.add({name: 'delete-delayed', value: 40_000});
	sandbox.faults.add({name: 'delete-drop-after', count: 1});
	await app.press('d', 'y');
	const told = await app.waitFor(wrapped('? Not known whether 1 was deleted: the connection to'));
	expect(told).toMatch(wrapped('chainbell checks every listing until 00:02.'));
	expect(told).not.toMatch(/nothing was deleted|not deleted/iv);
	await app.press('Escape');
	await app.waitFor('! 1 pending');
	expect(app.frame()).toMatch(/^▌!1 /mv);
	await app.press('u');
	await app.waitFor(wrapped('It is pending: finish it or roll it back first. Press ! in the list to see it.'));
	await app.press('Escape');

	clock.pass(settlingTime);
	await app.press('r');
	await app.waitFor('✓ Deleted 1. A listing has confirmed it.');
	expect(app.frame()).not.toContain('pending');
	await app.press('u');
	await app.waitFor('Undo: recreate');
	await app.press('y');
	await app.waitFor('Recreated 1 as 3');
	expect(await ids()).toStrictEqual(['2', '3']);
});

test('a delete of unknown outcome settles at the next start', async () => {
	await using home = await temporaryFolder();
	await using journey = await startJourney({home: home.path});
	const {app, sandbox, clock} = journey;
	sandbox.faults.add({name: 'delete-delayed', value: 40_000});
	sandbox.faults.add({name: 'delete-drop-after', count: 1});
	await app.press('d', 'y');
	await app.waitFor('Not known whether 1 was deleted');
	await app[Symbol.asyncDispose]();
	clock.pass(settlingTime);

	await using next = await startApp({service: sandbox, home: home.path, clock, settlingTime, size: '100x24'});
	// On the screen of pending changes, or on the list, if the listing was quicker than the ledger.
	await next.waitFor('✓ Deleted 1. A listing has confirmed it.');
	expect(next.frame()).not.toContain('! 1 pending');
	await next.press('Escape', 'u');
	await next.waitFor('Undo: recreate');
});

test('a bulk delete whose answers are lost and late says that its outcome is unknown, settles by itself, and u undoes it', async () => {
	await using journey = await startJourney({samples: 4});
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'delete-delayed', value: 40_000});
	sandbox.faults.add({name: 'delete-drop-after'});
	await app.press(' ', ' ', 'd');
	await app.waitFor('Type 2, then enter');
	await app.press('2', 'Enter');
	const told = await app.waitFor('Deleted 0 of 2 (2 outcome unknown).');
	expect(told).toMatch(wrapped('? 2 outcome unknown: Not known whether 1 was deleted:'));
	expect(told).toContain('chainbell checks every listing until');
	expect(told).not.toMatch(/nothing was deleted|not deleted|still listed/iv);
	await app.press('Escape');
	await app.waitFor('! 1 pending');

	await settle();
	await app.waitFor('✓ Bulk delete: 2 deleted. A listing has confirmed it.');
	expect(await ids()).toStrictEqual(['3', '4']);
	await app.press('u');
	await app.waitFor('Undo: recreate 2');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Undone. Recreated 2');
	expect(await ids()).toHaveLength(4);
});

test('a delete that is answered 204 without effect is never told as done, and its failure is told', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'delete-no-effect'});
	await app.press('d', 'y');
	const told = await app.waitFor(wrapped('Pending. The service confirmed the deletion, but 1 is still listed.'));
	expect(told).not.toContain('✓');
	await settle();
	await app.waitFor('✗ 1 was not deleted. The service confirmed the deletion, but 1 is still listed.');
	expect(await ids()).toStrictEqual(['1', '2']);
	await app.press('u');
	await app.waitFor('Nothing to undo.');
});

test('a bulk delete that is answered 204 without effect tells how many were not deleted', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'delete-no-effect', count: 1});
	await app.press('a', 'd');
	await app.waitFor('Type 2, then enter');
	await app.press('2', 'Enter');
	const told = await app.waitFor('Deleted 1 of 2 (1 outcome unknown).');
	expect(told.match(/✓.*/gv)).toEqual(['✓ 1 done', expect.stringMatching(/^✓ 1\.2 /v)]);
	await app.press('Escape');
	await app.waitFor('! 1 pending');
	await settle();
	await app.waitFor('✗ Bulk delete: 1 not deleted. H: history');
	expect(await ids()).toHaveLength(1);
});

test('u undoes the last deletion, also after the clock was set back', async () => {
	await using journey = await startJourney();
	const {app, clock} = journey;
	await app.press('d', 'y');
	await app.waitFor('✓ Deleted 1');
	clock.set(Date.UTC(2025, 0, 1));
	await app.waitFor('1 notification ');
	await app.press('G', 'd', 'y');
	await app.waitFor('✓ Deleted 2');
	await app.press('u');
	await app.waitFor('Undo: recreate');
});
