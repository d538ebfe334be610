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

test.each(['40x10', '80x24'])('x and b are answered on the screen, and esc cancels a question, at %s', async size => {
	await using journey = await startJourney();
	const {app, ids} = journey;
	await begin(journey, size);
	await app.press('U');
	await app.waitFor(wrapped('Nothing to redo yet. Press ! in the list for the pending changes.'));
	await app.press('g', 'd');
	await app.waitFor(wrapped('A change of 1 is pending: finish it'));
	await app.press('!', 'j', 'x');
	await app.waitFor(wrapped('Stop following the create'));
	await app.press('Escape');
	await app.waitUntilGone('Stop following the');
	expect(app.frame()).toContain(' activity · ');
	await app.press('k', 'b');
	await app.waitFor(wrapped('Roll back the edit of'));
	if (size === '40x10') {
		await app.press('PageDown', 'PageDown');
	}

	await app.waitFor('y roll back');
	await app.press('y');
	await app.waitFor(wrapped('3 was kept, because the DELETE of 1 has no known outcome.'));
	await app.press('j', 'x');
	await app.waitFor(wrapped('What was sent may still take effect, and its outcome will not be shown.'));
	await app.press('y');
	await app.waitFor(wrapped('No longer followed. What was sent may still take effect: look in the list.'));
	await app.waitFor(/^ activity · .*! 1/v);
	expect(await ids()).toStrictEqual(['1', '2', '3']);
	await app.press('Escape');
	await app.waitFor(wrapped('Still pending. It is shown again at the next start and by !.'));
});

test('a key that ends a change says where there is none', async () => {
	await using journey = await startJourney();
	const {app} = journey;
	await app.press('H');
	await app.waitFor('No history for this API key.');
	await app.press('b');
	await app.waitFor('No change is under the cursor.');
});
