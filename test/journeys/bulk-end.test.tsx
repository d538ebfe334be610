import {expect, test} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';
import {list} from '../changes/harness.ts';
import {send} from '../sandbox/client.ts';

const settlingTime = 60_000;

/** The end screen of a bulk delete of all twelve, where 8 connections were lost before the service deleted anything. */
async function deleteAll() {
	const clock = createHandClock();
	const sandbox = await temporarySandbox();
	sandbox.faults.add({name: 'delete-drop-before', count: 8});
	const app = await startApp({service: sandbox, clock, settlingTime, size: '100x30'});
	await app.waitFor('12 notifications');
	await app.press('a', 'd');
	await app.waitFor('Type 12, then enter');
	await app.press('12', 'Enter');
	const frame = await app.waitFor('Deleted 4 of 12 (8 outcome unknown).');
	expect(frame).toContain('chainbell checks every listing until');
	await clock.asleep();
	return {
		sandbox,
		app,
		clock,
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
		},
	};
}

test('the end screen of a bulk delete shows what a listing has settled, and r retries what failed by it', async () => {
	await using place = await deleteAll();
	const {app, clock, sandbox} = place;
	clock.pass(settlingTime);
	const frame = await app.waitFor('Deleted 4 of 12 (8 failed).');
	expect(frame).not.toContain('unknown');
	expect(frame).not.toContain('until');
	await app.press('r');
	await app.waitFor('✓ Deleted 12');
	expect(await list(sandbox)).toEqual([]);
});

test('the end screen of a bulk delete is left as at a normal end when listings prove the rest', async () => {
	await using place = await deleteAll();
	const {app, clock, sandbox} = place;
	for (const {id} of await list(sandbox)) {
		await send(sandbox, 'DELETE', `${notificationsPath}${id}/`);
	}

	clock.pass(settlingTime);
	const frame = await app.waitFor(/✓ Deleted 12 from \S+ u: undo/v);
	expect(frame).toContain('0 notifications');
	expect(app.frames.some(shown => shown.includes('A complete listing does not show it; a second one decides.'))).toBe(
		true,
	);
});

test('before its first request a bulk operation says what it does, for how long, and that nothing was sent', async () => {
	await using sandbox = await temporarySandbox({samples: 3});
	await using app = await startApp({service: sandbox, size: '100x24'});
	await app.waitFor('3 notifications');
	await app.press('a', 'd');
	await app.waitFor('Type 3, then enter');
	const {release} = sandbox.faults.hold({on: 'list'});
	await app.press('3', 'Enter');
	await app.waitFor('Before sending: listing the account and writing down the changes … 0 s · nothing was sent yet');
	release();
	await app.waitFor('✓ Deleted 3');
});
