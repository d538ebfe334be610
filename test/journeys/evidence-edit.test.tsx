import {expect, test} from 'vitest';
import {editKeys, startJourney, wrapped} from '../helpers/evidence.tsx';

test('an edit whose DELETE is lost and late: b is refused until it cannot take effect, and it settles by itself', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'delete-delayed', value: 40_000});
	sandbox.faults.add({name: 'delete-drop-after', count: 1});
	await app.press(...editKeys);
	const told = await app.waitFor(wrapped('? Not known whether 1 was deleted: the connection to'));
	expect(told).toMatch(/chainbell\s+checks\s+every\s+listing\s+until\s+00:0[23]\./v);
	await app.waitFor('3 notifications');
	expect(app.frame()).toContain('! 1 pending');
	expect(app.frame()).toMatch(/^▌!1 .*\n {2}2 .*\n !3 /mv);

	await app.press('!', 'b');
	await app.waitFor('Roll back the');
	await app.press('y');
	const refusal = await app.waitFor(wrapped('3 was kept, because the DELETE of 1 has no known outcome'));
	expect(refusal).toMatch(/chainbell\s+checks\s+every\s+listing\s+until\s+00:0[23]\./v);
	expect(await ids()).toStrictEqual(['1', '2', '3']);

	await settle();
	await app.waitFor(wrapped('✓ Replaced 1 with 3. A listing has confirmed it.'));
	expect(await ids()).toStrictEqual(['2', '3']);
	expect(app.frame()).not.toContain('pending ·');
});

test('an edit whose DELETE is lost before it arrives: b works once nothing can take effect any more', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'delete-drop-before', count: 1});
	await app.press(...editKeys);
	await app.waitFor(wrapped('? Not known whether 1 was deleted: the connection to'));
	await app.press('!', 'b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor('3 was kept');

	await settle();
	await app.waitFor(wrapped('! Both 1 and 3 exist: 1 is still listed.'));
	await app.press('b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor(wrapped('✓ Rolled back 1 → 3. 3 was deleted.'));
	expect(await ids()).toStrictEqual(['1', '2']);
	await app.waitUntilGone('1 pending');
});

test('an edit whose DELETE is answered 204 without effect: both exist, and f deletes the old one', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'delete-no-effect', count: 1});
	await app.press(...editKeys);
	await app.waitFor(wrapped('Pending. The service confirmed the deletion, but 1 is still listed.'));
	expect(app.frame()).not.toContain('✓');

	await settle();
	await app.waitFor(
		wrapped('! Both 1 and 3 exist: the service confirmed the deletion, but 1 is still listed. Press ! in the list to'),
	);
	await app.press('!', 'f');
	await app.waitFor('Finish the edit: delete "');
	await app.press('y');
	await app.waitFor('✓ Replaced 1 with 3');
	expect(await ids()).toStrictEqual(['2', '3']);
});

test('an edit whose old notification is deleted elsewhere says so, and f keeps the new one', async () => {
	await using journey = await startJourney();
	const {app, sandbox, ids} = journey;
	const {arrived, release} = sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
	await app.press(...editKeys);
	await arrived;
	await fetch(`${sandbox.baseUrl}api/v1/service/notifications/1/`, {
		method: 'DELETE',
		headers: {authorization: `Bearer ${sandbox.apiKey}`},
	});
	release();
	await app.waitFor(wrapped('1 was deleted or edited meanwhile.'));
	expect(await ids()).toStrictEqual(['2', '3']);
	await app.press('!', 'b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor(wrapped('3 was kept, because 1 is no longer listed. Finish it instead.'));
	await app.press('f');
	await app.waitFor('Finish the edit: delete "');
	await app.press('y');
	await app.waitFor(wrapped('✓ Replaced 1 with 3. It was already gone when it was to be deleted.'));
	expect(await ids()).toStrictEqual(['2', '3']);
});

test('an edit that is answered with the ID of another never deletes that one', async () => {
	await using journey = await startJourney();
	const {app, sandbox, settle, ids} = journey;
	sandbox.faults.add({name: 'create-lying-id'});
	await app.press(...editKeys);
	const told = await app.waitFor('? The service confirmed it as ID 2');
	expect(told).toMatch(wrapped('The service confirmed it as ID 2, but probably it is 3, so 1 was kept.'));
	await app.press('!', 'b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor('? The service confirmed it as ID 2');
	expect(await ids()).toStrictEqual(['1', '2', '3']);

	await settle();
	await app.waitFor(wrapped('3 is listed now: finish the edit to delete 1, or roll it back.'));
	await app.press('b');
	await app.waitFor('Roll back the');
	await app.press('y');
	await app.waitFor(wrapped('Press the number of the notification to delete: 1: ID 3'));
	await app.press('1');
	await app.waitFor(wrapped('✓ Rolled back 1 → 3. 3 was deleted.'));
	expect(await ids()).toStrictEqual(['1', '2']);
});
