import {expect, test} from 'vitest';
import {openLedger} from '../../../source/ledger/ledger.ts';
import {startApp, temporaryFolder, temporarySandbox} from '../../helpers/app.tsx';
import {wrapped} from '../../helpers/evidence.tsx';
import {createElsewhere, inputs, list} from '../../changes/harness.ts';

/** A create of three whose answers were lost long ago. Of each there are two: 1 and 4, 2 and 5, 3 and 6. Opens its items. */
async function openItems() {
	const sandbox = await temporarySandbox({samples: 0});
	const home = await temporaryFolder();
	const {ledger} = openLedger(`${home.path}/ledger.sqlite`, {now: () => Date.UTC(2026, 0, 1)});
	const {changes} = ledger;
	const profile = `${sandbox.baseUrl} ${new URL(sandbox.baseUrl).host}`;
	const {id: set} = changes.begin(
		{profile, profileName: 'test'},
		inputs(3).map(input => ({kind: 'create', input})),
	);
	const moment = {era: 'long ago', at: 0};
	for (const {id: item} of changes.items(set)) {
		changes.append([
			{item, event: {kind: 'sent', method: 'POST', moment}},
			{item, event: {kind: 'answered', outcome: 'unknown', moment}},
		]);
	}

	changes.release(set);
	ledger.close();
	for (const input of [...inputs(3), ...inputs(3)]) {
		await createElsewhere(sandbox, input);
	}

	const app = await startApp({service: sandbox, home: home.path, size: '100x24', settlingTime: 1});
	await app.waitFor('created 0 of 3 (3 outcome unknown)');
	return {
		app,
		async ids() {
			const listed = await list(sandbox);
			return listed.map(({id}) => id);
		},
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}

test('enter opens a change of several, and enter one of its items, which is finished, rolled back or no longer followed by the keys of a change of one', async () => {
	await using journey = await openItems();
	const {app, ids} = journey;
	await app.press('Enter');
	await app.waitFor(/^▌ \? 3 outcome unknown: Several new notifications have this content: 1, 4/mv);
	expect(app.frame().match(/^ {2}\? 1\.\d .*user-\d/gmv)).toHaveLength(3);
	await app.press('j', 'Enter');
	await app.waitFor('change 1.1');
	await app.press('f');
	await app.waitFor(wrapped('Press the number of the new notification: 1: ID 1 2: ID 4'));
	await app.press('2');
	await app.waitFor('✓ Created 4.');
	// The cursor is on the next one.
	await app.waitFor('2 outcome unknown');
	await app.press('Enter');
	await app.waitFor('change 1.2');
	await app.press('b');
	await app.waitFor(/Roll back the create.*: delete what it may have created from/v);
	await app.press('y');
	await app.waitFor(wrapped('Press the number of the notification to delete: 1: ID 2 2: ID 5'));
	await app.press('1');
	await app.waitFor('✓ Rolled back 2.');
	expect(await ids()).toEqual(['1', '3', '4', '5', '6']);
	await app.waitFor('1 outcome unknown');
	await app.press('Enter');
	await app.waitFor('change 1.3');
	await app.press('x');
	await app.waitFor('Stop following the create of');
	await app.press('y');
	await app.waitFor('No longer followed.');
	// Nothing is pending any more: all three screens are closed.
	await app.waitFor('5 notifications');
});

test('x stops following all open items of a change of several, after a question', async () => {
	await using journey = await openItems();
	const {app, ids} = journey;
	await app.press('x');
	await app.waitFor(wrapped('Stop following the 3 open items of the bulk create?'));
	await app.press('y');
	await app.waitFor('No longer followed.');
	await app.waitFor('6 notifications');
	expect(await ids()).toHaveLength(6);
});
